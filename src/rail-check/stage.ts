// The environment of a rule: a rail with its own bank, a manual clock, and a record of the rail's reports.
import type { BankPayment, Counterpart } from '../core/rail-modules.ts';
import type { Ability, ArrivedDeposit, Rail, TransferAnswer, TransferOrder } from '../core/rails.ts';
import type { MovableClock } from '../kernel/clock.ts';
import { randomUuid } from '../kernel/random.ts';
import { required } from '../kernel/required.ts';
import { Broken, hold } from './broken.ts';

/** The deposits and outcomes that a rail has reported through its callbacks. */
export interface Received {
  deposits: ArrivedDeposit[];
  answers: { id: string; answer: TransferAnswer }[];
  /** The number of callbacks still to fail, as they do in a service whose database is unavailable. */
  refusals: number;
}

export interface Stage {
  clock: MovableClock;
  account: string;
  abilities: Ability[];
  counterpart: Counterpart;
  received: Received;
  /** The reason why a rule that uses this member of the counterpart does not apply to the rail. */
  beyond: Partial<Record<'fail', string>>;
  /** The current rail; `restart` replaces it. */
  rail: Rail;
  /** Closes the rail and creates a new one, as a restarted process does. */
  restart(): Promise<void>;
  /**
   * Orders a transfer in a process that is killed at its nth await; Infinity never kills it. Returns the number of
   * awaits at which it can be killed.
   */
  cutShort(order: TransferOrder, nth: number): Promise<number>;
  /** Uses and closes a rail in a separate process. Returns how long the process lives after that, in milliseconds. */
  lingers(order: TransferOrder): Promise<number>;
  /** Makes the bank retry failed callbacks; absent if the service polls the rail. */
  again?(): Promise<void>;
  close(): Promise<void>;
}

/** Values that a rail must never print or log. */
export const secrets = {
  ownNumber: '62004071951',
  payee: '1170334826',
  otherPayee: '1170339913',
  key: 'rail-check-secret-5b0e4a86',
} as const;

/** The start time of each stage: far from today, on a business day (a Wednesday), well before any cut-off. */
export const beginning = '2041-05-15T08:00:00Z';

export function newOrder(stage: Pick<Stage, 'account'>, more: Partial<TransferOrder> = {}): TransferOrder {
  return {
    account: stage.account,
    id: randomUuid(),
    merchantId: null,
    purpose: 'settlement',
    refundOf: null,
    amount: 12_345n,
    bankId: '4816019c-3314-4c80-8b6b-b2cd16dcc4ec',
    branchCode: '250655',
    accountNumber: secrets.payee,
    accountHolder: 'T Nkosi',
    reference: 'ORDER 17',
    realTime: false,
    ...more,
  };
}

/** Returns an ability of the stage’s rail. Throws if it is absent, because its rules are skipped then. */
export const part = <Name extends Ability>(
  { rail }: Pick<Stage, 'rail'>,
  name: Name,
): NonNullable<Rail[Name]> => required(rail[name], name);

/** Returns the counterpart, with a method that the rule needs. Throws if it is absent. */
export function counterpartWith<Name extends keyof Counterpart>(
  { counterpart }: Pick<Stage, 'counterpart'>,
  name: Name,
): CounterpartWith<Name> {
  if (!offers(counterpart, name)) throw new Error(`the counterpart has no ${name}()`);
  return counterpart;
}

type CounterpartWith<Name extends keyof Counterpart> = Counterpart & Required<Pick<Counterpart, Name>>;

const offers = <Name extends keyof Counterpart>(
  given: Counterpart,
  name: Name,
): given is CounterpartWith<Name> => typeof given[name] === 'function';

const at = ({ account, id, merchantId }: TransferOrder) => ({ account, id, merchantId });

/** Orders a transfer and checks the form of the result. */
export async function transfer(stage: Stage, order: TransferOrder): Promise<TransferAnswer> {
  return wellFormed(await part(stage, 'transfers').transfer(order), 'transfer');
}

export async function enquire(stage: Stage, order: TransferOrder): Promise<TransferAnswer['outcome']> {
  return wellFormed(await part(stage, 'transfers').enquire(at(order)), 'enquire').outcome;
}

const outcomes: readonly unknown[] = ['unknown', 'pending', 'paid', 'failed', 'returned'];

function wellFormed(answer: TransferAnswer, method: string): TransferAnswer {
  hold(typeof answer === 'object' && answer !== null, `${method} returned ${String(answer)}`);
  const { outcome, reason } = answer;
  hold(outcomes.includes(outcome), `${method} returned the outcome ${String(outcome)}`);
  hold(reason === null || typeof reason === 'string', `${method} returned a reason that is not text`);
  return answer;
}

export const payments = (stage: Stage): Promise<BankPayment[]> =>
  counterpartWith(stage, 'payments').payments(stage.account);

/** Checks that the bank has each order once, and no other payment. Does not check amounts. */
export async function paidOnce(stage: Stage, orders: readonly TransferOrder[]): Promise<BankPayment[]> {
  const fresh = await payments(stage);
  for (const { id } of orders) {
    const count = fresh.filter((one) => one.id === id).length;
    hold(
      count === 1,
      count === 0 ? 'the bank has no such payment' : `the bank was ordered to pay ${count} times`,
    );
  }
  hold(
    fresh.length === orders.length,
    `the bank has ${fresh.length} payments where ${orders.length} were ordered`,
  );
  return fresh;
}

/** Throws Broken unless `work` throws an error of a kind. */
export async function throws(
  kind: abstract new (...given: never[]) => Error,
  name: string,
  work: () => Promise<unknown>,
): Promise<void> {
  let answered: unknown;
  try {
    answered = await work();
  } catch (error) {
    if (error instanceof kind) return;
    throw new Broken(`it threw ${described(error)} instead of ${name}`);
  }
  throw new Broken(`it returned ${JSON.stringify(answered)} and did not throw ${name}`);
}

export const described = (error: unknown): string =>
  error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error);
