// What the Payments API is given by the composition root.
import type { Tokens } from '../../kernel/security/access-tokens.ts';
import type { DialectDeps } from '../dialect/deps.ts';

export interface SurfaceDeps extends DialectDeps {
  tokens: Tokens;
  /** Counts a request whose hash does not tell where a field ends. */
  countAmbiguous?: (field: string) => void;
  /** Counts a payment request that a browser brings for a site. Throws TooManyRequests. */
  countOpening?: (siteCode: string) => void;
}
