// The model of a merchant's bank account: what its statements show, the deposits that wait for a decision, the payments by deposit, and
// what leaves in files. It predicts what becomes of each line, and shares no code with the service.

import { type Link, payLink, reverseLink } from './link-model.ts';

/** A payment that a deposit pays. */
export interface Eft {
  id: string;
  reference: string;
  /** The reference that its payer writes. */
  bankReference: string;
  cents: number;
  expiresAt: number;
  status: 'Created' | 'Complete' | 'Cancelled' | 'Expired';
  /** The service created it for a deposit that came on top of another. */
  isExtra?: true;
  /** The deposit that its attempt waits with. */
  waitsWith?: Deposit | undefined;
  /** The payment link that led to it. */
  link?: Link;
  /** Another payment of its link was paid: the service cancels it. */
  mayEnd?: true;
}

/** The use of a part of a deposit: a payment, with its state before, or the float. */
export interface Part {
  cents: number;
  eft?: Eft;
  before?: Eft['status'];
}

export interface Deposit {
  id: string;
  movement: Movement;
  cents: number;
  state: 'waiting' | 'parked' | 'returning' | 'allocated' | 'returned' | 'reversed';
  /** The payment in whose attempt it waits. */
  held?: Eft | undefined;
  parts: Part[];
  hasPayer: boolean;
  /** The day of its match. */
  matchedOn?: string;
  /** How often it was sent back. */
  returns: number;
  /** The payment that sends it back, where payments leave in files. */
  order?: Order;
}

export const categories = [
  'charge',
  'interest',
  'own',
  'supplier',
  'salary',
  'tax',
  'loan',
  'other',
] as const;
export type Category = (typeof categories)[number];

/** A line of a statement, as the service must have booked it. */
export interface Movement {
  text: string;
  cents: number;
  day: string;
  /** Null: it waits for an explanation. */
  meaning: 'deposit' | 'reversal' | 'payment' | 'return' | Category | null;
  /** The last deposit that it was. */
  deposit?: Deposit;
  /** The bank has taken it back, or tried to. */
  isTakenBack?: true;
  order?: Order;
}

/** A payment that leaves in a file. */
export interface Order {
  bankReference: string;
  deposit: Deposit;
  cents: number;
  state: 'ordered' | 'paid' | 'failed' | 'returned';
  /** It was paid, whatever came later. */
  wasPaid: boolean;
  isShown: boolean;
  isGivenBack: boolean;
}

export interface BankModel {
  /** In cents, before the first statement. */
  opening: number | null;
  /** The closing balance of the last statement. */
  balance: number;
  /** How many statements there were. */
  statements: number;
  /** The bytes of the last one. */
  last: string | null;
  movements: Movement[];
  efts: Eft[];
  float: number;
  /** The reference with which money reaches the float of the site. */
  topUp: string;
  orders: Order[];
  /** The bank took back money that was settled perhaps: balances may be too small since. */
  mayOwe: boolean;
}

export const emptyBank = (): BankModel => ({
  ...{ opening: null, balance: 0, statements: 0, last: null, movements: [], efts: [], float: 0, topUp: '' },
  ...{ orders: [], mayOwe: false },
});

export const depositsOf = ({ movements }: BankModel): Deposit[] =>
  movements.flatMap(({ deposit }) => deposit ?? []);
export const isOpenDeposit = ({ state }: Deposit): boolean => state === 'waiting' || state === 'parked';

/** The effect of a credit that is booked on a day; the service gives its deposit the id. */
export function arrive(bank: BankModel, movement: Movement, id: string, day: string): Deposit {
  const deposit: Deposit = {
    ...{ id, movement, cents: movement.cents, state: 'waiting', parts: [], hasPayer: false, returns: 0 },
  };
  Object.assign(movement, { meaning: 'deposit', deposit });
  if (bank.topUp !== '' && movement.text.includes(bank.topUp)) {
    allocate(bank, deposit, [{ cents: deposit.cents }], day);
    return deposit;
  }
  const meant = bank.efts.find(
    ({ bankReference, isExtra }) => !isExtra && movement.text.includes(bankReference),
  );
  if (!meant) return deposit;
  const isFree = meant.status !== 'Complete' && meant.waitsWith === undefined;
  if (isFree && meant.cents === deposit.cents)
    allocate(bank, deposit, [{ cents: deposit.cents, eft: meant }], day);
  else hold(deposit, isFree ? meant : extraOf(bank, meant, deposit));
  return deposit;
}

function hold(deposit: Deposit, eft: Eft): void {
  deposit.held = eft;
  eft.waitsWith = deposit;
}

function extraOf(bank: BankModel, { reference, bankReference }: Eft, { cents }: Deposit): Eft {
  const extra: Eft = {
    ...{ id: '', reference, bankReference, cents, expiresAt: Infinity, status: 'Created', isExtra: true },
  };
  bank.efts.push(extra);
  return extra;
}

/** Gives a deposit to payments and the float. */
export function allocate(bank: BankModel, deposit: Deposit, parts: readonly Part[], day: string): void {
  deposit.state = 'allocated';
  deposit.matchedOn = day;
  deposit.parts = parts.map(({ cents, eft }) => {
    if (!eft) {
      bank.float += cents;
      return { cents };
    }
    const before = eft.status;
    eft.status = 'Complete';
    payLink(eft, bank.efts);
    return { cents, eft, before };
  });
  const isHeldPaid = parts.some(({ eft }) => eft !== undefined && eft === deposit.held);
  if (isHeldPaid) deposit.held!.waitsWith = undefined;
  else endHeld(deposit);
}

/** The attempt that a deposit waited in ends: the money went elsewhere. A payment that exists for it alone ends too. */
export function endHeld({ held }: Deposit): void {
  if (!held?.waitsWith) return;
  held.waitsWith = undefined;
  if (held.isExtra && held.status === 'Created') held.status = 'Cancelled';
}

/** The bank takes a deposit back. False: the float has spent it. */
export function reverse(bank: BankModel, deposit: Deposit): boolean {
  const float = floatPartOf(deposit);
  if (deposit.state === 'allocated' && bank.float < float) return false;
  if (deposit.state === 'allocated') {
    bank.float -= float;
    for (const { eft } of deposit.parts) if (eft) cancel(eft);
    if (deposit.parts.some(({ eft }) => eft)) bank.mayOwe = true;
  } else endHeld(deposit);
  deposit.state = 'reversed';
  return true;
}

function cancel(eft: Eft): void {
  eft.status = 'Cancelled';
  reverseLink(eft);
}

/** A user undoes the match of a deposit. */
export function undo(bank: BankModel, deposit: Deposit, now: number): void {
  bank.float -= floatPartOf(deposit);
  for (const { eft, before } of deposit.parts) if (eft) reopen(eft, before!, now);
  Object.assign(deposit, { state: 'waiting', parts: [] });
  deposit.held = undefined;
}

function reopen(eft: Eft, before: Eft['status'], now: number): void {
  reverseLink(eft);
  if (eft.isExtra || before === 'Cancelled') eft.status = 'Cancelled';
  else eft.status = eft.expiresAt <= now ? 'Expired' : 'Created';
}

export const floatPartOf = ({ parts }: Deposit): number =>
  parts.reduce((sum, { eft, cents }) => sum + (eft ? 0 : cents), 0);

/** The balances of the account in the books, in cents, by the kind of ledger account. */
export function booksOf({ opening, movements, orders }: BankModel): Record<string, number> {
  const of = (meaning: Category): number => sum(movements.filter((one) => one.meaning === meaning));
  const seen = movements.filter(
    ({ meaning }) => meaning !== null && meaning !== 'payment' && meaning !== 'return',
  );
  const ordered = sum(orders.map((order) => ({ cents: movedBy(order) })));
  const transit = sum(orders.map((order) => ({ cents: strayOf(order) })));
  const kinds = { charge: 'bank_charges', interest: 'bank_interest', own: 'own_movements' } as const;
  const others = {
    ...{ supplier: 'supplier_payments', salary: 'salaries', tax: 'taxes', loan: 'loans' },
    other: 'other_movements',
  } as const;
  return {
    bank_clearing: (opening ?? 0) + sum(seen) + ordered + transit,
    opening_balance: -(opening ?? 0),
    payments_in_transit: -transit,
    ...Object.fromEntries(
      Object.entries({ ...kinds, ...others }).map(([kind, account]) => [account, -of(kind as Category)]),
    ),
  };
}

/** Returns the amount that a payment in a file has moved, by the service's own records. */
const movedBy = ({ wasPaid, state, cents }: Order): number => (wasPaid && state !== 'returned' ? -cents : 0);

/** Returns the amount that the bank shows of a payment that had failed. */
const strayOf = ({ wasPaid, isShown, isGivenBack, cents }: Order): number =>
  wasPaid ? 0 : (isShown ? -cents : 0) + (isGivenBack ? cents : 0);

const sum = (some: readonly { cents: number }[]): number =>
  some.reduce((total, { cents }) => total + cents, 0);
