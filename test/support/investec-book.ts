// The account of the counterpart of Investec: what is posted and announced, in the bank's words.
import { formatDecimal, parseDecimal, toJsonNumber } from '../../src/kernel/money.ts';

export interface NewTransaction {
  /** "12.34"; with a minus it leaves the account. */
  amount: string;
  description: string;
  /** The day of its posting, "2026-12-01". */
  day: string;
  transactionType?: string;
  /** Default: the day. */
  valueDate?: string;
  transactionDate?: string;
}

interface Entry extends Required<NewTransaction> {
  cents: bigint;
  postedOrder: number;
  balance: bigint;
}

export interface Book {
  addTransaction(one: NewTransaction): void;
  /** Announces one, and returns its number for settlePending. */
  addPending(one: Omit<NewTransaction, 'transactionType' | 'valueDate'>): number;
  /** Posts an announced one, on another day or in other words if they are given. */
  settlePending(pending: number, posted?: { day?: string; description?: string }): void;
  /** Turns round the order of a day's transactions: their places, balances and uuids change. */
  reorder(day: string): void;
  /** As the bank lists them, or the other way round. */
  list(order: 'newest-first' | 'oldest-first'): void;
  /** Lists pending ones among the transactions as well, where their status and place tell them. */
  mixPending(isMixed: boolean): void;
  /** The account's balance as a decimal. */
  balanceNow(): string;
}

interface Answer {
  status: number;
  body: unknown;
}

const path = /^\/za\/pb\/v1\/accounts(?:\/([^/]+)\/(balance|transactions|pending-transactions))?$/;

export function openBook({
  accountId,
  accountNumber,
  opening,
  pageSize = Number.POSITIVE_INFINITY,
}: {
  accountId: string;
  accountNumber: string;
  opening: string;
  pageSize?: number;
}): { book: Book; route(url: URL): Answer } {
  let entries: Entry[] = [];
  const announced = new Map<number, Entry>();
  let isNewestFirst = true;
  let isMixed = false;
  let places = 11_048;
  let numbers = 0;

  const entryOf = (one: NewTransaction): Entry => {
    const isDebit = one.amount.startsWith('-');
    const cents = parseDecimal(isDebit ? one.amount.slice(1) : one.amount);
    if (cents === undefined) throw new RangeError(`${one.amount} is no amount`);
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
  /** Days keep their order; places and balances follow from it. */
  const settle = () => {
    entries = entries.toSorted((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1));
    let balance = parseDecimal(opening)!;
    for (const [index, entry] of entries.entries()) {
      balance += entry.cents;
      entry.balance = balance;
      entry.postedOrder = places + index + 1;
    }
  };
  const last = () => entries.at(-1)?.balance ?? parseDecimal(opening)!;

  const posted = (entry: Entry) => ({
    accountId,
    type: entry.cents < 0n ? 'DEBIT' : 'CREDIT',
    transactionType: entry.transactionType,
    status: 'POSTED',
    description: entry.description.slice(0, 40),
    cardNumber: '',
    postedOrder: entry.postedOrder,
    postingDate: entry.day,
    valueDate: entry.valueDate,
    actionDate: entry.day,
    transactionDate: entry.transactionDate,
    amount: numberOf(entry.cents),
    runningBalance: toJsonNumber(entry.balance),
    uuid: accountId.slice(-5) + entry.day.replaceAll('-', '') + String(entry.postedOrder).padStart(7, '0'),
  });
  const pending = (entry: Entry) => ({
    accountId,
    type: entry.cents < 0n ? 'DEBIT' : 'CREDIT',
    status: 'PENDING',
    description: entry.description.slice(0, 40),
    transactionDate: entry.transactionDate,
    amount: numberOf(entry.cents),
  });
  const mixed = (entry: Entry) => ({
    ...pending(entry),
    transactionType: null,
    cardNumber: null,
    postedOrder: 0,
    postingDate: null,
    valueDate: null,
    actionDate: null,
    runningBalance: 0,
    uuid: '',
  });
  const transactions = (from: string, to: string) => {
    const within = entries.filter(({ day }) => day >= from && day <= to).map(posted);
    const all = [...within, ...(isMixed ? [...announced.values()].map(mixed) : [])];
    return isNewestFirst ? all.toReversed() : all;
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
      if (!entry) throw new RangeError(`nothing pending has the number ${number}`);
      announced.delete(number);
      entries.push({ ...entry, valueDate: change.day ?? entry.day, ...change });
      settle();
    },
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
  return {
    book,
    route: (url) => {
      const [, id, what] = path.exec(url.pathname) ?? [];
      const self = `https://openapi.investec.com${url.pathname}`;
      const say = (data: object, totalPages = 1) => ({
        status: 200,
        body: { data, links: { self }, meta: { totalPages } },
      });
      if (url.pathname === '/za/pb/v1/accounts')
        return say({ accounts: [accountOf(accountId, accountNumber)] });
      if (id !== accountId) return { status: 403, body: { message: 'Forbidden' } };
      if (what === 'balance') return say(balanceOf(accountId, last()));
      if (what === 'pending-transactions') return say({ transactions: [...announced.values()].map(pending) });
      const { searchParams } = url;
      const all = transactions(
        searchParams.get('fromDate') ?? '0000-00-00',
        searchParams.get('toDate') ?? '9999-99-99',
      );
      const page = Number(searchParams.get('page') ?? 1);
      const rows = pageSize < all.length ? all.slice((page - 1) * pageSize, page * pageSize) : all;
      return say({ transactions: rows }, Math.max(1, Math.ceil(all.length / pageSize)));
    },
  };
}

/** The bank writes 53.6 and 374: without zeros at the end, and never with a sign. */
function numberOf(cents: bigint): number {
  return toJsonNumber(cents < 0n ? -cents : cents);
}

function accountOf(accountId: string, accountNumber: string): object {
  return {
    accountId,
    accountNumber,
    accountName: 'Boekhandel Voorbeeld',
    referenceName: 'Boekhandel Voorbeeld',
    productName: 'Private Bank Account',
    kycCompliant: true,
    profileId: '10163189587443',
    profileName: 'Boekhandel Voorbeeld',
  };
}

function balanceOf(accountId: string, cents: bigint): object {
  const balance = toJsonNumber(cents);
  return {
    accountId,
    currentBalance: balance,
    availableBalance: balance,
    budgetBalance: 0,
    straightBalance: 0,
    cashBalance: 0,
    currency: 'ZAR',
  };
}
