// What either surface of this dialect is given by the composition root.
import type { Context } from '../../core/context.ts';
import type { Directory } from '../../core/merchants/directory.ts';
import type { Rail } from '../../core/rails.ts';
import type { Packing } from './packing.ts';

export interface DialectDeps extends JudgingDeps {
  packing: Packing;
}

/** What judging a payment request takes. */
export interface JudgingDeps {
  /** The system's context; each request gets its own from it. */
  ctx: Context;
  directory: Directory;
  rail: Rail;
  /** Those of the service's settings that matter here. */
  config: {
    mode: 'staging' | 'production';
    /** Where customers reach the pages, without a slash at the end. */
    publicUrl: string;
    /** CIDR networks that merchants' addresses may be in, whatever they are. */
    allowedNetworks: string[];
    /** Whether what we post may go unencrypted. */
    httpAllowed: boolean;
  };
}
