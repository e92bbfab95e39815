// The dependencies of the Payments API, from the composition root, and the input of its handlers.
import type { Tokens } from '../../kernel/security/access-tokens.ts';
import type { DialectCall, DialectDeps } from '../dialect/deps.ts';

export interface SurfaceDeps extends DialectDeps {
  tokens: Tokens;
  /** Counts a site's payment request from a browser. Throws TooManyRequests. */
  countOpening?: (siteCode: string) => void;
}

export type SurfaceCall<Query = unknown> = DialectCall<Query, SurfaceDeps>;
