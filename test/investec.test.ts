// An account at Investec over the whole service: added on the command line, receiving and sending payments, and compared with
// its books.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { stopClockAt } from '../src/app/shared-clock.ts';
import { changeSite, createMerchant } from '../src/core/merchants/actions.ts';
import { openPool } from '../src/kernel/db/db.ts';
import { readOrder, type Verdict, writeVerdict } from '../src/rail-check/investec-bank/answers.ts';
import { checkEverything } from '../src/reports/checks/all.ts';
import { withHash } from './contract/signatures.ts';
import { openMerchant } from './races/merchant.ts';
import { tefoOn } from './support/cli.ts';
import { testDatabase } from './support/database.ts';
import { atEnd } from './support/ending.ts';
import { openInvestec } from './support/investec.ts';
import { openService } from './support/opening.ts';
import { openReceiver } from './support/receiver.ts';

const database = await testDatabase();
const pool = openPool(database.url, { max: 1 });
await stopClockAt(pool, new Date('2026-11-20T08:00:00Z'));
await pool.end();
atEnd(database.drop);
const service = await openService({ over: { databaseUrl: database.url }, clock: 'shared' });
const { base, clock, db, ctx } = service;
const merchant = await createMerchant(ctx, { name: 'Fynbos Books' });
await changeSite(ctx, merchant.siteCode, { allowPlainAccountNumbers: true });
const bank = await openInvestec(clock, { opening: '50.00', accountNumber: '10011234567' });
const shop = await openReceiver();
const tefo = tefoOn(service);
const account = 'bokmakierie';
const today = '2026-11-20';
const tyme = { bankGroupId: 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80', branchCode: '678910' };

const client = openMerchant(base, merchant, clock);
atEnd(client.close);
const { siteCode } = merchant;

/** Requests a payout and lets it leave. Returns its id, and the payment that the bank got. */
async function payOut(cents: number, merchantReference: string) {
  const bankingDetails = { ...tyme, accountNumber: '51000000001' };
  const asked = { siteCode, merchantReference, customerBankReference: 'FYNBOS 17', bankingDetails };
  const terms = { ...asked, amount: cents / 100, isRtc: false, notifyUrl: `${shop.url}/notify` };
  const signed = withHash('payouts requestPayout', terms, merchant);
  const { body } = await client.payouts(siteCode, '/requestpayout', signed);
  assert.equal(body.payoutStatus.status, 1, JSON.stringify(body));
  await service.drain();
  const [transfer] = await db<{ id: string }[]>`select id from transfers where object_id = ${body.payoutId}`;
  const payment = () => bank.payments().find(({ key }) => key === transfer!.id)!;
  return {
    id: body.payoutId as string,
    payment,
    reference: () => readOrder(payment().pain001).bankReference,
    judge: (verdict: Verdict) =>
      bank.answer(payment().paymentId, writeVerdict(readOrder(payment().pain001), verdict)),
  };
}

const statusOf = async (id: string): Promise<number> =>
  (await client.payouts(siteCode, `/getpayout?payoutId=${id}`, undefined)).body.payoutStatus.status;

async function pass(seconds: number): Promise<void> {
  clock.advance(seconds * 1_000);
  await service.drain();
}

/** Runs a command with --json, which must end with 0. */
async function run(...args: string[]) {
  const { code, out, err } = await tefo(...args, '--json');
  assert.equal(code, 0, err);
  return JSON.parse(out);
}

async function settingsFile(content: unknown): Promise<string> {
  const path = join(service.config.dataDir, 'investec.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const settings = { banking: 'business', ...bank.credentials, baseUrl: bank.url };
const add = async (given: unknown, ...more: string[]) =>
  tefo(
    ...['bank', 'add', account, '--bank', 'investec', '--number', bank.accountNumber, '--branch', '580105'],
    ...['--holder', 'Boekhandel Voorbeeld', '--rail', 'investec', '--settings', await settingsFile(given)],
    ...more,
  );
const paying = ['--payments', 'pain.001.001.09'];

const complete = 5;
const under = 3;
const linesOf = async () =>
  (await run('statement', 'lines', '--account', account)).map((one: Record<string, string>) => [
    one.amount,
    one.as,
    one.object,
  ]);

describe('an account at Investec', () => {
  test('is refused with invalid settings, and no secret is shown', async () => {
    for (const [given, more, reason] of [
      [{ ...settings, banking: 'both' }, paying, /banking must be/],
      [{ ...settings, apiKey: undefined }, paying, /apiKey must be a text/],
      [{ ...settings, banking: 'private' }, paying, /private banking at Investec cannot make payments/],
      [settings, [...paying, '--releases', '1'], /--releases must be 0/],
      [settings, ['--payments', 'csv'], /Investec accepts pain\.001\.001\.09/],
      [`{"apiKey": ${bank.credentials.apiKey}`, paying, /--settings must be a JSON file/],
    ] as const) {
      const { code, err } = await add(given, ...more);
      assert.notEqual(code, 0);
      assert.match(err, reason);
      for (const secret of bank.secrets()) assert.ok(!err.includes(secret), err);
    }
  });

  test('is added, and shown without its keys', async () => {
    const { code, out, err } = await add(settings, ...paying, '--json');
    assert.equal(code, 0, err);
    const shown = JSON.parse(out);
    assert.deepEqual(
      [shown.rail, shown.bank.name, shown.abilities],
      ['investec', 'Investec', ['deposits', 'transfers']],
    );
    for (const secret of bank.secrets()) assert.ok(!out.includes(secret));
  });

  test('raises a float by a deposit with its reference; another one waits', async () => {
    const path = '/CreateFloatTopUpReferenceRequest?amount=1000';
    const { beneficiaryReference } = (await client.external('POST', path)).body;
    bank.addTransaction({ amount: '1000.00', description: `MAGTAPE ${beneficiaryReference}`, day: today });
    bank.addTransaction({ amount: '7.00', description: 'A STRANGER', day: today });
    await pass(60);
    const { balance } = (await client.external('GET', '/GetFloatBalanceInfo')).body;
    assert.equal(balance, 1000);
    assert.equal((await db`select from deposits where state = 'waiting'`).count, 1);
  });

  test('pays a payout, which its status says first and its statement shows then', async () => {
    const payout = await payOut(10_000, 'By status');
    assert.equal(await statusOf(payout.id), under);
    payout.judge({ status: 'ACSP' });
    await pass(30);
    assert.equal(await statusOf(payout.id), complete);
    bank.addTransaction({ amount: '-100.00', description: `EFT ${payout.reference()}`, day: today });
    await pass(60);
    assert.deepEqual((await linesOf()).at(-1), ['-100.00', 'payment', payout.id]);
  });

  test('pays a payout by the statement alone', async () => {
    const payout = await payOut(2_000, 'By statement');
    bank.addTransaction({ amount: '-20.00', description: `EFT ${payout.reference()}`, day: today });
    await pass(60);
    assert.equal(await statusOf(payout.id), complete);
  });

  test('pays once after a lost response, and reverses payments that the statement returns', async () => {
    bank.failNext(1, 'lost');
    const payout = await payOut(3_000, 'Lost');
    assert.equal(await statusOf(payout.id), under);
    await pass(30);
    assert.equal(payout.payment().times, 2);
    bank.addTransaction({ amount: '-30.00', description: `EFT ${payout.reference()}`, day: today });
    await pass(60);
    assert.equal(await statusOf(payout.id), complete);
    bank.addTransaction({ amount: '30.00', description: `RETURNED ${payout.reference()}`, day: today });
    await pass(60);
    assert.equal(await statusOf(payout.id), 90);
    assert.deepEqual((await linesOf()).at(-1), ['30.00', 'return', payout.id]);
  });

  test('refunds the merchant when the bank declines', async () => {
    const payout = await payOut(4_000, 'Refused');
    payout.judge({ status: 'RJCT', reason: 'no such account' });
    await pass(600);
    assert.equal(await statusOf(payout.id), 99);
  });

  test('resends payments that the bank could not accept, and waits for the bank', async () => {
    bank.failNext(1, 'tooMany');
    const payout = await payOut(1_000, 'Later');
    assert.equal(payout.payment(), undefined);
    await pass(60);
    assert.equal(payout.payment().times, 1);
    bank.addTransaction({ amount: '-10.00', description: `EFT ${payout.reference()}`, day: today });
    await pass(60);
    assert.equal(await statusOf(payout.id), complete);
  });

  test('exports no file: its payments have left', async () => {
    assert.deepEqual((await run('payments', 'export', '--account', account)).files, []);
  });

  test('reports missing lines, and agrees to the cent once the statement shows them', async () => {
    const payout = await payOut(500, 'Shown late');
    payout.judge({ status: 'ACSP' });
    await pass(60);
    const day = ['--account', account, '--day', today];
    await moveTo('2026-11-21T05:00:00Z');
    const early = await tefo('reconcile', ...day, '--json');
    assert.equal(early.code, 1);
    const [differs] = JSON.parse(early.out).accounts;
    assert.deepEqual(
      [differs.difference, differs.rows.map((row: Record<string, string>) => [row.kind, row.amount])],
      ['5.00', [['missing', '-5.00']]],
    );
    bank.addTransaction({ amount: '-5.00', description: `EFT ${payout.reference()}`, day: today });
    await pass(60);
    const { ok, accounts } = await run('reconcile', ...day);
    assert.deepEqual(
      [ok, accounts[0].opening, accounts[0].statement, accounts[0].books, accounts[0].rows],
      [true, '50.00', bank.balanceNow(), bank.balanceNow(), []],
    );
    assert.deepEqual(await checkEverything(db, { simulatedBank: true }), []);
  });

  test('is removed', async () => {
    const { code, err } = await tefo('bank', 'remove', account);
    assert.equal(code, 0, err);
    const before = bank.requests().length;
    await pass(60);
    assert.equal(bank.requests().length, before);
  });
});

/** Moves the clock that the commands have too. */
async function moveTo(time: string): Promise<void> {
  clock.set(new Date(time));
  await db`update sandbox_clock set stands_at = ${time}`;
  await service.drain();
}
