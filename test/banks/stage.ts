// The environment of the month: the service in production mode over a separate database, two merchants with an account each
// at two banks, their receiver, and the clock that stands still until the month moves it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../../src/app/config.ts';
import { startMode } from '../../src/app/installation.ts';
import { policyOf } from '../../src/app/policy.ts';
import { openSharedClock, stopClockAt } from '../../src/app/shared-clock.ts';
import { type AccountRules, checkAccountNumber } from '../../src/core/account-numbers.ts';
import { bankNamed } from '../../src/core/banks.ts';
import { openPool } from '../../src/kernel/db/db.ts';
import { createKeyring } from '../../src/kernel/security/crypto.ts';
import { startMasterKeys } from '../../src/kernel/security/master-keys.ts';
import type { Keys } from '../races/merchant.ts';
import { openCalls } from '../storm/calls.ts';
import { type Random, seeded } from '../storm/random.ts';
import { tefoWith } from '../support/cli.ts';
import { testDatabase } from '../support/database.ts';
import { type Notified, openInbox } from '../support/inbox.ts';
import { freePort } from '../support/ports.ts';
import { outsideEnvironment } from '../support/process.ts';
import { openSftpServer, openSshServer, type SftpServer } from '../support/sftp-server.ts';
import { type Bank, type Entry, openBank } from './bank.ts';
import { at } from './calendar.ts';
import { openProcess } from './process.ts';
import { type Ordered, openShop, type Shop } from './shop.ts';

export interface Options {
  days: number;
  kills: number;
  seed: number;
  /** Whether the first bank has an SFTP server; else it uses the account's folder. */
  sftp?: boolean;
  say?: (line: string) => void;
}

/** The outcome of a customer's payment. */
export type End = 'accepted' | 'returned' | 'reversed';

export interface Sale {
  account: string;
  surface: 'one' | 'single' | 'multiple';
  ordered: Ordered;
  kind: 'exact' | 'wrong' | 'late' | 'double' | 'mistyped';
  /** The requested amounts, in cents. */
  cents: number;
  /** Each with its outcome in the script. */
  deposits: { entry: Entry; end: End }[];
  isRefunded: boolean;
}

export interface Refund {
  id: string;
  account: string;
  cents: number;
  number: string;
  transactionId: string;
}

export interface Payout {
  id: string | null;
  account: string;
  reference: string;
  cents: number;
  number: string;
}

export interface Party {
  account: string;
  bank: Bank;
  shop: Shop;
  /** How the bank writes statements. */
  format: string;
  styles: RegExp;
  folder: string;
  /** The bank's place for outgoing and incoming files: the folder, or its server. */
  gives: string;
  fetches: string;
  feeBps: number;
  statics: Ordered[];
  /** The account to which settlements are paid; null if they stay in the account. */
  settlementNumber: string | null;
  /** The first day without a statement. */
  unreported: string;
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Runs a command with --json; returns its output. Any exit code outside `codes` is a violation. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the command prints
type Command = (args: string[], codes?: number[]) => Promise<any>;

export const firstDay = '2026-12-01';
/** The account to which refunds and payouts go. */
export const receivers = { bankId: '913999fa-3a32-4e3d-82f0-a1df7e9e4f7b', branch: '470010' };

interface Plan {
  account: string;
  bankName: string;
  branch: string;
  number: string;
  /** In cents. */
  opening: number;
  statement: string;
  payments: string;
  format: string;
  styles: RegExp;
  feeBps: number;
  settlesElsewhere: boolean;
}

const plans: Plan[] = [
  {
    ...{ account: 'main-a', bankName: 'standardbank', branch: '051001', number: '0123456789' },
    ...{ opening: 1_234_567, feeBps: 0, settlesElsewhere: false },
    ...{ statement: 'auto', payments: 'standardbank', format: 'mt940' },
    styles: /^(standard bank|absa$|bare)/,
  },
  {
    ...{ account: 'main-b', bankName: 'nedbank', branch: '198765', number: '1100220033' },
    ...{ opening: 0, feeBps: 150, settlesElsewhere: true },
    ...{ statement: 'nedbank', payments: 'csv', format: 'nedbank' },
    styles: /^(nedbank|capitec app|fnb app|investec|bare)/,
  },
];

/** Creates a merchant and its bank account, by the operator's commands. */
async function openAccount(
  command: Command,
  plan: Plan,
  settlementNumber: string | null,
  server: readonly string[],
): Promise<{ keys: Keys; folder: string }> {
  const { account, bankName, branch, number, feeBps, statement, payments } = plan;
  const made = await command(['merchant', 'create', '--name', `Shop ${account}`]);
  const site = made.siteCode as string;
  const to =
    settlementNumber === null
      ? [bankNamed(bankName)!.id, number, branch, 'Shop']
      : [receivers.bankId, settlementNumber, receivers.branch, 'Shop'];
  const changes = [`settlementAccount=${to.join('/')}`, `feeBps=${feeBps}`, 'allowPlainAccountNumbers=true'];
  await command(['site', 'set', site, ...changes]);
  const where = ['--bank', bankName, '--number', number, '--branch', branch, '--holder', `Shop ${account}`];
  const how = ['--statement', statement, '--payments', payments, '--merchant', site];
  const { folder } = await command(['bank', 'add', account, ...where, ...how, ...server]);
  return { keys: made, folder };
}

/** Returns the options of an account whose files travel by SFTP; writes the key. */
function sftpOptions({ port, key, hostKey }: SftpServer, keyFile: string): string[] {
  writeFileSync(keyFile, key, { mode: 0o600 });
  const url = `sftp://tefo@127.0.0.1:${port}`;
  return ['--sftp', url, '--sftp-key', keyFile, '--sftp-host-key', hostKey];
}

/** OpenSSH's own server where it is installed. */
const sftpKind = openSshServer === undefined ? 'own' : 'openssh';

function openDraws(random: Random, rules: AccountRules) {
  const taken = new Set<number | string>();
  return {
    /** An account number that passes its bank's check digits, each time another. */
    drawNumber: (): string => {
      for (;;) {
        const number = `1${String(random.between(0, 1_000_000_000)).padStart(9, '0')}`;
        const asked = { bankId: receivers.bankId, branchCode: receivers.branch, accountNumber: number };
        if (taken.has(number) || !checkAccountNumber(rules, asked).valid) continue;
        taken.add(number);
        return number;
      }
    },
    /** An amount in cents that no other line has. */
    drawCents: (least: number, limit: number): number => {
      for (;;) {
        const cents = random.between(least, limit);
        if (taken.has(cents)) continue;
        taken.add(cents);
        return cents;
      }
    },
  };
}

export async function openStage(options: Options) {
  const { seed } = options;
  const random = seeded(seed, 'banks');
  const dataDir = await mkdtemp(join(tmpdir(), 'tefo-banks-'));
  const database = await testDatabase();
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const settings = {
    TEFO_MODE: 'production',
    TEFO_MASTER_KEYS: `k1:${Buffer.alloc(32, 'month of banks').toString('base64')}`,
    TEFO_DATA_DIR: dataDir,
    TEFO_PORT: String(port),
    TEFO_HOST: '127.0.0.1',
    TEFO_PUBLIC_URL: 'https://pay.example.com',
    TEFO_HTTP_ALLOWED: 'true',
    TEFO_ALLOWED_NETWORKS: '127.0.0.0/8',
    TEFO_FOLDER_SECONDS: '1',
    TEFO_LOG_LEVEL: 'warn',
    TEFO_METRICS_TOKEN: 'a-token-of-16-letters-and-more',
    TEFO_OPERATOR_NAME: 'Month of Banks',
    TEFO_OPERATOR_EMAIL: 'desk@example.com',
    TEFO_TRUSTED_PROXIES: '10.0.0.0/8',
    DATABASE_URL: database.url,
  };
  const config = loadConfig(settings, () => {});
  const { accountRules } = await policyOf(config);
  const db = openPool(database.url, { max: 3 });
  await startMode(db, 'production');
  await stopClockAt(db, at(firstDay, '05:00'));
  const shared = await openSharedClock(db);
  await startMasterKeys(db, createKeyring(config.masterKeys), shared.clock.now());

  const violations: string[] = [];
  const counts: Record<string, number> = {};
  const count = (what: string, by = 1): void => {
    counts[what] = (counts[what] ?? 0) + by;
  };
  const tefo = tefoWith({ ...settings, TEFO_LOG_LEVEL: 'fatal' });
  const command: Command = async (args, codes = [0]) => {
    const { code, out, err } = await tefo(...args, '--json');
    if (!codes.includes(code)) violations.push(`tefo ${args.join(' ')} ended with ${code}: ${err}${out}`);
    return out.trim() === '' ? undefined : JSON.parse(out);
  };

  const draws = openDraws(random, accountRules);
  const fatal = new Set<number>();
  // As many works as a day is sure to have.
  while (fatal.size < Math.min(options.kills, options.days * 7))
    fatal.add(random.between(1, options.days * 7 + 1));
  const env = { ...outsideEnvironment(), ...settings };
  const service = await openProcess({ env, dataDir, random: seeded(seed, 'kills'), fatal });

  const keys = new Map<string, Keys>();
  const reported: Notified[] = [];
  const inbox = await openInbox({
    keysOf: (site) => keys.get(site)!,
    take: (notified) => void reported.push(notified),
  });
  const wait = async (seconds: number): Promise<void> => {
    await sleep(50);
    if (seconds > 0) await shared.moveTo(new Date(shared.clock.now().getTime() + seconds * 1_000));
  };
  const parties: Party[] = [];
  const servers: SftpServer[] = [];
  const openParty = async (plan: Plan): Promise<Party> => {
    const settlementNumber = plan.settlesElsewhere ? draws.drawNumber() : null;
    // The other bank's files are carried by hand.
    const server = options.sftp && plan.payments !== 'csv' ? await openSftpServer(sftpKind) : undefined;
    if (server) servers.push(server);
    const reached = server ? sftpOptions(server, join(dataDir, 'bank-key')) : [];
    const made = await openAccount(command, plan, settlementNumber, reached);
    const { siteCode } = made.keys;
    keys.set(siteCode, made.keys);
    const desk = join(dataDir, 'desk');
    mkdirSync(desk, { recursive: true });
    const now = () => shared.clock.now().getTime();
    const calls = openCalls(base, made.keys, () => count('lost responses'), { now, wait });
    return {
      ...plan,
      bank: openBank(plan),
      shop: openShop(calls, inbox.urlOf(siteCode)),
      folder: plan.payments === 'csv' ? desk : made.folder,
      gives: server ? join(server.root, 'out') : join(made.folder, 'in'),
      fetches: server ? join(server.root, 'in') : join(made.folder, 'out'),
      statics: [],
      settlementNumber,
      unreported: firstDay,
    };
  };
  for (const plan of plans) parties.push(await openParty(plan));

  const { clock } = shared;
  return {
    ...{ options, dataDir, db, clock, service, inbox, reported, parties, random, violations, counts, count },
    ...{ command, ...draws },
    from: firstDay,
    sales: [] as Sale[],
    refunds: [] as Refund[],
    payouts: [] as Payout[],
    moveTo: async (day: string, time: string): Promise<void> => {
      if (at(day, time) > clock.now()) await shared.moveTo(at(day, time));
      await service.hear(clock.now());
    },
    drain: () => service.drain(clock.now()),
    end: async (): Promise<void> => {
      await service.end();
      await inbox.close();
      await Promise.all(parties.map(({ shop }) => shop.close()));
      await Promise.all(servers.map((server) => server.close()));
      await shared.close();
      await db.end({ timeout: 1 });
      await database.drop();
      if (violations.length === 0) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
