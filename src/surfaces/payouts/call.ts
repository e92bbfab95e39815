// What every operation's handler is given.
import type { Context } from '../../core/context.ts';
import type { Caller } from './auth.ts';
import type { PayoutsDeps } from './deps.ts';

export interface Call extends Caller {
  deps: PayoutsDeps;
  ctx: Context;
  query: Record<string, unknown>;
  body: unknown;
  /** Says in a header what of the request is not done as it asks, and in the log. */
  warn(text: string): void;
}

/** Where that stands. */
export const warningHeader = 'Tefo-Warning';
