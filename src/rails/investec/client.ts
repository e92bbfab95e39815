// The bank's API: accounts of private and of business banking, which are read in two forms, and payments of business banking.
import { BankTimeout, BankUnavailable, OrderConflict } from '../../core/rails.ts';
import type { Cents } from '../../kernel/money.ts';
import type { BankResponse } from './http.ts';
import { paymentBody, readPaymentId, readStatus } from './payment-wire.ts';
import { centsOf, countOf, isObject, listIn, type Members, objectIn, textIn } from './reading.ts';
import { type Access, createSession, objectOf, refusal, type Session } from './session.ts';

export const investecUrl = 'https://openapi.investec.com';

/** Which of the bank's two houses keeps the account: their APIs differ. */
export type Banking = 'private' | 'business';

export interface InvestecAccount {
  /** The id by which the API knows the account. */
  accountId: string;
  /** As its holder knows it. */
  accountNumber: string;
  accountName: string;
  /** The bank's name for such an account. */
  productName: string;
}

export interface Balance {
  current: Cents;
  /** Including the bank's credit limit. */
  available: Cents;
}

export interface InvestecClient {
  /** The accounts that the API key may use. */
  accounts(): Promise<InvestecAccount[]>;
  balance(accountId: string): Promise<Balance>;
  /**
   * Returns the transactions posted on the days `from` to `to` ("2026-12-01"), both included, as the bank lists them.
   */
  transactions(accountId: string, days: { from: string; to: string }): Promise<unknown[]>;
  /**
   * Returns the pending transactions; none of business banking, which lists them with the others. Call it after
   * `transactions`: a line may be posted in between.
   */
  pendingTransactions(accountId: string): Promise<unknown[]>;
  /**
   * Sends a pain.001 and returns the bank's payment id; again with the same key, the same id. Throws BankUnavailable if
   * this request did nothing, BankTimeout if it may have paid, OrderConflict if the key may be another payment's, and
   * PaymentRefused.
   */
  pay(idempotencyKey: string, pain001: string): Promise<string>;
  /** Returns the pain.002 of a payment; null if it does not exist yet, or the bank does not know the payment. */
  paymentStatus(paymentId: string): Promise<string | null>;
}

/** The bank has read the payment and does not take it. */
export class PaymentRefused extends Error {}

const accountsPaths: Record<Banking, string> = {
  private: '/za/pb/v1/accounts',
  business: '/za/bb/v2/accounts',
};

/**
 * Creates a client. All reads throw BankUnavailable if the bank does not respond, or responds in another form than its
 * API's.
 */
export function createInvestecClient(access: Access & { banking: Banking }): InvestecClient {
  const session = createSession(access);
  const { banking } = access;
  const path = accountsPaths[banking];
  const ofAccount = (accountId: string) => `${path}/${segment(accountId)}`;
  return {
    accounts: async () =>
      (await readList(session, 'accounts', path)).map((one) => readAccount(one, typeNames[banking])),
    balance: async (accountId) =>
      banking === 'private'
        ? balanceOf(session, accountId, `${ofAccount(accountId)}/balance`)
        : listedBalanceOf(session, accountId, path),
    transactions: async (accountId, { from, to }) =>
      readList(
        session,
        'transactions',
        `${ofAccount(accountId)}/transactions?fromDate=${segment(from)}&toDate=${segment(to)}`,
      ),
    pendingTransactions: async (accountId) =>
      banking === 'private'
        ? readList(session, 'transactions', `${ofAccount(accountId)}/pending-transactions`)
        : [],
    pay: async (idempotencyKey, pain001) => {
      const headers = { 'idempotency-key': idempotencyKey };
      return readPaymentId(
        judged(await session.post('payment', '/za/bb/v1/payments', headers, paymentBody(pain001))),
      );
    },
    paymentStatus: async (paymentId) => {
      const what = 'payment status';
      const answer = await session.get(what, `/za/bb/v1/payments/${segment(paymentId)}/status`);
      return answer.status === 404 ? null : readStatus(objectOf(what, answer));
    },
  };
}

/** An id or a day as one part of an address. */
function segment(id: string): string {
  if (!/^[\w.~-]{1,100}$/.test(id) || /^\.+$/.test(id))
    throw new TypeError('an id of the bank must have 1 to 100 letters, digits, dots, dashes or underscores');
  return id;
}

const mostPages = 200;
const mostRows = 100_000;

/** Reads a list under `data`, over all of its pages. Lines that move between two pages break the chain of balances. */
async function readList(session: Session, name: string, path: string): Promise<unknown[]> {
  const what = `Investec ${name}`;
  const all: unknown[] = [];
  let pages = 1;
  for (let page = 1; page <= pages; page += 1) {
    const pagePath = page === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${page}`;
    const { data, meta } = objectOf(name, await session.get(name, pagePath));
    for (const one of rowsOf(what, name, data)) all.push(one);
    if (all.length > mostRows) throw new BankUnavailable(`${what}: the list is longer than ${mostRows}`);
    pages = pagesOf(what, meta);
  }
  return all;
}

// The bank's schema of the pending transactions names the list in another way than its own example.
function rowsOf(what: string, name: string, data: unknown): unknown[] {
  const members = objectIn(what, 'data', data);
  const { PendingTransaction, [name]: rows = PendingTransaction } = members;
  return listIn(what, `data.${name}`, rows);
}

function pagesOf(what: string, meta: unknown): number {
  const { totalPages } = objectIn(what, 'meta', meta ?? {});
  const pages = countOf(totalPages ?? '1');
  if (pages === undefined || pages > mostPages)
    throw new BankUnavailable(`${what}: meta.totalPages must be a number up to ${mostPages}`);
  return pages;
}

const typeNames: Record<Banking, string> = { private: 'productName', business: 'accountType' };

function readAccount(one: unknown, typeName: string): InvestecAccount {
  const what = 'Investec accounts';
  const account = objectIn(what, 'an account', one);
  const text = (name: string) => textIn(what, name, account[name]);
  return {
    accountId: text('accountId'),
    accountNumber: text('accountNumber'),
    accountName: text('accountName'),
    productName: text(typeName),
  };
}

async function balanceOf(session: Session, accountId: string, path: string): Promise<Balance> {
  const { data } = objectOf('balance', await session.get('balance', path));
  const balance = objectIn('Investec balance', 'data', data);
  if (balance.accountId !== accountId) throw new BankUnavailable("Investec balance: it is another account's");
  return readBalance(balance, 'currentBalance', balance.currency);
}

/** Of business banking, the list of accounts has the balances. */
async function listedBalanceOf(session: Session, accountId: string, path: string): Promise<Balance> {
  const accounts = await readList(session, 'accounts', path);
  const account = accounts.find((one) => isObject(one) && one.accountId === accountId);
  if (!isObject(account)) throw new BankUnavailable('Investec balance: the bank does not list the account');
  return readBalance(account, 'balance', account.currencyCode);
}

function readBalance(members: Members, currentName: string, currency: unknown): Balance {
  const what = 'Investec balance';
  if (currency !== 'ZAR') throw new BankUnavailable(`${what}: the currency must be ZAR`);
  const cents = (name: string) => {
    const amount = centsOf(members[name]);
    if (amount === undefined) throw new BankUnavailable(`${what}: ${name} must be a number of whole cents`);
    return amount;
  };
  return { current: cents(currentName), available: cents('availableBalance') };
}

const nothingDone = [401, 403, 404, 429];
/** The request came too early or too late to be judged: its first sending may be under way. */
const undecided = [408, 409, 425];

/** The response of servers that store idempotency keys, to a key that was used for another payment. */
const keyTaken = 422;

/**
 * Returns a payment's response if it is good. A 503 proves nothing unless it has a Retry-After: gateways send it too.
 */
function judged(answer: BankResponse): BankResponse {
  const { status, saysWhen } = answer;
  if (status >= 200 && status < 300) return answer;
  const words = refusal('payment', status);
  if (nothingDone.includes(status) || (status === 503 && saysWhen)) throw new BankUnavailable(words);
  if (status === keyTaken) throw new OrderConflict(words);
  if (status >= 400 && status < 500 && !undecided.includes(status)) throw new PaymentRefused(words);
  throw new BankTimeout(words);
}
