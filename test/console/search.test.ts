import assert from 'node:assert/strict';
import { test } from 'node:test';
import { credentialsOf } from '../../src/app/credentials.ts';
import { banks } from '../../src/core/banks.ts';
import { createLink } from '../../src/core/links/actions.ts';
import { findSiteByCode } from '../../src/core/merchants/actions.ts';
import { required } from '../../src/kernel/required.ts';
import { createMerchantOf } from '../support/merchant.ts';
import { openService } from '../support/opening.ts';
import { plain, strangerOf, visitorOf } from './support.ts';

const find = (text: string) => viewer.get(`/console/search?q=${encodeURIComponent(text)}`);
const service = await openService();
const viewer = await visitorOf(service, 'viewer');
const credentials = credentialsOf(service.config, service.merchant);
const { siteCode } = credentials;
const shop = createMerchantOf(service.base, credentials);
const { body } = await shop.createPayments({ amount: '731.55', transactionReference: 'ORDER-731' });
const paymentId = body.paymentRequestId;

test('a single result opens at once, for every text that names it', async () => {
  for (const text of [paymentId, paymentId.toUpperCase(), 'ORDER-731', 'ORDER-7', 'R 731,55', ' 731.55 ']) {
    const { status, to } = await find(text);
    assert.equal(status, 303, text);
    assert.equal(to?.split('#')[0], `/console/payments/${paymentId}`, text);
  }
});

test('the site leads to its payments', async () => {
  const { text, to } = await find(siteCode);
  assert.ok([to, ...plain(text).split('"')].includes(`/console/payments?site=${siteCode}`));
});

test('several results are rows that link to their objects, and the text stays in the field', async () => {
  const other = await shop.createPayments({ amount: '1.00', transactionReference: 'ORDER-732' });
  const { status, text } = await find('ORDER-73');
  assert.equal(status, 200);
  assert.match(text, /<caption>2 results<\/caption>/);
  for (const id of [paymentId, other.body.paymentRequestId])
    assert.ok(text.includes(`href="/console/payments/${id}`), id);
  assert.match(text, /name="q"[^>]* value="ORDER-73"/);
});

test('the check of an account has a separate page', async () => {
  const { db, merchant } = service;
  const id = crypto.randomUUID();
  await db`
    insert into verifications (id, merchant_id, site_id, outcome, bank_id, branch_code, account, identity_type, check_digit,
      account_exists, account_open, identity_matches, name_matches, fee_cents, created_by, correlation_id, created_at)
    select ${id}, merchant_id, id, 'verified', ${banks[0]!.id}, '470010', '******4567', 'said', 'passed', true, true, true, true, 0, 'cli', 'check-1',
      ${service.clock.now()}
    from sites where code = ${merchant.siteCode}`;
  const { to } = await find(id);
  assert.equal(to?.split('#')[0], `/console/verifications/${id}`);
  assert.match((await viewer.get(to!)).text, /Account \*+4567 at FNB verified/);
  assert.equal((await viewer.get(`/console/charges/${id}`)).status, 404);
});

test('an empty result lists the possible searches, and the text is escaped', async () => {
  const { status, text } = await find('<img src=x onerror=1>"');
  assert.equal(status, 200);
  assert.ok(!text.includes('<img'));
  assert.match(text, /A line pasted from a bank statement/);
  assert.equal((await viewer.get('/console/search?site=X')).status, 400);
});

test('another merchant’s search returns no match', async () => {
  const foreign = await strangerOf(service, 'admin');
  for (const text of [paymentId, 'ORDER-731', '731.55', siteCode]) {
    const shown = await foreign.get(`/console/search?q=${encodeURIComponent(text)}`);
    assert.equal(shown.status, 200, text);
    assert.ok(!shown.text.includes('/console/payments/'), text);
  }
});

test('a reference is found as it is read aloud, and by a part of it', async () => {
  const { body } = await shop.createPayments({ amount: '2.00', transactionReference: 'INV-O0I1-42X' });
  for (const text of ['inv-o0i1-42x', 'INV OOII 42X', 'lnv001142x', '0011-42', 'o0i142'])
    assert.equal((await find(text)).to?.split('#')[0], `/console/payments/${body.paymentRequestId}`, text);
});

test('a payment link is found as its reference is read aloud, and by its own merchant only', async () => {
  const site = required(await findSiteByCode(service.db, siteCode), 'site');
  const { id } = await createLink(service.ctx, {
    ...{ site, amount: 4_500n, uses: 'single', merchantReference: 'DEP-1O0' },
  });
  const support = await visitorOf(service, 'support');
  for (const text of ['dep+100', 'DEPIOO'])
    assert.equal(
      (await support.get(`/console/search?q=${text}`)).to?.split('#')[0],
      `/console/links/${id}`,
      text,
    );
  const stranger = await strangerOf(service, 'support');
  assert.match((await stranger.get('/console/search?q=dep+100')).text, /No results/);
});

test('more than fifty results have pages, each result on one of them', async () => {
  for (let n = 100; n < 160; n += 1)
    await shop.createPayments({ amount: '3.00', transactionReference: `PAGE-${n}` });
  const rowsOf = (text: string) => [...text.matchAll(/<tr id="row-([0-9a-f-]{36})"/g)].map(([, id]) => id!);
  const first = await find('PAGE-1');
  const next = plain(/<a rel="next" href="([^"]+)"/.exec(first.text)![1]!);
  const second = await viewer.get(next);
  assert.deepEqual([rowsOf(first.text).length, rowsOf(second.text).length], [50, 10]);
  assert.equal(new Set([...rowsOf(first.text), ...rowsOf(second.text)]).size, 60);
  assert.doesNotMatch(second.text, /rel="next"/);
  for (const page of ['0', 'x', '999'])
    assert.equal((await viewer.get(`/console/search?q=PAGE-1&page=${page}`)).status, 422, page);
});
