import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openUsers } from '../../../test/support/setup/users.ts';
import { inWork } from '../unit-of-work.ts';
import { everything } from '../viewer.ts';
import { type Deed, listAudit, record, verifyAudit } from './audit.ts';
import { claimForm, newFormId } from './forms.ts';

const { ctx, other, clock, merchantId } = await openUsers();
const elsewhere = randomUUID();
const deed = (more: Partial<Deed> = {}): Deed => ({
  who: 'cli:naledi',
  merchantId,
  action: 'refund.request',
  subject: 'a transaction',
  before: { refundableCents: 10_000n },
  after: { refundableCents: 0n, note: 'Größe 🛒 \u2028' },
  why: 'came back',
  network: '192.0.2.1',
  ...more,
});
const write = (more?: Partial<Deed>, scope = ctx) => inWork(scope, (work) => record(work, deed(more)));

/** Changes the log past its triggers, looks at it, and puts it back. */
async function tampered(statement: string): Promise<unknown> {
  const undo = new Error('undo');
  let found: unknown;
  await ctx.db
    .begin(async (tx) => {
      await tx.unsafe('alter table console.audit disable trigger user');
      await tx.unsafe(statement);
      found = await verifyAudit(tx as never);
      throw undo;
    })
    .catch((error) => assert.equal(error, undo));
  return found;
}

describe('the audit log', () => {
  test('without entries is whole', async () => {
    assert.deepEqual(await verifyAudit(ctx.db), { entries: 0 });
  });

  test('keeps its chain while fifty write at one time, in two processes', async () => {
    const positions = await Promise.all(
      Array.from({ length: 50 }, (_, n) => write({ subject: `${n}` }, n % 2 ? ctx : other)),
    );
    assert.deepEqual(
      positions.sort((one, two) => one - two),
      Array.from({ length: 50 }, (_, n) => n + 1),
    );
    assert.deepEqual(await verifyAudit(ctx.db), { entries: 50 });
  });

  test('is part of the transaction that it records', async () => {
    const failing = inWork(ctx, async (work) => {
      await record(work, deed());
      throw new Error('no');
    });
    await assert.rejects(failing, /^Error: no$/);
    assert.equal(await write(), 51);
  });

  test('names the first position that is not as it was written, whatever was changed of it', async () => {
    for (const change of [
      "at = at + interval '1 microsecond'",
      "who = 'cli:operator'",
      'merchant_id = null',
      "action = 'refund.cancel'",
      "subject = subject || ' '",
      `before = '{"refundableCents": "10001"}'`,
      'after = null',
      'why = null',
      "network = '192.0.2.2'",
      "correlation_id = 'other'",
      'hash = set_byte(hash, 7, get_byte(hash, 7) # 1)',
    ]) {
      const statement = `update console.audit set ${change} where position in (17, 30)`;
      const detail = 'the entry at position 17 was changed since it was written';
      assert.deepEqual(await tampered(statement), { entries: 16, wrong: { position: 17, detail } }, change);
    }
    assert.deepEqual(await tampered('delete from console.audit where position in (1, 9)'), {
      entries: 0,
      wrong: { position: 1, detail: 'the entry at position 1 is missing' },
    });
    assert.deepEqual(await tampered('delete from console.audit where position = 9'), {
      entries: 8,
      wrong: { position: 9, detail: 'the entry at position 9 is missing' },
    });
    assert.deepEqual(await tampered('delete from console.audit where position > 49'), {
      entries: 49,
      wrong: { position: 50, detail: 'the entry at position 50 is missing' },
    });
    // Simulates a last entry that was rewritten together with a matching chain.
    const other = 'update console.audit_head set hash = set_byte(hash, 0, get_byte(hash, 0) # 1)';
    assert.deepEqual(await tampered(other), {
      entries: 50,
      wrong: { position: 51, detail: 'the entry at position 51 was changed since it was written' },
    });
    assert.deepEqual(await verifyAudit(ctx.db), { entries: 51 });
  });

  test('is not changed, shortened or emptied', async () => {
    for (const statement of [
      "update console.audit set why = 'other' where position = 1",
      'delete from console.audit where position = 51',
      'truncate console.audit',
    ])
      await assert.rejects(ctx.db.unsafe(statement), /audit is append-only/);
  });

  test('stores no secret, under any name that a caller passes it in', async () => {
    const canary = 'canary-ff81c2';
    const secrets = {
      password: canary,
      apiKey: canary,
      nested: [{ webhookSecret: canary, accessToken: canary }],
    };
    await write({ action: 'key.rotate', before: secrets, after: { kind: 'privateKey', ...secrets } });
    const [row] = await ctx.db`select string_agg(to_jsonb(a)::text, ' ') as text from console.audit a`;
    assert.ok(!row!.text.includes(canary) && row!.text.includes('"privateKey"'));
  });

  test('is read by users with permission, the newest first, page after page', async () => {
    await write({ merchantId: elsewhere, subject: 'theirs' });
    await write({ merchantId: null, subject: 'the operator’s' });
    const read = (merchants: 'all' | string[], more: object = {}) => listAudit(ctx.db, { merchants }, more);
    assert.deepEqual(
      (await read([elsewhere])).rows.map(({ subject }) => subject),
      ['theirs'],
    );
    assert.deepEqual((await read([])).rows, []);
    const all = (await listAudit(ctx.db, everything, { limit: 500 })).rows;
    assert.deepEqual(
      all.map(({ position }) => position),
      Array.from({ length: 54 }, (_, n) => 54 - n),
    );
    const own: number[] = [];
    for (let before: number | undefined; ; before = own.at(-1)) {
      const page = await read([merchantId], { before, limit: 20 });
      own.push(...page.rows.map(({ position }) => position));
      if (!page.hasMore) break;
    }
    assert.deepEqual(
      own,
      Array.from({ length: 52 }, (_, n) => 52 - n),
    );
    const [found] = (await read('all', { subject: '7', who: 'cli:naledi', action: 'refund.request' })).rows;
    assert.deepEqual([found!.before, found!.email], [{ refundableCents: '10000' }, null]);
    assert.deepEqual((await read('all', { to: clock.now() })).rows, []);
    assert.equal((await read('all', { from: clock.now() })).rows.length, 50);
  });
});

describe('a form', () => {
  const userId = randomUUID();
  const claim = (id: string, scope = ctx) =>
    inWork(scope, (work) => claimForm(work, { id, userId, path: '/console/x' }));

  test('that is sent twenty times at one time is claimed once', async () => {
    const id = newFormId();
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => claim(id, n % 2 ? ctx : other)),
    );
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const one of all) if (one.status === 'rejected') assert.equal(one.reason.code, 'FormSentBefore');
    await assert.rejects(claim(id), { code: 'FormSentBefore', kind: 'done' });
  });

  test('can be sent again when its work failed', async () => {
    const id = newFormId();
    const failing = inWork(ctx, async (work) => {
      await claimForm(work, { id, userId, path: '/console/x' });
      throw new Error('no');
    });
    await assert.rejects(failing, /^Error: no$/);
    await claim(id);
  });

  test('without an id from this service is refused', async () => {
    for (const id of ['', 'x', `${newFormId()} `]) await assert.rejects(claim(id), { code: 'InvalidField' });
  });
});
