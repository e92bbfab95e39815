// Every setting: its name, allowed values, default and description. `npm run docs` writes docs/settings.md and
// .env.example from this table.
import { join } from 'node:path';
import { readEmail, readPhone } from '../kernel/formats/contact.ts';
import { parseNetwork } from '../kernel/http/networks.ts';
import { parseProxies } from '../kernel/http/proxies.ts';
import {
  address,
  checked,
  flag,
  list,
  oneOf,
  secret,
  setting,
  text,
  whole,
} from '../kernel/process/settings.ts';
import { companySettings } from './config-company.ts';
import { metricsSettings } from './config-metrics.ts';
import { retentionSettings } from './config-retention.ts';
import { seedSettings } from './config-seed.ts';
import {
  below,
  inStaging,
  isPostgres,
  isProduction,
  line,
  parseMasterKeys,
  publicUrlOf,
} from './config-values.ts';

export const settings = {
  mode: setting(
    'TEFO_MODE',
    oneOf('staging', 'production'),
    'staging',
    'Staging has a simulated bank, sandbox controls and a demo merchant; production has none of them and refuses to start without its own secrets.',
  ),
  port: setting('TEFO_PORT', whole(1, 65535), '8420', 'The TCP port of all surfaces and pages.'),
  host: setting(
    'TEFO_HOST',
    text,
    {
      of: (earlier) => (isProduction(earlier) ? '0.0.0.0' : '127.0.0.1'),
      inWords: '`127.0.0.1`, in production `0.0.0.0`',
    },
    'The address to listen on.',
  ),
  dataDir: setting(
    'TEFO_DATA_DIR',
    text,
    '.tefo',
    'Directory of the embedded PostgreSQL, the demo credentials and the staging master key.',
  ),
  banksDir: setting(
    'TEFO_BANKS_DIR',
    text,
    {
      of: (earlier) => join((earlier as { dataDir: string }).dataDir, 'banks'),
      inWords: '`banks` in TEFO_DATA_DIR',
    },
    'Directory with a folder for each bank account, through which statements and payment files come and go.',
  ),
  folderSeconds: setting(
    'TEFO_FOLDER_SECONDS',
    whole(1, 3600),
    '2',
    'How often those folders are looked at, in seconds.',
  ),
  bankFileMb: setting(
    'TEFO_BANK_FILE_MB',
    whole(1, 2_000),
    '256',
    'The largest statement file that is read, in megabytes: a million lines of MT940 have 150. A larger one is refused.',
  ),
  sftpSeconds: setting(
    'TEFO_SFTP_SECONDS',
    whole(1, 86_400),
    '60',
    'How often the SFTP servers of banks are looked at, for accounts that have one, in seconds.',
  ),
  databaseUrl: secret(
    'DATABASE_URL',
    checked('a postgres:// address', isPostgres),
    'A PostgreSQL of version 15 or later to use instead of the embedded one. Of several hosts, `postgres://user:password@a:5432,b:5432/tefo`, the one that takes writes is used.',
  ),
  replicaUrl: secret(
    'DATABASE_REPLICA_URL',
    checked('a postgres:// address', isPostgres),
    'A standby of that PostgreSQL, or several, from which the console’s lists, charts, search and exports are read while it is less than 30 seconds behind. Without it the primary answers all.',
  ),
  databasePool: setting(
    'TEFO_DATABASE_POOL',
    whole(2, 200),
    '10',
    'Connections to the database per process: six of ten are for requests, the others for work that is due.',
  ),
  databaseWaitSeconds: setting(
    'TEFO_DATABASE_WAIT_SECONDS',
    whole(0, 86_400),
    '60',
    'How many seconds a start waits for a database that is away, starting or full; commands wait five at most.',
  ),
  statementSeconds: setting(
    'TEFO_STATEMENT_SECONDS',
    whole(0, 600),
    '10',
    'How many seconds one statement of a request may take, waiting for a lock included, before the database ends and undoes it; 0: any time. Due work, migrations and commands have no such limit.',
  ),
  answerSeconds: setting(
    'TEFO_ANSWER_SECONDS',
    whole(1, 600),
    '20',
    'How many seconds a request may take before it is answered with 503. Sandbox controls that move time or copy everything may take an hour.',
  ),
  bankDatabaseUrl: secret(
    'TEFO_BANK_DATABASE_URL',
    checked('a postgres:// address', isPostgres),
    'A PostgreSQL database that the simulated bank has for itself, so that it remembers what the service’s database has lost: for trying failover and restore. Without it the bank lives in the service’s own.',
  ),
  publicUrl: setting(
    'TEFO_PUBLIC_URL',
    address,
    {
      of: (earlier) => `http://localhost:${(earlier as { port: number }).port}`,
      inWords: '`http://localhost:<port>`',
    },
    'Where customers reach the pages; the base of every link that leaves the service.',
  ),
  operatorName: setting(
    'TEFO_OPERATOR_NAME',
    line(100),
    {
      of: (earlier) => (isProduction(earlier) ? URL.parse(publicUrlOf(earlier))!.host : 'Tefo'),
      inWords: '`Tefo`, in production the host of `TEFO_PUBLIC_URL`',
    },
    'Who runs this service, by the name it is registered under: each page that customers see names it. In production each start warns while it is not set.',
  ),
  operatorAddress: setting(
    'TEFO_OPERATOR_ADDRESS',
    line(200),
    '',
    'The address at which whoever runs this service is registered, in one line; on each page below the name.',
  ),
  operatorPhone: setting(
    'TEFO_OPERATOR_PHONE',
    checked('a telephone number like `+27 21 555 0100`', readPhone),
    '',
    'The telephone number at which customers reach whoever runs this service.',
  ),
  operatorEmail: setting(
    'TEFO_OPERATOR_EMAIL',
    checked('an e-mail address', readEmail),
    '',
    'The e-mail address at which customers reach whoever runs this service.',
  ),
  oneUrl: setting(
    'TEFO_ONE_URL',
    address,
    below('/one/v1', '`<public>/one/v1`'),
    'Public base address of the One API.',
  ),
  paymentsUrl: setting(
    'TEFO_PAYMENTS_URL',
    address,
    below('/payments', '`<public>/payments`'),
    'Public base address of the Payments API.',
  ),
  payoutsUrl: setting(
    'TEFO_PAYOUTS_URL',
    address,
    below('/payouts/v1', '`<public>/payouts/v1`'),
    'Public base address of the Payouts API.',
  ),
  externalUrl: setting(
    'TEFO_EXTERNAL_URL',
    address,
    below('/external', '`<public>/external`'),
    'Public base address of the Merchant External API.',
  ),
  httpAllowed: setting(
    'TEFO_HTTP_ALLOWED',
    flag,
    {
      of: (earlier) => String(!isProduction(earlier)),
      inWords: '`true`, in production `false`',
    },
    'Whether the public addresses above, and those that merchants name to be posted to (notifyUrl, verifyUrl), may be http. Else they must be https: what is sent there can be read and changed on its way.',
  ),
  trustedProxies: setting(
    'TEFO_TRUSTED_PROXIES',
    list('networks like `10.1.0.0/16`', parseProxies),
    '',
    'Networks of the proxies in front of the service, such as the one that ends TLS. Only their X-Forwarded-For is believed: a customer is the last address in it that is none of theirs. Without any, whoever connects is the customer.',
  ),
  ...companySettings,
  masterKeys: secret(
    'TEFO_MASTER_KEYS',
    checked('`id:base64` of 32 bytes, separated by commas, and no key of one repeated byte', parseMasterKeys),
    'Keys that encrypt secrets at rest: the first encrypts, all decrypt. Staging makes one and keeps it in the data directory; processes on several machines must share it. Make one with `echo "k1:$(openssl rand -base64 32)"`.',
  ),
  allowedNetworks: setting(
    'TEFO_ALLOWED_NETWORKS',
    list('networks like `10.1.0.0/16`', parseNetwork),
    '',
    'Private networks that notifications and webhooks may reach all the same.',
  ),
  bodyLimitBytes: setting(
    'TEFO_BODY_LIMIT_BYTES',
    whole(1024, 104857600),
    '1048576',
    'The longest request body that is read, in bytes.',
  ),
  keyLimit: setting(
    'TEFO_KEY_LIMIT',
    whole(0, 1_000_000_000),
    inStaging('1200000', '60000'),
    'How many requests a minute can be made with one valid ApiKey or access token; 0: no limit. The response beyond it is a 429 with Retry-After.',
  ),
  addressLimit: setting(
    'TEFO_ADDRESS_LIMIT',
    whole(0, 1_000_000_000),
    inStaging('1200000', '12000'),
    'How many requests a minute one address can send without a valid key, those to the console and the documentation included; 0: no limit. Many customers can share an address. An IPv6 address counts as its /64 network, here and below.',
  ),
  addressConcurrency: setting(
    'TEFO_ADDRESS_CONCURRENCY',
    whole(0, 1_000_000),
    inStaging('5000', '500'),
    'How many of these requests one address can have under way at one time; 0: no limit.',
  ),
  siteLimit: setting(
    'TEFO_SITE_LIMIT',
    whole(0, 1_000_000_000),
    inStaging('1200000', '12000'),
    'How many payment requests a minute browsers may bring to `/pay` for one site; 0: no limit.',
  ),
  refusalLimit: setting(
    'TEFO_REFUSAL_LIMIT',
    whole(0, 1_000_000_000),
    inStaging('600', '300'),
    'After how many refused attempts a minute (wrong key, token, client or hash) every further request from that address is a 429 until the minute is over; 0: no limit. Requests with a key that was valid from the address before are counted apart, for each merchant. Raise it for test suites that send more wrong credentials or hashes.',
  ),
  requestSeconds: setting(
    'TEFO_REQUEST_SECONDS',
    whole(1, 600),
    '30',
    'How many seconds a request may take to arrive, of which its headers ten at most. An answer that nobody reads is given up after twice as long.',
  ),
  maxConnections: setting(
    'TEFO_MAX_CONNECTIONS',
    whole(16, 1_000_000),
    '10000',
    'How many connections may be open at once; fewer where the process may not open so many files (`ulimit -n`). One more takes the place of the one that has kept the service waiting longest.',
  ),
  maxConnectionsPerAddress: setting(
    'TEFO_MAX_CONNECTIONS_PER_ADDRESS',
    whole(1, 1_000_000),
    {
      of: (earlier) => (isProduction(earlier) ? '1000' : '1000000'),
      inWords: '`1000`, in staging `1000000`',
    },
    'How many of them one address may have. Those of the trusted proxies are not counted.',
  ),
  ...metricsSettings,
  ledgerHead: setting(
    'TEFO_LEDGER_HEAD',
    checked('a file, or an http or https address', (given) => {
      if (/^\w+:\/\//.test(given) && !/^https?:$/.test(new URL(given).protocol)) throw new Error('no place');
    }),
    '',
    'Where the head of the ledger is noted as it moves, signed, so that journals which the database loses are missed: a file on another disk or machine, or an address of somebody else’s that is posted to. `tefo check` holds the ledger against it.',
  ),
  logLevel: setting(
    'TEFO_LOG_LEVEL',
    oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'),
    'info',
    'The least severe log line that is written.',
  ),
  logMegabytes: setting(
    'TEFO_LOG_MEGABYTES',
    whole(1, 100_000),
    '64',
    'In staging: how large tefo.log may grow, in megabytes, before it is put aside as tefo.log.1; three such files are kept.',
  ),
  ...seedSettings,
  sandboxClock: setting(
    'TEFO_SANDBOX_CLOCK',
    oneOf('everybody', 'operator'),
    'everybody',
    'In staging: who may move the clock, which is that of all merchants: each of them by their ApiKey, or the operator alone by `tefo clock`.',
  ),
  transcriptFile: setting(
    'TEFO_TRANSCRIPT_FILE',
    text,
    '',
    'In staging: a file that takes down every answer and every notification, a line of JSON each.',
  ),
  role: setting(
    'TEFO_ROLE',
    oneOf('all', 'api', 'worker'),
    'all',
    'What this process does: answer requests, do due work, or both.',
  ),
  simulatedBank: setting(
    'TEFO_SIMULATED_BANK',
    flag,
    {
      of: (earlier) => String(!isProduction(earlier)),
      inWords: '`true`, in production `false`',
    },
    'Whether the simulated bank can be paid with. In production only together with TEFO_SIMULATED_BANK_IN_PRODUCTION.',
  ),
  simulatedBankInProduction: setting(
    'TEFO_SIMULATED_BANK_IN_PRODUCTION',
    oneOf('refused', 'no-real-money'),
    'refused',
    'In production, `no-real-money` beside TEFO_SIMULATED_BANK=true lets payments be paid at the simulated bank: they are booked as paid, and no money moves. Each start warns of it, and each page says so.',
  ),
  idempotencyDays: setting(
    'TEFO_IDEMPOTENCY_DAYS',
    whole(1, 90),
    '7',
    'How many days the answer to an idempotency key is kept.',
  ),
  ...retentionSettings,
  refundBatchTimes: setting(
    'TEFO_REFUND_BATCH_TIMES',
    list('times like `10:00`', (item) => Temporal.PlainTime.from(item)),
    '10:00,14:00,16:00',
    'When refunds are picked up on business days, in South African time.',
  ),
  chargeTime: setting(
    'TEFO_CHARGE_TIME',
    checked('a time like `06:00`', (given) => Temporal.PlainTime.from(given)),
    '06:00',
    'When the charges of subscriptions are sent on their day, in South African time.',
  ),
  settlementCutOff: setting(
    'TEFO_SETTLEMENT_CUT_OFF',
    checked('a time like `23:59:59.999`', (given) => Temporal.PlainTime.from(given)),
    '23:59:59.999',
    'Up to when of a business day its money is settled, in South African time.',
  ),
  holidaysFile: setting(
    'TEFO_HOLIDAYS_FILE',
    text,
    '',
    'A JSON file `{"add": ["2026-12-24"], "remove": []}` of days that are public holidays or are none, beyond the table.',
  ),
  cdvFile: setting(
    'TEFO_CDV_FILE',
    text,
    '',
    'A JSON file of the form of `src/app/cdv.json` with newer branch ranges and check digits of the banks, used in its place.',
  ),
  rtcAllowed: setting(
    'TEFO_RTC_ALLOWED',
    flag,
    {
      of: (earlier) => String(isProduction(earlier)),
      inWords: '`false`, in production `true`',
    },
    'Whether payouts and refunds may ask for real-time clearing. In staging they may not, unless this opens it for trying its limits.',
  ),
  rtcLimitCents: setting(
    'TEFO_RTC_LIMIT_CENTS',
    whole(0, 100_000_000_000),
    '500000000',
    'The most that real-time clearing takes on business days until TEFO_RTC_UNTIL, in cents.',
  ),
  rtcLimitOtherwiseCents: setting(
    'TEFO_RTC_LIMIT_OTHERWISE_CENTS',
    whole(0, 100_000_000_000),
    '25000000',
    'The most that real-time clearing takes at any other time, in cents.',
  ),
  rtcUntil: setting(
    'TEFO_RTC_UNTIL',
    checked('a time like `16:00`', (given) => Temporal.PlainTime.from(given)),
    '16:00',
    'Until when of a business day the higher limit of real-time clearing holds, in South African time.',
  ),
  shutdownSeconds: setting(
    'TEFO_SHUTDOWN_SECONDS',
    whole(0, 600),
    '10',
    'How many seconds requests and work under way may take to end after a signal to stop.',
  ),
};
