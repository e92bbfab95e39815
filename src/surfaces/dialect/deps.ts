// The dependencies of both surfaces of this dialect, from the composition root, and the input of the handlers that they share.
import type { Context } from '../../core/context.ts';
import type { Directory } from '../../core/merchants/directory.ts';
import type { Rails } from '../../core/rails.ts';
import type { Call } from '../operation.ts';
import type { Packing } from './packing.ts';

export interface DialectDeps extends JudgingDeps {
  packing: Packing;
}

/** The dependencies for validating a payment request. */
export interface JudgingDeps {
  /** The system's context. Each request derives its own from it. */
  ctx: Context;
  directory: Directory;
  rails: Rails;
  /** The service's settings that matter here. */
  config: {
    mode: 'staging' | 'production';
    /** The base address of the pages for customers, without a slash at the end. */
    publicUrl: string;
    /** CIDR networks that merchants' addresses may be in, even private ones. */
    allowedNetworks: string[];
    /** Whether our posts may go unencrypted. */
    httpAllowed: boolean;
  };
}

/** The body is read by the handler: see given.ts. */
export type DialectCall<Query = unknown, Deps = DialectDeps> = Call<Deps, Query>;
