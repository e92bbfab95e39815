// E-mails as users and customers cause them: in the sandbox's mailbox, at the console and by the API.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { demoBankId } from '../../src/core/banks.ts';
import { createLink, type Link } from '../../src/core/links/actions.ts';
import { changeSite, findSiteByCode } from '../../src/core/merchants/actions.ts';
import { openMerchant } from '../../src/core/users/merchant-opening.ts';
import { payAtBank } from '../support/customer.ts';
import { mailbox } from '../support/mailbox.ts';
import { openService } from '../support/opening.ts';
import { until } from '../support/until.ts';
import { type Visitor, visitorOf, visitorsOf } from './support.ts';

const service = await openService();
const site = (await findSiteByCode(service.db, service.merchant.siteCode))!;
const [support, developer] = await visitorsOf(service, 'support', 'developer');
const other = await openMerchant(service.ctx, { name: 'Other shop' });
const stranger = await visitorOf(service, 'admin', other.merchant.id);

const mailOf = (kind: string, to: string) =>
  until(async () => (await mailbox(service)).find((mail) => mail.kind === kind && mail.to === to));

let made = 0;
function linkWith(given: { email?: string; description?: string } = {}): Promise<Link> {
  made += 1;
  const { email, description } = given;
  return createLink(service.ctx, {
    ...{ site, amount: 45_000n, merchantReference: `MAIL ${made}`, uses: 'single' },
    ...(description !== undefined && { description }),
    ...(email !== undefined && { customer: { name: 'Thandi <b>', email } }),
  });
}
const pathOf = (link: Link) => `/console/links/${link.id}`;

describe('a payment link', () => {
  test('is e-mailed in the chosen language, with both parts, and audited', async () => {
    const link = await linkWith({ description: 'Two tickets', email: 'thandi@payer.example' });
    const path = `${pathOf(link)}/email`;
    const { status, to } = await support.act(pathOf(link), path, {
      email: 'thandi@payer.example',
      language: 'af',
    });
    assert.deepEqual([status, to], [303, pathOf(link)]);
    const mail = await mailOf('link', 'thandi@payer.example');
    const url = `${service.config.publicUrl}/link/${link.code}`;
    assert.equal(mail.subject, `Betaalversoek van ${site.name}`);
    for (const part of [mail.text, mail.html]) {
      assert.ok(part.includes(url));
      assert.match(part, /R 450,00|R\u00a0450,00/);
      assert.match(part, /Two tickets/);
    }
    assert.match(mail.html, /Hallo Thandi &lt;b&gt;/);
    assert.match((await support.get(pathOf(link))).text, /The link is being sent to thandi@payer\.example/);
    const [entry] = await service.db<{ action: string; after: string }[]>`
      select action, after::text from console.audit where subject = ${`payment_link ${link.id}`}`;
    assert.equal(entry!.action, 'link.email');
    assert.match(entry!.after, /thandi@payer\.example/);
  });

  test('keeps an address that is refused, and is not sent to it', async () => {
    const link = await linkWith();
    const path = `${pathOf(link)}/email`;
    for (const email of ['thandi', 'a@b.example\r\nBcc: c@d.example', 'a@b.example,c@d.example']) {
      const { status, text } = await support.act(pathOf(link), path, { email, language: 'en' });
      assert.equal(status, 422);
      assert.match(text, /e-mail address|Email is an address/i);
    }
    assert.ok(!(await mailbox(service)).some((mail) => mail.text.includes(link.code)));
  });

  test('is e-mailed five times in an hour to one address, and not a sixth time', async () => {
    const link = await linkWith();
    const send = () =>
      support.act(pathOf(link), `${pathOf(link)}/email`, { email: 'often@payer.example', language: 'en' });
    for (let nth = 0; nth < 5; nth += 1) assert.equal((await send()).status, 303);
    const { status, text } = await send();
    assert.equal(status, 422);
    assert.match(text, /five|5 e-mails within an hour/);
  });

  test('is e-mailed only by permitted roles', async () => {
    const link = await linkWith();
    const send = (by: Visitor) =>
      by.post(`${pathOf(link)}/email`, { email: 'x@payer.example', language: 'en' });
    assert.equal((await send(developer)).status, 403);
    assert.equal((await send(stranger)).status, 404);
  });
});

describe('a receipt', () => {
  async function pay(email: string): Promise<void> {
    const link = await linkWith({ email });
    const opened = await fetch(new URL(`/link/${link.code}`, service.base), {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    });
    const [, id] = /\/pay\/([0-9a-f-]{36})/.exec(opened.headers.get('location') ?? '')!;
    await payAtBank(service.base, id!, demoBankId);
  }

  test('is sent once a payment is paid, if the site sends receipts', async () => {
    await pay('without@payer.example');
    await changeSite(service.ctx, site.code, { emailReceipts: true });
    await pay('payer@payer.example');
    const mail = await mailOf('receipt', 'payer@payer.example');
    assert.match(mail.subject, /^Receipt: R 450,00 paid to /);
    assert.match(mail.text, /Reference: MAIL \d+/);
    assert.ok(!(await mailbox(service)).some(({ to }) => to === 'without@payer.example'));
    assert.equal((await mailbox(service)).filter(({ kind }) => kind === 'receipt').length, 1);
  });
});

describe('the mailbox', () => {
  test('is the merchant’s own, newest first, and requires the ApiKey', async () => {
    const link = await linkWith();
    await support.act(pathOf(link), `${pathOf(link)}/email`, {
      email: 'order@payer.example',
      language: 'en',
    });
    await mailOf('link', 'order@payer.example');
    const times = (await mailbox(service)).map(({ at }) => at);
    assert.deepEqual(times, times.toSorted().reverse());
    assert.deepEqual(await mailbox(service, other.apiKey), []);
    assert.equal((await fetch(new URL('/sandbox/mail', service.base))).status, 401);
    const [mail] = await mailbox(service);
    assert.deepEqual(Object.keys(mail!).toSorted(), ['at', 'html', 'id', 'kind', 'subject', 'text', 'to']);
  });

  test('is shown at the console, each e-mail with both parts', async () => {
    const [mail] = await mailbox(service);
    const list = await developer.get('/console/sandbox/mail');
    assert.equal(list.status, 200);
    assert.ok(list.text.includes(mail!.id));
    const one = await developer.get(`/console/sandbox/mail/${mail!.id}`);
    assert.match(one.text, /<pre class="mail">/);
    const markup = await developer.get(`/console/sandbox/mail/${mail!.id}/html`);
    assert.equal(markup.text, mail!.html);
    assert.match(markup.headers.get('content-security-policy')!, /default-src 'none'/);
    assert.equal((await stranger.get(`/console/sandbox/mail/${mail!.id}`)).status, 404);
    assert.ok(!(await stranger.get('/console/sandbox/mail')).text.includes(mail!.id));
  });
});
