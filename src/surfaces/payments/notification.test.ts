import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { openSurface } from '../../../test/support/setup/payments-api.ts';
import { createDeliverySweep } from '../../core/notifications/jobs.ts';
import type { EventRow } from '../../core/notifications/store.ts';
import { type TransactionState, transactionStates } from '../../core/transactions/actions.ts';
import { cancelPayment } from '../../core/transactions/cancellation.ts';
import { recordAnswer, type Snapshot, snapshot } from '../../core/transactions/transitions.ts';
import { manualClock } from '../../kernel/clock.ts';
import { createJobs } from '../../kernel/concurrency/jobs.ts';
import type { OutboundRequest } from '../../kernel/http/outbound.ts';
import { notificationRenderer, returnAddress } from './notification.ts';

const key = 'The-Private-KEY';
const secret = `whsec_${Buffer.alloc(24, 'secret').toString('base64')}`;
const realClock = manualClock('2026-11-21T12:00:00.900Z');
const render = notificationRenderer(realClock);

/** Checks a post as a merchant's developer does by the document. */
function isGenuine(body: string, privateKey: string): boolean {
  const post = new URLSearchParams(body);
  let text = '';
  for (const name of [
    'SiteCode',
    'TransactionId',
    'TransactionReference',
    'Amount',
    'Status',
    'Optional1',
    'Optional2',
    'Optional3',
    'Optional4',
    'Optional5',
    'CurrencyCode',
    'IsTest',
    'StatusMessage',
  ]) {
    text += post.get(name) ?? '';
  }
  return (
    createHash('sha512')
      .update((text + privateKey).toLowerCase())
      .digest('hex') === post.get('Hash')
  );
}

const facts: Snapshot = {
  siteCode: 'TSTSTE0001',
  transactionId: '019aa000-0000-7000-8000-000000000001',
  paymentId: '019aa000-0000-7000-8000-000000000002',
  merchantReference: 'ORDER-17',
  amount: '25.00',
  currency: 'ZAR',
  state: 'successful',
  paymentType: 'redirect',
  reason: null,
  optional: ['one', null, '', 'four'],
  isTest: false,
  paidLate: false,
  bankName: 'Capitec',
  payerAccount: '******7890',
};
const eventOf = (data: Snapshot): EventRow => ({
  id: '019aa000-0000-7000-8000-00000000000e',
  merchantId: 'm',
  siteId: 's',
  type: 'transaction.complete',
  object: 'transaction',
  objectId: data.transactionId,
  sequence: 1,
  data,
  correlationId: 'c',
  occurredAt: new Date('2026-11-20T08:00:00Z'),
});
const secrets = {
  privateKeys: [key, 'the old one'],
  webhookSecrets: [secret],
  apiKeys: [],
  payoutAccessTokens: [],
};
const bodyOf = (data: Snapshot) => render(eventOf(data), secrets, new Date(0)).body;

describe('a notification', () => {
  test('is a form with exactly the fields of the contract, in its order', () => {
    const { body, headers } = render(eventOf(facts), secrets, new Date(0));
    assert.equal(headers['content-type'], 'application/x-www-form-urlencoded');
    const { Hash, ...rest } = Object.fromEntries(new URLSearchParams(body));
    assert.match(Hash!, /^[0-9a-f]{128}$/);
    assert.deepEqual(rest, {
      SiteCode: 'TSTSTE0001',
      TransactionId: '019aa000-0000-7000-8000-000000000001',
      TransactionReference: 'ORDER-17',
      Amount: '25.00',
      Status: 'Complete',
      Optional1: 'one',
      Optional2: '',
      Optional3: '',
      Optional4: 'four',
      Optional5: '',
      CurrencyCode: 'ZAR',
      IsTest: 'false',
      StatusMessage: '',
      SubStatus: '',
      MaskedAccountNumber: '******7890',
      BankName: 'Capitec',
    });
    assert.equal(
      [...new URLSearchParams(body).keys()].join(' '),
      'SiteCode TransactionId TransactionReference Amount Status Optional1 Optional2 Optional3 Optional4 Optional5 CurrencyCode IsTest StatusMessage Hash SubStatus MaskedAccountNumber BankName',
    );
  });

  test('has the hash of one fixed example, so that no change to it passes unseen', () => {
    const text =
      'TSTSTE0001019aa000-0000-7000-8000-000000000001ORDER-1725.00CompleteonefourZARfalseThe-Private-KEY';
    assert.equal(
      new URLSearchParams(bodyOf(facts)).get('Hash'),
      createHash('sha512').update(text.toLowerCase()).digest('hex'),
    );
  });

  test('is genuine to an independent check in every state, whatever is null, empty or absent', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 }).filter((given) => given.isWellFormed());
    const maybe = fc.option(text);
    const any = fc.record({
      merchantReference: text,
      reason: maybe,
      bankName: maybe,
      payerAccount: maybe,
      isTest: fc.boolean(),
      paidLate: fc.boolean(),
      optional: fc.array(maybe, { maxLength: 5 }),
      state: fc.constantFrom(...transactionStates),
    });
    fc.assert(
      fc.property(any, (more) => {
        const body = bodyOf({ ...facts, ...more });
        assert.ok(isGenuine(body, key));
        assert.ok(!isGenuine(body, 'the old one'));
        assert.ok(!isGenuine(body.replace('Amount=25.00', 'Amount=26.00'), key));
        if (more.state === 'successful') assert.match(body, /&StatusMessage=&/);
      }),
    );
  });

  test('does not change its hash for SubStatus, MaskedAccountNumber and BankName', () => {
    const hashOf = (data: Snapshot) => new URLSearchParams(bodyOf(data)).get('Hash');
    assert.equal(hashOf({ ...facts, paidLate: true, bankName: null, payerAccount: null }), hashOf(facts));
  });

  test('is signed as Standard Webhooks with every usable secret, at the real time', () => {
    const second = `whsec_${Buffer.alloc(24, 'other').toString('base64')}`;
    const { body, headers } = render(
      eventOf(facts),
      { ...secrets, webhookSecrets: [secret, second], apiKeys: [], payoutAccessTokens: [] },
      new Date(0),
    );
    const id = '019aa000-0000-7000-8000-00000000000e';
    const seconds = String(Math.floor(Date.parse('2026-11-21T12:00:00Z') / 1000));
    const signatures = ['secret', 'other'].map((word) => {
      const hmac = createHmac('sha256', Buffer.alloc(24, word)).update(`${id}.${seconds}.${body}`);
      return `v1,${hmac.digest('base64')}`;
    });
    for (const prefix of ['webhook', 'svix']) {
      assert.equal(headers[`${prefix}-id`], id);
      assert.equal(headers[`${prefix}-timestamp`], seconds);
      assert.equal(headers[`${prefix}-signature`], signatures.join(' '));
    }
  });

  test('goes to notifyUrl for a payment that was paid, and for one that was cancelled', async () => {
    const surface = await openSurface();
    const posts: OutboundRequest[] = [];
    const post = async (request: OutboundRequest) => {
      posts.push(request);
      return { statusCode: 200, error: null, body: '', retryAfter: null };
    };
    const { ctx, rails, directory } = surface;
    const sweep = createDeliverySweep({
      ctx,
      post,
      formats: { payments: render },
      secretsOf: directory.secretsOf,
    });
    const { privateKey } = surface.merchant;
    const paid = await surface.attempt(await surface.pay({ optional1: 'é & =' }));
    await cancelPayment(
      ctx,
      rails,
      await surface.pay({ transactionReference: 'GONE' }),
      'the customer cancelled',
    );
    await createJobs([sweep], ctx.log).drain();
    const reported = posts.map(
      ({ url, body }) =>
        ({ url, ...Object.fromEntries(new URLSearchParams(body)) }) as Record<string, string>,
    );
    assert.deepEqual(
      reported
        .map(({ url, TransactionReference, Status, StatusMessage }) => [
          url,
          TransactionReference,
          Status,
          StatusMessage,
        ])
        .sort(),
      [
        ['https://shop.example/notify', 'GONE', 'Cancelled', 'the customer cancelled'],
        ['https://shop.example/notify', 'ORDER-17', 'Complete', ''],
      ],
    );
    for (const { body } of posts) assert.ok(isGenuine(body, privateKey));
    const complete = reported.find(({ Status }) => Status === 'Complete')!;
    assert.equal(complete.TransactionId, paid.id);
    assert.equal(complete.Optional1, 'é & =');
    assert.equal(complete.BankName, 'Demo Bank');
    assert.match(complete.MaskedAccountNumber!, /^\*+\d{4}$/);
  });
});

describe('the address at which a customer comes back', () => {
  test('is the merchant’s for the outcome, with the fields of the notification', async () => {
    const surface = await openSurface();
    const payment = await surface.pay({
      successUrl: 'https://shop.example/s?order=a%20b&x#part',
      errorUrl: 'https://shop.example/error?',
    });
    const site = (await surface.directory.siteById(payment.siteId))!;
    const transaction = await surface.begin(payment);
    const where = (state: TransactionState) =>
      new URL(returnAddress(payment, { ...transaction, state }, site, key)!);
    const success = where('successful');
    assert.ok(success.href.startsWith('https://shop.example/s?order=a%20b&x&SiteCode='));
    assert.equal(success.hash, '#part');
    assert.ok(isGenuine(success.search, key));
    assert.equal(success.searchParams.get('Status'), 'Complete');
    assert.equal(success.searchParams.get('TransactionId'), transaction.id);
    assert.ok(where('declined').href.startsWith('https://shop.example/error?SiteCode='));
    const body = render(
      eventOf(snapshot(payment, { ...transaction, state: 'successful' }, site)),
      secrets,
      new Date(0),
    ).body;
    assert.ok(success.search.endsWith(body));

    const paths = Object.fromEntries(transactionStates.map((state) => [state, where(state).pathname]));
    assert.deepEqual(paths, {
      created: '/error',
      started: '/error',
      authenticated: '/error',
      pending: '/error',
      unknown: '/error',
      successful: '/s',
      refunded: '/s',
      declined: '/error',
      failed: '/error',
      reversed: '/error',
      cancelled: '/cancel',
      abandoned: '/cancel',
      expired: '/cancel',
    });
    for (const state of transactionStates) assert.ok(isGenuine(where(state).search, key));
  });

  test('is cancelUrl as it is where no attempt was made', async () => {
    const surface = await openSurface();
    const payment = await surface.pay();
    const site = (await surface.directory.siteById(payment.siteId))!;
    assert.equal(returnAddress(payment, undefined, site, key), 'https://shop.example/cancel');
  });
});

test('a payment without an outcome from its bank is notified as Pending kinds and then as Complete', async () => {
  const surface = await openSurface();
  const { id } = await surface.begin(await surface.pay());
  await recordAnswer(surface.ctx, id, { outcome: 'pending', reason: null, payerAccount: null });
  await recordAnswer(surface.ctx, id, { outcome: 'paid', reason: null, payerAccount: null });
  const events = await surface.db<EventRow[]>`select * from events where object_id = ${id} order by sequence`;
  const statuses = events.map((event) =>
    new URLSearchParams(render(event, secrets, new Date(0)).body).get('Status'),
  );
  assert.deepEqual(statuses, ['Pending', 'Complete']);
});
