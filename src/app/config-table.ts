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
import { mailSettings } from './config-mail.ts';
import { metricsSettings } from './config-metrics.ts';
import { moneySettings } from './config-money.ts';
import { onboardingSettings } from './config-onboarding.ts';
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
    'Staging has a simulated bank, sandbox controls and a demo merchant. Production has none of these, and requires its own secrets.',
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
    'The directory of the embedded PostgreSQL, the demo credentials and the staging master key.',
  ),
  banksDir: setting(
    'TEFO_BANKS_DIR',
    text,
    {
      of: (earlier) => join((earlier as { dataDir: string }).dataDir, 'banks'),
      inWords: '`banks` in TEFO_DATA_DIR',
    },
    'The directory with a folder for each bank account, for statements and payment files.',
  ),
  reportsDir: setting(
    'TEFO_REPORTS_DIR',
    text,
    {
      of: (earlier) => join((earlier as { dataDir: string }).dataDir, 'reports'),
      inWords: '`reports` in TEFO_DATA_DIR',
    },
    'The directory below which scheduled reports with a `file:` address are written.',
  ),
  folderSeconds: setting(
    'TEFO_FOLDER_SECONDS',
    whole(1, 3600),
    '2',
    'The interval between checks of these folders, in seconds.',
  ),
  bankFileMb: setting(
    'TEFO_BANK_FILE_MB',
    whole(1, 2_000),
    '256',
    'The maximum size of a statement file in megabytes. A million lines of MT940 have 150. Larger files are rejected.',
  ),
  sftpSeconds: setting(
    'TEFO_SFTP_SECONDS',
    whole(1, 86_400),
    '60',
    'The interval between checks of the banks’ SFTP servers, in seconds.',
  ),
  databaseUrl: secret(
    'DATABASE_URL',
    checked('a postgres:// address', isPostgres),
    'A PostgreSQL database, version 15 or later, instead of the embedded one. With several hosts, `postgres://user:password@a:5432,b:5432/tefo`, the one that accepts writes is used.',
  ),
  replicaUrl: secret(
    'DATABASE_REPLICA_URL',
    checked('a postgres:// address', isPostgres),
    'One or more standbys of that PostgreSQL. The console’s lists, charts, search and exports read from a standby while it is less than 30 seconds behind. Default: the primary.',
  ),
  databasePool: setting(
    'TEFO_DATABASE_POOL',
    whole(2, 200),
    '10',
    'The number of database connections per process: six of ten are for requests, the others for background work.',
  ),
  databaseWaitSeconds: setting(
    'TEFO_DATABASE_WAIT_SECONDS',
    whole(0, 86_400),
    '60',
    'The number of seconds that a start waits for a database that is unavailable, starting or full. Commands wait at most five.',
  ),
  statementSeconds: setting(
    'TEFO_STATEMENT_SECONDS',
    whole(0, 600),
    '10',
    'The timeout in seconds of one statement of a request, including lock waits. The database then cancels it and rolls it back; 0: no timeout. Background work, migrations and commands have no timeout.',
  ),
  answerSeconds: setting(
    'TEFO_ANSWER_SECONDS',
    whole(1, 600),
    '20',
    'The timeout in seconds of a request, which then gets a 503. Sandbox controls that advance the clock or copy all data can take an hour.',
  ),
  bankDatabaseUrl: secret(
    'TEFO_BANK_DATABASE_URL',
    checked('a postgres:// address', isPostgres),
    'A separate PostgreSQL database for the simulated bank, which keeps what the service’s database loses: for tests of failover and restore. Default: the service’s own database.',
  ),
  publicUrl: setting(
    'TEFO_PUBLIC_URL',
    address,
    {
      of: (earlier) => `http://localhost:${(earlier as { port: number }).port}`,
      inWords: '`http://localhost:<port>`',
    },
    'The public address of the pages, and the base of every link that the service creates.',
  ),
  operatorName: setting(
    'TEFO_OPERATOR_NAME',
    line(100),
    {
      of: (earlier) => (isProduction(earlier) ? URL.parse(publicUrlOf(earlier))!.host : 'Tefo'),
      inWords: '`Tefo`, in production the host of `TEFO_PUBLIC_URL`',
    },
    'The registered name of the operator, shown on each customer page. In production, each start without it logs a warning.',
  ),
  operatorAddress: setting(
    'TEFO_OPERATOR_ADDRESS',
    line(200),
    '',
    'The registered address of the operator, in one line; shown below the name.',
  ),
  operatorPhone: setting(
    'TEFO_OPERATOR_PHONE',
    checked('a telephone number like `+27 21 555 0100`', readPhone),
    '',
    'The operator’s telephone number for customers.',
  ),
  operatorEmail: setting(
    'TEFO_OPERATOR_EMAIL',
    checked('an e-mail address', readEmail),
    '',
    'The operator’s e-mail address for customers.',
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
    'Allows http for the public addresses above, and for addresses that merchants configure (notifyUrl, verifyUrl). Otherwise they must be https, because http can be read and changed in transit.',
  ),
  trustedProxies: setting(
    'TEFO_TRUSTED_PROXIES',
    list('networks like `10.1.0.0/16`', parseProxies),
    '',
    'The networks of the proxies in front of the service, such as the one that terminates TLS. Only their X-Forwarded-For is used: the client is the last address in it outside these networks. Without this setting, the client is the connected address.',
  ),
  ...companySettings,
  ...mailSettings,
  masterKeys: secret(
    'TEFO_MASTER_KEYS',
    checked('`id:base64` of 32 bytes, separated by commas, and no key of one repeated byte', parseMasterKeys),
    'The keys that encrypt secrets at rest: the first encrypts, all decrypt. Staging creates one and stores it in the data directory; processes on several machines must share it. Create one with `echo "k1:$(openssl rand -base64 32)"`.',
  ),
  allowedNetworks: setting(
    'TEFO_ALLOWED_NETWORKS',
    list('networks like `10.1.0.0/16`', parseNetwork),
    '',
    'Private networks that are allowed for notifications and webhooks.',
  ),
  bodyLimitBytes: setting(
    'TEFO_BODY_LIMIT_BYTES',
    whole(1024, 104857600),
    '1048576',
    'The maximum size of a request body in bytes.',
  ),
  keyLimit: setting(
    'TEFO_KEY_LIMIT',
    whole(0, 1_000_000_000),
    inStaging('1200000', '60000'),
    'The maximum number of requests per minute with one valid ApiKey or access token; 0: no limit. Further requests get a 429 with Retry-After.',
  ),
  addressLimit: setting(
    'TEFO_ADDRESS_LIMIT',
    whole(0, 1_000_000_000),
    inStaging('1200000', '12000'),
    'The maximum number of requests per minute from one address without a valid key, including the console and the documentation; 0: no limit. Many customers can share an address. An IPv6 address counts as its /64 network, here and below.',
  ),
  addressConcurrency: setting(
    'TEFO_ADDRESS_CONCURRENCY',
    whole(0, 1_000_000),
    inStaging('5000', '500'),
    'The maximum number of concurrent requests of this kind from one address; 0: no limit.',
  ),
  siteLimit: setting(
    'TEFO_SITE_LIMIT',
    whole(0, 1_000_000_000),
    inStaging('1200000', '12000'),
    'The maximum number of payment requests per minute from browsers to `/pay` for one site; 0: no limit.',
  ),
  refusalLimit: setting(
    'TEFO_REFUSAL_LIMIT',
    whole(0, 1_000_000_000),
    inStaging('600', '300'),
    'The maximum number of rejected attempts (wrong key, token, client or hash) per minute from one address; 0: no limit. Further requests from the address get a 429 until the minute is over. Requests with a key that was valid from the address before are counted separately for each merchant. Raise it for test suites with more wrong credentials or hashes.',
  ),
  requestSeconds: setting(
    'TEFO_REQUEST_SECONDS',
    whole(1, 600),
    '30',
    'The maximum number of seconds for receiving a request, of which its headers ten. A response that the client does not read is dropped after twice as long.',
  ),
  maxConnections: setting(
    'TEFO_MAX_CONNECTIONS',
    whole(16, 1_000_000),
    '10000',
    'The maximum number of open connections, further limited by the number of open files (`ulimit -n`). A new connection beyond it replaces the one that the service has waited for longest.',
  ),
  maxConnectionsPerAddress: setting(
    'TEFO_MAX_CONNECTIONS_PER_ADDRESS',
    whole(1, 1_000_000),
    {
      of: (earlier) => (isProduction(earlier) ? '1000' : '1000000'),
      inWords: '`1000`, in staging `1000000`',
    },
    'The maximum number of connections from one address. Connections of trusted proxies are not counted.',
  ),
  ...metricsSettings,
  ledgerHead: setting(
    'TEFO_LEDGER_HEAD',
    checked('a file, or an http or https address', (given) => {
      if (/^\w+:\/\//.test(given) && !/^https?:$/.test(new URL(given).protocol)) throw new Error('no place');
    }),
    '',
    'The target of the signed ledger head: a file on another disk or machine, or an address that receives it by POST. `tefo check` compares the ledger with it, to detect lost journals.',
  ),
  logLevel: setting(
    'TEFO_LOG_LEVEL',
    oneOf('silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'),
    'info',
    'The lowest level that is logged.',
  ),
  logMegabytes: setting(
    'TEFO_LOG_MEGABYTES',
    whole(1, 100_000),
    '64',
    'In staging: the size in megabytes at which tefo.log is rotated to tefo.log.1; three files are kept.',
  ),
  ...seedSettings,
  sandboxClock: setting(
    'TEFO_SANDBOX_CLOCK',
    oneOf('everybody', 'operator'),
    'everybody',
    'In staging: who can advance the clock, which all merchants share: any merchant with an ApiKey, or only the operator with `tefo clock`.',
  ),
  transcriptFile: setting(
    'TEFO_TRANSCRIPT_FILE',
    text,
    '',
    'In staging: a file that records every response and every notification, a line of JSON each.',
  ),
  role: setting(
    'TEFO_ROLE',
    oneOf('all', 'api', 'worker'),
    'all',
    'The work of this process: requests (`api`), background work (`worker`), or both (`all`).',
  ),
  simulatedBank: setting(
    'TEFO_SIMULATED_BANK',
    flag,
    {
      of: (earlier) => String(!isProduction(earlier)),
      inWords: '`true`, in production `false`',
    },
    'Enables payments at the simulated bank. In production only together with TEFO_SIMULATED_BANK_IN_PRODUCTION.',
  ),
  simulatedBankInProduction: setting(
    'TEFO_SIMULATED_BANK_IN_PRODUCTION',
    oneOf('refused', 'no-real-money'),
    'refused',
    'In production, `no-real-money` together with TEFO_SIMULATED_BANK=true allows payments at the simulated bank. They are posted as paid, and no money moves. Each start logs a warning, and each page shows it.',
  ),
  idempotencyDays: setting(
    'TEFO_IDEMPOTENCY_DAYS',
    whole(1, 90),
    '7',
    'The number of days to keep the response to an idempotency key.',
  ),
  ...retentionSettings,
  ...onboardingSettings,
  ...moneySettings,
  shutdownSeconds: setting(
    'TEFO_SHUTDOWN_SECONDS',
    whole(0, 600),
    '10',
    'The number of seconds to complete running requests and work after a stop signal.',
  ),
};
