// Several clients of one merchant at the same time, on a site that only they use: they pay out, refund, create and end payments, and read
// the writes of the others. Each amount of a round is another power of two, so that a balance shows which writes it contains.
import { cents as centsOf, sum } from '../races/merchant.ts';
import { askOn, pay } from '../races/paying.ts';
import type { Shop } from '../races/stage.ts';
import { type Random, seeded } from '../storm/random.ts';
import { requestPayout } from './actions/payouts.ts';
import { findAnomalies, type Operation } from './serializable.ts';
import type { World } from './world.ts';

/** What clients wrote: a payout, a refund or a payment, with its place among those of the round. */
interface Written {
  place: number;
  cents: number;
  reference: string;
  /** Absent without a response. */
  id?: string;
  /** Its end is decided by a client; the others leave it alone. */
  isEnding: boolean;
}

type Kind = 'payout' | 'refund' | 'payment';

interface Round {
  number: number;
  history: Operation[];
  violations: string[];
  written: Record<Kind, Written[]>;
  /** The float at its start, in cents; nothing was pending. */
  float: number;
  /** A paid transaction, of `paidCents`. */
  transactionId: string;
}

export interface Clients {
  /** Plays until `isOver`, and at least a few requests of each client. */
  play(random: Random, isOver: () => boolean): Promise<void>;
  /** Ends what is open, reads all, and returns how many requests were judged, with each anomaly. To be called after the faults. */
  judge(): Promise<{ judged: number; violations: string[] }>;
}

const [clients, fewest, most] = [3, 4, 12];
const paidCents = 900_000;
const floatCents = 50_000_000;

/** Opens the site with a float. To be called without faults. */
export async function openClients(world: World): Promise<Clients> {
  const site = await world.openShop('Clients');
  const path = `/CreateFloatTopUpReferenceRequest?siteCode=${site.siteCode}`;
  const { body } = await world.merchant.external('POST', path);
  const deposit = { reference: body.beneficiaryReference, amount: (floatCents / 100).toFixed(2) };
  await world.merchant.sandbox('/deposits', deposit);
  await world.service.drain();
  const shop = { ...world, shop: site };
  let [round, float, last] = [undefined as Round | undefined, floatCents, 0];
  return {
    play: async (random, isOver) => {
      last += 1;
      const transactionId = await pay(world, site, paidCents);
      const own: Round = {
        ...{ number: last, history: [], violations: [], float, transactionId },
        written: { payout: [], refund: [], payment: [] },
      };
      round = own;
      await Promise.all(
        Array.from({ length: clients }, async () => {
          for (let step = 0; step < most && (step < fewest || !isOver()); step += 1)
            await random.pick(steps)(shop, own, random);
        }),
      );
    },
    judge: async () => {
      if (!round) return { judged: 0, violations: [] };
      await endAll(shop, round);
      for (const read of reads) await read(shop, round, first);
      const { history, violations, written } = round;
      float -= sum(written.payout.filter(isPaid).map(({ cents }) => cents));
      round = undefined;
      return { judged: history.length, violations: [...violations, ...findAnomalies(history)] };
    },
  };
}

type Site = World & { shop: Shop };
type ClientStep = (site: Site, round: Round, random: Random) => Promise<void>;

/** Half of all payouts fail, and return their amount. */
const isPaid = ({ place, id }: Written): boolean => place % 2 === 0 && id !== undefined;

/** Notes an operation; `work` returns its reads and writes, or an error in words. */
async function note(
  { history, violations }: Round,
  name: string,
  work: () => Promise<Pick<Operation, 'reads' | 'writes'> | string>,
): Promise<void> {
  const start = performance.now();
  const done = await work().catch((error: Error) => String(error.stack));
  if (typeof done === 'string') violations.push(`${name}: ${done}`);
  else history.push({ name, start, end: performance.now(), ...done });
}

/** The next of a kind; undefined when the powers of two are used. */
function next({ number, written }: Round, kind: Kind): Written | undefined {
  const place = written[kind].length;
  if (place >= most) return undefined;
  const one = { place, cents: 100 * 2 ** place, reference: `${kind}-${number}-${place}`, isEnding: false };
  written[kind].push(one);
  return one;
}

const keyOf = (kind: Kind, { place }: Written): string => `${kind} ${place + 1}`;

const payOut: ClientStep = async (site, round) => {
  const payout = next(round, 'payout');
  if (!payout) return;
  const key = keyOf('payout', payout);
  await note(round, `request of ${key}`, async () => {
    const { status, text, body } = await requestPayout({ world: site }, payout.reference, payout.cents);
    if (body?.payoutId === undefined) return `answered ${status}: ${text}`;
    payout.id = body.payoutId;
    return { writes: { [key]: 1 } };
  });
};

const endPayout: ClientStep = async (site, round) => {
  const payout = startEnding(round, 'payout');
  if (!payout) return;
  const key = keyOf('payout', payout);
  await note(round, `end of ${key}`, async () => {
    const outcome = isPaid(payout) ? 'complete' : 'failed';
    const { status, text } = await site.merchant.sandbox(`/payouts/${payout.id}/outcome`, { outcome });
    return status === 200 ? { writes: { [key]: 2 } } : `answered ${status}: ${text}`;
  });
};

/** Takes one whose end no client decides yet. */
function startEnding({ written }: Round, kind: Kind): Written | undefined {
  const open = written[kind].find(({ id, isEnding }) => id !== undefined && !isEnding);
  if (open) open.isEnding = true;
  return open;
}

const readFloat: ClientStep = ({ merchant, shop }, round) =>
  note(round, 'balance', async () => {
    const path = `/GetFloatBalanceInfo?siteCode=${shop.siteCode}`;
    const { status, text, body } = await merchant.external('GET', path);
    if (status !== 200) return `answered ${status}: ${text}`;
    const [balance, available, pending] = [body.balance, body.available, body.pendingPayouts].map(centsOf);
    const [used, held] = [(round.float - available!) / 100, pending! / 100];
    const isWhole = balance === available! + pending! && Number.isInteger(used) && (used & held) === held;
    const known = 2 ** round.written.payout.length - 1;
    if (!isWhole || (used & ~known) !== 0)
      return `half of a transaction: of ${round.float} cents, ${available} are available and ${pending} pending`;
    const seen = round.written.payout.map((payout) => {
      const bit = 2 ** payout.place;
      return [keyOf('payout', payout), versionInFloat(payout, Boolean(used & bit), Boolean(held & bit))];
    });
    return { reads: Object.fromEntries(seen.filter(([, version]) => version !== undefined)) };
  });

/** The version of a payout that a balance shows; undefined: none or the last, because a failed one has returned its amount. */
function versionInFloat(payout: Written, isUsed: boolean, isHeld: boolean): number | undefined {
  if (isHeld) return 1;
  if (isUsed) return 2;
  return payout.place % 2 === 1 && payout.isEnding ? undefined : 0;
}

const readPayout: ClientStep = async ({ merchant, shop }, round, random) => {
  const made = round.written.payout.filter(({ id }) => id !== undefined);
  if (made.length === 0) return;
  const payout = random.pick(made);
  await note(round, `state of ${keyOf('payout', payout)}`, async () => {
    const path = `/getpayout?siteCode=${shop.siteCode}&payoutId=${payout.id}`;
    const { status, text, body } = await merchant.payouts(shop.siteCode, path, undefined);
    if (status !== 200) return `answered ${status}: ${text}`;
    return { reads: { [keyOf('payout', payout)]: body.payoutStatus.status <= 3 ? 1 : 2 } };
  });
};

const refund: ClientStep = async (site, round, random) => {
  const one = next(round, 'refund');
  if (!one) return;
  const key = keyOf('refund', one);
  await note(round, `request of ${key}`, async () => {
    const wanted = { transactionId: round.transactionId, cents: one.cents };
    const surface = random.pick(['one', 'payments'] as const);
    const { id, odd } = await askOn(surface, site, site.shop, wanted);
    if (id === undefined) return `refused: ${odd}`;
    one.id = id;
    return { writes: { [key]: 1 } };
  });
};

const cancelRefund: ClientStep = async ({ merchant }, round) => {
  const one = startEnding(round, 'refund');
  if (!one) return;
  const key = keyOf('refund', one);
  await note(round, `cancellation of ${key}`, async () => {
    const { status, text } = await merchant.one(`/refunds/${one.id}/cancel`, {});
    // Due work of another merchant's step can have submitted it.
    if (status === 409) return {};
    return status === 200 ? { writes: { [key]: 2 } } : `answered ${status}: ${text}`;
  });
};

const readRefunds: ClientStep = ({ merchant }, round) =>
  note(round, 'list of refunds', async () => {
    const path = `/transactions/${round.transactionId}/refunds?limit=500`;
    const { status, text, body } = await merchant.one(path);
    if (status !== 200) return `answered ${status}: ${text}`;
    const shown = new Map<number, string>(
      body.results.map((one: Shown) => [centsOf(one.amount.value), one.status]),
    );
    return readsOf(round, 'refund', ({ cents }) => {
      const state = shown.get(cents);
      return state === undefined ? 0 : state === 'Cancelled' ? 2 : 1;
    });
  });

interface Shown {
  status: string;
  merchantReference: string;
  amount: { value: number };
}

/** The versions of all of a kind that a response shows. */
function readsOf(round: Round, kind: Kind, versionOf: (one: Written) => number | undefined) {
  const seen = round.written[kind].map((one) => [keyOf(kind, one), versionOf(one)]);
  return { reads: Object.fromEntries(seen.filter(([, version]) => version !== undefined)) };
}

/** A refund of too much is refused with the remainder. */
const readRemainder: ClientStep = (site, round) =>
  note(round, 'remainder', async () => {
    const wanted = { transactionId: round.transactionId, cents: paidCents + 100 };
    const { left, odd } = await askOn('one', site, site.shop, wanted);
    if (left === undefined) return `answered ${odd}`;
    const used = (paidCents - left) / 100;
    return readsOf(round, 'refund', ({ place, isEnding }) => {
      if (used & (2 ** place)) return 1;
      return isEnding ? undefined : 0;
    });
  });

const create: ClientStep = async ({ merchant, shop, service }, round) => {
  const payment = next(round, 'payment');
  if (!payment) return;
  const key = keyOf('payment', payment);
  await note(round, `creation of ${key}`, async () => {
    const { status, text, body } = await merchant.one('/payments', {
      siteCode: shop.siteCode,
      amount: { currency: 'ZAR', value: payment.cents / 100 },
      merchantReference: payment.reference,
      expireAt: new Date(service.clock.now().getTime() + dayMs).toISOString(),
    });
    if (status !== 201) return `answered ${status}: ${text}`;
    payment.id = body.id;
    return { writes: { [key]: 1 } };
  });
};

const endPayment: ClientStep = async ({ merchant }, round) => {
  const payment = startEnding(round, 'payment');
  if (!payment) return;
  const key = keyOf('payment', payment);
  await note(round, `end of ${key}`, async () => {
    const { status, text } = await (payment.place % 2 === 0
      ? merchant.one(`/payments/${payment.id}/cancel`, {})
      : merchant.sandbox(`/transactions/${payment.id}/outcome`, { outcome: 'success' }));
    return status === 200 ? { writes: { [key]: 2 } } : `answered ${status}: ${text}`;
  });
};

const readPayments: ClientStep = ({ merchant, shop, service }, round) =>
  note(round, 'list of payments', async () => {
    const [from, to] = [-1, 1].map((days) => service.clock.now().getTime() + days * dayMs);
    const days = `fromDate=${new Date(from!).toISOString()}&toDate=${new Date(to!).toISOString()}`;
    const path = `/payments?${days}&siteCode=${shop.siteCode}&limit=500`;
    const { status, text, body } = await merchant.one(path);
    if (status !== 200) return `answered ${status}: ${text}`;
    const shown = new Map(body.results.map((one: Shown) => [one.merchantReference, one.status]));
    return readsOf(round, 'payment', ({ reference }) => {
      const state = shown.get(reference);
      return state === undefined ? 0 : state === 'Created' ? 1 : 2;
    });
  });

const dayMs = 86_400_000;
const reads = [readFloat, readRefunds, readRemainder, readPayments];
const steps = [...reads, readFloat, readPayout, payOut, payOut, endPayout, refund, refund, cancelRefund];
steps.push(create, create, endPayment);

/** Ends the payouts, so that nothing is pending when the next round begins. */
async function endAll(site: Site, round: Round): Promise<void> {
  while (round.written.payout.some(({ id, isEnding }) => id !== undefined && !isEnding))
    await endPayout(site, round, first);
}

/** No choice. */
const first = seeded(0, 'none');
