/** How one operation of a surface is called: a row of generated/operations.ts. */
export interface Operation {
  method: string;
  /** Below the surface's base address, with `{names}` of parameters. */
  path: string;
  /** What proves who calls: a token of the One API, one of the Payments API, the ApiKey, or the ApiKey with the SiteCode. */
  auth?: 'oauth' | 'bearer' | 'apikey' | 'apikey+sitecode';
  /** The same Idempotency-Key twice is one action. */
  isIdempotent?: boolean;
  /** The body is a form, and not JSON. */
  isForm?: boolean;
  /** It returns a page of a list, with a link to the next. */
  isPaged?: boolean;
  /** Where the site is named. */
  siteIn?: 'query' | 'body' | 'paymentRequest';
  /** Which hash the body's `hashCheck` is. */
  hash?: 'payment' | 'refund' | 'reference' | 'payout';
}
