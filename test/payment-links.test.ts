// Payment links as customers open them: over real HTTP, with previews, hostile input and many visits at once.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { demoBankId } from '../src/core/banks.ts';
import { createLink, disableLink, findAnyLink, type Link, type NewLink } from '../src/core/links/actions.ts';
import { findSiteByCode } from '../src/core/merchants/actions.ts';
import { findPaymentForCustomer } from '../src/core/payments/actions.ts';
import { only } from '../src/core/viewer.ts';
import { languages, words } from '../src/pages/messages/index.ts';
import { payAtBank } from './support/customer.ts';
import { openService } from './support/opening.ts';

const service = await openService();
const site = (await findSiteByCode(service.db, service.merchant.siteCode))!;

let made = 0;
function create(given: Partial<NewLink> = {}): Promise<Link> {
  made += 1;
  const usual = { site, amount: 25_000n, merchantReference: `INV ${made}`, uses: 'single' as const };
  return createLink(service.ctx, { ...usual, ...given });
}

const addressOf = ({ code }: Link) => `${service.base}/link/${code}`;
const open = (link: Link, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(addressOf(link), { method, headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
const send = (link: Link, fields: Record<string, string>) =>
  fetch(addressOf(link), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
const paymentsOf = async ({ id }: Link): Promise<string[]> => {
  const rows = await service.db<{ reference: string }[]>`
    select merchant_reference as reference from payments where link_id = ${id} order by merchant_reference`;
  return rows.map(({ reference }) => reference);
};

/** Returns the payment that a response leads to. */
async function paymentIn(response: Response) {
  assert.equal(response.status, 303);
  const id = /^\/pay\/([0-9a-f-]{36})$/.exec(response.headers.get('location') ?? '')?.[1];
  const payment = id && (await findPaymentForCustomer(service.ctx.db, id));
  return payment || assert.fail(`no payment at ${response.headers.get('location')}`);
}

describe('opening a link', () => {
  test('leads to its payment, which is paid as any other; then it shows Paid', async () => {
    const link = await create({ description: 'Guided tour for two' });
    const payment = await paymentIn(await open(link));
    assert.deepEqual([payment.amountCents, payment.merchantReference], [25_000n, link.merchantReference]);
    const checkout = await (await fetch(`${service.base}/pay/${payment.id}`)).text();
    assert.match(checkout, /Guided tour for two/);
    await payAtBank(service.base, payment.id, demoBankId);
    assert.equal((await findPaymentForCustomer(service.ctx.db, payment.id))?.state, 'complete');
    const again = await open(link);
    assert.equal(again.status, 200);
    assert.match(await again.text(), /Already paid\./);
    assert.deepEqual(await paymentsOf(link), [link.merchantReference]);
  });

  test('again leads to the open payment of a single link, and to a new one of a link for many uses', async () => {
    const [single, many] = [await create(), await create({ uses: 'many' })];
    const first = await paymentIn(await open(single));
    assert.equal((await paymentIn(await open(single))).id, first.id);
    assert.equal((await paymentIn(await send(single, {}))).id, first.id);
    for (const _ of [1, 2]) await paymentIn(await open(many));
    await paymentIn(await send(many, {}));
    assert.deepEqual(
      await paymentsOf(many),
      [1, 2, 3].map((number) => `${many.merchantReference}-${number}`),
    );
  });

  test('fifty times at once gives fifty references, and one payment of a single link', async () => {
    const [single, many] = [await create(), await create({ uses: 'many' })];
    const visits = (link: Link) => Promise.all(Array.from({ length: 50 }, () => open(link).then(paymentIn)));
    const [ofSingle, ofMany] = await Promise.all([visits(single), visits(many)]);
    assert.equal(new Set(ofSingle.map(({ id }) => id)).size, 1);
    assert.equal(new Set(ofMany.map(({ merchantReference }) => merchantReference)).size, 50);
    assert.equal((await paymentsOf(many)).length, 50);
  });

  test('requests the amount where it is open, and accepts it within its limits', async () => {
    const band = { minimum: 5_000n, maximum: 100_000n };
    const link = await create({ amount: undefined, band, uses: 'many' });
    const form = await (await open(link)).text();
    assert.match(form, /How much do you want to pay\?/);
    assert.match(form, /From R\s50,00 to R\s1\s000,00/);
    for (const [typed, problem] of [
      ['', 'Enter the amount you want to pay.'],
      ['a lot', 'Enter the amount in rand and cents'],
      ['49,99', 'Enter an amount from R'],
      ['1000.01', 'Enter an amount from R'],
      ['-60', 'Enter the amount in rand and cents'],
      ['<script>alert(1)</script>', 'Enter the amount in rand and cents'],
    ] as const) {
      const answer = await send(link, { amount: typed });
      const page = await answer.text();
      assert.equal(answer.status, 422, typed);
      assert.ok(page.includes(problem), `${typed}: ${problem}`);
      assert.doesNotMatch(page, /<script>alert/);
    }
    assert.deepEqual(await paymentsOf(link), []);
    assert.equal((await paymentIn(await send(link, { amount: '50,25' }))).amountCents, 5_025n);
    assert.equal((await paymentIn(await send(link, { amount: '50.25' }))).amountCents, 5_025n);
  });

  test('ignores a browser’s amount where the link has a fixed one', async () => {
    const link = await create();
    assert.equal((await paymentIn(await send(link, { amount: '1' }))).amountCents, 25_000n);
  });
});

describe('a preview', () => {
  test('creates no payment, and gets a page with a button that does', async () => {
    for (const uses of ['single', 'many'] as const) {
      const link = await create({ uses });
      for (const headers of [
        { 'user-agent': 'WhatsApp/2.23.20.0' },
        { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
        { 'user-agent': 'facebookexternalhit/1.1' },
        { 'user-agent': 'Slackbot-LinkExpanding 1.0' },
        { 'sec-purpose': 'prefetch;prerender' },
        { purpose: 'prefetch' },
        { 'x-moz': 'prefetch' },
        { 'sec-fetch-dest': 'image' },
      ]) {
        const answer = await open(link, headers as unknown as Record<string, string>);
        const page = await answer.text();
        assert.equal(answer.status, 200, JSON.stringify(headers));
        assert.match(page, /Continue to payment/);
        assert.match(page, /R\s250,00/);
      }
      assert.equal((await open(link, {}, 'HEAD')).status, 200);
      assert.deepEqual(await paymentsOf(link), []);
      await paymentIn(await send(link, {}));
      assert.equal((await paymentsOf(link)).length, 1);
    }
  });

  test('leads to the open payment of a single link', async () => {
    const link = await create();
    const payment = await paymentIn(await open(link));
    assert.equal((await paymentIn(await open(link, { 'user-agent': 'WhatsApp/2.23' }))).id, payment.id);
  });
});

describe('a link that leads nowhere', () => {
  test('shows that it is closed or has expired, and creates no payment', async () => {
    const [disabled, expired] = [
      await create(),
      await create({ expiresAt: new Date(service.clock.now().getTime() + 60_000) }),
    ];
    await disableLink(service.ctx, only(site.merchantId), disabled.id);
    service.clock.advance(60_000);
    for (const [link, title] of [
      [disabled, 'This link is closed.'],
      [expired, 'This link has expired.'],
    ] as const) {
      for (const answer of [await open(link), await send(link, {})]) {
        const page = await answer.text();
        assert.ok(page.includes(title), title);
        assert.doesNotMatch(page, /<form method="post"/);
      }
      assert.deepEqual(await paymentsOf(link), []);
    }
    await service.drain();
    assert.equal((await findAnyLink(service.db, expired.id))?.state, 'expired');
  });

  test('is not found by any other code, and its own works in capitals', async () => {
    const link = await create();
    for (const code of [
      'x',
      link.code.slice(1),
      `${link.code}0`,
      '%00',
      '..%2f..',
      "'or'1",
      'é'.repeat(25),
    ]) {
      const answer = await fetch(`${service.base}/link/${code}`, { headers: { accept: 'text/html' } });
      assert.equal(answer.status, 404, code);
    }
    const capitals = { ...link, code: link.code.toUpperCase() };
    await paymentIn(await open(capitals));
  });

  test('reports that another payment of its site has its reference', async () => {
    const link = await create();
    await service.db`update sites set allow_duplicate_references = false where id = ${site.id}`;
    service.directory.forget();
    await service.db`
      insert into payments (id, merchant_id, site_id, contract, amount_cents, currency, merchant_reference, correlation_id,
        created_at, expires_at)
      values (gen_random_uuid(), ${site.merchantId}, ${site.id}, 'one', 1, 'ZAR', ${link.merchantReference}, 'x', now(), now())`;
    const answer = await open(link);
    await service.db`update sites set allow_duplicate_references = true where id = ${site.id}`;
    service.directory.forget();
    assert.equal(answer.status, 409);
    assert.match(await answer.text(), /has another payment with this reference/);
  });
});

test('every language has every page of a link', async () => {
  const link = await create({ amount: undefined, band: { minimum: 100n, maximum: 200n } });
  for (const { tag } of languages) {
    const page = await (await fetch(`${addressOf(link)}?lang=${tag}`)).text();
    assert.ok(page.includes(words(tag).link.continue), tag);
    assert.ok(page.includes(`lang="${tag}"`), tag);
  }
});

test('a merchant’s text is escaped on every page of a link', async () => {
  const hostile = `<img src=x onerror=alert(1)>"'&`;
  const link = await create({
    amount: undefined,
    band: { minimum: 100n, maximum: 200n },
    description: hostile,
    merchantReference: hostile,
  });
  const form = await (await open(link)).text();
  await disableLink(service.ctx, only(site.merchantId), link.id);
  for (const page of [form, await (await open(link)).text()]) {
    assert.ok(page.includes('&lt;img src=x onerror=alert(1)&gt;'));
    assert.ok(!page.includes('<img src=x'));
  }
});
