// A month without a simulator: two merchants with accounts at two banks that a script plays from outside. Each evening the
// statement and the books agree to the cent; at the end every record is compared with the banks' own books.
import { readReached } from '../simulator/coverage.ts';
import { dayAfter, isBusinessDay, isSunday } from './calendar.ts';
import { beginCustomers, pay, paymentsLeft, payOut, refund, sell, stray, topUp } from './customers.ts';
import {
  answersLeft,
  beginFiles,
  carryCsv,
  fetchOrders,
  putAnswers,
  tellSoFar,
  tellStatement,
} from './files.ts';
import { judge } from './judge.ts';
import { decideDeposits, explainLines, judgeRefused, reconcile } from './person.ts';
import { type Options, openStage, type Party, type Stage } from './stage.ts';

/** The number of each kind in a whole month. */
const wanted = { payments: 500, refunds: 60, payouts: 40, strays: 20, days: 30 };

export async function runBanks(options: Options) {
  const began = performance.now();
  beginFiles();
  beginCustomers();
  const stage = await openStage(options);
  try {
    for (const party of stage.parties)
      for (let number = 1; number <= 3; number += 1)
        party.statics.push(await party.shop.sellOnPayments(`${party.shop.site}-C${number}`));
    let day = stage.from;
    for (let number = 0; number < options.days; number += 1, day = dayAfter(day)) {
      await playDay(stage, day, number);
      if (stage.violations.length > 30) break;
    }
    // Running work comes to its end.
    let isQuiet = false;
    for (let number = 0; number < 14 && !isQuiet; number += 1, day = dayAfter(day)) {
      await playDay(stage, day, null);
      isQuiet = number > 1 && (await isOver(stage));
    }
    judgeRefused(stage);
    await judge(stage, day);
    const { counts, violations, inbox, parties } = stage;
    stage.count('notifications', inbox.received());
    stage.count('notifications refused at first', inbox.refused());
    return {
      days: options.days,
      kills: stage.service.kills(),
      seconds: Math.round((performance.now() - began) / 1_000),
      counts,
      reached: await readReached(stage.db),
      violations: [...violations, ...inbox.violations, ...parties.flatMap(({ bank }) => bank.violations)],
    };
  } finally {
    await stage.end();
  }
}

/** How many of so many a month are due on a day. */
const share = (all: number, number: number): number =>
  Math.floor((all * (number + 1)) / wanted.days) - Math.floor((all * number) / wanted.days);

/** A day; `number` is null when no new work starts. */
async function playDay(stage: Stage, day: string, number: number | null): Promise<void> {
  const { service, options } = stage;
  const began = performance.now();
  const isLast = number === null || number === options.days - 1;
  await playMorning(stage, day, number);
  await playAfternoon(stage, day);
  await playEvening(stage, day, isLast);
  const { violations, counts } = stage;
  options.say?.(
    `${day}${isBusinessDay(day) ? '' : ' (no business day)'}: ${counts['payments by reference'] ?? 0} payments, ` +
      `${service.kills()} kills, ${violations.length} violations, ${Math.round(performance.now() - began)} ms; ` +
      `${paymentsLeft()} payments and ${answersLeft()} reports to come`,
  );
}

/** The bank's reports, and the actions of merchants and their customers. */
async function playMorning(stage: Stage, day: string, number: number | null): Promise<void> {
  const { parties, service } = stage;
  await stage.moveTo(day, '06:00');
  putAnswers(stage, parties[0]!, day);
  await service.struck(() => stage.drain());
  await stage.moveTo(day, '09:00');
  // Refunds wait until there is money of their merchant's.
  const payments = number === null ? (refundsLeft(stage) > 0 ? 4 : 0) : share(wanted.payments, number);
  await service.struck(async () => {
    for (let sold = 0; sold < payments; sold += 1) await sell(stage, parties[sold % 2]!, day);
    if (number === null || number % 7 > 0) return;
    for (const party of parties) await topUp(stage, party, day, 1_000_000);
  });
  await service.struck(async () => {
    if (number !== null) await moveMoneyOut(stage, day, number);
    await stage.drain();
  });
}

/** Refunds, payouts, and lines without an order. */
async function moveMoneyOut(stage: Stage, day: string, number: number): Promise<void> {
  const { parties } = stage;
  for (let made = 0; made < share(wanted.strays, number); made += 1) {
    const which = stage.counts['stray lines'] ?? 0;
    stray(stage, parties[Math.floor(which / 10) % 2]!, day, which);
  }
  // Not before there are payments to give back, and a float.
  if (number < 2) return;
  const refunds = Math.floor((wanted.refunds * (number + 1)) / wanted.days) - stage.refunds.length;
  for (let asked = 0; asked < Math.min(5, refunds); asked += 1) await refund(stage, parties[asked % 2]!);
  const payouts = Math.floor((wanted.payouts * (number + 1)) / wanted.days) - stage.payouts.length;
  for (let asked = 0; asked < payouts; asked += 1) await payOut(stage, parties[(asked + number) % 2]!);
}

/** The banks report lines so far, users carry files, and orders leave at the cut-off. */
async function playAfternoon(stage: Stage, day: string): Promise<void> {
  const { parties, service } = stage;
  const [a, b] = parties as [Party, Party];
  await stage.moveTo(day, '10:01');
  await service.struck(() => stage.drain());
  await stage.moveTo(day, '12:00');
  for (const party of parties) {
    pay(stage, party, day, 0.6);
    await tellSoFar(stage, party, day);
  }
  await service.struck(() => stage.drain());
  await stage.moveTo(day, '14:01');
  await service.struck(() => stage.drain());
  await stage.moveTo(day, '15:00');
  if (isBusinessDay(day)) await carryCsv(stage, b);
  await stage.moveTo(day, '16:05');
  await service.struck(() => stage.drain());
  fetchOrders(stage, a);
  await stage.drain();
}

/** The banks execute orders and report the day; a user explains, decides, and compares the books. */
async function playEvening(stage: Stage, day: string, isLast: boolean): Promise<void> {
  const { parties, service } = stage;
  await stage.moveTo(day, '20:00');
  for (const party of parties) {
    pay(stage, party, day, 1);
    const asOne = (messageId: string) => party.format === 'mt940' && Number(messageId.at(-1)) % 3 === 0;
    if (isBusinessDay(day)) party.bank.carryOut(day, asOne);
    await tellStatement(stage, party, day, isLast);
  }
  await service.struck(() => stage.drain());
  for (const party of parties) await explainLines(stage, party);
  await decideDeposits(stage);
  await stage.drain();
  if (!isSunday(day)) await reconcile(stage, day);
}

/** Whether no work remains: no open payment, no order and no report. */
async function isOver(stage: Stage): Promise<boolean> {
  const orders = stage.parties.flatMap(({ bank }) => bank.orders);
  const isOpen = orders.some(
    ({ fate, executedOn, returnedOn }) =>
      (fate !== 'rejected' && executedOn === null) || (fate === 'returned' && returnedOn === null),
  );
  if (isOpen || paymentsLeft() + answersLeft() + refundsLeft(stage) > 0) return false;
  const [row] = await stage.db<{ left: number }[]>`
    select (select count(*) from payment_orders where coalesce(meaning, 'pending') = 'pending')::integer
      + (select count(*) from settlements where state <> 'paid')::integer
      + (select count(*) from deliveries where status = 'pending')::integer as left`;
  return row!.left === 0;
}

/** Refunds that were not sent to a bank yet. */
const refundsLeft = (stage: Stage): number => {
  const ordered = new Set(stage.parties.flatMap(({ bank }) => bank.orders.map((order) => order.number)));
  return stage.refunds.filter((one) => !ordered.has(one.number)).length;
};
