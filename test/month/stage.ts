// What a month is played on: the service with its clock standing still, a merchant with two shops, its books, its inbox.
import { changeSite, createSite } from '../../src/core/merchants/actions.ts';
import { manualClock } from '../../src/kernel/clock.ts';
import { seeded } from '../storm/random.ts';
import { startService } from '../support/running.ts';
import { openSftpServer } from '../support/sftp-server.ts';
import { startMailServer } from '../support/smtp-server.ts';
import { openBooks } from './books.ts';
import { openClub } from './club.ts';
import { openInbox } from './inbox.ts';
import { openKills } from './killing.ts';
import { beginPapers, paperSettings, vatRates } from './papers.ts';
import { scheduleReports } from './reports.ts';
import { openShop, type Shop } from './shop.ts';

export interface MonthOptions {
  /** The first and the last day with trade, within April to June 2028. */
  from: string;
  to: string;
  /** Sales of the first shop in each of the four rounds of a day. */
  sales: number;
  seed: number;
  /** How many processes are killed at work; default none. */
  kills?: number;
  say?: (line: string) => void;
}

export type Month = Awaited<ReturnType<typeof openMonth>>;

const terms = { bps: 245, cents: 150 };
const otherTerms = { bps: 0, cents: 999 };
export const capitec = '913999fa-3a32-4e3d-82f0-a1df7e9e4f7b';
export const nobodysBank = '00000000-0000-4000-8000-00000000dead';
export const accountAt = (bankId: string) => ({
  bankId,
  accountNumber: '1234567890',
  branchCode: '470010',
  holder: 'Karoo Books',
});

/** Opens the stage on the morning of the first day. */
export async function openMonth(options: MonthOptions) {
  const clock = manualClock(`${options.from}T05:59:59+02:00`);
  const mail = await startMailServer();
  const sftp = await openSftpServer('own');
  const env = paperSettings(mail);
  const service = await startService({ clock, env });
  await beginPapers(service);
  const { ctx, merchant, base } = service;
  // The merchant's first site signs notifications of the whole merchant: this one is created later.
  clock.advance(1_000);
  const second = await createSite(ctx, merchant.merchant, 'Pop-up shop');
  const common = { feeBps: terms.bps, feeCents: BigInt(terms.cents), allowPlainAccountNumbers: true };
  await changeSite(ctx, merchant.siteCode, { ...common, settlementAccount: accountAt(capitec) });
  await changeSite(ctx, second.siteCode, {
    ...common,
    feeBps: otherTerms.bps,
    feeCents: BigInt(otherTerms.cents),
  });
  service.directory.forget();
  const books = openBooks({ [merchant.siteCode]: terms, [second.siteCode]: otherTerms }, vatRates);
  const now = () => clock.now();
  const keys = [merchant, second].map((site) => ({ ...merchant, ...site }));
  const club = openClub(books);
  const inbox = await openInbox({ books, club }, keys, now);
  await scheduleReports(service, { sftp, notifyUrl: inbox.urlOf(merchant.siteCode) });
  const shops = keys.map((one) => openShop({ base, keys: one, books, club, inbox, now })) as [Shop, Shop];
  const kills = openKills(service, env, seeded(options.seed, 'kills'));
  return {
    ...{ options, service, books, club, inbox, mail, sftp, kills },
    /** A busy shop, and one with rare sales and a slow settlement account. */
    shops,
    random: seeded(options.seed, 'month'),
    /** The club's random choices, independent of the others'. */
    clubRandom: seeded(options.seed, 'club'),
    violations: [] as string[],
    /** Refunds that waited for a balance, and payouts that the float did not cover. */
    waited: new Set<string>(),
    refusedPayouts: 0,
    isSftpDown: false,
    /** Reports that were fetched by link, by their ids. `period`: as people write it. */
    fetched: new Map<string, { name: string; period: string; version: number; text: string }>(),
    /** Moves the clock and runs the due work; before, so many processes that run it are killed. */
    moveTo: async (day: string, time: string, killed = 0): Promise<void> => {
      clock.set(new Date(`${day}T${time}+02:00`));
      for (let left = killed; left > 0; left -= 1) await kills.once();
      await service.drain();
    },
  };
}
