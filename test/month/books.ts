// A merchant's own arithmetic, from its orders and from HTTP notifications. It shares no code with the service: its
// cents are plain integers, its fee follows its contract, and its calendar is a fixed list.
import { sumOf } from '../support/figures.ts';

/** The merchant's fee for a payment. */
export interface Terms {
  bps: number;
  cents: number;
}

/** A line that the merchant expects to find on a settlement. */
interface Movement {
  day: string;
  cents: number;
  fee: number;
  kind: 'transaction' | 'refund' | 'credit';
}

export interface ExpectedSettlement {
  date: string;
  total: number;
  fees: number;
  transactions: number;
  refunds: number;
}

/** South African holidays of April to July 2028, from the calendar on the wall. */
const holidays = ['2028-04-14', '2028-04-17', '2028-04-27', '2028-05-01', '2028-06-16'];

export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

export function isBusinessDay(day: string): boolean {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.includes(day);
}

/** The South African day of an instant: two hours ahead of UTC, all year. */
export const dayOf = (instant: Date): string =>
  new Date(instant.getTime() + 7_200_000).toISOString().slice(0, 10);

/** Half a cent is rounded up, and the fee is never more than the payment. */
const feeOf = (cents: number, terms: Terms): number =>
  Math.min(cents, Math.floor((cents * terms.bps + 5_000) / 10_000) + terms.cents);

type RefundStatus = 'Complete' | 'Failed' | 'Returned' | 'Cancelled';

/** In cents; fees and credits include their VAT. */
export interface MonthFees {
  gross: number;
  fee: number;
  vat: number;
  credited: number;
  creditedVat: number;
  /** By the rate of VAT in percent: how many fees, and their sum. */
  byRate: Record<number, [number, number]>;
}

interface Charged {
  day: string;
  cents: number;
  fee: number;
  vat: number;
  percent: number;
}

/** A rate of VAT in percent, from a day on. */
export interface VatRate {
  from: string;
  percent: number;
}

/** Half a cent is rounded up. */
const vatIn = (fee: number, percent: number): number =>
  Math.floor((2 * fee * percent + 100 + percent) / (2 * (100 + percent)));

export type Books = ReturnType<typeof openBooks>;

export function openBooks(terms: Record<string, Terms>, rates: readonly VatRate[] = []) {
  const charged: Charged[] = [];
  const credits: { day: string; cents: number; vat: number }[] = [];
  const payments = new Map<string, { site: string; cents: number; claimed: number }>();
  const refunds = new Map<string, { transactionId: string; cents: number; status: RefundStatus | null }>();
  const payouts = new Map<string, { site: string; cents: number; state: 'open' | 'paid' | 'back' }>();
  const movements = new Map(Object.keys(terms).map((site) => [site, [] as Movement[]]));
  const topUps = new Map(Object.keys(terms).map((site) => [site, 0]));

  function move(site: string, at: Date, cents: number, kind: Movement['kind'], fee = 0): void {
    movements.get(site)!.push({ day: dayOf(at), cents, fee, kind });
  }

  function endRefund(
    refund: { transactionId: string; cents: number; status: RefundStatus | null },
    status: RefundStatus,
    at: Date,
  ): void {
    const payment = payments.get(refund.transactionId)!;
    const before = refund.status;
    refund.status = status;
    if (status !== 'Complete') payment.claimed -= refund.cents;
    if (status === 'Cancelled') return;
    // The claim took it from the balance, and the failure returned it.
    if (before === null) move(payment.site, at, -refund.cents, 'refund');
    if (status !== 'Complete') move(payment.site, at, refund.cents, 'refund');
  }

  return {
    /** A customer's payment: counted once for any number of notifications. */
    paid: (transactionId: string, site: string, cents: number, at: Date): void => {
      if (payments.has(transactionId)) return;
      payments.set(transactionId, { site, cents, claimed: 0 });
      const fee = feeOf(cents, terms[site]!);
      move(site, at, cents - fee, 'transaction', fee);
      const percent = rates.findLast(({ from }) => from <= dayOf(at))?.percent ?? 0;
      charged.push({ day: dayOf(at), cents, fee, vat: vatIn(fee, percent), percent });
    },
    /** A credit note gave back a part of an invoice. */
    credited: (site: string, cents: number, vat: number, at: Date): void => {
      move(site, at, cents, 'credit', -cents);
      credits.push({ day: dayOf(at), cents, vat });
    },
    /** The fees of a month such as "2028-05", of all sites. */
    feesOf: (month: string): MonthFees => {
      const own = charged.filter(({ day }) => day.startsWith(month));
      const given = credits.filter(({ day }) => day.startsWith(month));
      const byRate: MonthFees['byRate'] = {};
      for (const { percent, fee } of own) {
        if (fee === 0) continue;
        const [count, sum] = byRate[percent] ?? [0, 0];
        byRate[percent] = [count + 1, sum + fee];
      }
      return {
        gross: sumOf(own, ({ cents }) => cents),
        fee: sumOf(own, ({ fee }) => fee),
        vat: sumOf(own, ({ vat }) => vat),
        credited: sumOf(given, ({ cents }) => cents),
        creditedVat: sumOf(given, ({ vat }) => vat),
        byRate,
      };
    },
    refundAsked: (refundId: string, transactionId: string, cents: number): void => {
      refunds.set(refundId, { transactionId, cents, status: null });
      payments.get(transactionId)!.claimed += cents;
    },
    refundEnded: (refundId: string, status: RefundStatus, at: Date): void => {
      const refund = refunds.get(refundId);
      if (!refund) throw new Error(`notified of a refund that no one requested: ${refundId}`);
      if (refund.status !== status) endRefund(refund, status, at);
    },
    toppedUp: (site: string, cents: number) => void topUps.set(site, topUps.get(site)! + cents),
    payoutAccepted: (payoutId: string, site: string, cents: number) =>
      void payouts.set(payoutId, { site, cents, state: 'open' }),
    /** `isBack`: the money is in the float again. */
    payoutEnded: (payoutId: string, isBack: boolean): void => {
      const payout = payouts.get(payoutId);
      if (!payout) throw new Error(`notified of a payout that no one requested: ${payoutId}`);
      payout.state = isBack ? 'back' : 'paid';
    },
    /** The payments of a site that can be refunded, with the rest of each, in cents. */
    refundable: (site: string) =>
      [...payments]
        .filter(([, payment]) => payment.site === site && payment.claimed < payment.cents)
        .map(([transactionId, { cents, claimed }]) => ({ transactionId, left: cents - claimed }))
        // The seed chooses among them, whatever the order of notifications.
        .toSorted((a, b) => a.left - b.left),
    openRefunds: () => [...refunds].filter(([, { status }]) => status === null).map(([id]) => id),
    openPayouts: () => [...payouts.values()].filter(({ state }) => state === 'open').length,
    settlements: (site: string, through: string) => settle(movements.get(site)!, through).made,
    /** Business days with a negative total, which moved into the next. */
    negativeDays: (site: string, through: string) => settle(movements.get(site)!, through).negative,
    /** All that was earned less all that went back. */
    earned: (site: string) => sumOf(movements.get(site)!, ({ cents }) => cents),
    float: (site: string) => {
      const own = [...payouts.values()].filter((payout) => payout.site === site);
      const sum = (state: string): number =>
        sumOf(
          own.filter((payout) => payout.state === state),
          ({ cents }) => cents,
        );
      return { available: topUps.get(site)! - sum('paid') - sum('open'), pending: sum('open') };
    },
    /** How many payments, refunds by their end, payouts by their end. */
    summary: (): Record<string, number> => ({
      payments: payments.size,
      ...count(
        'refunds',
        [...refunds.values()].map(({ status }) => status ?? 'Open'),
      ),
      ...count(
        'payouts',
        [...payouts.values()].map(({ state }) => state),
      ),
    }),
  };
}

function count(name: string, kinds: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[`${name}${kind}`] = (counts[`${name}${kind}`] ?? 0) + 1;
  return counts;
}

/** Business day by business day up to `through`: a day with a zero or negative total moves into the next. */
function settle(movements: Movement[], through: string): { made: ExpectedSettlement[]; negative: string[] } {
  const made: ExpectedSettlement[] = [];
  const negative: string[] = [];
  let waiting: Movement[] = [];
  const first = movements.map(({ day }) => day).sort()[0];
  for (let day = first ?? dayAfter(through); day <= through; day = dayAfter(day)) {
    waiting.push(...movements.filter((movement) => movement.day === day));
    const total = sumOf(waiting, ({ cents }) => cents);
    if (!isBusinessDay(day)) continue;
    if (total < 0) negative.push(day);
    if (total <= 0) continue;
    made.push({
      date: day,
      total,
      fees: sumOf(waiting, ({ fee }) => fee),
      transactions: waiting.filter(({ kind }) => kind === 'transaction').length,
      refunds: waiting.filter(({ kind }) => kind === 'refund').length,
    });
    waiting = [];
  }
  return { made, negative };
}
