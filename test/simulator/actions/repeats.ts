// Requests that are sent again with the same Idempotency-Key, as after a lost response: the first response, and nothing twice.
import { type Action, someOf } from '../action.ts';
import { paidOf, refundable } from '../model.ts';
import { requested } from './payments.ts';

const createRepeatedly: Action = {
  weight: 2,
  play: async (turn) => {
    const { world, model, random, step, expect, reach } = turn;
    const { cents, expiresAt, body } = requested(turn);
    const key = { 'idempotency-key': `create-${step}` };
    const send = (changed = {}) => world.merchant.one('/payments', { ...body, ...changed }, key);
    const isAtOnce = random.chance(0.5);
    const answers = isAtOnce ? await Promise.all([send(), send(), send()]) : [await send(), await send()];
    // One of several at once is still running for the others.
    const made = answers.filter(({ status }) => status === 201 || status === 200);
    const ids = new Set(made.map((answer) => answer.body?.id));
    expect(
      ids.size === 1 && (isAtOnce ? answers.every(({ status }) => status < 500) : answers[1]!.status === 200),
      () => `one key was answered ${answers.map(({ status, text }) => `${status}: ${text}`).join(' and ')}`,
    );
    const other = await send({ amount: { currency: 'ZAR', value: (cents + 100) / 100 } });
    expect(
      other.status === 409 && other.body?.source?.header === 'Idempotency-Key',
      () => `a key with another body was answered ${other.status}: ${other.text}`,
    );
    const [id] = ids;
    const known = { id: String(id), reference: body.merchantReference, cents, expiresAt };
    model.payments.push({ ...known, surface: 'one', status: 'Created', refunds: [], hasFailed: false });
    reach(isAtOnce ? 'key used at once' : 'key used again');
  },
};

const refundRepeatedly: Action = {
  weight: 2,
  play: async (turn) => {
    const { world, step, expect, reach } = turn;
    const payment = someOf(turn, paidOf(turn.model));
    if (!payment || refundable(payment) < 200) return;
    const body = { amount: { currency: 'ZAR', value: 1 }, reason: 'again' };
    const path = `/transactions/${payment.transactionId}/refunds`;
    const send = () => world.merchant.one(path, body, { 'idempotency-key': `refund-${step}` });
    const [first, second] = [await send(), await send()];
    expect(
      first.status === 201 && second.status === 200 && first.body?.id === second.body?.id,
      () => `a refund with one key was answered ${first.text} and ${second.text}`,
    );
    if (first.status === 201) payment.refunds.push({ id: first.body.id, cents: 100, status: 'Pending' });
    reach('refund with a key used again');
  },
};

export const repeats = { createRepeatedly, refundRepeatedly };
