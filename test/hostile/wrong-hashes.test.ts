// Wrong hashes as an attack: any client that knows a site's code can send them, with as many fields as a body holds. The
// service keeps responding, the search for the mistake ends, and a restart does not repeat it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../src/core/context.ts';
import { type HashSurface, listMismatches, openEvidence } from '../../src/core/hash-mismatches/actions.ts';
import { findSiteByCode, type Site } from '../../src/core/merchants/actions.ts';
import type { KeptEvidence } from '../../src/hash-debugger/diagnose.ts';
import { createHashDebugger } from '../../src/hash-debugger/threaded.ts';
import { openPool, type Sql } from '../../src/kernel/db/db.ts';
import { createKeyring } from '../../src/kernel/security/crypto.ts';
import { openBulk } from '../support/bulking.ts';
import { ask, signedFields } from '../support/merchant.ts';
import { openTefo } from '../support/opening.ts';
import { until } from '../support/until.ts';

const digest = 'ab'.repeat(64);
const stranger = (index: number): [string, string] => [`a${index.toString(36)}`, '1'];
const strangers = (count: number) => Array.from({ length: count }, (_, index) => stranger(index));

/** The record that a version without limits kept of a request with so many unknown fields. */
function keptOnce(siteCode: string, count: number): KeptEvidence {
  const sent = strangers(count).map(([name, text]) => ({ name, text }));
  const fields = Object.entries(signedFields({ siteCode, privateKey: '' })).slice(0, -1);
  const known = fields.map(([name, text]) => ({ name, text, kind: 'text' as const }));
  return { fields: known, sent: [...known, ...sent], digest, mayBeLeftOut: [] };
}

type Keyring = Pick<Context['keyring'], 'seal'>;

/** Puts such a row into the table; resolves to its id. */
async function insertOld(
  db: Sql,
  { seal }: Keyring,
  site: Site,
  given: { surface?: HashSurface; count?: number; at?: Date } = {},
): Promise<string> {
  const { surface = 'payments', count = 60_000, at = new Date() } = given;
  const id = randomUUID();
  const sealed = seal(JSON.stringify(keptOnce(site.code, count)));
  await db`
    insert into hash_mismatches (id, merchant_id, site_id, surface, reference, evidence_sealed, correlation_id, created_at)
    values (${id}, ${site.merchantId}, ${site.id}, ${surface}, 'OLD', ${sealed}, ${id}, ${at})`;
  await db`select pg_notify('tefo_wake', 'mismatches.diagnose')`;
  return id;
}

interface State {
  attempts: number;
  findings: object[] | null;
}

const stateOf = async (db: Sql, id: string): Promise<State> =>
  (await db<State[]>`select attempts, findings from hash_mismatches where id = ${id}`)[0]!;

/** Polls the service's liveness until `over`; returns the longest response in milliseconds. */
async function longestAnswer(base: string, over: Promise<unknown>): Promise<number> {
  let isOver = false;
  const ended = over.finally(() => {
    isOver = true;
  });
  let longest = 0;
  do {
    const began = performance.now();
    assert.equal((await ask(`${base}/health/live`)).status, 200);
    longest = Math.max(longest, performance.now() - began);
    await sleep(5);
  } while (!isOver);
  await ended;
  return longest;
}

describe('a wrong hash with sixty thousand unknown fields', async () => {
  const service = await openBulk({ started: true });
  const { base, ctx, db, merchant } = service;
  const site = (await findSiteByCode(db, merchant.siteCode))!;
  const newest = async () => {
    const [row] = await listMismatches(ctx, site, { limit: 1 });
    return { ...row!, evidence: JSON.parse(openEvidence(ctx, row!)) as KeptEvidence };
  };
  const isLookedAt = async () => {
    const { id, findings } = await newest();
    // On a busy machine, one may need its second attempt.
    if (findings === null && (await stateOf(db, id)).attempts === 1) service.clock.advance(1_000);
    return findings !== null;
  };
  const wrong = { ...signedFields(merchant, { transactionReference: 'FLOOD' }), hashCheck: digest };

  test('from a browser blocks no other request, and fills no storage', async () => {
    const known = Object.entries(wrong);
    for (const fields of [strangers(60_000), strangers(40)]) {
      const body = new URLSearchParams([...fields, ...known]).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      service.clock.advance(1_000);
      const { status } = await ask(`${base}/pay`, { method: 'POST', headers, body });
      assert.ok(status >= 400 && status < 500, `${status}`);
    }
    const longest = await longestAnswer(base, until(isLookedAt));
    assert.ok(longest < 20_000, `${longest} ms`);
    const { dropped, findings, evidence, evidenceSealed } = await newest();
    assert.deepEqual([dropped, evidence.dropped, findings], [30, 30, []]);
    assert.ok(evidenceSealed.length < 10_000, `${evidenceSealed.length} characters`);
  });

  test('in an element of a bulk job is kept and looked at within the same limits', async () => {
    const element = { ...Object.fromEntries(strangers(150)), ...wrong, transactionReference: 'BULK' };
    service.clock.advance(1_000);
    const { status, body } = await service.create([element, element]);
    assert.equal(status, 200);
    assert.deepEqual(body.errors, ['[0] HashCheck value has failed', '[1] HashCheck value has failed']);
    await until(async () => (await newest()).reference === 'BULK' && (await isLookedAt()));
    const { surface, dropped, evidence, evidenceSealed } = await newest();
    assert.deepEqual([surface, dropped, evidence.among], ['bulk', 140, { wrong: 2, items: 2 }]);
    assert.ok(evidenceSealed.length < 10_000, `${evidenceSealed.length} characters`);
  });

  test('that an older version stored whole costs the request thread almost no time, and is counted', async () => {
    const measured = process.threadCpuUsage();
    const ids: string[] = [];
    for (const surface of ['payments', 'bulk'] as const)
      ids.push(await insertOld(db, ctx.keyring, site, { surface, at: service.clock.now() }));
    const isDone = async () => {
      const states = await Promise.all(ids.map((id) => stateOf(db, id)));
      // On a busy machine, one may need its second attempt.
      if (states.some(({ attempts, findings }) => attempts === 1 && findings === null))
        service.clock.advance(1_000);
      return states.every(({ attempts, findings }) => attempts === 2 || findings !== null);
    };
    const longest = await longestAnswer(base, until(isDone));
    const { user, system } = process.threadCpuUsage(measured);
    // Sealing, opening and asking are in it too; the search alone was hours.
    assert.ok(user + system < 10_000_000, `${(user + system) / 1000} ms`);
    assert.ok(longest < 20_000, `${longest} ms`);
    const { text } = await ask(`${base}/metrics`);
    const counted = [...text.matchAll(/^tefo_diagnoses_total\{result="(?:none|gave_up)"\} (\d+)$/gm)];
    const sum = counted.reduce((all, [, count]) => all + Number(count), 0);
    assert.ok(sum >= 4, `${sum} searches were counted`);
  });

  test('is looked at within a time, beyond which the search is ended and counted', async () => {
    const counted: string[] = [];
    const meter = { ...ctx.meter!, diagnosis: (result: string) => void counted.push(result) };
    const hashDebugger = createHashDebugger({ ...ctx, meter }, 1);
    const evidence = JSON.stringify(keptOnce(site.code, 60_000));
    await assert.rejects(hashDebugger.diagnose(site.id, 'payments', evidence), { name: 'OverBudget' });
    await hashDebugger.close();
    assert.deepEqual(counted, ['gave_up']);
  });
});

describe('a service that is killed while it looks for the mistake of a wrong hash', async () => {
  const masterKeys = `k1:${Buffer.alloc(32, 'wrong hashes').toString('base64')}`;
  let db: Sql;
  const tefo = await openTefo({ TEFO_MASTER_KEYS: masterKeys });
  after(() => db?.end({ timeout: 1 }));

  test('is answered after a restart, and a search that began twice is not repeated', async () => {
    const first = tefo.start();
    await first.ready();
    db = openPool(await tefo.databaseUrl(), { max: 2 });
    const { siteCode } = await tefo.credentials();
    const site = (await findSiteByCode(db, siteCode))!;
    const keyring = createKeyring(masterKeys);
    const id = await insertOld(db, keyring, site);
    await until(async () => (await stateOf(db, id)).attempts === 1);
    first.signal('SIGKILL');
    await first.ended;
    await db.end({ timeout: 1 });

    const again = tefo.start();
    await again.ready();
    db = openPool(await tefo.databaseUrl(), { max: 2 });
    // As two such ends would have left it.
    await db`
      update hash_mismatches set attempts = 2, findings = null, attempted_at = now() - interval '1 hour' where id = ${id}`;
    const behind = await insertOld(db, keyring, site, { count: 10 });
    const isDone = async () => (await stateOf(db, behind)).findings !== null;
    const longest = await longestAnswer(tefo.base, until(isDone));
    assert.ok(longest < 20_000, `${longest} ms`);
    assert.deepEqual(await stateOf(db, id), { attempts: 2, findings: null });

    const wrong = {
      ...signedFields({ siteCode, privateKey: '' }, { transactionReference: 'MANY' }),
      hashCheck: digest,
    };
    const body = new URLSearchParams([...strangers(40), ...Object.entries(wrong)]);
    await ask(`${tefo.base}/pay`, { method: 'POST', body });
    const [explained, shortened, timeline, logged] = await Promise.all([
      tefo.command('hash', 'explain', id),
      tefo.command('hash', 'explain', 'MANY'),
      tefo.command('explain', id),
      tefo.command('logs', '--since', '1d'),
    ]);
    assert.match(
      explained.stdout,
      /The search for the error was stopped before an explanation was found/,
      explained.stderr,
    );
    assert.match(shortened.stdout, /Note: 30 further fields/, shortened.stderr);
    assert.match(timeline.stdout, /the search for the mistake was abandoned/, timeline.stderr);
    assert.match(logged.stdout, /OLD {2}the search for the error was stopped/, logged.stderr);
    assert.match(logged.stdout, /MANY {2}.*\(30 of its fields not stored\)/);
    again.signal('SIGTERM');
    assert.equal((await again.ended).code, 0);
  });
});
