// Two merchants use the same references, and money belongs partly to each: the search finds every meaning of a text,
// and neither search nor timeline reveals the other's data.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { splitDeposit } from '../src/core/deposits/allocation.ts';
import { openDeposit } from '../src/core/deposits/references.ts';
import { changeSite, type NewMerchant } from '../src/core/merchants/actions.ts';
import { simulatorAccount } from '../src/core/rails.ts';
import { everything, type Viewer } from '../src/core/viewer.ts';
import { recall } from '../src/rails/simulator/recall.ts';
import { type Query, search } from '../src/reports/search/actions.ts';
import { type Root, readTimeline } from '../src/reports/timelines/actions.ts';
import { columnOf } from './support/column.ts';
import { zar } from './support/refunding.ts';
import { settlementAccount } from './support/settling.ts';
import { openSubscriptions } from './support/subscribing.ts';

const shop = await openSubscriptions();
const { ctx, db, merchant: one, receiver } = shop;
const other = await shop.stranger();
const mine: Viewer = { merchants: [one.merchant.id] };
const theirs: Viewer = { merchants: [other.merchant.id] };

/** Creates a payment without an attempt; returns its id. */
async function ask(given: object, as: NewMerchant): Promise<string> {
  const expireAt = new Date(shop.clock.now().getTime() + 86_400_000).toISOString();
  const body = { siteCode: as.siteCode, expireAt, ...given };
  const answer = await shop.one('POST', '/payments', {
    body,
    headers: { 'x-correlation-id': 'basket 7' },
    as,
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.id;
}

/** The same for each of them. */
async function play(as: NewMerchant, bankReference: string) {
  await changeSite(ctx, as.siteCode, { feeCents: 100n, settlementAccount });
  const order = { merchantReference: 'ORDER-7', notifyUrl: `${receiver.url}/${as.siteCode}` };
  const transaction = await shop.pay(1234.5, { ...order, beneficiaryReference: bankReference }, as);
  const refund = await shop.refund(transaction, 7.25, {}, as);
  await shop.active({ payableNow: zar(20) }, as);
  const open = await ask({ merchantReference: 'OPEN-7', amount: zar(60) }, as);
  const transfer = await ask({ merchantReference: 'TRANSFER-7', amount: zar(60.5) }, as);
  return { transaction, refund: refund.id as string, open, transfer };
}

const [own, foreign] = [await play(one, 'SHOP 7'), await play(other, 'SHOP 8')];
const arrived = await shop.sandbox('/deposits', { reference: 'for both of you', amount: '120.00' });
await splitDeposit(
  { ...ctx, actor: 'cli:Naledi' },
  everything,
  arrived.body.depositId,
  [own, foreign].map(({ open }) => ({ to: { paymentId: open }, amount: 6_000n })),
  'half and half',
);
// One's own by its reference, and part of it was the other's.
const { depositReference } = await openDeposit(ctx, { id: own.transfer }, simulatorAccount);
const mixed = await shop.sandbox('/deposits', { reference: depositReference, amount: '10.00' });
await splitDeposit(
  { ...ctx, actor: 'cli:Naledi' },
  everything,
  mixed.body.depositId,
  [one, other].map(({ siteCode }) => ({ to: { floatOf: siteCode }, amount: 500n })),
  'half and half',
);
const unmatched = await shop.sandbox('/deposits', { reference: 'of nobody', amount: '33.00' });
await shop.drain();
for (const time of ['2026-11-21T09:00', '2026-11-24T16:30']) await shop.moveTo(time);

const [paid] = await db<
  Record<'id' | 'account' | 'deliveryId' | 'eventId' | 'attemptId' | 'correlationId', string>[]
>`
  select payment.id, payment.correlation_id, transaction.payer_account as account, delivery.id as delivery_id,
    delivery.event_id, attempt.id as attempt_id
  from payments payment join transactions transaction on transaction.payment_id = payment.id
  join deliveries delivery on delivery.object_id = transaction.id
  join delivery_attempts attempt on attempt.delivery_id = delivery.id
  where transaction.id = ${own.transaction}`;
const payment = paid!.id;

const find = async (text: string, viewer: Viewer = mine, more: Partial<Query> = {}) =>
  (await search(ctx, viewer, { text, ...more })).hits;

const assertFinds = async (text: string, sought: string) =>
  assert.ok(
    (await find(text)).some(({ id }) => id === sought),
    text,
  );

describe('a payment is found by', () => {
  const texts: Record<string, string> = {
    'its id': payment,
    'its id, in capitals and among words': `payment ${payment.toUpperCase()}.`,
    'its transaction': own.transaction,
    'its message': paid!.eventId,
    'the delivery of it': paid!.deliveryId,
    'an attempt to deliver it': paid!.attemptId,
    'the request': paid!.correlationId,
    'its reference': 'ORDER-7',
    'its reference, in small letters': 'order-7',
    'the beginning of it': 'ORD',
    'the beginning of it, in small letters': 'ord',
    'its amount': 'R 1 234,50',
    'its amount with a point': '1234.50',
    'the end of its payer’s account': paid!.account.slice(-4),
    'its account, as it is shown': paid!.account,
    'its bank reference': 'SHOP 7',
    'its bank reference, in small letters': 'shop 7',
    'a line with its reference': '2026-11-20 CR ORDER-7 THANK YOU',
    'a line with its bank reference': 'ABSA BANK SHOP 7 1 234.50',
    'a line with its amount': 'EFT CREDIT 1 234.50 4 000.00',
    'its site': one.siteCode.toLowerCase(),
  };
  for (const [what, text] of Object.entries(texts)) {
    test(`${what}: ${text.replace(/[0-9a-f-]{36}/i, '…')}`, async () => {
      const hits = await find(text);
      assert.ok(hits.some(({ path }) => path.kind === 'payment' && path.id === payment));
      assert.ok(hits.every(({ siteCode }) => siteCode === one.siteCode));
      const all = await find(text, everything);
      assert.ok(all.some(({ path }) => path.id === payment));
    });
  }
});

describe('the search', () => {
  const kinds = async (text: string, viewer?: Viewer) =>
    (await find(text, viewer)).map(({ kind, by }) => `${kind} by ${by}`);

  test('finds every object with an id, a reference or an amount, and names its timeline', async () => {
    const [refund] = await find(own.refund);
    assert.deepEqual(refund!.path, { kind: 'payment', id: payment, record: `begin/${own.refund}` });
    assert.deepEqual([refund!.kind, refund!.amountCents], ['refund', 725n]);
    assert.deepEqual(await kinds('7,25'), ['refund by amount']);
    const [settled] = await db<{ reference: string; totalCents: bigint }[]>`
      select reference, total_cents from settlements where merchant_id = ${one.merchant.id} order by created_at limit 1`;
    assert.deepEqual(await kinds(settled!.reference), ['settlement by reference']);
    assert.ok((await kinds(String(Number(settled!.totalCents) / 100))).includes('settlement by amount'));
    assert.ok((await kinds('CLUB-1')).includes('subscription by reference'));
    assert.deepEqual(await kinds('of nobody', everything), ['deposit by reference']);
    assert.deepEqual(await kinds('33', everything), ['deposit by amount']);
    assert.deepEqual(new Set(await kinds('basket 7')), new Set(['payment by correlation id']));
  });

  test('finds a new payment at once, before any attempt', async () => {
    const made = await ask({ merchantReference: 'FRESH-1', amount: zar(77.7) }, one);
    for (const text of ['FRESH-1', 'FRE', '77,70', made, one.siteCode]) await assertFinds(text, made);
  });

  test('shows at most fifty, the newest first, and says that there are more', async () => {
    const { hits, isCut } = await search(ctx, mine, { text: 'ORDER-7' });
    assert.ok(!isCut && hits.length > 0);
    await db`
      insert into payments select (jsonb_populate_record(payment, jsonb_build_object('id', uuidv7(),
        'created_at', payment.created_at + n * interval '1 second', 'correlation_id', 'many'))).*
      from payments payment, generate_series(1, 60) n where payment.id = ${foreign.open}`;
    for (const text of ['OPEN-7', 'OPEN', 'many', '60']) {
      const many = await search(ctx, theirs, { text });
      assert.deepEqual([many.hits.length, many.isCut], [50, true], text);
      const times = many.hits.map(({ createdAt }) => Number(createdAt));
      const newestFirst = times.toSorted((a, b) => b - a);
      assert.deepEqual(times, newestFirst);
      // The other merchant's many matches displace none of the viewer's.
      if (text !== 'many') await assertFinds(text, own.open);
    }
    assert.deepEqual(await find('OPEN-7', everything, { siteCode: one.siteCode }), await find('OPEN-7'));
  });

  test('accepts any text', async () => {
    for (const text of ['', ' ', '\0', '%', "'", '\ud800', 'x'.repeat(9_000), 'system', '0', 'R', '{}', '\\'])
      assert.deepEqual(await find(text), [], JSON.stringify(text.slice(0, 9)));
  });
});

describe('another merchant’s data', () => {
  const uuids = (text: string): string[] => text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  const json = (value: unknown): string =>
    JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? String(inner) : inner));

  /** Every id in rows of a merchant, or of none. */
  async function idsOf(merchantId: string | null): Promise<Set<string>> {
    const tables = await db<{ name: string }[]>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'merchant_id'`;
    const ids = new Set<string>();
    for (const { name } of tables) {
      const rows = await db<{ row: string }[]>`
        select to_jsonb(held)::text as row from ${db(name)} held where merchant_id is not distinct from ${merchantId}`;
      for (const { row } of rows) for (const id of uuids(row)) ids.add(id);
    }
    const attempts = await db<{ id: string }[]>`
      select attempt.id from delivery_attempts attempt join deliveries delivery on delivery.id = attempt.delivery_id
      where delivery.merchant_id is not distinct from ${merchantId}`;
    for (const { id } of attempts) ids.add(id);
    return ids;
  }

  /** All texts shown to the first merchant for ids: search results, and the timelines that they lead operators to. */
  async function sayAll(ids: readonly string[]): Promise<{ found: string[]; told: string[] }> {
    const [found, reported] = [[] as string[], new Map<string, string>()];
    for (let from = 0; from < ids.length; from += 13) {
      const text = ids.slice(from, from + 13).join(' ');
      for (const hit of await find(text)) found.push(json(hit));
      for (const { path } of await find(text, everything)) {
        const root = { kind: path.kind as Root['kind'], id: path.id };
        const timeline = await readTimeline(ctx, mine, root, { recall, exchangesOf: everything });
        if (timeline) reported.set(path.id, json(timeline));
      }
    }
    return { found, told: [...reported.values()] };
  }

  test('is in no timeline and in no search, to the byte', async () => {
    const owners = [one.merchant.id, other.merchant.id, null];
    const [first, second, nobodys] = (await Promise.all(owners.map(idsOf))) as [
      Set<string>,
      Set<string>,
      Set<string>,
    ];
    const foreignIds = [...second, ...nobodys].filter((id) => !first.has(id));
    assert.ok(foreignIds.length > 50 && nobodys.has(arrived.body.depositId), `${foreignIds.length}`);
    const of = await sayAll(foreignIds);
    assert.deepEqual(of.found, []);
    const { found, told: reported } = await sayAll([...first]);
    assert.ok(reported.length >= 6 && found.length >= 8, `${reported.length} ${found.length}`);
    const said = [...of.told, ...found, ...reported];
    const texts = ['for both of you', 'basket 7', ...'ORDER-7 OPEN-7 O CLUB-1 1234.50 60 120 33'.split(' ')];
    for (const text of texts) said.push(json(await find(text)));
    const all = said.join('\n');
    assert.deepEqual([...new Set(uuids(all)).intersection(new Set(foreignIds))], []);
    for (const text of [
      other.siteCode,
      other.merchant.name,
      'Other Shop',
      'SHOP 8',
      'for both of you',
      'Naledi',
      'half and half',
      unmatched.body.depositId,
      arrived.body.depositId,
    ])
      assert.ok(!all.includes(text), text);
  });

  test('another merchant’s ids have no timeline, and an id of one kind has no timeline of another', async () => {
    const reported = (kind: Root['kind'], id: string, viewer = mine) =>
      readTimeline(ctx, viewer, { kind, id });
    const [theirPayment] = await find(foreign.transaction, theirs);
    const their = theirPayment!.path.id;
    assert.ok((await reported('payment', their, theirs)) && !(await reported('payment', their)));
    assert.ok((await reported('payment', payment)) && !(await reported('payout', payment)));
    assert.ok(
      !(await reported('deposit', arrived.body.depositId)) &&
        !(await reported('deposit', unmatched.body.depositId)),
    );
    assert.ok(!(await readTimeline(ctx, { merchants: [] }, { kind: 'payment', id: payment })));
  });

  test('only the merchant’s part of a deposit is shown', async () => {
    const timeline = (await readTimeline(ctx, mine, { kind: 'payment', id: own.open }))!;
    const begun = timeline.steps.find(({ object, kind }) => object === 'transaction' && kind === 'begin')!;
    const parts = timeline.steps.filter(({ kind }) => kind === 'part');
    const expected = `R\u00a060,00 allocated from suspense to transaction ${begun.objectId}`;
    assert.deepEqual(columnOf(parts, 'what'), [expected]);
    const shared = (await readTimeline(ctx, mine, { kind: 'deposit', id: mixed.body.depositId }))!;
    const [part, ...others] = shared.steps.filter(({ kind }) => kind === 'part');
    assert.match(part!.what, new RegExp(`to the float of ${one.siteCode}$`));
    assert.deepEqual(others, []);
    const whole = (await readTimeline(ctx, everything, { kind: 'deposit', id: arrived.body.depositId }))!;
    assert.equal(whole.steps.filter(({ kind }) => kind === 'part').length, 2);
  });

  test('the bank’s records of one’s own payment are the operator’s', async () => {
    const kindsFor = async (viewer: Viewer) =>
      new Set(
        (await readTimeline(ctx, viewer, { kind: 'payment', id: payment }, { recall }))!.steps.map(
          ({ kind }) => kind,
        ),
      );
    assert.deepEqual(new Set([...(await kindsFor(mine)), 'bank']), await kindsFor(everything));
    assert.ok(!(await kindsFor(mine)).has('bank'));
  });

  test('the merchant’s own timeline has everything of its objects, exactly once', async () => {
    const happened = await db<{ record: string; objectId: string }[]>`
      select 'transitions/' || id as record, object_id from transitions where merchant_id = ${one.merchant.id}
      union all select 'ledger_journals/' || id, object_id from ledger_journals where merchant_id = ${one.merchant.id}
      union all select 'events/' || id, object_id from events where merchant_id = ${one.merchant.id}
      union all select 'delivery_attempts/' || attempt.id, delivery.object_id
      from delivery_attempts attempt join deliveries delivery on delivery.id = attempt.delivery_id
      where delivery.merchant_id = ${one.merchant.id}`;
    for (const [objectId, rows] of Map.groupBy(happened, (row) => row.objectId)) {
      const [hit] = await find(objectId);
      // A part of a shared deposit is shown with the payment.
      const root = hit?.path ?? { kind: 'payment' as const, id: own.open };
      const { steps } = (await readTimeline(ctx, mine, root as never))!;
      const records = steps.map(({ record }) => record);
      for (const { record } of rows)
        assert.equal(records.filter((name) => name === record).length, 1, record);
    }
  });
});
