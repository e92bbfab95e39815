// The kinds of errors, and an entry of the registry (errors.ts).

export type ErrorKind =
  /** Something the caller sent breaks a rule. */
  | 'invalid'
  | 'notFound'
  /** Allowed in general, refused in the present state. */
  | 'refused'
  | 'conflict'
  /** A dependency is unavailable; trying again is safe. */
  | 'unavailable'
  /** A person's rights, or the age of their second factor, do not reach so far. */
  | 'forbidden'
  /** A form was sent before. */
  | 'done';

export interface ErrorEntry<Kind extends ErrorKind = ErrorKind> {
  kind: Kind;
  /** Short summary, constant between occurrences. */
  title: string;
  cause: string;
  cure: string;
}

export const entry = <Kind extends ErrorKind>(
  kind: Kind,
  title: string,
  cause: string,
  cure: string,
): ErrorEntry<Kind> => ({ kind, title, cause, cure });
