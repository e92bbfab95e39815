// Subscriptions of the club whose charges fail, come late, come back or are requested at once, and whose customers decide while the bank
// is away, or never.
import { demoBank } from '../../../src/core/banks.ts';
import { dayOf } from '../../../src/kernel/business-days.ts';
import { agree } from '../../support/customer.ts';
import { ask } from '../../support/merchant.ts';
import { type Action, someOf, type Turn } from '../action.ts';
import { setFaults } from './circumstances.ts';

type State = 'pending_authorization' | 'unknown' | 'active' | 'canceled' | 'completed' | 'expired' | 'failed';

export interface Mandate {
  id: string;
  cents: number;
  occurrences: number;
  state: State;
  /** Something else than the cents of its amount has decided about a charge. */
  isDisturbed: boolean;
  isDisputed: boolean;
  /** How many charges the customer lets the merchant request; undefined: any number. */
  most: number | undefined;
  requested: number;
}

interface Charge {
  id: string;
  state: string;
  attempts: number;
  transactionId: string | null;
  transactionState: string | null;
  refundedCents: bigint | null;
}

const isFailing = ({ cents }: Mandate): boolean => cents % 100 === 91 || cents % 100 === 95;

const isAwaited = ({ state }: Mandate): boolean => state === 'pending_authorization' || state === 'unknown';

const joinClub: Action = {
  weight: 4,
  play: async (turn) => {
    const { world, model, random, step, expect, reach } = turn;
    const cents = random.between(10, 500) * 100 + random.pick([0, 0, 91, 91, 95, 96]);
    const occurrences = random.between(1, 6);
    const most = random.pick([undefined, undefined, 1]);
    const { status, text, body } = await world.merchant.one('/subscriptions', {
      ...{ siteCode: world.club.siteCode, amount: { currency: 'ZAR', value: cents / 100 } },
      amountConstraints: { minimumValue: 1, maximumValue: 1_000 },
      ...(most !== undefined && { maxAdhocCharges: most }),
      ...{ merchantReference: `GYM-${step}`, frequency: 'Daily', occurrences },
      firstPaymentDate: dayOf(world.service.clock.now())
        .add({ days: random.between(1, 3) })
        .toString(),
    });
    expect(status === 201, () => `a subscription was answered ${status}: ${text}`);
    if (status !== 201) return;
    const flags = { isDisturbed: false, isDisputed: false };
    const known = { id: body.subscriptionId, cents, occurrences, most, requested: 0, ...flags };
    const mandate: Mandate = { ...known, state: 'pending_authorization' };
    model.mandates.push(mandate);
    if (!model.isBankLossy && random.chance(0.4)) await returnInOutage(turn, mandate);
    else if (random.chance(0.8)) await authorise(turn, mandate);
    reach(`club joined: ${mandate.state}`);
  },
};

/** The customer returns from the bank while it does not respond. */
async function returnInOutage({ world, model, fault }: Turn, mandate: Mandate): Promise<void> {
  const { base } = world.service;
  await agree(base, mandate.id, demoBank.id);
  await setFaults(world, { ...model.line, bank: { down: true } });
  await ask(`${base}/subscribe/${mandate.id}/return`);
  await setFaults(world, model.line);
  fault('bank: down');
  mandate.state = 'unknown';
}

/** The customer decides at the bank, mostly in favour. */
async function authorise(turn: Turn, mandate: Mandate): Promise<void> {
  const { world, model, random, expect } = turn;
  const outcome = random.pick(['approved', 'approved', 'approved', 'declined'] as const);
  const path = `/subscriptions/${mandate.id}/authorize`;
  const { status, text } = await world.merchant.sandbox(path, { outcome });
  const wasAwaited = isAwaited(mandate);
  const isLost = model.isBankLossy && status === 503;
  expect(
    wasAwaited ? status === 200 || isLost : status === 409,
    () => `${outcome} of a subscription that is ${mandate.state} was answered ${status}: ${text}`,
  );
  if (wasAwaited && status === 200) mandate.state = outcome === 'approved' ? 'active' : 'failed';
}

const decideMandate: Action = {
  weight: 3,
  play: async (turn) => {
    const { model, random, reach } = turn;
    await compareMandates(turn);
    const open = model.mandates.filter(isAwaited);
    const mandate = someOf(turn, random.chance(0.9) ? open : model.mandates);
    if (!mandate) return;
    const was = mandate.state;
    await authorise(turn, mandate);
    reach(`subscription that was ${was} is ${mandate.state}`);
    await compareMandates(turn);
  },
};

const leaveClub: Action = {
  weight: 2,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    await compareMandates(turn);
    const awaited = model.mandates.filter(isAwaited);
    const mandate = someOf(turn, awaited.length > 0 && random.chance(0.4) ? awaited : model.mandates);
    if (!mandate) return;
    const { status, text } = await world.merchant.one(`/subscriptions/${mandate.id}/cancel`, {});
    const isOpen = ['pending_authorization', 'unknown', 'active'].includes(mandate.state);
    const mayBe = isOpen ? [200] : mandate.state === 'canceled' ? [200, 403, 409] : [403, 409];
    expect(
      mayBe.includes(status),
      () => `cancelling a subscription that is ${mandate.state} was answered ${status}: ${text}`,
    );
    reach(`subscription that is ${mandate.state} cancelled`);
    if (isOpen && status === 200) mandate.state = 'canceled';
    await compareMandates(turn);
  },
};

const chargeNow: Action = {
  weight: 3,
  play: async (turn) => {
    const { world, model, random, step, expect, reach } = turn;
    await compareMandates(turn);
    const active = model.mandates.filter(({ state }) => state === 'active');
    const mandate = someOf(turn, random.chance(0.9) ? active : model.mandates);
    if (!mandate) return;
    const isTooMuch = random.chance(0.15);
    const value = isTooMuch ? 1_000.01 : random.between(1, 900);
    const path = `/subscriptions/${mandate.id}/transactions`;
    const { status, text, body } = await world.merchant.one(path, {
      ...{ amount: { currency: 'ZAR', value }, merchantReference: `NOW-${step}` },
    });
    const isActive = mandate.state === 'active';
    const isBeyond = mandate.most !== undefined && mandate.requested >= mandate.most;
    if (status === 201) mandate.requested += 1;
    expect(
      isActive && !isTooMuch && !isBeyond ? status === 201 : [400, 403, 409].includes(status),
      () =>
        `a charge of R ${value} of a subscription that is ${mandate.state} was answered ${status}: ${text}`,
    );
    reach(`charge requested${status === 201 ? '' : ' in vain'}`);
    if (status === 201 && random.chance(0.3)) {
      // It ends before its charge has begun.
      const left = await world.merchant.one(`/subscriptions/${mandate.id}/cancel`, {});
      expect(left.status === 200, () => `cancelling an active subscription was answered ${left.text}`);
      mandate.state = 'canceled';
      const [row] = await world.service.db<{ state: string }[]>`
        select state from subscription_charges where id = ${body.id}`;
      expect(
        ['failed', 'charging', 'successful'].includes(row?.state ?? ''),
        () => `a charge of a subscription that has ended is ${row?.state}`,
      );
    } else if (random.chance(0.7)) await world.service.drain();
    await compareMandates(turn);
  },
};

const readCharges = ({ world }: Turn, mandate: Mandate): Promise<Charge[]> =>
  world.service.db<Charge[]>`
    select charge.id, charge.state, charge.attempts, charge.transaction_id, own.state as transaction_state,
      own.refunded_cents
    from subscription_charges charge left join transactions own on own.id = charge.transaction_id
    where subscription_id = ${mandate.id} order by charge.created_at, charge.id`;

/** The bank returns a charge that it had collected. */
const returnCharge: Action = {
  weight: 5,
  play: async (turn) => {
    const { world, random, expect, reach } = turn;
    const found = await drawCharge(turn, ({ transactionState }) => isPaid(transactionState));
    if (!found) return;
    const { mandate, charge } = found;
    if (random.chance(0.3)) await refundCharge(turn, charge);
    const [{ refundedCents }] = (await readCharges(turn, mandate)).filter(({ id }) => id === charge.id) as [
      Charge,
    ];
    const code = random.pick(['02', '02', '02', '12', '30']);
    const path = `/transactions/${charge.transactionId}/outcome`;
    const { status, text, body } = await world.merchant.sandbox(path, { outcome: 'returned', code });
    expect(
      status === 200 && body?.state === 'reversed',
      () => `the return of a charge (${code}) was answered ${status}: ${text}`,
    );
    if (status !== 200) return;
    mandate.isDisturbed = true;
    const mayRetry = code === '02' && refundedCents === 0n && mandate.state === 'active';
    const isRetried = mayRetry && charge.attempts <= world.chargeRetries;
    if (code === '30') mandate.isDisputed = true;
    if (code === '30' && mandate.state === 'active') mandate.state = 'failed';
    const after = (await readCharges(turn, mandate)).find(({ id }) => id === charge.id);
    expect(
      after?.state === (isRetried ? 'retrying' : 'failed'),
      () =>
        `a charge that came back (${code}) after ${charge.attempts} attempts of ${1 + world.chargeRetries} is ${after?.state}`,
    );
    reach(`charge came back: ${after?.state}`);
    await compareMandates(turn);
  },
};

const isPaid = (state: string | null): boolean => state === 'successful' || state === 'refunded';

/** The merchant has refunded it all. */
async function refundCharge(turn: Turn, { transactionId }: Charge): Promise<void> {
  const { world, expect, reach } = turn;
  const { body: paid } = await world.merchant.one(`/transactions/${transactionId}`);
  const path = `/transactions/${transactionId}/refunds`;
  const { status, text, body } = await world.merchant.one(path, { amount: paid?.amount, reason: 'regret' });
  expect(status === 201 || status === 400, () => `a refund of a charge was answered ${status}: ${text}`);
  if (status !== 201) return;
  await world.merchant.sandbox(`/refunds/${body.id}/outcome`, { outcome: 'complete' });
  reach('charge refunded');
}

/** The bank pays a charge after all, whose attempts had all failed. */
const payLate: Action = {
  weight: 3,
  play: async (turn) => {
    const { world, expect, reach } = turn;
    const isOver = ({ state, transactionState }: Charge): boolean =>
      (state === 'failed' || state === 'retrying') && transactionState === 'declined';
    const found = await drawCharge(turn, isOver);
    if (!found) return;
    const { mandate, charge } = found;
    const path = `/transactions/${charge.transactionId}/outcome`;
    const { status, text } = await world.merchant.sandbox(path, { outcome: 'success' });
    expect(status === 200, () => `late money of a charge was answered ${status}: ${text}`);
    if (status !== 200) return;
    mandate.isDisturbed = true;
    const after = (await readCharges(turn, mandate)).find(({ id }) => id === charge.id);
    expect(
      after?.state === 'successful',
      () => `a charge that was ${charge.state} and was paid late is ${after?.state}`,
    );
    reach(`charge that was ${charge.state} paid late`);
    await compareMandates(turn);
  },
};

async function drawCharge(
  turn: Turn,
  isWanted: (charge: Charge) => boolean,
): Promise<{ mandate: Mandate; charge: Charge } | undefined> {
  await compareMandates(turn);
  const all: { mandate: Mandate; charge: Charge }[] = [];
  for (const mandate of turn.model.mandates)
    for (const charge of await readCharges(turn, mandate))
      if (isWanted(charge)) all.push({ mandate, charge });
  const retrying = all.filter(({ charge }) => charge.state === 'retrying');
  return someOf(turn, retrying.length > 0 ? retrying : all);
}

/** The steps that need no request of the merchant. */
function onItsOwn(mandate: Mandate): Partial<Record<State, readonly State[]>> {
  const ends: State[] = [];
  if (isFailing(mandate) || mandate.isDisturbed) ends.push('failed');
  if (mandate.occurrences < 3 || !isFailing(mandate) || mandate.isDisturbed) ends.push('completed');
  return {
    pending_authorization: ['expired'],
    unknown: ['pending_authorization', 'expired'],
    active: ends,
  };
}

export async function compareMandates(turn: Turn): Promise<void> {
  const { world, model, expect, reach } = turn;
  const ids = model.mandates.map(({ id }) => id);
  const rows = await world.service.db<{ id: string; state: State }[]>`
    select id, state from subscriptions where id = any (${ids}::uuid[])`;
  const shown = new Map(rows.map((row) => [row.id, row.state]));
  for (const mandate of model.mandates) {
    const state = shown.get(mandate.id);
    if (state && onItsOwn(mandate)[mandate.state]?.includes(state)) {
      reach(`subscription that was ${mandate.state} became ${state}`);
      mandate.state = state;
    }
    expect(
      state === mandate.state,
      () =>
        `the subscription ${mandate.id} of ${mandate.cents} cents is ${mandate.state}, and is shown as ${state}`,
    );
  }
}

/** After a month each occurrence was charged once at most, and each charge has one payment, or none. */
export async function judgeMandates(turn: Turn): Promise<void> {
  const { world, model, expect } = turn;
  await compareMandates(turn);
  for (const mandate of model.mandates) {
    const { id, state, occurrences } = mandate;
    expect(
      !['pending_authorization', 'unknown', 'active'].includes(state),
      () => `the subscription ${id} is still ${state} after a month`,
    );
    const charges = await world.service.db<
      { state: string; occurrence: number | null; paid: number; type: string }[]
    >`
      select charge.state, charge.occurrence, charge.type, (select count(*)::integer from transactions own
        where own.payment_id = charge.payment_id and own.state in ('successful', 'refunded')) as paid
      from subscription_charges charge where subscription_id = ${id}`;
    const scheduled = charges.filter(({ occurrence }) => occurrence !== null);
    const numbers = new Set(scheduled.map(({ occurrence }) => occurrence));
    expect(
      numbers.size === scheduled.length && scheduled.length <= occurrences,
      () => `the subscription ${id} of ${occurrences} occurrences has ${JSON.stringify(scheduled)}`,
    );
    for (const charge of charges)
      expect(
        isRight(charge) &&
          (mandate.isDisturbed || charge.type !== 'scheduled' || isFate(mandate, charge.state)),
        () => `a charge of the subscription ${id} of ${mandate.cents} cents is ${JSON.stringify(charge)}`,
      );
  }
}

const isRight = ({ state, paid }: { state: string; paid: number }): boolean =>
  state === 'successful' ? paid === 1 : (state === 'failed' || state === 'cancelled') && paid === 0;

/** The cents of the amount decide about its charges; those at the end of a subscription may be called off. */
const isFate = (mandate: Mandate, state: string): boolean =>
  isFailing(mandate) ? state !== 'successful' : mandate.state !== 'completed' || state === 'successful';

export const debitActions = { joinClub, decideMandate, leaveClub, chargeNow, returnCharge, payLate };
