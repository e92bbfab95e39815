import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Config, ConfigError, describeConfig, loadConfig } from './config.ts';
import { policyOf } from './policy.ts';

const key = (fill: string) => Buffer.from(fill.repeat(32).slice(0, 32)).toString('base64');
const masterKeys = `k1:${key('one key')}`;

function problemsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('settings', () => {
  let dataDir: string;
  const load = (env: Record<string, string> = {}): Config => loadConfig({ TEFO_DATA_DIR: dataDir, ...env });
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tefo-config-'));
  });
  after(() => rm(dataDir, { recursive: true }));

  test('without an environment, staging starts on this machine alone', () => {
    const { masterKeys: _, dataDir: __, ...rest } = load();
    assert.deepEqual(rest, {
      mode: 'staging',
      port: 8420,
      host: '127.0.0.1',
      databaseUrl: undefined,
      databasePool: 10,
      publicUrl: 'http://localhost:8420',
      oneUrl: 'http://localhost:8420/one/v1',
      paymentsUrl: 'http://localhost:8420/payments',
      payoutsUrl: 'http://localhost:8420/payouts/v1',
      externalUrl: 'http://localhost:8420/external',
      allowedNetworks: [],
      bodyLimitBytes: 1048576,
      logLevel: 'info',
      seed: undefined,
      sandboxClock: 'everybody',
      transcriptFile: '',
      role: 'all',
      simulatedBank: true,
      idempotencyDays: 7,
      refundBatchTimes: ['10:00', '14:00', '16:00'],
      settlementCutOff: '23:59:59.999',
      chargeTime: '06:00',
      holidaysFile: '',
      cdvFile: '',
      rtcAllowed: false,
      rtcLimitCents: 500_000_000,
      rtcLimitOtherwiseCents: 25_000_000,
      rtcUntil: '16:00',
      shutdownSeconds: 10,
    });
  });

  test('production listens to everybody and has no simulated bank unless it is named', () => {
    const config = load({ TEFO_MODE: 'production', TEFO_MASTER_KEYS: masterKeys });
    assert.equal(config.host, '0.0.0.0');
    assert.equal(config.simulatedBank, false);
    const named = load({
      TEFO_MODE: 'production',
      TEFO_MASTER_KEYS: masterKeys,
      TEFO_SIMULATED_BANK: 'true',
    });
    assert.equal(named.simulatedBank, true);
  });

  test('real-time clearing is for production, and for staging where the operator opens it', () => {
    assert.equal(load({ TEFO_MODE: 'production', TEFO_MASTER_KEYS: masterKeys }).rtcAllowed, true);
    const opened = load({ TEFO_RTC_ALLOWED: 'true' });
    assert.deepEqual(
      [policyOf(load()), policyOf(opened)].map((policy) => policy.realTimeAllowed),
      [false, true],
    );
  });

  test('a run from a seed has a folder of its own, the same master key each time, and nothing of anybody else', () => {
    const [one, again, other] = ['42', '42', '43'].map((TEFO_SEED) => load({ TEFO_SEED }));
    assert.equal(one!.dataDir, join(dataDir, 'seed-42'));
    assert.equal(one!.masterKeys, again!.masterKeys);
    assert.notEqual(one!.masterKeys, other!.masterKeys);
    const refused: Record<string, string>[] = [
      { TEFO_SEED: '../42' },
      { TEFO_SEED: '42', DATABASE_URL: 'postgres://db.example.com/tefo' },
      { TEFO_SEED: '42', TEFO_ROLE: 'api' },
      { TEFO_SEED: '42', TEFO_MODE: 'production', TEFO_MASTER_KEYS: masterKeys },
    ];
    for (const env of refused) assert.match(problemsOf(env).join(), /^TEFO_SEED /);
    const taken = { TEFO_TRANSCRIPT_FILE: 'said', TEFO_MODE: 'production', TEFO_MASTER_KEYS: masterKeys };
    assert.match(problemsOf(taken).join(), /^TEFO_TRANSCRIPT_FILE /);
  });

  test('public addresses follow the port and the public address, and lose a slash at the end', () => {
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

  test('everything that is wrong or unknown is named at once', () => {
    const problems = problemsOf({
      TEFO_MODE: 'prod',
      TEFO_PORT: '80.5',
      TEFO_PUBLIC_URL: 'ftp://example.com',
      TEFO_ONE_URL: 'https://user@example.com',
      TEFO_ALLOWED_NETWORKS: '10.0.0.0/8, 10.0.0.1',
      TEFO_SIMULATED_BANK: 'yes',
      TEFO_DATABASE_POOL: '0',
      TEFO_LOGLEVEL: 'info',
      DATABASE_URL: 'mysql://localhost',
      TEFO_MASTER_KEYS: 'k1:c2hvcnQ=',
      OTHER_NAME: 'is not ours',
    });
    const names = problems.map((problem) => problem.split(' ')[0]).sort();
    assert.deepEqual(names, [
      'DATABASE_URL',
      'TEFO_ALLOWED_NETWORKS',
      'TEFO_DATABASE_POOL',
      'TEFO_LOGLEVEL',
      'TEFO_MASTER_KEYS',
      'TEFO_MODE',
      'TEFO_ONE_URL',
      'TEFO_PORT',
      'TEFO_PUBLIC_URL',
      'TEFO_SIMULATED_BANK',
    ]);
    assert.ok(problems.includes('TEFO_PORT must be whole number from 1 to 65535, not "80.5"'));
    assert.ok(problems.includes('TEFO_LOGLEVEL is no setting of this version'));
  });

  test('a secret is never shown: not in a problem, not at the start', () => {
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
    const production = { TEFO_MODE: 'production' };
    assert.match(problemsOf(production).join(), /TEFO_MASTER_KEYS must be set in production/);
    assert.match(
      problemsOf({ ...production, TEFO_MASTER_KEYS: `k1:${key('0')}` }).join(),
      /^TEFO_MASTER_KEYS must be/,
    );
    const database = { DATABASE_URL: 'postgres://tefo:password@db/tefo' };
    const problems = problemsOf({ ...production, ...database, TEFO_MASTER_KEYS: masterKeys });
    assert.deepEqual(problems, ['DATABASE_URL has a default password, which production refuses']);
  });

  test('a ring of master keys has distinct ids', () => {
    assert.deepEqual(
      problemsOf({ TEFO_MASTER_KEYS: `${masterKeys},k2:${key('another')}`, TEFO_DATA_DIR: dataDir }),
      [],
    );
    assert.equal(problemsOf({ TEFO_MASTER_KEYS: `${masterKeys},k1:${key('another')}` }).length, 1);
  });

  test('staging makes its master key once, for its owner alone, and uses one that is there', async () => {
    const first = load();
    assert.match(first.masterKeys, /^k1:[A-Za-z0-9+/]{43}=$/);
    assert.equal(load().masterKeys, first.masterKeys);
    const path = join(dataDir, 'master-keys');
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    await writeFile(path, `${masterKeys}\n`);
    assert.equal(load().masterKeys, masterKeys);
  });
});
