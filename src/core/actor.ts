// The caller on whose behalf the service acts.

/** The caller of an action. Recorded with every transition and request. */
export type Actor =
  | 'system'
  | 'bank'
  | 'customer'
  /** The user of the sandbox's controls. */
  | 'sandbox'
  /** The merchant whose server responded. */
  | 'merchant'
  /** The holder of the merchant's ApiKey, by the merchant's id. */
  | `merchant:${string}`
  /** A client of the One API, by its id. */
  | `client:${string}`
  /** A site, by its code. */
  | `site:${string}`
  /** A user of the console, by their id. */
  | `user:${string}`
  | 'cli'
  /** An operator at the command line, by the name they gave. */
  | `cli:${string}`;
