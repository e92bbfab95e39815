// The dependencies of the Payouts API, from the composition root, and the input of its handlers.
import type { Context } from '../../core/context.ts';
import type { Directory } from '../../core/merchants/directory.ts';
import type { Rails } from '../../core/rails.ts';
import type * as operation from '../operation.ts';

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

export interface Call extends operation.Call<PayoutsDeps, Record<string, unknown>> {
  caller: Required<operation.Caller>;
}
