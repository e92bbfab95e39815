// The input of every operation's handler.
import type { Context } from '../../core/context.ts';
import type { Caller } from './auth.ts';
import type { PayoutsDeps } from './deps.ts';

export interface Call extends Caller {
  deps: PayoutsDeps;
  ctx: Context;
  query: Record<string, unknown>;
  body: unknown;
  /** Warns, in a header and in the log, about a part of the request that is not done as asked. */
  warn(text: string): void;
  /** Notes that the request is refused for its hash. */
  noteWrongHash(): void;
}

/** The header for warnings. */
export const warningHeader = 'Tefo-Warning';
