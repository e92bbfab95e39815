// What a month is played on: the service with its clock standing still, a merchant with two shops, its books, its inbox.
import { changeSite, createSite } from '../../src/core/merchants/actions.ts';
import { manualClock } from '../../src/kernel/clock.ts';
import { type Random, seeded } from '../storm/random.ts';
import { startService, type TestService } from '../support/running.ts';
import { openSftpServer, type SftpServer } from '../support/sftp-server.ts';
import { type MailServer, startMailServer } from '../support/smtp-server.ts';
import { type Books, openBooks } from './books.ts';
import { type Club, openClub } from './club.ts';
import { type Inbox, openInbox } from './inbox.ts';
import { type Kills, openKills } from './killing.ts';
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

export interface Month {
  options: MonthOptions;
  service: TestService;
  books: Books;
  club: Club;
  inbox: Inbox;
  /** A busy shop, and one with rare sales and a slow settlement account. */
  shops: [Shop, Shop];
  random: Random;
  /** The club's random choices, independent of the others'. */
  clubRandom: Random;
  violations: string[];
  /** Refunds that waited for a balance, and payouts that the float did not cover. */
  waited: Set<string>;
  refusedPayouts: number;
  mail: MailServer & { close(): Promise<void> };
  sftp: SftpServer;
  isSftpDown: boolean;
  /** Reports that were fetched by link, by their ids. `period`: as people write it. */
  fetched: Map<string, { name: string; period: string; version: number; text: string }>;
  kills: Kills;
  /** Moves the clock and runs what is due; before, processes that run it are killed, if this run has kills. */
  moveTo(day: string, time: string, kills?: number): Promise<void>;
}

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
export async function openMonth(options: MonthOptions): Promise<Month> {
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
  const sites = [merchant, second];
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
  const keys = sites.map(({ siteCode, privateKey, webhookSecret }) => ({
    site: siteCode,
    privateKey,
    webhookSecret,
    merchant,
  }));
  const club = openClub(books);
  const inbox = await openInbox({ books, club }, keys, merchant.apiKey, now);
  await scheduleReports(service, { sftp, notifyUrl: inbox.urlOf(merchant.siteCode) });
  const shops = keys.map((one) => openShop({ base, keys: one, books, club, inbox, now })) as [Shop, Shop];
  const month: Month = {
    options,
    service,
    books,
    club,
    inbox,
    shops,
    random: seeded(options.seed, 'month'),
    clubRandom: seeded(options.seed, 'club'),
    violations: [],
    waited: new Set(),
    refusedPayouts: 0,
    mail,
    sftp,
    isSftpDown: false,
    fetched: new Map(),
    kills: openKills(service, env, seeded(options.seed, 'kills')),
    moveTo: async (day, time, kills = 0) => {
      clock.set(new Date(`${day}T${time}+02:00`));
      const { kills: killer } = month;
      for (let left = kills; left > 0; left -= 1) await killer.once();
      await service.drain();
    },
  };
  return month;
}
