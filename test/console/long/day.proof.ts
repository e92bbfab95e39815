// Proof 18: a long day, compressed: every user visits every page in turns while payments are created and paid, and takes
// exports. Memory stays flat, and no line of the log is an error. --minutes N
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { operatorRoles, roles } from '../../../src/core/users/permissions.ts';
import { areas, consolePath } from '../../../src/pages/console/navigation.ts';
import { createMerchantOf } from '../../support/merchant.ts';
import { openTefo } from '../../support/opening.ts';
import { ask } from '../support.ts';

const minutes = Number(process.env.CONSOLE_MINUTES ?? 10);
/** The permitted growth of memory per hour: a measurement over minutes is rough. */
const mostGrowth = 60;

const pages = areas.flatMap((area) => area.pages.map(({ name }) => consolePath(name)));

test(`a long day in ${minutes} minutes: memory is flat, and the log has no error`, {
  timeout: 3_600_000,
}, async (t) => {
  const tefo = await openTefo({ TEFO_LOG_LEVEL: 'info' });
  const running = tefo.start();
  await running.ready();
  const credentials = await tefo.credentials();
  const shop = createMerchantOf(tefo.base, credentials);
  const at = { base: tefo.base } as Parameters<typeof ask>[0];
  const cookies: string[] = [];
  for (const role of roles) {
    const isOperator = (operatorRoles as readonly string[]).includes(role);
    const of = isOperator ? [] : ['--merchant', credentials.siteCode];
    const email = `${role}@test.example`;
    const made = await tefo.command('user', 'create', '--email', email, '--role', role, ...of, '--json');
    const { password } = JSON.parse(made.stdout);
    const entered = await ask(at, '/console/sign-in', { fields: { email, password } });
    assert.equal(entered.status, 303, entered.text);
    cookies.push(entered.headers.get('set-cookie')!.split(';')[0]!);
  }
  const samples: { hour: number; mb: number }[] = [];
  const began = Date.now();
  const ends = began + minutes * 60_000;
  let visits = 0;
  let payments = 0;
  const wrong: string[] = [];
  const visit = async (cookie: string, address: string) => {
    const { status } = await ask(at, address, { cookie });
    visits += 1;
    if (status >= 500 || status === 401 || status === 429) wrong.push(`${address}: ${status}`);
  };
  while (Date.now() < ends) {
    const { body } = await shop.createPayments({ transactionReference: `DAY-${++payments}` });
    await shop.decide(body.paymentRequestId, payments % 5 ? 'success' : 'declined');
    for (const cookie of cookies) {
      await Promise.all(pages.slice(0, 4).map((page) => visit(cookie, page)));
      const page = pages[(visits + payments) % pages.length]!;
      await visit(cookie, page);
      await visit(cookie, `/console/payments/${body.paymentRequestId}`);
      await visit(cookie, `/console/search?q=DAY-${payments}`);
    }
    for (const page of pages) await visit(cookies[payments % cookies.length]!, page);
    if (payments % 5 === 0) await visit(cookies[4]!, '/console/payments.csv');
    samples.push({ hour: (Date.now() - began) / 3_600_000, mb: await residentMb(running.pid) });
  }
  // The first half warms up.
  const late = samples.slice(Math.floor(samples.length / 2));
  const growth = slopeOf(late);
  const log = `${await tefo.log()}${running.said()}`;
  const errors = log.split('\n').filter((line) => /"level":(?:50|60)|"level":"(?:error|fatal)"/.test(line));
  t.diagnostic(
    `${visits} visits, ${payments} payments, ${late[0]!.mb.toFixed(0)} MB at half time, ${late.at(-1)!.mb.toFixed(0)} MB at the end, ${growth.toFixed(1)} MB an hour, ${errors.length} errors in ${log.split('\n').length} lines`,
  );
  assert.deepEqual(wrong.slice(0, 10), []);
  assert.deepEqual(errors.slice(0, 5), []);
  const rise = late.at(-1)!.mb - late[0]!.mb;
  assert.ok(growth < mostGrowth || rise < 25, `${growth.toFixed(1)} MB an hour`);
});

async function residentMb(pid: number): Promise<number> {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kb) / 1024;
}

/** Returns the slope of the straight line through samples, in MB an hour. */
function slopeOf(samples: readonly { hour: number; mb: number }[]): number {
  const mean = (of: (one: { hour: number; mb: number }) => number) =>
    samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [hour, mb] = [mean((one) => one.hour), mean((one) => one.mb)];
  const over = samples.reduce((sum, one) => sum + (one.hour - hour) * (one.mb - mb), 0);
  const under = samples.reduce((sum, one) => sum + (one.hour - hour) ** 2, 0);
  return over / under;
}
