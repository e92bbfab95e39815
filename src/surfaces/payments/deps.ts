// The dependencies of the Payments API, from the composition root.
import type { Tokens } from '../../kernel/security/access-tokens.ts';
import type { DialectDeps } from '../dialect/deps.ts';

export interface SurfaceDeps extends DialectDeps {
  tokens: Tokens;
  /** Counts a site's payment request from a browser. Throws TooManyRequests. */
  countOpening?: (siteCode: string) => void;
}
