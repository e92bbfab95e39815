// Bank accounts of the operator and of merchants: money comes in and leaves through them.
import type { Cents } from '../../kernel/money.ts';
import { bankById } from '../banks.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { findWaitingMerchants } from '../merchants/actions.ts';
import type { RailAccount } from '../rail-modules.ts';
import { type Ability, simulatorAccount } from '../rails.ts';
import { inWork, readOnce } from '../unit-of-work.ts';
import * as store from './store.ts';

export {
  type BankAccount,
  bankAccounts,
  filesRail,
  findAccount,
  findAccounts,
  findActiveAccounts,
  findSeenAccount,
  findSeenAccounts,
  lockAccount,
  onSeenAccount,
  setOpening,
  setRemoved,
} from './store.ts';

/** Returns the accounts as they were when the transaction first read them. */
export const accountsIn = (work: Work): Promise<store.BankAccount[]> =>
  readOnce(work, 'accounts', store.findAccounts);

export interface NewAccount {
  id: string;
  rail: string;
  abilities: Ability[];
  bankId: string;
  branchCode: string;
  number: string;
  holder: string;
  merchantId: string | null;
  statementProfile: string;
  statementDescription: string | null;
  paymentProfile: string | null;
  /** In cents; null: the first statement's. */
  opening: Cents | null;
  /** "16:00". */
  cutOff: string;
  /** In cents. */
  limit: Cents | null;
  releases: number;
  /** The cost of one payment, in cents; default: nothing. */
  cost?: Cents;
  customer: string | null;
  /** Further settings of its rail, which are kept sealed. */
  settings: object | null;
}

/** Adds a bank account. Throws where the name or the number is there already. */
export function addAccount(ctx: AnyContext, input: NewAccount): Promise<store.BankAccount> {
  const { number, opening, limit, cost = 0n, settings, ...rest } = input;
  const account: store.BankAccount = {
    ...rest,
    number: maskNumber(number),
    numberSealed: ctx.keyring.seal(number),
    openingCents: opening,
    limitCents: limit,
    costCents: cost,
    settingsSealed: settings && ctx.keyring.seal(JSON.stringify(settings)),
    createdAt: ctx.clock.now(),
    removedAt: null,
  };
  return inWork(ctx, async (work) => {
    await store.lockAccounts(work.tx);
    const known = await store.findAccounts(work.tx);
    const taken = (field: string, detail: string) => invalidField(field, detail);
    if (input.id === simulatorAccount || known.some(({ id }) => id === input.id))
      throw taken('name', `the account ${input.id} already exists`);
    const same = known.find((one) => one.removedAt === null && isNumberOf(ctx, one, number));
    if (same) throw taken('number', `the account ${same.id} has that number`);
    await store.insertAccount(work.tx, account);
    return account;
  });
}

/** True if an account has a number, however it is written. */
export function isNumberOf(
  { keyring }: Pick<Context, 'keyring'>,
  account: store.BankAccount,
  number: string,
): boolean {
  return plain(keyring.open(account.numberSealed)) === plain(number);
}

// Banks fill numbers up with zeros, and write them with spaces or dashes.
const plain = (number: string): string => number.replace(/\D/g, '').replace(/^0+/, '');

/** "******7890": the last four digits, after as many stars as are left out. */
export const maskNumber = (number: string): string =>
  number.length <= 4 ? '*'.repeat(number.length) : '*'.repeat(number.length - 4) + number.slice(-4);

/** Returns an account in the form for its rail, or undefined. */
export async function railAccount(
  { db, keyring }: Pick<Context, 'db' | 'keyring'>,
  id: string,
): Promise<RailAccount | undefined> {
  const account = await store.findAccount(db, id);
  if (!account) return undefined;
  const { holder, branchCode, numberSealed, settingsSealed } = account;
  const settings = settingsSealed === null ? {} : JSON.parse(keyring.open(settingsSealed));
  return { id, holder, number: keyring.open(numberSealed), branchCode, settings };
}

/** Returns where payers pay in to an account. */
export function payInto({ keyring }: Pick<Context, 'keyring'>, account: store.BankAccount) {
  return {
    account: account.id,
    bankName: bankById(account.bankId)?.name ?? '',
    branchCode: account.branchCode,
    accountNumber: keyring.open(account.numberSealed),
    holder: account.holder,
  };
}

/**
 * True if money on an account can be a merchant's: the account is the merchant's own, or the operator's while the
 * merchant has none that takes deposits.
 */
export function serves(accounts: readonly store.BankAccount[], id: string, merchantId: string): boolean {
  if (id === simulatorAccount) return true;
  const account = accounts.find((one) => one.id === id);
  if (!account) return false;
  if (account.merchantId !== null) return account.merchantId === merchantId;
  return !accounts.some((one) => one.merchantId === merchantId && isOffered(one, 'deposits'));
}

/**
 * Returns whether a merchant's settlements are paid from its own accounts. If not, the operator pays out what statements of the
 * merchant's accounts say that customers paid.
 */
export const paysItself = (accounts: readonly store.BankAccount[], merchantId: string): boolean =>
  accounts.some((account) => account.merchantId === merchantId && isOffered(account, 'transfers'));

/** True if new business goes through an account that has an ability. */
export const isOffered = ({ removedAt, abilities }: store.BankAccount, ability: Ability): boolean =>
  removedAt === null && abilities.includes(ability);

/** Returns the account with an ability that new business of a merchant goes through: its own, else the operator's. */
export function choose(
  accounts: readonly store.BankAccount[],
  merchantId: string | null,
  ability: Ability,
): store.BankAccount | undefined {
  const offered = accounts.filter((account) => isOffered(account, ability));
  return (
    offered.find((account) => merchantId !== null && account.merchantId === merchantId) ??
    offered.find((account) => account.merchantId === null)
  );
}

/**
 * Returns the account for a payment out: the one that received the money which is returned (`from`), if it pays; else
 * the merchant's own, else the operator's. Of several, the one at the receiver's bank, where the money arrives sooner,
 * then the cheapest, then the one with the latest cut-off. Undefined if no account pays.
 */
export function choosePayer(
  accounts: readonly store.BankAccount[],
  { merchantId, bankId, from }: { merchantId: string | null; bankId: string; from: string | null },
): store.BankAccount | undefined {
  const paying = accounts.filter((account) => isOffered(account, 'transfers'));
  const own = paying.filter((account) => merchantId !== null && account.merchantId === merchantId);
  const others = own.length > 0 ? own : paying.filter((account) => account.merchantId === null);
  const [best] = others.toSorted(
    (one, other) =>
      Number(other.bankId === bankId) - Number(one.bankId === bankId) ||
      Number(one.costCents - other.costCents) ||
      other.cutOff.localeCompare(one.cutOff),
  );
  return paying.find(({ id }) => id === from) ?? best;
}

const waysToPay: readonly Ability[] = ['orders', 'deposits'];

/**
 * Returns which live merchants can receive money in each of some ways. The simulated bank can do everything for every
 * merchant.
 */
export async function readPayability(
  ctx: AnyContext,
  ways: readonly Ability[] = waysToPay,
): Promise<(merchantId: string) => boolean> {
  if (ctx.policy.hasBanks) return () => true;
  const [accounts, waiting] = await Promise.all([store.findAccounts(ctx.db), findWaitingMerchants(ctx.db)]);
  return (merchantId) =>
    !waiting.includes(merchantId) &&
    ways.some((ability) => choose(accounts, merchantId, ability) !== undefined);
}

/** Throws PaymentMethodUnavailable if a merchant's money cannot come in any of some ways. */
export async function assertPayable(
  ctx: AnyContext,
  merchantId: string,
  ways: readonly Ability[] = waysToPay,
): Promise<void> {
  const isPayable = await readPayability(ctx, ways);
  if (!isPayable(merchantId)) throw new DomainError('PaymentMethodUnavailable');
}

/** True if any bank is connected at all. */
export async function hasAnyBank(ctx: AnyContext): Promise<boolean> {
  if (ctx.policy.hasBanks) return true;
  return (await store.findAccounts(ctx.db)).some((account) =>
    waysToPay.some((ability) => isOffered(account, ability)),
  );
}
