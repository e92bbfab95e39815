// Saved beneficiaries, the review of a payout, and batches of payouts from a CSV.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Actor } from '../../src/core/context.ts';
import { createPayoutBatchSweep } from '../../src/core/payout-batches/jobs.ts';
import { decideBatchPayouts } from '../../src/core/payouts/actions.ts';
import { flush, inWork } from '../../src/core/unit-of-work.ts';
import { openService } from '../support/opening.ts';
import { ask, fillFloat, hiddenOf, type Shown, strangerOf, type Visitor, visitorsOf } from './support.ts';

const service = await openService();
const { ctx, db, merchant } = service;
const tyme = 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80';
const fnb = '4816019c-3314-4c80-8b6b-b2cd16dcc4ec';
const site = await fillFloat(service);
const [maker, checker, viewer] = await visitorsOf(service, 'finance', 'admin', 'viewer');
const stranger = await strangerOf(service, 'finance');

const newPath = '/console/payouts/batches/new';
const float = async () =>
  (await db`select available_cents, pending_cents from floats where site_id = ${site.id}`)[0]!;

async function upload(who: Visitor, csv: string | Buffer, name = 'wages.csv'): Promise<Shown> {
  const { form } = hiddenOf((await who.get(newPath)).text, newPath);
  const body = new FormData();
  body.set('form', form!);
  body.set('site', merchant.siteCode);
  body.set('file', new Blob([csv as never]), name);
  return ask(service, newPath, { cookie: who.cookie, fields: body });
}

const head = 'beneficiary,bank,account,branch,amount,reference,statement';
let made = 0;
const csvOf = (count: number, amount = '100,50'): string =>
  [
    head.replaceAll(',', ';'),
    ...Array.from({ length: count }, (_, at) => {
      made += 1;
      return `Supplier ${at};TymeBank;51000000001;;${amount};B-${made};WAGES`;
    }),
  ].join('\r\n');

async function created(csv: string): Promise<string> {
  const preview = await upload(maker, csv);
  assert.equal(preview.status, 200, preview.text);
  const answer = await maker.post(newPath, hiddenOf(preview.text, newPath));
  assert.equal(answer.status, 303, answer.text);
  await service.drain();
  return answer.to!;
}

const idOf = (path: string) => path.split('/').at(-1)!;
const statesOf = async (path: string) => {
  const rows = await db`
    select count(*) || ' ' || state as line from payouts where batch_id = ${idOf(path)} group by state`;
  return rows.map(({ line }) => line);
};
/** The number of transfers for the payouts of a batch, and of those payouts. */
const paidBy = async (path: string) =>
  (
    await db`
      select count(*)::integer as payouts, count(distinct object_id)::integer as objects from transfers
      where object_id in (select id from payouts where batch_id = ${idOf(path)})`
  )[0];

describe('a batch of payouts', () => {
  test('is previewed, created once, and approved by a second person who types the sum', async () => {
    const before = await float();
    const csv = csvOf(30);
    const preview = await upload(maker, `\uFEFF${csv}`);
    assert.match(preview.text, /30 payouts/);
    assert.match(preview.text, /R\s3\s015,00/);
    const form = hiddenOf(preview.text, newPath);
    const posts = await Promise.all(Array.from({ length: 10 }, () => maker.post(newPath, form)));
    assert.deepEqual(posts.map(({ status }) => status).toSorted(), [303, ...Array(9).fill(409)]);
    const path = posts.find(({ status }) => status === 303)!.to!;
    await service.drain();
    assert.deepEqual(await statesOf(path), ['30 approval']);
    assert.equal((await float()).availableCents, before.availableCents - 301_500n);
    assert.equal(await maker.act(path, path, {}).catch(() => undefined), undefined);
    assert.equal(
      (await maker.post(path, { form: crypto.randomUUID(), amount: '3015', do: 'approve' })).status,
      403,
    );
    assert.match((await checker.get('/console/payouts')).text, /Batches awaiting approval/);
    assert.match((await checker.get('/console')).text, /batch of payouts to approve/);
    const wrong = await checker.act(path, path, { amount: '3015,01', do: 'approve' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /value="3015,01"/);
    const right = await checker.act(path, path, { amount: '3 015,00', do: 'approve' });
    assert.equal(right.to, path, right.text);
    await service.drain();
    assert.match((await checker.get(path)).text, /approved/);
    assert.deepEqual(await paidBy(path), { payouts: 30, objects: 30 });
  });

  test('is in the list of batches, also once it is decided, to its merchant alone', async () => {
    const list = '/console/payouts/batches';
    const path = await created(csvOf(2, '1.00'));
    await checker.act(path, path, { do: 'decline' });
    await service.drain();
    const row = (page: Shown) => page.text.includes(`href="${path}"`);
    assert.ok(row(await viewer.get(list)) && row(await viewer.get(`${list}?state=declined`)));
    assert.ok(!row(await viewer.get(`${list}?state=approved`)) && !row(await stranger.get(list)));
    assert.match((await viewer.get(`${list}.csv?state=declined`)).text, /wages\.csv,declined,2\.00/);
    assert.match((await viewer.get('/console/payouts')).text, /href="\/console\/payouts\/batches"/);
    assert.equal((await viewer.get(`${list}/new`)).status, 403);
  });

  test('is approved once by 50 at once, although a process dies in the middle', async () => {
    const path = await created(csvOf(250, '1.00'));
    const before = await float();
    const seen = hiddenOf((await checker.get(path)).text, path);
    const approve = () =>
      checker.post(path, { ...seen, form: crypto.randomUUID(), amount: '250', do: 'approve' });
    const answers = await Promise.all(Array.from({ length: 50 }, approve));
    assert.equal(answers.filter(({ status }) => status === 303).length, 1);
    assert.ok(answers.every(({ status }) => [303, 409, 429].includes(status)));
    // A first step ends; the process dies within the second, before its commit, and leaves its claim behind.
    const sweep = createPayoutBatchSweep(ctx);
    assert.equal(await sweep.run(), 1);
    const by: Actor = `user:${checker.userId}`;
    const dying = inWork(ctx, async (work) => {
      await decideBatchPayouts(work, { id: idOf(path), by, isApproved: true }, 100);
      await flush(work);
      throw new Error('killed');
    });
    await assert.rejects(dying, /killed/);
    await db`update payout_batches set due_at = ${new Date(ctx.clock.now().getTime() + 30_000)} where due_at is not null`;
    assert.equal(await sweep.run(), 0);
    service.clock.advance(30_000);
    await Promise.all([sweep.run(), createPayoutBatchSweep(ctx).run(), createPayoutBatchSweep(ctx).run()]);
    await service.drain();
    assert.deepEqual(await paidBy(path), { payouts: 250, objects: 250 });
    assert.equal((await db`select state from payout_batches where id = ${idOf(path)}`)[0]!.state, 'approved');
    assert.equal((await float()).availableCents, before.availableCents);
  });

  test('that is declined gives everything back to the float', async () => {
    const before = await float();
    const path = await created(csvOf(3));
    const declined = await checker.act(path, path, { do: 'decline' });
    assert.equal(declined.to, path, declined.text);
    await service.drain();
    assert.deepEqual(await statesOf(path), ['3 cancelled']);
    assert.deepEqual(await float(), before);
  });

  test('with mistakes is refused with line, field and rule', async () => {
    const rows = [
      head,
      'No Bank,,5100,,1.00,M-1,OK',
      'Lost Zeros,FNB,2001234567,,1.00,M-2,OK',
      'Rounded,TymeBank,5.1E+10,,1.00,M-3,OK',
      'No Amount,TymeBank,51000000001,,one,M-4,OK',
      'Twice,TymeBank,51000000001,,1.00,M-4,OK',
      'Statement,TymeBank,51000000001,,1.00,M-5,no_such*sign',
      'Branch,TymeBank,51000000001,78910,1.00,M-6,OK',
    ];
    const { status, text } = await upload(maker, rows.join('\n'));
    assert.equal(status, 200);
    assert.match(text, /bank is missing, and no saved beneficiary/);
    assert.match(text, /changed to a rounded number by a spreadsheet/);
    assert.match(text, /amount is an amount such as/);
    assert.match(text, /reference is also in line 5/);
    assert.match(text, /statement has 1 to 20 letters/);
    assert.match(text, /branch has 5 of 6 digits/);
    assert.ok(!text.includes('>Create batch<'));
  });

  test('that cannot be read is refused, and nothing is created', async () => {
    const before = (await db`select count(*)::integer as count from payout_batches`)[0]!.count;
    for (const csv of [
      '',
      'a,b,c\n1,2,3',
      head,
      `${head}\n"open,1`,
      'beneficiary,amount,reference,colour\na,1,b,red',
    ]) {
      const { status } = await upload(maker, csv);
      assert.equal(status, 422, csv);
    }
    const many = [head, ...Array.from({ length: 1_001 }, (_, at) => `A,TymeBank,51000000001,,1,X-${at},`)];
    assert.equal((await upload(maker, many.join('\n'))).status, 422);
    assert.equal((await upload(maker, Buffer.alloc(600 * 1024, 'a'))).status, 422);
    assert.equal((await db`select count(*)::integer as count from payout_batches`)[0]!.count, before);
  });

  test('from a file that was uploaded before has a warning, and its references are taken', async () => {
    const csv = csvOf(2);
    await created(csv);
    const again = await upload(maker, csv);
    assert.match(again.text, /This file was uploaded before/);
    assert.match(again.text, /used by an earlier payout/);
  });

  test('above the float is refused as a whole', async () => {
    const preview = await upload(maker, csvOf(2, '60 000,00'));
    const refused = await maker.post(newPath, hiddenOf(preview.text, newPath));
    assert.equal(refused.status, 422);
    assert.match(refused.text, /line 3: the float does not cover/i);
  });

  test('is invisible to another merchant, and its payouts are not decided one by one', async () => {
    const path = await created(csvOf(2));
    assert.equal((await stranger.get(path)).status, 404);
    assert.equal(
      (await stranger.post(path, { form: crypto.randomUUID(), amount: '201', do: 'approve' })).status,
      404,
    );
    assert.equal((await viewer.post(path, { form: crypto.randomUUID() })).status, 403);
    const [payout] = await db`select id from payouts where batch_id = ${idOf(path)} limit 1`;
    const one = `/console/payouts/${payout!.id}`;
    assert.match((await checker.get(one)).text, /part of a batch/);
    const alone = await checker.post(one, { form: crypto.randomUUID(), amount: '100,50', do: 'approve' });
    assert.equal(alone.status, 409);
  });
});

const beneficiaries = '/console/beneficiaries';
const newBeneficiary = `${beneficiaries}/new`;
const save = async (name: string) => {
  const fields = { name, bank: tyme, account: '51000000001' };
  const answer = await maker.act(newBeneficiary, newBeneficiary, fields);
  assert.equal(answer.status, 303, answer.text);
  return answer.to!;
};
const pay = (beneficiary: string, more: Record<string, string> = {}) => {
  made += 1;
  return maker.post('/console/payouts/new', {
    form: crypto.randomUUID(),
    site: merchant.siteCode,
    beneficiary,
    amount: '10',
    reference: `P-${made}`,
    bankReference: 'WAGES',
    ...more,
  });
};

describe('a beneficiary', () => {
  test('is saved once by its name, listed, renamed and removed', async () => {
    const path = await save('Karoo Paper');
    const list = (await maker.get(beneficiaries)).text;
    assert.match(list, /Karoo Paper/);
    assert.ok(!list.includes('51000000001'));
    const given = { name: 'karoo paper', bank: tyme, account: '51000000001' };
    const twice = await maker.act(newBeneficiary, newBeneficiary, given);
    assert.equal(twice.status, 409);
    assert.match(twice.text, /value="karoo paper"/);
    assert.equal((await maker.act(path, `${path}/rename`, { name: 'Karoo Paper & Co' })).to, path);
    assert.match((await maker.get(path)).text, /Karoo Paper &amp; Co/);
    assert.equal((await maker.act(path, `${path}/remove`)).to, beneficiaries);
    assert.equal((await maker.get(path)).status, 404);
    for (const [fields, field] of [
      [{ name: '', bank: tyme, account: '51000000001' }, 'name'],
      [{ name: 'X', bank: '', account: '51000000001' }, 'bank'],
      [{ name: 'X', bank: fnb, account: '62001234568' }, 'account'],
      [{ name: 'X', bank: tyme, account: '51000000001', branch: '1' }, 'branch'],
    ] as const) {
      const { status, text } = await maker.act(newBeneficiary, newBeneficiary, fields);
      assert.equal(status, 422, field);
      assert.match(text, new RegExp(`name="${field}"[^>]*aria-invalid`));
    }
  });

  test('that is new or has another account waits for a second person, who did not enter it', async () => {
    const path = await save('New Supplier');
    const stateOf = async (to: string) =>
      (await db`select state from payouts where id = ${idOf(to)}`)[0]!.state;
    const first = await pay(idOf(path));
    await service.drain();
    assert.equal(await stateOf(first.to!), 'approval');
    assert.match((await checker.get(first.to!)).text, /New beneficiary/);
    assert.equal((await checker.act(first.to!, first.to!, { amount: '10', do: 'approve' })).status, 303);
    const second = await pay(idOf(path));
    await service.drain();
    assert.notEqual(await stateOf(second.to!), 'approval');
    const changed = await checker.act(path, `${path}/account`, { bank: tyme, account: '51000000002' });
    assert.equal(changed.to, path, changed.text);
    const third = await pay(idOf(path));
    await service.drain();
    assert.equal(await stateOf(third.to!), 'approval');
    assert.match((await maker.get(third.to!)).text, /Account changed on/);
    const own = await checker.post(third.to!, { form: crypto.randomUUID(), amount: '10', do: 'approve' });
    assert.equal(own.status, 403);
    assert.match(own.text, /entered the account/);
  });

  test('is not seen or used by another merchant', async () => {
    const path = await save('Mine Only');
    assert.equal((await stranger.get(path)).status, 404);
    assert.ok(!(await stranger.get(beneficiaries)).text.includes('Mine Only'));
    const given = { form: crypto.randomUUID(), name: 'x', bank: tyme, account: '51000000001' };
    for (const form of ['rename', 'account', 'remove'])
      assert.equal((await stranger.post(`${path}/${form}`, given)).status, 404);
    assert.equal((await viewer.get(path)).status, 403);
    assert.equal((await pay(idOf(path), { site: 'NONE1' })).status, 400);
  });

  test('is saved with a payout that is reviewed first', async () => {
    const to = '/console/payouts/new';
    made += 1;
    const fields = {
      site: merchant.siteCode,
      payee: 'From a payout',
      save: 'true',
      bank: tyme,
      account: '51000000001',
      amount: '20,50',
      reference: `P-${made}`,
      bankReference: 'WAGES',
    };
    const review = await maker.act(to, to, { ...fields, do: 'review' });
    assert.equal(review.status, 200);
    assert.match(review.text, /R\s20,50 to From a payout/);
    assert.match(review.text, /first payout to this account/);
    const done = await maker.post(to, hiddenOf(review.text, to));
    assert.equal(done.status, 303, done.text);
    assert.match((await maker.get(beneficiaries)).text, /From a payout/);
  });
});
