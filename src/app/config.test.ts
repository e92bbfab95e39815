import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { problemsOf } from '../../test/support/settings.ts';
import { type Config, describeConfig, loadConfig } from './config.ts';
import { adviceOf } from './config-rules.ts';
import { policyOf } from './policy.ts';

const key = (fill: string) => Buffer.from(fill.repeat(32).slice(0, 32)).toString('base64');
const masterKeys = `k1:${key('one key')}`;

/** The advice about usable settings. */
function warningsOf(env: Record<string, string>): string[] {
  const warnings: string[] = [];
  loadConfig({ TEFO_MASTER_KEYS: masterKeys, ...env }, (warning) => warnings.push(warning));
  return warnings;
}

describe('settings', () => {
  let dataDir: string;
  const load = (env: Record<string, string> = {}): Config => loadConfig({ TEFO_DATA_DIR: dataDir, ...env });
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tefo-config-'));
  });
  after(() => rm(dataDir, { recursive: true }));

  test('without an environment, staging listens on this machine only', () => {
    const { masterKeys: _, dataDir: __, ...rest } = load();
    assert.deepEqual(rest, {
      mode: 'staging',
      port: 8420,
      host: '127.0.0.1',
      banksDir: join(dataDir, 'banks'),
      reportsDir: join(dataDir, 'reports'),
      folderSeconds: 2,
      bankFileMb: 256,
      sftpSeconds: 60,
      databaseUrl: undefined,
      replicaUrl: undefined,
      databasePool: 10,
      bankDatabaseUrl: undefined,
      databaseWaitSeconds: 60,
      statementSeconds: 10,
      answerSeconds: 20,
      publicUrl: 'http://localhost:8420',
      operatorName: 'Tefo',
      operatorAddress: undefined,
      operatorPhone: undefined,
      operatorEmail: undefined,
      oneUrl: 'http://localhost:8420/one/v1',
      paymentsUrl: 'http://localhost:8420/payments',
      payoutsUrl: 'http://localhost:8420/payouts/v1',
      externalUrl: 'http://localhost:8420/external',
      oidcIssuer: undefined,
      oidcClientId: undefined,
      oidcClientSecret: undefined,
      oidcGroups: [],
      onboarding: 'off',
      onboardingDays: 1825,
      oidcDomains: [],
      httpAllowed: true,
      trustedProxies: [],
      allowedNetworks: [],
      bodyLimitBytes: 1048576,
      keyLimit: 1_200_000,
      addressLimit: 1_200_000,
      siteLimit: 1_200_000,
      addressConcurrency: 5_000,
      refusalLimit: 600,
      requestSeconds: 30,
      maxConnections: 10_000,
      maxConnectionsPerAddress: 1_000_000,
      metricsToken: undefined,
      metricsPort: 0,
      metricsHost: '127.0.0.1',
      tracesEndpoint: undefined,
      ledgerHead: '',
      logLevel: 'info',
      logMegabytes: 64,
      seed: undefined,
      sandboxClock: 'everybody',
      transcriptFile: '',
      role: 'all',
      simulatedBank: true,
      simulatedBankInProduction: 'refused',
      idempotencyDays: 7,
      eventDays: 0,
      deliveryDays: 0,
      evidenceDays: 0,
      archiveDir: '',
      refundBatchTimes: ['10:00', '14:00', '16:00'],
      settlementCutOff: '23:59:59.999',
      chargeTime: '06:00',
      smtpUrl: undefined,
      mailFrom: undefined,
      mailHourLimit: 1_000,
      vatNumber: undefined,
      vatRates: [],
      holidaysFile: '',
      cdvFile: '',
      rtcAllowed: false,
      rtcLimitCents: 500_000_000,
      rtcLimitOtherwiseCents: 25_000_000,
      rtcUntil: '16:00',
      shutdownSeconds: 10,
    });
  });

  const production = {
    TEFO_MODE: 'production',
    TEFO_MASTER_KEYS: masterKeys,
    TEFO_PUBLIC_URL: 'https://pay.example.com',
  };

  test('production listens on all addresses and has no simulated bank without both settings', () => {
    const config = load(production);
    assert.equal(config.host, '0.0.0.0');
    assert.equal(config.simulatedBank, false);
    const named = { ...production, TEFO_SIMULATED_BANK: 'true' };
    assert.match(problemsOf(named).join(), /TEFO_SIMULATED_BANK_IN_PRODUCTION=no-real-money/);
    assert.match(problemsOf({ ...named, TEFO_SIMULATED_BANK_IN_PRODUCTION: 'true' }).join(), /IN_PRODUCTION/);
    const twice = load({ ...named, TEFO_SIMULATED_BANK_IN_PRODUCTION: 'no-real-money' });
    assert.equal(twice.simulatedBank, true);
    assert.match(adviceOf(twice).join(), /no real money/);
    assert.deepEqual(adviceOf(load()), []);
  });

  test('real-time clearing is on in production, and in staging only if the operator allows it', async () => {
    assert.equal(load(production).rtcAllowed, true);
    const opened = load({ TEFO_RTC_ALLOWED: 'true' });
    assert.deepEqual(
      (await Promise.all([policyOf(load()), policyOf(opened)])).map((policy) => policy.realTimeAllowed),
      [false, true],
    );
  });

  test('a run from a seed has its own folder, a fixed master key, and no shared database', () => {
    const [one, again, other] = ['42', '42', '43'].map((TEFO_SEED) => load({ TEFO_SEED }));
    assert.equal(one!.dataDir, join(dataDir, 'seed-42'));
    assert.equal(one!.masterKeys, again!.masterKeys);
    assert.notEqual(one!.masterKeys, other!.masterKeys);
    const refused: Record<string, string>[] = [
      { TEFO_SEED: '../42' },
      { TEFO_SEED: '42', DATABASE_URL: 'postgres://db.example.com/tefo' },
      { TEFO_SEED: '42', TEFO_BANK_DATABASE_URL: 'postgres://db.example.com/bank' },
      { TEFO_SEED: '42', TEFO_ROLE: 'api' },
      { ...production, TEFO_SEED: '42' },
    ];
    for (const env of refused) assert.match(problemsOf(env).join(), /^TEFO_SEED /);
    const taken = { ...production, TEFO_TRANSCRIPT_FILE: 'said' };
    assert.match(problemsOf(taken).join(), /^TEFO_TRANSCRIPT_FILE /);
  });

  test('public addresses derive from the port and the public address, without a trailing slash', () => {
    assert.equal(load({ TEFO_PORT: '9000' }).paymentsUrl, 'http://localhost:9000/payments');
    const config = load({
      TEFO_PUBLIC_URL: 'https://pay.example.com/',
      TEFO_ONE_URL: 'https://api.example.com/v1/',
    });
    assert.equal(config.payoutsUrl, 'https://pay.example.com/payouts/v1');
    assert.equal(config.oneUrl, 'https://api.example.com/v1');
  });

  test('an empty value counts as not set', () => {
    assert.equal(load({ TEFO_PORT: '', DATABASE_URL: '' }).port, 8420);
  });

  test('all problems are reported together', () => {
    const problems = problemsOf({
      TEFO_MODE: 'prod',
      TEFO_PORT: '80.5',
      TEFO_PUBLIC_URL: 'ftp://example.com',
      TEFO_ONE_URL: 'https://user@example.com',
      TEFO_ALLOWED_NETWORKS: '10.0.0.0/8, 10.0.0.1',
      TEFO_SIMULATED_BANK: 'yes',
      TEFO_DATABASE_POOL: '0',
      DATABASE_URL: 'mysql://localhost',
      TEFO_MASTER_KEYS: 'k1:c2hvcnQ=',
      OTHER_NAME: 'is not ours',
    });
    const names = problems.map((problem) => problem.split(' ')[0]).sort();
    assert.deepEqual(names, [
      'DATABASE_URL',
      'TEFO_ALLOWED_NETWORKS',
      'TEFO_DATABASE_POOL',
      'TEFO_MASTER_KEYS',
      'TEFO_MODE',
      'TEFO_ONE_URL',
      'TEFO_PORT',
      'TEFO_PUBLIC_URL',
      'TEFO_SIMULATED_BANK',
    ]);
    assert.ok(problems.includes('TEFO_PORT must be a whole number from 1 to 65535, not "80.5"'));
  });

  test('retention requires an archive directory', () => {
    for (const name of ['TEFO_EVENT_DAYS', 'TEFO_DELIVERY_DAYS', 'TEFO_EVIDENCE_DAYS']) {
      assert.deepEqual(problemsOf({ [name]: '30' }), [
        `TEFO_ARCHIVE_DIR is required with ${name}, for the archived rows`,
      ]);
      assert.deepEqual(problemsOf({ [name]: '30', TEFO_ARCHIVE_DIR: '/srv/archive' }), []);
      assert.deepEqual(problemsOf({ [name]: '0' }), []);
    }
  });

  test('an unknown setting causes only a warning with the probable name', () => {
    assert.deepEqual(
      warningsOf({
        TEFO_API_KEY: 'sk_secret',
        TEFO_LOGLEVEL: 'info',
        TEFO_DATABSE_POOL: '3',
        OTHER_NAME: 'is not ours',
        TEFO_PORT: '9000',
        // A client's variable, not a setting.
        TEFO_URL: 'http://127.0.0.1:9000',
      }),
      [
        'TEFO_API_KEY is no setting of this version, and ignored',
        'TEFO_LOGLEVEL is no setting of this version, and ignored; did you mean TEFO_LOG_LEVEL?',
        'TEFO_DATABSE_POOL is no setting of this version, and ignored; did you mean TEFO_DATABASE_POOL?',
      ],
    );
    assert.deepEqual(problemsOf({ TEFO_API_KEY: 'x', TEFO_PORT: 'x' }).length, 1);
  });

  test('the variables of Kubernetes Services are not settings, even for a Service named tefo', () => {
    const said: Record<string, string> = {
      TEFO_SERVICE_HOST: '10.96.0.12',
      TEFO_SERVICE_PORT: '8420',
      TEFO_SERVICE_PORT_HTTP: '8420',
      TEFO_PORT: 'tcp://10.96.0.12:8420',
      TEFO_PORT_8420_TCP: 'tcp://10.96.0.12:8420',
      TEFO_PORT_8420_TCP_PROTO: 'tcp',
      TEFO_PORT_8420_TCP_PORT: '8420',
      TEFO_PORT_8420_TCP_ADDR: '10.96.0.12',
      TEFO_API_SERVICE_HOST: 'fd00::12',
      TEFO_WORKER_PORT: 'udp://[fd00::13]:9000',
      TEFO_WORKER_PORT_9000_UDP_ADDR: 'fd00::13',
    };
    assert.equal(load(said).port, 8420);
    assert.equal(load({ ...said, TEFO_PORT: '9000' }).port, 9000);
    assert.deepEqual(warningsOf(said), []);
    // Typing errors are still reported.
    assert.equal(problemsOf({ TEFO_PORT: 'tcp' }).length, 1);
    const unknown = { TEFO_SERVICE_HOST: 'db.example.com', TEFO_PORTS: 'tcp://10.0.0.1:1' };
    assert.deepEqual(
      warningsOf(unknown).map((warning) => warning.split(' ')[0]),
      Object.keys(unknown),
    );
  });

  test('neither problems nor the start show a secret', () => {
    const databaseUrl = 'postgres://tefo:hush-hush@db.example.com/tefo';
    const [problem] = problemsOf({ TEFO_MASTER_KEYS: 'k1:hush-hush' });
    assert.ok(problem && !problem.includes('hush'));
    const lines = describeConfig(load({ DATABASE_URL: databaseUrl, TEFO_MASTER_KEYS: masterKeys }));
    assert.ok(lines.includes('DATABASE_URL=(set)') && lines.includes('TEFO_MASTER_KEYS=(set)'));
    assert.ok(lines.includes('TEFO_PORT=8420'));
    const all = lines.join('\n');
    assert.ok(!all.includes('hush') && !all.includes(masterKeys));
    assert.ok(describeConfig(load()).includes('DATABASE_URL=(not set)'));
  });

  test('production refuses a missing or a placeholder master key and a default database password', () => {
    assert.match(
      problemsOf({ ...production, TEFO_MASTER_KEYS: '' }).join(),
      /TEFO_MASTER_KEYS must be set in production/,
    );
    assert.match(
      problemsOf({ ...production, TEFO_MASTER_KEYS: `k1:${key('0')}` }).join(),
      /^TEFO_MASTER_KEYS must be/,
    );
    const database = { DATABASE_URL: 'postgres://tefo:password@db/tefo' };
    const problems = problemsOf({ ...production, ...database });
    assert.deepEqual(problems, ['DATABASE_URL has a default password, which production does not allow']);
  });

  test('a database must accept writes, a replica must be a standby, and both addresses must be valid', () => {
    const url = 'postgres://tefo:canary@a,b:5433/tefo';
    const write = 'target_session_attrs=read-write';
    load({ DATABASE_URL: `${url}?${write}`, DATABASE_REPLICA_URL: `${url}?target_session_attrs=standby` });
    const problems = problemsOf({
      DATABASE_URL: `${url}?target_session_attrs=any`,
      DATABASE_REPLICA_URL: `${url}?${write}`,
      TEFO_BANK_DATABASE_URL: 'postgres://tefo:canary@a,b:0/tefo',
    });
    assert.deepEqual(problems, [
      'the target_session_attrs of DATABASE_URL must be read-write or primary, not "any"',
      'TEFO_BANK_DATABASE_URL cannot be used: the port of host 2 must be a number from 1 to 65535',
      'the target_session_attrs of DATABASE_REPLICA_URL must be standby or prefer-standby or read-only or any, not "read-write"',
    ]);
    assert.match(problemsOf({ DATABASE_REPLICA_URL: url }).join(), /needs DATABASE_URL/);
  });

  test('production requires https unless a setting allows http, and reports each other address', () => {
    const named = (env: Record<string, string>) =>
      problemsOf({ ...production, ...env }).map((problem) => problem.split(' ')[0]);
    const { TEFO_PUBLIC_URL: _, ...unnamed } = production;
    assert.match(
      problemsOf(unnamed).join(),
      /^TEFO_PUBLIC_URL must be https, not "http:\/\/localhost:8420", unless TEFO_HTTP_ALLOWED is true$/,
    );
    assert.deepEqual(named({ TEFO_PUBLIC_URL: 'http://pay.example.com' }), ['TEFO_PUBLIC_URL']);
    const others = ['TEFO_ONE_URL', 'TEFO_PAYMENTS_URL', 'TEFO_PAYOUTS_URL', 'TEFO_EXTERNAL_URL'];
    assert.deepEqual(
      named(Object.fromEntries(others.map((name) => [name, 'http://api.example.com']))),
      others,
    );
    assert.deepEqual(named({ TEFO_PUBLIC_URL: 'http://pay.example.com', TEFO_HTTP_ALLOWED: 'true' }), []);
    assert.deepEqual(problemsOf({ TEFO_HTTP_ALLOWED: 'false', TEFO_DATA_DIR: dataDir }).length, 1);
  });

  test('proxies are networks, and never all addresses', () => {
    assert.deepEqual(load({ TEFO_TRUSTED_PROXIES: '10.0.0.0/8, ::1/128' }).trustedProxies, [
      '10.0.0.0/8',
      '::1/128',
    ]);
    for (const TEFO_TRUSTED_PROXIES of ['true', '10.0.0.1', '0.0.0.0/0', '10.0.0.0/8, ::/0'])
      assert.match(problemsOf({ TEFO_TRUSTED_PROXIES }).join(), /^TEFO_TRUSTED_PROXIES must be networks/);
  });

  test('metrics require a long token, or a separate port', () => {
    assert.match(
      problemsOf({ TEFO_METRICS_TOKEN: 'short' }).join(),
      /^TEFO_METRICS_TOKEN must be 16 to 256 [^"]*$/,
    );
    assert.match(problemsOf({ TEFO_METRICS_PORT: '8420' }).join(), /^TEFO_METRICS_PORT must differ/);
  });

  test('production gets advice about missing optional settings', () => {
    assert.deepEqual(
      adviceOf(load(production)).map((advice) => /TEFO_\w+/.exec(advice)![0]),
      ['TEFO_OPERATOR_NAME', 'TEFO_OPERATOR_PHONE', 'TEFO_TRUSTED_PROXIES', 'TEFO_METRICS_TOKEN'],
    );
    const whole = {
      TEFO_OPERATOR_NAME: 'Kgalema Payments (Pty) Ltd',
      TEFO_OPERATOR_EMAIL: 'help@kgalema.example',
      TEFO_TRUSTED_PROXIES: '10.0.0.0/8',
      TEFO_METRICS_PORT: '9420',
    };
    assert.deepEqual(adviceOf(load({ ...production, ...whole })), []);
    assert.deepEqual(adviceOf(load()), []);
  });

  test('every page names the operator: by the setting, or in production by the host of the pages without it', () => {
    assert.equal(load().operatorName, 'Tefo');
    assert.equal(load(production).operatorName, new URL(load(production).publicUrl).host);
    for (const [name, values] of [
      ['TEFO_OPERATOR_NAME', [' ', 'x'.repeat(101), 'a\nb']],
      ['TEFO_OPERATOR_ADDRESS', ['x'.repeat(201)]],
      ['TEFO_OPERATOR_PHONE', ['call us', '12', '+27 21 555 0100 0000 0000']],
      ['TEFO_OPERATOR_EMAIL', ['help', 'a@b', 'a b@c.example', '<a@c.example>']],
    ] as const)
      for (const value of values)
        assert.match(
          problemsOf({ [name]: value }).join(),
          new RegExp(`^${name} must be`),
          `${name}=${value}`,
        );
  });

  test('master keys have distinct ids', () => {
    assert.deepEqual(
      problemsOf({ TEFO_MASTER_KEYS: `${masterKeys},k2:${key('another')}`, TEFO_DATA_DIR: dataDir }),
      [],
    );
    assert.equal(problemsOf({ TEFO_MASTER_KEYS: `${masterKeys},k1:${key('another')}` }).length, 1);
  });

  test('staging creates its master key once, readable by its owner only, and uses an existing one', async () => {
    const first = load();
    assert.match(first.masterKeys, /^k1:[A-Za-z0-9+/]{43}=$/);
    assert.equal(load().masterKeys, first.masterKeys);
    const path = join(dataDir, 'master-keys');
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    await writeFile(path, `${masterKeys}\n`);
    assert.equal(load().masterKeys, masterKeys);
  });
});
