// E-mails: at least once over every failure of the mail server and of the process, one Message-ID for each, limits, and no secrets
// at rest.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { openMailServer } from '../../../test/support/smtp.ts';
import { until } from '../../../test/support/until.ts';
import { openWorld } from '../../../test/support/world.ts';
import { mailServerOf } from '../../app/mail-server.ts';
import type { Context } from '../context.ts';
import { inWork } from '../unit-of-work.ts';
import { openMerchant } from '../users/merchant-opening.ts';
import { only } from '../viewer.ts';
import { type NewEmail, queueEmail } from './actions.ts';
import { createEmailRetention, createEmailSweep, type SendEmail } from './jobs.ts';
import { type RenderEmail, readMailbox } from './outbox.ts';

const world = await openWorld();
const { db, clock, site } = world;
const ctx: Context = { ...world.ctx, policy: { ...world.ctx.policy, mail: 'smtp' } };
const server = await openMailServer();
const mailFrom = 'payments@tefo.example';
const send = mailServerOf({ smtpUrl: server.url, mailFrom, mode: 'production' });
const render: RenderEmail = async ({ kind, recipient }, facts) => ({
  fromName: 'Shop\r\nBcc: other@evil.example',
  subject: `Kind ${kind}\r\nBcc: other@evil.example\r\n\r\nbody`,
  text: `to ${recipient} ${facts.token ?? ''}`,
  html: '<p>hello</p>',
});
const minuteMs = 60_000;
const sweepWith = (how: Partial<{ send: SendEmail; mostOfMerchant: number; ctx: Context }> = {}) =>
  createEmailSweep({ ctx, render, send, mostOfMerchant: 1_000, ...how });
const sweep = sweepWith();

interface Row {
  id: string;
  state: string;
  stateReason: string | null;
  attempts: number;
  lastError: string | null;
  factsSealed: string | null;
  dueAt: Date | null;
}
const rows = () => db<Row[]>`
  select id, state, state_reason, attempts, last_error, facts_sealed, due_at from emails order by created_at, id`;
const row = async () => (await rows())[0]!;

async function runAll(own = sweep): Promise<void> {
  for (let claimed = 1; claimed > 0; ) {
    claimed = await own.run();
    await own.settle!();
  }
}
async function queue(given: Partial<NewEmail> = {}): Promise<void> {
  const email = { kind: 'link', merchantId: site.merchantId, recipient: 'naledi@example.com' } as const;
  await inWork(ctx, async (work) => void (await queueEmail(work, { ...email, ...given })));
}

beforeEach(async () => {
  await db`delete from emails`;
  server.received.length = 0;
  server.be('good');
});

describe('an e-mail', () => {
  test('is sent once, with both parts and a stable Message-ID', async () => {
    await queue();
    await runAll();
    await runAll();
    assert.equal(server.received.length, 1);
    const [mail] = server.received;
    const { id, state } = await row();
    assert.equal(state, 'sent');
    assert.deepEqual(
      [mail!.from, mail!.to, mail!.messageId],
      [mailFrom, 'naledi@example.com', `${id}@tefo.example`],
    );
    assert.match(mail!.raw, /text\/plain/);
    assert.match(mail!.raw, /text\/html/);
    assert.match(mail!.raw, /^Auto-Submitted: auto-generated/m);
  });

  test('is sent before the backlog of another merchant, and one to a user before its merchant’s backlog', async () => {
    const { merchant } = await openMerchant(ctx, { name: 'Quiet Shop' });
    for (let n = 0; n < 600; n += 1) await queue({ recipient: `customer${n}@example.com` });
    clock.advance(1_000);
    await queue({ merchantId: merchant.id, recipient: 'quiet@example.com' });
    const reset = { kind: 'reset', facts: { token: 'x', until: clock.now().toISOString() } } as const;
    await queue({ ...reset, recipient: 'user@example.com' });
    await queue({ ...reset, merchantId: null, recipient: 'operator@example.com' });
    await sweep.run();
    await sweep.settle!();
    const sent = server.received.map(({ to }) => to);
    for (const to of ['quiet@example.com', 'user@example.com', 'operator@example.com'])
      assert.ok(sent.includes(to), `${to} is not among ${sent.join(', ')}`);
  });

  test('cannot add headers or recipients', async () => {
    await queue();
    await runAll();
    const [mail] = server.received;
    const head = mail!.raw.split('\r\n\r\n')[0]!.replace(/\r\n[ \t]+/g, ' ');
    assert.deepEqual(head.match(/^bcc:/gim), null);
    assert.equal(head.match(/^subject:/gim)!.length, 1);
    assert.equal(head.match(/^to:/gim)!.length, 1);
    for (const recipient of [
      'a@b.example\r\nBcc: c@d.example',
      'a@b',
      'a b@c.example',
      'a@b.example, c@d.example',
      '',
    ])
      await queue({ recipient });
    assert.equal((await rows()).length, 1);
  });

  test('is not written if its cause is undone', async () => {
    await assert.rejects(
      inWork(ctx, async (work) => {
        await queueEmail(work, {
          kind: 'link',
          merchantId: site.merchantId,
          recipient: 'naledi@example.com',
        });
        throw new Error('undone');
      }),
    );
    assert.equal((await rows()).length, 0);
  });

  for (const behaviour of ['down', 'busy'] as const)
    test(`is retried with growing delays while the server is ${behaviour}`, async () => {
      server.be(behaviour);
      await queue();
      const delays: number[] = [];
      for (let attempt = 1; attempt <= 4; attempt += 1) {
        await runAll();
        const { state, attempts, dueAt, lastError } = await row();
        assert.deepEqual([state, attempts], ['pending', attempt]);
        assert.ok(lastError);
        delays.push((dueAt!.getTime() - clock.now().getTime()) / minuteMs);
        clock.set(dueAt!);
      }
      assert.deepEqual(delays, [1, 5, 15, 30]);
      server.be('good');
      await runAll();
      assert.equal((await row()).state, 'sent');
      assert.equal(server.received.length, 1);
    });

  test('ends after a day without success', async () => {
    server.be('down');
    await queue();
    for (let attempts = 0; (await row()).state === 'pending'; attempts += 1) {
      assert.ok(attempts < 20);
      await runAll();
      const { dueAt } = await row();
      if (dueAt) clock.set(dueAt);
    }
    const { state, stateReason, attempts } = await row();
    assert.deepEqual([state, stateReason], ['failed', 'its time ran out']);
    assert.ok(attempts > 8, String(attempts));
    assert.equal(server.received.length, 0);
  });

  for (const behaviour of ['rejects', 'spam'] as const)
    test(`ends at once if the server ${behaviour === 'spam' ? 'rejects its text' : 'rejects its recipient'}`, async () => {
      server.be(behaviour);
      await queue();
      await runAll();
      const { state, attempts, stateReason } = await row();
      assert.deepEqual([state, attempts], ['failed', 1]);
      assert.match(stateReason!, /55[04]/);
    });

  test('has the same Message-ID again after a server that broke off after DATA', async () => {
    server.be('breaks off');
    await queue();
    await runAll();
    assert.equal((await row()).state, 'pending');
    server.be('good');
    clock.advance(minuteMs);
    await runAll();
    assert.equal((await row()).state, 'sent');
    assert.equal(server.received.length, 2);
    assert.equal(new Set(server.received.map(({ messageId }) => messageId)).size, 1);
  });

  test('is sent again by another process if the first one ended before it recorded', async () => {
    await queue();
    // It has sent the e-mail, and ends.
    const ends = () => new Promise<never>(() => {});
    const killed = sweepWith({ send: (email) => send(email).then(ends) });
    await killed.run();
    await until(() => server.received.length === 1);
    await runAll();
    assert.equal(server.received.length, 1, 'the claim holds');
    clock.advance(5 * minuteMs);
    await runAll();
    assert.equal((await row()).state, 'sent');
    assert.equal(server.received.length, 2);
    assert.equal(new Set(server.received.map(({ messageId }) => messageId)).size, 1);
  });

  test('is sent once by several processes at the same time', async () => {
    for (let nth = 0; nth < 20; nth += 1) await queue({ recipient: `payer${nth}@example.com` });
    const sweeps = [sweepWith(), sweepWith(), sweepWith()];
    await Promise.all(sweeps.map((own) => runAll(own)));
    await until(async () => (await rows()).every(({ state }) => state === 'sent'));
    assert.equal(server.received.length, 20);
    assert.equal(new Set(server.received.map(({ messageId }) => messageId)).size, 20);
  });

  test('does not wait for a server that says nothing: the sweep goes on', async () => {
    server.be('silent');
    const before = server.connections();
    await queue();
    const own = sweepWith();
    assert.equal(await own.run(), 1);
    await until(() => server.connections() > before);
    assert.equal((await row()).state, 'pending');
    assert.equal(await own.run(), 0);
  });

  test('is recorded in the history of its object', async () => {
    await queue();
    await runAll();
    const { id } = await row();
    const steps =
      await db`select verb, to_state from transitions where object = 'email' and object_id = ${id}`;
    assert.deepEqual([...steps], [{ verb: 'send', toState: 'sent' }]);
  });
});

describe('the secret of a link', () => {
  test('is sealed while the e-mail waits, and gone once it was sent', async () => {
    await queue({ kind: 'reset', facts: { token: 'a-secret-token' } });
    const [raw] = await db<{ text: string }[]>`select emails::text as text from emails`;
    assert.doesNotMatch(raw!.text, /a-secret-token/);
    await runAll();
    assert.match(server.received[0]!.raw, /a-secret-token/);
    assert.equal((await row()).factsSealed, null);
  });

  test('is in the sandbox’s mailbox until its time has run out', async () => {
    const own: Context = { ...ctx, policy: { ...ctx.policy, mail: 'mailbox' } };
    await queue({ kind: 'reset', facts: { token: 'a-secret-token' } });
    await runAll(
      sweepWith({ ctx: own, send: mailServerOf({ smtpUrl: undefined, mailFrom: '', mode: 'staging' }) }),
    );
    const viewer = only(site.merchantId);
    const [shown] = await readMailbox(own, render, viewer, { secretsOf: viewer });
    assert.match(shown!.text, /a-secret-token/);
    assert.equal(shown!.state, 'sent');
    assert.deepEqual(await readMailbox(own, render, viewer, { secretsOf: { merchants: [] } }), []);
    clock.advance(31 * minuteMs);
    await createEmailRetention(own).run();
    assert.equal((await row()).factsSealed, null);
  });

  test('is deleted with its e-mail after a month', async () => {
    await queue();
    await runAll();
    clock.advance(31 * 24 * 60 * minuteMs);
    await createEmailRetention(ctx).run();
    assert.equal((await rows()).length, 0);
  });
});

describe('limits', () => {
  test('postpone e-mails of a merchant above the hourly limit, and no others', async () => {
    for (let nth = 0; nth < 4; nth += 1) await queue({ recipient: `payer${nth}@example.com` });
    const own = sweepWith({ mostOfMerchant: 2 });
    // One after the other: several at once may exceed the limit by a few.
    for (let nth = 0; nth < 4; nth += 1) await runAll(own);
    const sent = server.received.length;
    assert.ok(sent >= 2 && sent < 4, String(sent));
    await queue({ kind: 'reset', recipient: 'admin@example.com' });
    await queue({ merchantId: null, recipient: 'operator@example.com' });
    await runAll(own);
    assert.equal(server.received.length, sent + 2);
    const [waiting] = (await rows()).filter(({ state }) => state === 'pending');
    assert.match(waiting!.lastError!, /2 e-mails of the merchant in an hour/);
    assert.equal(waiting!.attempts, 0);
    clock.advance(61 * minuteMs);
    for (let nth = 0; nth < 4; nth += 1) await runAll(own);
    assert.deepEqual(
      server.received.map(({ to }) => to).toSorted(),
      ['admin', 'operator', 'payer0', 'payer1', 'payer2', 'payer3'].map((name) => `${name}@example.com`),
    );
  });

  test('make alerts of one kind about one thing one e-mail while it waits', async () => {
    for (let nth = 0; nth < 3; nth += 1)
      await queue({ kind: 'payout-approval', recipient: 'finance@example.com' });
    assert.equal((await rows()).length, 1);
    await runAll();
    assert.equal(server.received.length, 0, 'it waits for more of the same');
    clock.advance(minuteMs);
    await runAll();
    assert.equal(server.received.length, 1);
  });

  test('without a mail server, nothing is written', async () => {
    const off: Context = { ...ctx, policy: { ...ctx.policy, mail: 'off' } };
    const email = { kind: 'link', merchantId: site.merchantId, recipient: 'naledi@example.com' } as const;
    assert.equal(await inWork(off, (work) => queueEmail(work, email)), false);
    assert.equal((await rows()).length, 0);
  });
});
