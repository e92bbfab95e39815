// The account of the Investec counterpart: its posted and pending transactions, in the bank's format.
import { formatDecimal, parseDecimal } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import {
  accountRow,
  balanceData,
  businessAccountRow,
  businessRow,
  type Entry,
  type Holder,
  mixedRow,
  pendingRow,
  postedRow,
} from './forms.ts';

export interface NewTransaction {
  /** "12.34"; negative for debits. */
  amount: string;
  description: string;
  /** The day of its posting, "2026-12-01". */
  day: string;
  transactionType?: string;
  /** Default: the day. */
  valueDate?: string;
  transactionDate?: string;
}

export interface Book {
  addTransaction(one: NewTransaction): void;
  /** Adds a pending transaction. Returns its number for settlePending. */
  addPending(one: Omit<NewTransaction, 'transactionType' | 'valueDate'>): number;
  /** Posts a pending transaction, on another day or with another text if given. */
  settlePending(pending: number, posted?: { day?: string; description?: string }): void;
  cancelPending(pending: number): void;
  /** Reverses the order of a day's transactions, which changes their positions, balances and uuids. */
  reorder(day: string): void;
  /** Sets the order of the transaction list. */
  list(order: 'newest-first' | 'oldest-first'): void;
  /** Includes pending transactions in the list, recognisable by their status and position. */
  mixPending(isMixed: boolean): void;
  /** The account's balance as a decimal. */
  balanceNow(): string;
}

interface Answer {
  status: number;
  body: unknown;
}

const path = /^\/za\/(pb\/v1|bb\/v2)\/accounts(?:\/([^/]+)\/(balance|transactions|pending-transactions))?$/;

export function openBook({
  opening,
  pageSize = Number.POSITIVE_INFINITY,
  ...holder
}: Holder & { opening: string; pageSize?: number }): { book: Book; route(url: URL): Answer } {
  let entries: Entry[] = [];
  const announced = new Map<number, Entry>();
  let isNewestFirst = true;
  let isMixed = false;
  let places = 11_048;
  let numbers = 0;

  const entryOf = (one: NewTransaction): Entry => {
    const isDebit = one.amount.startsWith('-');
    const cents = parseDecimal(isDebit ? one.amount.slice(1) : one.amount);
    if (cents === undefined) throw new RangeError(`${one.amount} is not an amount`);
    return {
      transactionType: isDebit ? 'OnlineBankingPayments' : 'Deposits',
      valueDate: one.day,
      transactionDate: one.day,
      ...one,
      cents: isDebit ? -cents : cents,
      postedOrder: 0,
      balance: 0n,
    };
  };
  /** Sorts by day, and sets positions and balances from the order. */
  const settle = () => {
    entries = entries.toSorted((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1));
    let balance = required(parseDecimal(opening), 'amount');
    for (const [index, entry] of entries.entries()) {
      balance += entry.cents;
      entry.balance = balance;
      entry.postedOrder = places + index + 1;
    }
  };
  const last = () => entries.at(-1)?.balance ?? required(parseDecimal(opening), 'amount');

  const transactions = (isBusiness: boolean, from: string, to: string) => {
    const [posted, pending] = isBusiness ? [businessRow, businessRow] : [postedRow, mixedRow];
    const within = entries.filter(({ day }) => day >= from && day <= to).map((one) => posted(holder, one));
    const waiting = isMixed ? [...announced.values()].map((one) => pending(holder, one)) : [];
    return isNewestFirst ? [...within, ...waiting].toReversed() : [...within, ...waiting];
  };

  const book: Book = {
    addTransaction: (one) => {
      entries.push(entryOf(one));
      settle();
    },
    addPending: (one) => {
      announced.set(++numbers, entryOf(one));
      return numbers;
    },
    settlePending: (number, change = {}) => {
      const entry = announced.get(number);
      if (!entry) throw new RangeError(`no pending transaction has the number ${number}`);
      announced.delete(number);
      entries.push({ ...entry, valueDate: change.day ?? entry.day, ...change });
      settle();
    },
    cancelPending: (number) => void announced.delete(number),
    reorder: (day) => {
      const turned = entries.filter((entry) => entry.day === day).toReversed();
      entries = entries.map((entry) => (entry.day === day ? turned.shift()! : entry));
      places += 7;
      settle();
    },
    list: (order) => {
      isNewestFirst = order === 'newest-first';
    },
    mixPending: (is) => {
      isMixed = is;
    },
    balanceNow: () => formatDecimal(last()),
  };
  const privately: Record<string, (url: URL) => Answer> = {
    accounts: () => say({ accounts: [accountRow(holder)] }),
    balance: () => say(balanceData(holder, last())),
    transactions: (url) => list(false, url),
    'pending-transactions': () =>
      say({ transactions: [...announced.values()].map((one) => pendingRow(holder, one)) }),
  };
  const ofBusiness: typeof privately = {
    accounts: () => say({ accounts: [businessAccountRow(holder, last())] }),
    transactions: (url) => list(true, url),
  };
  const list = (isBusiness: boolean, { searchParams }: URL): Answer => {
    const days = [searchParams.get('fromDate') ?? '0000', searchParams.get('toDate') ?? '9999'] as const;
    const all = transactions(isBusiness, ...days);
    const page = Number(searchParams.get('page') ?? 1);
    const rows = pageSize < all.length ? all.slice((page - 1) * pageSize, page * pageSize) : all;
    return say({ transactions: rows }, Math.max(1, Math.ceil(all.length / pageSize)));
  };
  return {
    book,
    route: (url) => {
      const [, house, id, what = 'accounts'] = path.exec(url.pathname) ?? [];
      const routes = house === 'bb/v2' ? ofBusiness : privately;
      if (house === undefined || !routes[what]) return { status: 404, body: { message: 'no Route matched' } };
      const isKnown = id === undefined || id === holder.accountId;
      return isKnown ? routes[what](url) : { status: 403, body: { message: 'Forbidden' } };
    },
  };
}

function say(data: object, totalPages = 1): Answer {
  return {
    status: 200,
    body: { data, links: { self: 'https://openapi.investec.com/' }, meta: { totalPages } },
  };
}
