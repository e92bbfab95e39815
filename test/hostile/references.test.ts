// The hash does not fix where one reference ends and the next begins. Such a request is marked, counted and reported, and a
// site can configure the pattern of its references.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { changeSite, findSiteByCode, readSiteSettings } from '../../src/core/merchants/actions.ts';
import { createBrowserRequestSweep } from '../../src/core/payments/browser-requests.ts';
import { everything } from '../../src/core/viewer.ts';
import { readTimeline } from '../../src/reports/timelines/actions.ts';
import { submit } from '../support/customer.ts';
import { signedFields } from '../support/merchant.ts';
import { openService } from '../support/opening.ts';

const service = await openService();
const { base, db, ctx, merchant } = service;

const bring = (transactionReference: string, bankReference: string, more: Record<string, string> = {}) =>
  submit(`${base}/pay`, signedFields(merchant, { transactionReference, bankReference, ...more }));
const idOf = (location: string): string => location.split('/').at(-1)!;

async function noteOfHash(id: string): Promise<{ what: string; why: string | null }> {
  const { steps } = (await readTimeline(ctx, everything, { kind: 'payment', id }))!;
  const { what, why } = steps.find(({ kind }) => kind === 'hash')!;
  return { what, why };
}

async function setPattern(referencePattern: string): Promise<void> {
  await changeSite(ctx, merchant.siteCode, readSiteSettings([['referencePattern', referencePattern]]));
  service.directory.forget();
}

describe('a request whose text could be cut between its references', () => {
  test('is accepted, marked, counted by its site, and reported', async () => {
    const { location } = await bring('1001', '5 ACME');
    const { what, why } = await noteOfHash(idOf(location));
    assert.equal(
      what,
      'request signature valid, but it does not show where transactionReference "1001" and bankReference "5 ACME" end',
    );
    assert.match(why!, /compare the amount with your order/);
    const byKey = signedFields(merchant, { transactionReference: '1002', bankReference: '5 ACME' });
    const answer = await fetch(`${base}/payments/postpaymentrequest`, {
      method: 'POST',
      headers: { apikey: merchant.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(byKey),
    });
    const { paymentRequestId } = (await answer.json()) as { paymentRequestId: string };
    assert.equal((await noteOfHash(paymentRequestId)).what, 'request signature valid');

    const shown = await promisify(execFile)(
      process.execPath,
      ['src/cli/main.ts', 'site', 'show', merchant.siteCode],
      {
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: service.databaseUrl,
          TEFO_DATA_DIR: service.config.dataDir,
        },
      },
    );
    const counted = 'with ambiguous hashes: bankReference in 1, transactionReference in 1';
    assert.match(shown.stdout, new RegExp(`^1 requests to /pay in 30 days; ${counted}$`, 'm'));
    const metrics = await (await fetch(`${base}/metrics`)).text();
    assert.match(metrics, /^tefo_ambiguous_requests_total\{field="transactionReference"\} 1$/m);
  });

  test('does not exist where referencePattern leaves one place; a reference that does not match entirely is refused', async () => {
    await setPattern('ORD-\\d{6}');
    const { location } = await bring('ORD-001001', '5 ACME');
    assert.match((await noteOfHash(idOf(location))).what, /show where bankReference "5 ACME" ends$/);
    for (const reference of ['ORD-00100', 'ORD-0010015', 'xORD-001001', 'ORD-001001\n'])
      assert.match((await bring(reference, '5 ACME')).text, /transactionReference must match the site/);
    await setPattern('\\d+');
    const again = await bring('1001', '5 ACME', { amount: '26.00' });
    assert.match(
      (await noteOfHash(idOf(again.location))).what,
      /transactionReference "1001" and bankReference/,
    );
    const exact = await bring('1001', 'ACME', { amount: '26.00' });
    assert.match(
      (await noteOfHash(idOf(exact.location))).what,
      /transactionReference "1001" and bankReference/,
    );
    await setPattern('');
  });
});

describe('referencePattern', () => {
  test('delays no request, whatever it contains', async () => {
    await setPattern('((a+)+)+b|(.*.*.*.*.*.*x)');
    const { cpu } = await measured(() => bring('a'.repeat(50), '1'));
    assert.ok(cpu < 1_000, `${cpu} ms`);
    await setPattern('');
  });

  test('is a regular expression of at most a hundred characters', () => {
    for (const wrong of ['(', '(?=a)', '(a)\\1', `${'a'.repeat(101)}`, '((a{999}){999}){999}', 'é'])
      assert.throws(
        () => readSiteSettings([['referencePattern', wrong]]),
        /referencePattern must be a regular expression/,
      );
    assert.deepEqual(readSiteSettings([['referencePattern', '']]), { referencePattern: null });
  });
});

test('a hash received at /pay is remembered for a year', async () => {
  const count = async () => (await db`select 1 from browser_requests`).count;
  const before = await count();
  const sweep = createBrowserRequestSweep(ctx);
  const { id } = (await findSiteByCode(db, merchant.siteCode))!;
  service.clock.advance(365 * 24 * 3_600_000);
  await sweep.run();
  assert.equal(await count(), before);
  await bring('9001', '5 ACME');
  service.clock.advance(2 * 24 * 3_600_000);
  await sweep.run();
  const left = await db`select 1 from browser_requests where site_id = ${id}`;
  assert.deepEqual([left.count, await count()], [1, 1]);
});

async function measured(work: () => Promise<unknown>): Promise<{ cpu: number }> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000 };
}
