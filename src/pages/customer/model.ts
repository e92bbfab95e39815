// The data of all pages for customers. Amounts are cents; instants are UTC; texts from outside are unescaped.
import type { Bank } from '../../core/rails.ts';
import type { Language } from '../messages/index.ts';

export interface Contact {
  phone?: string;
  email?: string;
}

/** The operator of this installation: registered name, address and contact details. */
export interface Operator extends Contact {
  name: string;
  address?: string;
}

/** The values that are the same on every page of an installation. */
export interface House {
  operator: Operator;
  /** True if the banks are simulated. */
  sandbox: boolean;
}

/** The data of every page, even of one that was not found. */
export interface Frame extends House {
  language: Language;
  /** The page's own address for language links, the search and reloads. Has a query only if the page depends on it. */
  path: string;
}

/** The data of every page about a merchant's request. */
export interface MerchantFrame extends Frame {
  merchantName: string;
  /** How the merchant wants to be reached. */
  contact?: Contact;
  /** Its size is that of the file, in px. */
  logo?: { path: string; width: number; height: number };
  /** The address of the stylesheet of the merchant's colour. */
  accent?: string;
  /** The merchant's own reference, for customers to quote. */
  reference: string;
  /** True if the request is a test: the customer chooses its outcome. */
  isTest?: boolean;
}

/** The deadline for the customer. */
export interface Deadline extends Frame {
  expiresAt: Date;
  now: Date;
}

export type BankOption = Pick<Bank, 'id' | 'name' | 'paymentType' | 'available' | 'unavailableReason'>;

/** The list of banks to choose from. The form posts `bank`, an id. */
export interface BankChoice extends Frame {
  banks: BankOption[];
  selectedBankId?: string;
  /** The last bank in this browser. It is listed first. */
  lastBankId?: string;
  /** What was typed into the search (`?q=`). */
  query?: string;
}

/** A page that can be continued on a phone. */
export interface HandOff extends Frame {
  /** The address of the QR code. */
  codePath: string;
  live: Live;
}

export type BankError =
  | { kind: 'noBank' }
  | { kind: 'bankUnavailable' | 'bankUnreachable'; bankName: string };

/** The page polls `statusPath` every two seconds and reloads when the answer's `page` differs from `page`. */
export interface Live {
  statusPath: string;
  page: string;
}

export interface CannotStart extends Frame {
  /** The error, for the shop's developer. */
  technical: string;
}
