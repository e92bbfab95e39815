// Rules for orders, mandates and account verification: a repeated request with the same id has no second effect, and an
// id that was never used is unknown.
import { isDeepStrictEqual } from 'node:util';
import type { AccountQuery, At, Bank, MandateOrder, PaymentOrder } from '../../core/rails.ts';
import { hourMs, plus } from '../../kernel/clock.ts';
import { randomUuid } from '../../kernel/random.ts';
import { hold } from '../broken.ts';
import type { Rule } from '../report.ts';
import { part, type Stage, secrets } from '../stage.ts';

const asked = (stage: Stage): At => ({ account: stage.account, id: randomUuid(), merchantId: null });

async function bankOf(stage: Stage): Promise<Bank> {
  const [bank] = await part(stage, 'orders').banks(asked(stage));
  hold(bank !== undefined, 'it offers no bank');
  return bank;
}

async function newPayment(stage: Stage): Promise<PaymentOrder> {
  const usual = {
    amount: 15_000n,
    payee: 'Rail Check',
    reference: 'ORDER-17',
    returnUrl: 'http://localhost:8420/back',
  };
  const expiresAt = plus(stage.clock.now(), hourMs);
  return { ...asked(stage), ...usual, expiresAt, bankId: (await bankOf(stage)).id };
}

async function newMandate(stage: Stage): Promise<MandateOrder> {
  const { bankId, ...order } = await newPayment(stage);
  const terms = {
    maximum: 50_000n,
    payableNow: null,
    frequency: 'Monthly',
    firstPaymentDate: '2041-06-01',
    occurrences: 12,
  };
  return { ...order, ...terms, bankId };
}

export const payerRules: Rule[] = [
  {
    group: 1,
    ability: 'orders',
    rule: 'an order opened twice is one order',
    run: async (stage) => {
      const order = await newPayment(stage);
      const orders = part(stage, 'orders');
      const [first, second] = [await orders.start(order), await orders.start(order)];
      hold(URL.canParse(first.redirectUrl), 'it returns no redirect URL for the payer');
      hold(first.redirectUrl === second.redirectUrl, 'it returns two different URLs');
      const { outcome } = await orders.enquire(order);
      hold(outcome === 'waiting', `it returns ${outcome} before the payer has decided`);
      return 'one URL, waiting';
    },
  },
  {
    group: 2,
    ability: 'orders',
    rule: 'an approved order is paid, and an unknown one is an error',
    run: async (stage) => {
      const order = await newPayment(stage);
      const orders = part(stage, 'orders');
      const { outcome: strange } = await orders.enquire(asked(stage));
      hold(strange === 'error', `it returns ${strange} for an order that was never opened`);
      await orders.start(order);
      for (const step of ['authenticate', 'approve'] as const) await orders.step(order, step);
      const { outcome } = await orders.enquire(order);
      hold(outcome === 'paid' || outcome === 'pending', `the payer has approved, but it returns ${outcome}`);
      return outcome;
    },
  },
  {
    group: 1,
    ability: 'mandates',
    rule: 'a mandate opened twice is one mandate, and one never opened is unknown',
    run: async (stage) => {
      const mandates = part(stage, 'mandates');
      const { orders } = stage.rail;
      hold(orders !== undefined, 'mandates require orders, which return the outcome of charges');
      const order = await newMandate(stage);
      const [first, second] = [await mandates.authorise(order), await mandates.authorise(order)];
      hold(first.redirectUrl === second.redirectUrl, 'it returns two different URLs');
      const [known, strange] = [await mandates.enquire(order), await mandates.enquire(asked(stage))];
      hold(known.outcome === 'waiting', `it returns ${known.outcome} before the payer has decided`);
      hold(
        strange.outcome === 'unknown',
        `it returns ${strange.outcome} for a mandate that was never opened`,
      );
      for (let time = 0; time < 2; time += 1) await mandates.revoke(order);
      await mandates.revoke(asked(stage));
      return 'one URL, waiting, revoked twice';
    },
  },
  {
    group: 7,
    ability: 'verification',
    rule: 'verifying an account has no side effect',
    run: async (stage) => {
      const query: AccountQuery = {
        ...asked(stage),
        ...{
          bankId: '4816019c-3314-4c80-8b6b-b2cd16dcc4ec',
          branchCode: '250655',
          accountNumber: secrets.payee,
        },
        ...{ accountType: null, initials: 'T', name: 'Nkosi' },
        identity: { type: 'said', identifier: '9001015800083' },
      };
      const verification = part(stage, 'verification');
      const [first, second] = [await verification.verify(query), await verification.verify(query)];
      hold(isDeepStrictEqual(first, second), 'the same query has two different results');
      const odd = Object.entries(first).find(([, value]) => value !== null && typeof value !== 'boolean');
      hold(odd === undefined, `${odd?.[0]} is neither true, false nor null`);
      return 'the same result twice';
    },
  },
];
