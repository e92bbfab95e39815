// Payments: requested on both surfaces, repeated, refused, decided at the bank and cancelled.
import { credentialsOf } from '../../../src/app/credentials.ts';
import { createMerchantOf } from '../../support/merchant.ts';
import { type Action, someOf, type Turn } from '../action.ts';
import { type Payment, paidOf } from '../model.ts';

const minuteMs = 60_000;

/** A request for a payment of R 1 to R 5,000. Whole rands: some cents mean something to the simulated bank. */
export function requested({ world, random, step }: Turn) {
  const cents = random.between(1, 5_000) * 100;
  const expiresAt = world.service.clock.now().getTime() + random.between(10, 4 * 24 * 60) * minuteMs;
  const body = {
    siteCode: world.shop.siteCode,
    amount: { currency: 'ZAR', value: cents / 100 },
    merchantReference: `SIM-${step}`,
    expireAt: new Date(expiresAt).toISOString(),
  };
  return { cents, expiresAt, body };
}

const create: Action = {
  weight: 8,
  play: async (turn) => {
    const { world, model, expect, reach } = turn;
    const { cents, expiresAt, body } = requested(turn);
    const { status, text, body: made } = await world.merchant.one('/payments', body);
    expect(status === 201 && made?.status === 'Created', () => `a payment was answered ${status}: ${text}`);
    if (status !== 201) return;
    expect(
      Math.round(made.amount.value * 100) === cents && made.merchantReference === body.merchantReference,
      () => `a payment of ${cents} cents was created as ${text}`,
    );
    const known = { id: made.id, reference: body.merchantReference, cents, expiresAt };
    model.payments.push({ ...known, surface: 'one', status: 'Created', refunds: [], hasFailed: false });
    reach('payment created on the One API');
  },
};

const createSigned: Action = {
  weight: 4,
  play: async (turn) => {
    const { world, model, random, step, expect, reach } = turn;
    const { shop, service } = world;
    const cents = random.between(1, 5_000) * 100;
    const isForged = random.chance(0.15);
    const { createPayments } = createMerchantOf(service.base, {
      ...credentialsOf(service.config, service.merchant),
      ...world.credentials,
      ...shop,
    });
    const { status, text, body } = await createPayments(
      { amount: (cents / 100).toFixed(2), transactionReference: `SIM-${step}`, bankReference: `SIM ${step}` },
      { privateKey: isForged ? 'forged' : shop.privateKey },
    );
    const id = body?.paymentRequestId;
    if (isForged) {
      reach('wrong hash');
      return expect(!id, () => `a forged request was answered ${status}: ${text}`);
    }
    expect(status === 200 && Boolean(id), () => `a signed payment was answered ${status}: ${text}`);
    if (!id) return;
    const expiresAt = service.clock.now().getTime() + 24 * 60 * minuteMs;
    const known = { id, reference: `SIM-${step}`, cents, expiresAt };
    model.payments.push({ ...known, surface: 'payments', status: 'Created', refunds: [], hasFailed: false });
    reach('payment created on the Payments API');
  },
};

const wrong: Record<string, (body: ReturnType<typeof requested>['body']) => object> = {
  'no amount': ({ amount: _, ...body }) => body,
  'amount of zero': (body) => ({ ...body, amount: { currency: 'ZAR', value: 0 } }),
  'negative amount': (body) => ({ ...body, amount: { currency: 'ZAR', value: -1 } }),
  'fraction of a cent': (body) => ({ ...body, amount: { currency: 'ZAR', value: 1.005 } }),
  'another currency': (body) => ({ ...body, amount: { currency: 'USD', value: 1 } }),
  'amount as a list': (body) => ({ ...body, amount: [] }),
  'unknown site': (body) => ({ ...body, siteCode: 'NOBNOB0001' }),
  'expiry in the past': (body) => ({ ...body, expireAt: '2020-01-01T00:00:00Z' }),
  'no reference': ({ merchantReference: _, ...body }) => body,
};

const createWrongly: Action = {
  weight: 2,
  play: async (turn) => {
    const { world, random, expect, reach } = turn;
    const kind = random.pick(Object.keys(wrong));
    const { status, text, body } = await world.merchant.one('/payments', wrong[kind]!(requested(turn).body));
    expect(
      [400, 403, 404].includes(status) && typeof body?.code === 'string',
      () => `a payment with ${kind} was answered ${status}: ${text}`,
    );
    reach(`payment with ${kind} refused`);
  },
};

const isOpen = ({ status }: Payment): boolean => status === 'Created';

const decide: Action = {
  weight: 10,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const payment = someOf(turn, model.payments.filter(isOpen));
    if (!payment) return;
    const outcome = random.pick(['success', 'success', 'success', 'declined', 'abandoned', 'error'] as const);
    const { status, text, body } = await world.merchant.sandbox(`/transactions/${payment.id}/outcome`, {
      outcome,
    });
    // The attempt that ended may be decided again only by another attempt.
    const isTaken = status === 200;
    const isLost = model.isBankLossy && status === 503;
    expect(
      isTaken || isLost || (payment.hasFailed && status === 409),
      () => `${outcome} of the open ${payment.reference} was answered ${status}: ${text}`,
    );
    reach(`payment ${outcome}${isTaken ? '' : ' refused after a failed attempt'}`);
    if (isLost || (isTaken && outcome !== 'success')) payment.hasFailed = true;
    if (!isTaken || outcome !== 'success') return;
    payment.status = 'Complete';
    payment.transactionId = body.transactionId;
  },
};

const decideAgain: Action = {
  weight: 1,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const payment = someOf(turn, paidOf(model));
    if (!payment) return;
    const outcome = random.pick(['success', 'declined', 'cancelled'] as const);
    const { status, text } = await world.merchant.sandbox(`/transactions/${payment.id}/outcome`, { outcome });
    expect(status < 500, () => `${outcome} of the paid ${payment.reference} was answered ${status}: ${text}`);
    reach('paid payment decided again');
  },
};

const cancel: Action = {
  weight: 2,
  play: async (turn) => {
    const { world, model, expect, reach } = turn;
    const payment = someOf(
      turn,
      model.payments.filter(({ surface }) => surface === 'one'),
    );
    if (!payment) return;
    const { status, text } = await world.merchant.one(`/payments/${payment.id}/cancel`, {});
    const wanted = { Created: [200], Cancelled: [200], Complete: [403], Expired: [200, 403, 409] }[
      payment.status
    ];
    expect(
      wanted.includes(status),
      () => `cancelling ${payment.reference}, which is ${payment.status}, was answered ${status}: ${text}`,
    );
    reach(`payment that is ${payment.status} cancelled`);
    if (payment.status === 'Created') payment.status = 'Cancelled';
  },
};

export const paymentActions = { create, createSigned, createWrongly, decide, decideAgain, cancel };
