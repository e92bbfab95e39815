// The steps of samples, independent of a language.
export type Auth = 'none' | 'oauth' | 'bearer' | 'apiKey' | 'pair';

/** A member of a response, and its name in the rest of the sample. */
export interface Keeps {
  name: string;
  member: string;
  /** The list of which the first record has the member: `results` in a page, or the response itself. */
  list?: 'results' | 'response';
}

export interface Call {
  kind: 'call';
  /** A comment above it; may be empty. */
  says: string;
  /** The name of a surface, or `sandbox`. */
  surface: string;
  operation?: string;
  method: string;
  /** With the base address that the documents name. */
  url: string;
  /** The name of the parameter in its path, if there is one. */
  parameter?: string;
  /** The operation that the sample is about. */
  isSubject?: true;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  auth: Auth;
  body?: unknown;
  isForm: boolean;
  /** Its answer has no body: only the status says that it was taken. */
  isSilent: boolean;
  /** Its answer is a file: a terminal cannot show it. */
  file?: string;
  /** The member of the response that is kept, and its name from then on. */
  keeps?: Keeps;
}

/** SHA-512 of texts that are joined, in lower case; `{hashCheck}` from then on. */
export interface Signing {
  kind: 'signing';
  texts: string[];
}

/** A reference that was not there before. */
export interface Naming {
  kind: 'naming';
  name: string;
  prefix: string;
}

export type Step = Call | Signing | Naming;

const origin = 'http://localhost:8420';
const bases: Record<string, string> = {
  one: '/one/v1',
  payments: '/payments',
  payouts: '/payouts/v1',
  external: '/external',
  sandbox: '/sandbox',
};

export const urlOf = (surface: string): string => origin + bases[surface];

/** "paymentId" as PAYMENT_ID. */
export const screaming = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
