// The dependencies of the Payouts API, from the composition root.
import type { Context } from '../../core/context.ts';
import type { Directory } from '../../core/merchants/directory.ts';
import type { Rails } from '../../core/rails.ts';

export interface PayoutsDeps {
  /** The system's context. Each request derives its own from it. */
  ctx: Context;
  directory: Directory;
  rails: Rails;
  /** The service's settings that matter here. */
  config: {
    mode: 'staging' | 'production';
    /** CIDR networks that merchants' addresses may be in, even private ones. */
    allowedNetworks: string[];
    /** Whether our posts may go unencrypted. */
    httpAllowed: boolean;
  };
}
