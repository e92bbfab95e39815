// Runs the receiver test: the valid message first, then all other cases, and at the end the state of the orders.
import { setTimeout as wait } from 'node:timers/promises';
import { formatDecimal } from '../../kernel/money.ts';
import type { Case } from './cases/case.ts';
import { forgedCases } from './cases/forged.ts';
import { roughCases } from './cases/rough.ts';
import { trueCases } from './cases/true.ts';
import type { Language } from './forge.ts';
import type { Orders, Standing } from './orders.ts';
import type { Order, Scene } from './scene.ts';

const allCases: readonly Case[] = [...trueCases, ...forgedCases, ...roughCases];

export const caseNames: readonly string[] = allCases.map(({ name }) => name);

export interface Result extends Pick<Case, 'name' | 'what' | 'why' | 'cure'> {
  language: Language;
  /** The problems; empty if the case passed. */
  problems: string[];
}

export interface Expectation {
  result: Result;
  order: Pick<Order, 'reference' | 'expected'>;
  isPaid: boolean;
}

export interface WebhookTest {
  /** Opens a scene. The expectations of its cases about orders go to `expect`. */
  open(language: Language, expect: Scene['expect']): Scene;
  orders: Orders | undefined;
  /** The time limit for a response. */
  timeoutMs: number;
  say(what: string): void;
}

/** Returns the cases of a language in their order, or those with the given names. */
export const casesOf = (language: Language, names?: readonly string[]): Case[] =>
  allCases.filter(({ name, only }) => (only ?? language) === language && (names?.includes(name) ?? true));

/** Runs cases one after the other, and adds their expectations about orders to `expectations`. */
export async function play(
  webhookTest: WebhookTest,
  language: Language,
  cases: readonly Case[],
  expectations: Expectation[],
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, { name, what, why, cure, play: playIt }] of cases.entries()) {
    webhookTest.say(`${language} ${index + 1} of ${cases.length}: ${name}`);
    const result: Result = { name, language, what, why, cure, problems: [] };
    const scene = webhookTest.open(language, (order, isPaid) => expectations.push({ result, order, isPaid }));
    result.problems.push(...(await playIt(scene)));
    results.push(result);
  }
  return results;
}

const pauseMs = 200;

/**
 * Queries each order at the shop, and adds the problems to the results. All orders that must be paid share one period
 * as long as a response can take; the others are queried afterwards, when the shop's delayed work is done.
 */
export async function askOrders(
  webhookTest: WebhookTest,
  expectations: readonly Expectation[],
): Promise<void> {
  const { orders, say, timeoutMs } = webhookTest;
  if (!orders) return;
  say('asking what became of the orders');
  const until = performance.now() + timeoutMs;
  for (const { result, order, isPaid } of expectations.toSorted(paidFirst)) {
    for (;;) {
      const standing = await ask(orders, order.reference);
      const problem = problemOf(order, isPaid, standing);
      if (!problem) break;
      const mayChange = isPaid && !isPaidNow(standing);
      if (!mayChange || performance.now() > until) {
        result.problems.push(problem);
        break;
      }
      await wait(pauseMs);
    }
  }
}

const paidFirst = (one: Expectation, other: Expectation): number => Number(other.isPaid) - Number(one.isPaid);

const isPaidNow = (standing: Standing | Error | undefined): boolean =>
  !(standing instanceof Error) && standing?.state === 'paid';

/** Returns the state of an order, or the error. */
async function ask(orders: Orders, reference: string): Promise<Standing | Error | undefined> {
  try {
    return await orders.ask(reference);
  } catch (error) {
    return error as Error;
  }
}

function problemOf(
  { reference, expected }: Expectation['order'],
  isPaid: boolean,
  standing: Standing | Error | undefined,
): string | undefined {
  if (standing instanceof Error) return `the order could not be queried: ${standing.message}`;
  if (!isPaid) return standing?.state === 'paid' ? `order ${reference} is paid, and must not be` : undefined;
  if (!standing) return `the shop has no order ${reference}`;
  const { state, amount, fulfilled = 1 } = standing;
  if (state !== 'paid') return `order ${reference} is ${state}, and must be paid`;
  if (amount !== undefined && amount !== formatDecimal(expected))
    return `order ${reference} is paid with ${amount}, and was of ${formatDecimal(expected)}`;
  if (fulfilled !== 1) return `order ${reference} was shipped ${fulfilled} times`;
  return undefined;
}
