// What the pages that customers see are made from, whichever room they stand in. Amounts are cents; instants are UTC;
// texts from outside are unescaped.
import type { Bank } from '../../core/rails.ts';
import type { Language } from '../words/index.ts';

/** How somebody is reached. */
export interface Contact {
  phone?: string;
  email?: string;
}

/** Who runs this installation: their registered name, where they are, and how they are reached. */
export interface Operator extends Contact {
  name: string;
  address?: string;
}

/** What holds for every page of an installation. */
export interface House {
  operator: Operator;
  /** True where the banks are simulated. */
  sandbox: boolean;
}

/** What every page knows, also one that is about nothing we know of. */
export interface Frame extends House {
  language: Language;
  /** The page's own address, with a query only where the page depends on it: language links, the search and reloads keep it. */
  path: string;
}

/** What every page about a merchant's request knows. */
export interface MerchantFrame extends Frame {
  merchantName: string;
  /** How the merchant wants to be reached. */
  contact?: Contact;
  /** Its size is that of the file, in px. */
  logo?: { path: string; width: number; height: number };
  /** The address of the stylesheet of the merchant's colour. */
  accent?: string;
  /** The merchant's own reference: the one to quote. */
  reference: string;
  /** True when the request itself is a test: the customer chooses its outcome. */
  isTest?: boolean;
}

/** Until when the customer may act. */
export interface Deadline extends Frame {
  expiresAt: Date;
  now: Date;
}

export type BankOption = Pick<Bank, 'id' | 'name' | 'paymentType' | 'available' | 'unavailableReason'>;

/** The list of banks to choose from. The form posts `bank`, an id. */
export interface BankChoice extends Frame {
  banks: BankOption[];
  selectedBankId?: string;
  /** The bank that this browser continued to last: it stands first. */
  lastBankId?: string;
  /** What was typed into the search (`?q=`). */
  query?: string;
}

/** A page that can be gone on with on a phone. */
export interface HandOff extends Frame {
  /** The address of the code with the page's address. */
  codePath: string;
  live: Live;
}

/** What can be wrong with the choice of a bank. */
export type BankError =
  | { kind: 'noBank' }
  | { kind: 'bankUnavailable' | 'bankUnreachable'; bankName: string };

/** The page asks `statusPath` every two seconds and loads again when the answer's `page` is no longer `page`. */
export interface Live {
  statusPath: string;
  page: string;
}

export interface CannotStart extends Frame {
  /** What was wrong, for the shop's developer. */
  technical: string;
}
