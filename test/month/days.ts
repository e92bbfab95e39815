// The days of a month: purchases and returns of customers, top-ups and payouts of the merchant, and the times of batches
// and the night.
import type { Context } from '../../src/core/context.ts';
import { allocateDeposit } from '../../src/core/deposits/allocation.ts';
import { changeSite } from '../../src/core/merchants/actions.ts';
import { everything } from '../../src/core/viewer.ts';
import { audit } from './audit.ts';
import { dayAfter } from './books.ts';
import type { Contract } from './club.ts';
import { creditNewest, isInvoiceDay } from './papers.ts';
import { changeReceivers, fetchReports } from './reports.ts';
import type { Shop } from './shop.ts';
import { accountAt, capitec, type Month, nobodysBank } from './stage.ts';

/** The day on which events that are random on other days happen for certain. */
const eventful = '2028-04-12';

// Three in ten have cents that decide; .97 and .98 decide what becomes of the refund.
const deciding = [91, 92, 93, 94, 95, 96, 97, 97, 98, 98, 98, 99];
const outcomes = [
  'success',
  'success',
  'success',
  'declined',
  'cancelled',
  'abandoned',
  'pending',
  'error',
  'late-success',
];

async function sell({ random }: Month, shop: Shop, number: number): Promise<void> {
  for (let sale = 0; sale < number; sale += 1) {
    const cents = random.chance(0.3) ? random.pick(deciding) : random.between(0, 91);
    const amount = random.between(3, 900) * 100 + cents;
    if (random.chance(0.6)) await shop.sellOnOne(amount);
    else await shop.sellOnPayments(amount, random.pick(outcomes));
  }
}

/** Requests some refunds, most of them partial; returns their ids. */
async function refund({ books, random }: Month, shop: Shop, number: number): Promise<string[]> {
  const asked: string[] = [];
  for (let one = 0; one < number; one += 1) {
    const open = books.refundable(shop.site);
    if (open.length === 0) break;
    const { transactionId, left } = random.pick(open);
    const cents = random.chance(0.3) ? left : random.between(1, left + 1);
    const ask = random.chance(0.5) ? shop.refundOnOne : shop.refundOnPayments;
    asked.push(await ask(transactionId, cents));
  }
  return asked;
}

/** The payment with exactly this refundable amount, once the merchant was notified of it. */
const soldFor = ({ books }: Month, shop: Shop, cents: number) =>
  books.refundable(shop.site).find(({ left }) => left === cents);

/** Requests two thirds of it. */
function refundOf(month: Month, shop: Shop, cents: number): Promise<string> {
  return shop.refundOnOne(soldFor(month, shop, cents)!.transactionId, Math.floor((cents * 2) / 3));
}

/** Two payments whose refunds do not arrive: one fails, one is returned after a day. */
async function refundTroubled(month: Month, day: string): Promise<void> {
  const [busy] = month.shops;
  let minute = 30;
  for (const cents of [50_097, 60_098]) {
    await busy.sellOnOne(cents);
    // Notifications that the merchant refused once are resent within minutes.
    for (; minute < 50 && !soldFor(month, busy, cents); minute += 1) {
      await month.moveTo(day, `08:${minute}:00`);
    }
    await refundOf(month, busy, cents);
  }
}

async function payOut(month: Month, shop: Shop): Promise<void> {
  const cents = month.random.pick([0, 10, 50, 91, 92, 93]);
  const isTaken = await shop.payOut(month.random.between(1, 400) * 100 + cents);
  if (!isTaken) month.refusedPayouts += 1;
}

/**
 * Customers of the first day who pay repeatedly: every day, paid at once, after a minute or late; every week, from a bank
 * holiday on; and one whose bank declines each time.
 */
async function fillClub({ options, shops }: Month): Promise<void> {
  const tomorrow = dayAfter(options.from);
  const members: Contract[] = [
    {
      cents: 12_300,
      frequency: 'Daily',
      first: options.from,
      occurrences: 30,
      band: { minimum: 500, maximum: 20_000 },
    },
    { cents: 4_594, frequency: 'Daily', first: tomorrow, occurrences: 5, payableNow: 19_900 },
    { cents: 3_396, frequency: 'Daily', first: tomorrow, occurrences: 3 },
    { cents: 8_950, frequency: 'Weekly', first: '2028-04-14', occurrences: 2 },
    { cents: 9_999, frequency: 'Weekly', first: tomorrow, occurrences: 8 },
    { cents: 7_091, frequency: 'Weekly', first: tomorrow, occurrences: 2 },
  ];
  for (const member of members) await shops[0].subscribe(member);
}

/** Now and then a member who agreed to it is charged for something more. */
async function chargeMore({ club, shops, clubRandom }: Month): Promise<void> {
  const willing = club.running().find(({ band }) => band !== undefined);
  if (willing && clubRandom.chance(0.5)) await shops[0].charge(willing.id, clubRandom.between(5, 200) * 100);
}

/**
 * A customer pays in by deposit every day; on each third with a typing error in the reference, and support allocates
 * it.
 */
async function takeDeposit({ service, shops }: Month, day: string): Promise<void> {
  const date = Number(day.slice(-2));
  const hasSlip = date % 3 === 0;
  const { depositId, reference } = await shops[0].payIn((100 + date * 7) * 100 + 5, hasSlip);
  const ctx: Context = { ...service.ctx, actor: 'cli' };
  if (hasSlip) await allocateDeposit(ctx, everything, depositId, { reference }, 'a slip of the pen');
}

/** A day from its morning until its settlement. */
export async function playDay(month: Month, day: string): Promise<void> {
  const { options, random, moveTo, shops } = month;
  const [busy, quiet] = shops;
  const isQuietDay = random.chance(0.6) || day === dayAfter(eventful);
  await changeAccount(month, day);
  await morning(month, day);
  await moveTo(day, '08:30:00');
  if (day === options.from) await fillClub(month);
  await chargeMore(month);
  await takeDeposit(month, day);
  await sell(month, busy, options.sales);
  if (!isQuietDay) await sell(month, quiet, 1);
  if (day === eventful) await refundTroubled(month, day);
  // Of a day before: the quiet shop often has no balance for it, and the refund waits.
  const asked = [
    ...(await refund(month, busy, 2)),
    ...(await refund(month, quiet, random.chance(0.3) ? 1 : 0)),
  ];
  if (asked[0] !== undefined && random.chance(0.3)) await cancel(month, busy, asked[0]);
  if (random.chance(0.4)) await busy.topUp(random.between(100, 1_000) * 100);
  await batches(month, day, '10');
  await moveTo(day, '11:30:00');
  await sell(month, busy, options.sales);
  await payOut(month, busy);
  await batches(month, day, '14');
  await moveTo(day, '15:10:00');
  await sell(month, busy, options.sales);
  await refund(month, busy, 2);
  await payOut(month, busy);
  await batches(month, day, '16');
  await moveTo(day, '18:00:00');
  await sell(month, busy, options.sales);
  if (day === eventful) {
    await quiet.sellOnPayments(33_300, 'success');
    // All of it is the fee.
    await quiet.sellOnPayments(700, 'success');
  }
  for (const time of ['18:05:00', '19:10:00', '20:30:00', '22:00:00']) await moveTo(day, time);
  await overMidnight(month, day);
}

/** Reports and, on the first business day, invoices of the month before; then a part of the newest is credited. */
async function morning(month: Month, day: string): Promise<void> {
  await changeReceivers(month, day);
  const isPlanned = month.options.kills !== undefined;
  const isIssued = isInvoiceDay(day) && day > `${month.options.from.slice(0, 7)}-28`;
  await month.moveTo(day, '06:00:00', isPlanned && isIssued ? month.options.kills : 0);
  await fetchReports(month);
  if (isIssued) await creditNewest(month);
}

/** A batch of refunds, and the minute after which the bank has paid them. */
async function batches(
  { moveTo, shops, options, violations }: Month,
  day: string,
  hour: string,
): Promise<void> {
  // One afternoon the bank is away.
  const isAway = hour === '14' && day === dayAfter(options.from);
  if (isAway) await shops[0].setFaults({ down: true });
  for (const time of ['00:00', '00:01', '01:30', '05:00']) await moveTo(day, `${hour}:${time}`);
  if (!isAway) return;
  await shops[0].setFaults({});
  for (const time of ['20:00', '40:00', '59:00']) await moveTo(day, `${hour}:${time}`);
  if (violations.length > 1_000) throw new Error('the month has gone wrong');
}

async function cancel({ books }: Month, shop: Shop, id: string): Promise<void> {
  if (books.openRefunds().includes(id)) await shop.cancelRefund(id);
}

/** A sale in the last instant of the day and one in the first of the next, and a refund before the day is settled. */
async function overMidnight(month: Month, day: string): Promise<void> {
  const { moveTo, shops, random } = month;
  const [busy, quiet] = shops;
  const next = dayAfter(day);
  await moveTo(day, '23:59:59.999');
  await busy.sellOnPayments(random.between(10, 500) * 100, 'success');
  await moveTo(day, '23:59:59.999');
  await moveTo(next, '00:00:00.000');
  await busy.sellOnPayments(random.between(10, 500) * 100, 'success');
  await moveTo(next, '00:00:00.000');
  // Its refund belongs to the next day, and its money is settled in a minute: the quiet shop's next day is below
  // zero.
  if (day === eventful || random.chance(0.5)) {
    const asked = day === eventful ? [await refundOf(month, quiet, 33_300)] : await refund(month, quiet, 1);
    for (const id of asked) await quiet.decideRefund(id, 'complete').catch(noBalance);
  }
  await moveTo(next, '00:00:30.000');
  // The day's settlement; on Wednesdays a process is killed in it.
  const isWednesday = new Date(`${day}T12:00:00Z`).getUTCDay() === 3;
  await moveTo(next, '00:02:00.000', isWednesday && month.options.kills ? 1 : 0);
  await audit(month, day);
  await moveTo(next, '00:05:00.000');
}

// A refund that the balance does not cover stays pending, and cannot be decided.
function noBalance(error: Error): void {
  if (!error.message.includes('does not cover')) throw error;
}

/** The quiet shop's account: none at first, then one at a bank that does not exist, and a good one in the end. */
async function changeAccount({ service, shops, options }: Month, day: string): Promise<void> {
  const [first, last] = [Date.parse(options.from), Date.parse(options.to)];
  const passed = (Date.parse(day) - first) / (last - first);
  const settlementAccount = passed < 0.3 ? null : accountAt(passed < 0.85 ? nobodysBank : capitec);
  await changeSite(service.ctx, shops[1].site, { settlementAccount });
  service.directory.forget();
}

/** The days after the last sale: pending refunds are cancelled, and pending transfers arrive. Returns the last day. */
export async function wind(month: Month): Promise<string> {
  const { books, club, shops, moveTo, options } = month;
  let day = dayAfter(options.to);
  await changeReceivers(month, day);
  await moveTo(day, '08:00:00');
  for (const id of books.openRefunds()) await shops[0].cancelRefund(id).catch(() => {});
  // A minute in which refused deliveries arrive again.
  await moveTo(day, '08:01:00');
  for (const { id } of club.running()) await shops[0].unsubscribe(id);
  for (let left = 9; left > 0; left -= 1) {
    if (left < 9) await morning(month, day);
    for (const time of ['10:00:01', '10:02', '12:00', '14:00:01', '14:02', '16:00:01', '16:02', '20:00']) {
      await moveTo(day, time);
    }
    await moveTo(dayAfter(day), '00:02:00');
    await audit(month, day);
    day = dayAfter(day);
  }
  await fetchReports(month);
  return day;
}
