// What a rule of the suite plays on: a rail over a bank of its own, with a clock that stands still and ears.
import type { BankPayment, Counterpart } from '../core/rail-modules.ts';
import type { Ability, ArrivedDeposit, Rail, TransferAnswer, TransferOrder } from '../core/rails.ts';
import type { MovableClock } from '../kernel/clock.ts';
import { randomUuid } from '../kernel/random.ts';
import { required } from '../kernel/required.ts';
import { Broken, hold } from './broken.ts';

/** What a rail has told by itself. */
export interface Heard {
  deposits: ArrivedDeposit[];
  answers: { id: string; answer: TransferAnswer }[];
  /** While positive, listeners refuse what they are told, as a service without its database does. */
  refusals: number;
}

export interface Stage {
  clock: MovableClock;
  account: string;
  abilities: Ability[];
  counterpart: Counterpart;
  heard: Heard;
  /** What of a rule cannot be asked of this rail, by the member of the counterpart, and why. */
  beyond: Partial<Record<'fail', string>>;
  /** The rail at present. */
  rail: Rail;
  /** The process is gone: the next rail is made anew. */
  restart(): Promise<void>;
  /**
   * Orders in a process that is gone at its nth await; with Infinity, in one that lives. Returns at how many awaits it can
   * be gone.
   */
  cutShort(order: TransferOrder, nth: number): Promise<number>;
  /** Makes a rail in a process of its own, uses it, ends it: how long the process then lives on, in milliseconds. */
  lingers(order: TransferOrder): Promise<number>;
  /** Lets the bank say again what was not taken; absent where the rail is asked. */
  again?(): Promise<void>;
  close(): Promise<void>;
}

/** What must never be printed or logged. */
export const secrets = {
  ownNumber: '62004071951',
  payee: '1170334826',
  otherPayee: '1170339913',
  key: 'rail-check-secret-5b0e4a86',
} as const;

/** Before everything: far from today, on a Wednesday that is a business day, well before any cut-off. */
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

/** A part of the stage’s rail: the ability of the rule, which is played on no rail without it. */
export const part = <Name extends Ability>(
  { rail }: Pick<Stage, 'rail'>,
  name: Name,
): NonNullable<Rail[Name]> => required(rail[name], name);

/** The counterpart with a method that the rule needs: it is played on none without it. */
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

/** Orders a transfer, and looks at the form of the answer. */
export async function transfer(stage: Stage, order: TransferOrder): Promise<TransferAnswer> {
  return wellFormed(await part(stage, 'transfers').transfer(order), 'transfer');
}

export async function enquire(stage: Stage, order: TransferOrder): Promise<TransferAnswer['outcome']> {
  return wellFormed(await part(stage, 'transfers').enquire(at(order)), 'enquire').outcome;
}

const outcomes: readonly unknown[] = ['unknown', 'pending', 'paid', 'failed', 'returned'];

function wellFormed(answer: TransferAnswer, method: string): TransferAnswer {
  hold(typeof answer === 'object' && answer !== null, `${method} answered ${String(answer)}`);
  const { outcome, reason } = answer;
  hold(outcomes.includes(outcome), `${method} answered the outcome ${String(outcome)}`);
  hold(reason === null || typeof reason === 'string', `${method} answered a reason that is no text`);
  return answer;
}

export const payments = (stage: Stage): Promise<BankPayment[]> =>
  counterpartWith(stage, 'payments').payments(stage.account);

/** Holds that the bank has each of the orders once, and nothing else since `before`. Amounts are another rule's. */
export async function paidOnce(
  stage: Stage,
  orders: readonly TransferOrder[],
  before: readonly BankPayment[] = [],
): Promise<BankPayment[]> {
  const old = before.length;
  const fresh = (await payments(stage)).slice(old);
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
    throw new Broken(`it threw ${described(error)}, and not ${name}`);
  }
  throw new Broken(`it answered ${JSON.stringify(answered)}, and did not throw ${name}`);
}

export const described = (error: unknown): string =>
  error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error);
