// The rules by which the simulated bank decides a merchant's payments: by their reference, their amount, or the
// Idempotency-Key of their request. The first match decides; without one, the cents of the amount do. They are read
// again for each decision, so that every process knows them and a restored snapshot brings its own.
import Type, { type Static } from 'typebox';
import type { Context } from '../core/context.ts';
import { findPaymentForCustomer } from '../core/payments/actions.ts';
import { findAnyTransaction } from '../core/transactions/actions.ts';
import { jsonOf } from '../kernel/db/json.ts';
import { bodiesOf } from '../kernel/http/idempotency.ts';
import type { Ruling } from '../rails/simulator/index.ts';
import { noAmount, rand, readRand } from './amounts.ts';
import type { SandboxDeps } from './deps.ts';
import { type Fault, judgeFaults, refuseFaults } from './faulty.ts';
import { sandboxOutcomes } from './outcomes/transactions.ts';

const conditions = ['merchantReference', 'amount', 'idempotencyKey'] as const;

export const ruleSchema = Type.Object(
  {
    merchantReference: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 50,
        description: 'The exact reference of the payment; with a * at the end, its start.',
      }),
    ),
    amount: Type.Optional(rand('In rand, exactly.')),
    idempotencyKey: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description:
          'The Idempotency-Key of the request for the payment, the attempt or the subscription on the One API.',
      }),
    ),
    outcome: Type.Enum([...sandboxOutcomes]),
  },
  {
    additionalProperties: false,
    description: 'All given conditions must match; the first matching rule decides.',
  },
);
export type Rule = Static<typeof ruleSchema>;

export const mostRules = 100;
export const rulesSchema = Type.Array(ruleSchema, { maxItems: mostRules });

const judge = judgeFaults(
  Type.Object({ rules: Type.Optional(rulesSchema) }, { additionalProperties: false }),
);

/** Returns the problems of rules that fit their schema. */
export function faultsOfRules(rules: readonly Rule[], place: string): Fault[] {
  return rules.flatMap((rule, index) => {
    const at = `${place}[${index}]`;
    if (conditions.every((name) => rule[name] === undefined))
      return [{ place: at, rule: `must name one of ${conditions.join(', ')}` }];
    const isWrong = rule.amount !== undefined && readRand(rule.amount) === undefined;
    return isWrong ? [{ place: `${at}.amount`, rule: noAmount }] : [];
  });
}

/** Returns a merchant's rules, in their order. */
export async function readRules({ db }: Pick<Context, 'db'>, merchantId: string): Promise<Rule[]> {
  const [row] = await db<{ rules: Rule[] }[]>`
    select rules from sandbox_rules where merchant_id = ${merchantId}`;
  return row?.rules ?? [];
}

export async function writeRules(
  { db }: Pick<Context, 'db'>,
  merchantId: string,
  rules: Rule[],
): Promise<void> {
  if (rules.length === 0) await db`delete from sandbox_rules where merchant_id = ${merchantId}`;
  else {
    await db`
      insert into sandbox_rules (merchant_id, rules) values (${merchantId}, ${jsonOf(db, rules)})
      on conflict (merchant_id) do update set rules = excluded.rules`;
  }
}

/** Replaces a merchant's rules with those of the body, or removes them if it has none. Returns the rules. */
export async function changeRules({ ctx }: Pick<SandboxDeps, 'ctx'>, merchantId: string, body: unknown) {
  const faults = judge(body);
  refuseFaults(400, faults);
  const { rules = [] } = body as { rules?: Rule[] };
  refuseFaults(400, faultsOfRules(rules, 'rules'));
  await writeRules(ctx, merchantId, rules);
  return { rules: await readRules(ctx, merchantId) };
}

/** Returns a function for the simulated bank that applies the rules of an order's merchant. */
export function rulingOf(ctx: Context): Ruling {
  return async ({ id, merchantId, amountCents }) => {
    const rules = merchantId === null ? [] : await readRules(ctx, merchantId);
    for (const rule of rules) {
      if (rule.amount !== undefined && readRand(rule.amount) !== amountCents) continue;
      if (await fits(ctx, rule, id)) return rule.outcome;
    }
    return undefined;
  };
}

async function fits(ctx: Context, { merchantReference, idempotencyKey }: Rule, id: string): Promise<boolean> {
  if (merchantReference === undefined && idempotencyKey === undefined) return true;
  const transaction = await findAnyTransaction(ctx.db, id);
  if (!transaction) return false;
  if (merchantReference !== undefined && !isLike(transaction.merchantReference, merchantReference))
    return false;
  if (idempotencyKey === undefined) return true;
  const payment = await findPaymentForCustomer(ctx.db, transaction.paymentId);
  const ids = [transaction.id, transaction.paymentId, payment?.details.subscriptionId];
  const answers = await bodiesOf(ctx.db, transaction.merchantId, idempotencyKey);
  return ids.some((one) => one && answers.some((body) => body.includes(one)));
}

function isLike(reference: string, pattern: string): boolean {
  return pattern.endsWith('*') ? reference.startsWith(pattern.slice(0, -1)) : reference === pattern;
}
