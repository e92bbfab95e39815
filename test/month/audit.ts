// Compares the service's figures with the merchant's calculation: every night, and all at the end.

import { balanceAt, serviceBalanceAt } from '../../src/core/ledger/actions.ts';
import { findSiteByCode } from '../../src/core/merchants/actions.ts';
import { checkEverything } from '../../src/reports/checks/all.ts';
import { collectionBalance } from '../support/collection.ts';
import { sumOf } from '../support/figures.ts';
import { isBusinessDay } from './books.ts';
import { compareSettlements, judgeLines } from './judge.ts';
import type { Month } from './stage.ts';

/** After the day's settlement: settlements and balances as the merchant calculates them. */
export async function audit(month: Month, day: string): Promise<void> {
  const { books, shops, service, violations, options } = month;
  const say = (what: string) => void violations.push(`${day}: ${what}`);
  for (const shop of shops) {
    const reported = await shop.readAll(
      `/settlements?fromDate=${options.from}&toDate=2028-07-31&siteCode=${shop.site}&limit=100`,
    );
    compareSettlements(books.settlements(shop.site, day), reported, shop.site, say);
    const settled = sumOf(reported, ({ totalSettlement }) => Math.round(totalSettlement.value * 100));
    const site = (await findSiteByCode(service.db, shop.site))!;
    const balance = Number(await balanceAt(service.db, 'merchant', site.id, service.clock.now()));
    const expected = books.earned(shop.site) - settled;
    if (balance !== expected) say(`${shop.site} has ${balance} cents, the merchant expects ${expected}`);
    const { available, pendingPayouts } = await shop.float();
    const float = books.float(shop.site);
    if (
      Math.round(available * 100) !== float.available ||
      Math.round(pendingPayouts * 100) !== float.pending
    ) {
      say(
        `the float of ${shop.site} is ${available} and ${pendingPayouts}, expected ${JSON.stringify(float)}`,
      );
    }
  }
  const waiting = await service.db<{ id: string }[]>`
    select id from refunds where state = 'pending' and state_reason is not null`;
  for (const { id } of waiting) month.waited.add(id);
  const findings = await checkEverything(service.db, service.config);
  for (const { rule, object, detail } of findings.slice(0, 5)) say(`check: ${rule} ${object} ${detail}`);
  options.say?.(`${day} ${isBusinessDay(day) ? '' : '(no business day) '}${violations.length} violations`);
}

/** Everything against everything, when nothing is left to happen. */
export async function judge(month: Month, end: string): Promise<void> {
  const { books, shops, service, violations, options } = month;
  const { db, clock } = service;
  const say = (what: string) => void violations.push(`at the end: ${what}`);
  if (books.openRefunds().length > 0)
    say(`${books.openRefunds().length} refunds were never notified to have ended`);
  if (books.openPayouts() > 0) say(`${books.openPayouts()} payouts were never notified to have ended`);
  month.club.judge(say);
  for (const shop of shops) {
    const path = `/settlements?fromDate=${options.from}&toDate=${end}&siteCode=${shop.site}&limit=7`;
    const settlements = await shop.readAll(path);
    for (const settlement of settlements) {
      const lines = await shop.readAll(`/settlements/${settlement.id}/lineitems?limit=50`);
      judgeLines(settlement, lines, say);
    }
    const query = new URLSearchParams({ fromDate: options.from, toDate: end, siteCode: shop.site });
    const secure = await shop.readSecure(`settlements/getsitesettlements?${query}`);
    const same = settlements.map(({ id, date, totalSettlement, totalFees }) => [
      id,
      date,
      totalSettlement.value,
      totalFees.value,
    ]);
    const other = secure.map((one) => [one.settlementId, one.date, one.totalSettlement, one.totalFees]);
    if (JSON.stringify(same) !== JSON.stringify(other)) say(`${shop.site}: the surfaces disagree`);
    const paid = await db<{ reference: string; cents: bigint }[]>`
      select reference, sum(amount_cents)::bigint as cents from bank.transfers
      where purpose = 'settlement' and state = 'paid' and reference like ${`${shop.site}-%`} group by reference`;
    const atBank = new Map(paid.map(({ reference, cents }) => [reference, Number(cents)]));
    for (const { reference, totalSettlement } of settlements) {
      const total = Math.round(totalSettlement.value * 100);
      if (atBank.get(reference) !== total)
        say(`the bank paid ${atBank.get(reference)} for ${reference} of ${total}`);
    }
    if (atBank.size !== settlements.length) say(`${shop.site}: the bank paid ${atBank.size} settlements`);
  }
  const [clearing, statement] = [
    await serviceBalanceAt(db, 'bank_clearing', clock.now()),
    await collectionBalance(db),
  ];
  if (clearing !== statement) say(`bank clearing is ${clearing}, the bank's statement ${statement}`);
}

/** The frequency of the events that a month must show. */
export async function countHappened(month: Month, end: string): Promise<Record<string, number>> {
  const { service, books, shops, waited, refusedPayouts } = month;
  const [row] = await service.db<{ failed: number }[]>`
    select count(*)::integer as failed from transfers where purpose = 'settlement' and state = 'failed'`;
  const negative = shops.flatMap(({ site }) => books.negativeDays(site, end));
  return {
    refundsWaited: waited.size,
    payoutsRefused: refusedPayouts,
    negativeDays: negative.length,
    settlementTransfersFailed: row!.failed,
  };
}
