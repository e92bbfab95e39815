// Payment links at the console: only the permitted roles create, share, edit and disable them.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { findAnyLink, type Link } from '../../src/core/links/actions.ts';
import { columnOf } from '../support/column.ts';
import { openService } from '../support/opening.ts';
import { plain, strangerOf, type Visitor, visitorOf, visitorsOf } from './support.ts';

const service = await openService();
const [support, finance, viewer, operator] = await visitorsOf(
  service,
  'support',
  'finance',
  'viewer',
  'operator-support',
);
const stranger = await strangerOf(service, 'admin');

const path = '/console/links';
const usual = () => ({ site: service.merchant.siteCode, amount: '50,25', uses: 'single' });
const create = (by: Visitor, fields: Record<string, string> = {}) =>
  by.act(`${path}/new`, `${path}/new`, { ...usual(), ...fields });

/** Creates a link at the console and returns it. */
async function created(fields: Record<string, string> = {}): Promise<Link> {
  const { status, to, text } = await create(support, fields);
  assert.equal(status, 303, text);
  const link = await findAnyLink(service.db, to!.slice(path.length + 1));
  return link ?? assert.fail(`no link at ${to}`);
}

const audited = (link: Link) => service.db<{ action: string; after: string }[]>`
  select action, after::text from console.audit where subject = ${`payment_link ${link.id}`} order by position`;

describe('a new link', () => {
  test('has the typed values, shows a link to share, and is audited once', async () => {
    const link = await created({
      reference: 'PHONE 7',
      description: 'Two tickets <b>',
      customer: 'Thandi Mokoena',
      email: 'thandi@payer.example',
      expires: '2026-11-30',
    });
    assert.equal(link.amountCents, 5_025n);
    assert.equal(link.uses, 'single');
    assert.equal(link.expiresAt?.toISOString(), '2026-11-30T22:00:00.000Z');
    assert.deepEqual(link.customer, { name: 'Thandi Mokoena', email: 'thandi@payer.example' });
    assert.equal(link.createdBy, `user:${support.userId}`);
    const { status, text } = await support.get(`${path}/${link.id}`);
    assert.equal(status, 200);
    const url = `${service.config.publicUrl}/link/${link.code}`;
    assert.ok(text.includes(`data-field="url" data-value="${url}"`));
    assert.match(
      text,
      new RegExp(`<img src="${path}/${link.id}/qr.png"[^>]* alt="QR code of the payment link"`),
    );
    const mail = /href="(mailto:[^"]*)"[^>]*>Open in mail program</.exec(text)?.[1] ?? '';
    assert.ok(plain(mail).startsWith('mailto:thandi@payer.example?subject='), mail);
    assert.ok(decodeURIComponent(plain(mail)).includes(url));
    assert.match(text, /https:\/\/wa\.me\/\?text=/);
    assert.ok(text.includes('Two tickets &lt;b&gt;'));
    assert.deepEqual(columnOf(await audited(link), 'action'), ['link.create']);
    // An operator's administrator has no permission to see customers.
    const operator = await visitorOf(service, 'operator-admin');
    assert.doesNotMatch((await operator.get(`${path}/${link.id}`)).text, /Thandi|thandi@/);
  });

  test('leaves the amount to the customer where none is typed, within limits', async () => {
    const link = await created({ amount: '', min: '10.00', max: '500,00', uses: 'many' });
    assert.deepEqual([link.amountCents, link.minimumCents, link.maximumCents], [null, 1_000n, 50_000n]);
    assert.equal(link.uses, 'many');
    assert.match(link.merchantReference, /^PL-/);
    const usualLimits = await created({ amount: '' });
    assert.deepEqual([usualLimits.minimumCents, usualLimits.maximumCents], [100n, 100_000_000n]);
  });

  test('is refused with its reason, and nothing that was typed is lost', async () => {
    for (const [fields, problem] of [
      [{ site: '' }, /Select the site/],
      [{ site: 'NOSUCH' }, /No site with the code/],
      [{ amount: 'much' }, /amount/i],
      [{ amount: '0' }, /The amount must be more than/],
      [{ amount: '', min: '2', max: '1' }, /smallest amount is larger/],
      [{ expires: 'soon' }, /Type the day as/],
      [{ expires: '2026-11-01' }, /expiry must be in the future/],
      [{ email: 'nobody' }, /Type an e-mail address/],
      [{ uses: 'twice' }, /Select whether/],
      [{ reference: 'R'.repeat(41), uses: 'many' }, /at most 40 characters/],
      [{ description: 'two\nlines' }, /one line/],
    ] as const) {
      const { status, text } = await create(support, { customer: 'Kept name', ...fields });
      assert.ok(status === 422 || status === 400, `${JSON.stringify(fields)}: ${status}`);
      assert.match(plain(text), problem);
      assert.ok(text.includes('value="Kept name"'));
    }
  });

  test('is created once, however often its form is sent', async () => {
    const page = await support.get(`${path}/new`);
    const form = /name="form" value="([^"]+)"/.exec(
      page.text.slice(page.text.indexOf(`action="${path}/new"`)),
    )![1]!;
    const fields = { ...usual(), reference: 'ONCE', form };
    const answers = await Promise.all(Array.from({ length: 20 }, () => support.post(`${path}/new`, fields)));
    assert.equal(answers.filter(({ status }) => status === 303).length, 1);
    assert.equal((await service.db`select from payment_links where merchant_reference = 'ONCE'`).count, 1);
  });

  test('is for support, finance and admins; operators see links and change none', async () => {
    const link = await created();
    assert.equal((await create(finance)).status, 303);
    assert.equal((await viewer.get(path)).status, 403);
    assert.equal((await viewer.get(`${path}/${link.id}`)).status, 403);
    const seen = await operator.get(`${path}/${link.id}`);
    assert.equal(seen.status, 200);
    assert.doesNotMatch(seen.text, /Disable link|Edit link/);
    assert.equal((await operator.get(`${path}/new`)).status, 403);
    assert.equal((await operator.post(`${path}/${link.id}/disable`, {})).status, 403);
  });
});

test('a link of another merchant is nowhere', async () => {
  const link = await created({ reference: 'PRIVATE-LINK' });
  const own = `${path}/${link.id}`;
  for (const page of [own, `${own}/qr.png`, `${own}/poster`, `${own}.csv`])
    assert.equal((await stranger.get(page)).status, 404, page);
  for (const form of [`${own}/edit`, `${own}/disable`]) {
    const { form: id } = {
      form: /name="form" value="([^"]+)"/.exec((await stranger.get(`${path}/new`)).text)![1]!,
    };
    assert.equal(
      (await stranger.post(form, { form: id, description: 'mine', expires: '' })).status,
      404,
      form,
    );
  }
  for (const list of [path, `${path}.csv`])
    assert.doesNotMatch((await stranger.get(list)).text, /PRIVATE-LINK/);
  assert.equal((await create(stranger)).status, 400);
  assert.equal((await findAnyLink(service.db, link.id))?.state, 'active');
});

test('the list and the page of a link say how often it was paid', async () => {
  const link = await created({ uses: 'many', reference: 'STALL' });
  const visits = await Promise.all(
    [1, 2, 3].map(() => fetch(`${service.base}/link/${link.code}`, { redirect: 'manual' })),
  );
  assert.ok(visits.every(({ status }) => status === 303));
  await service.db`
    update payments set state = 'complete', completed_at = created_at
    where link_id = ${link.id} and merchant_reference <> 'STALL-3'`;
  const row = /<tr id="row-[^"]*">(?:(?!<\/tr>).)*STALL(?:(?!<\/tr>).)*<\/tr>/s.exec(
    (await support.get(path)).text,
  )?.[0];
  assert.match(row ?? '', /data-label="Paid">2</);
  const { text } = await support.get(`${path}/${link.id}`);
  assert.match(text, /STALL-1/);
  assert.match(text, /3 payments/);
  const csv = (await support.get(`${path}/${link.id}.csv`)).text;
  assert.match(csv, /STALL-3/);
});

test('a link is edited, and disabled once', async () => {
  const link = await created({ expires: '2026-12-01' });
  const own = `${path}/${link.id}`;
  const edited = await support.act(own, `${own}/edit`, { description: 'New words', expires: '2026-12-01' });
  assert.equal(edited.status, 303, edited.text);
  const now = await findAnyLink(service.db, link.id);
  assert.equal(now?.description, 'New words');
  assert.deepEqual(now?.expiresAt, link.expiresAt);
  assert.equal((await support.act(own, `${own}/edit`, { expires: '2026-11-01' })).status, 422);
  assert.equal((await support.act(own, `${own}/edit`, { expires: '' })).status, 303);
  assert.equal((await findAnyLink(service.db, link.id))?.expiresAt, null);
  const page = (await support.get(own)).text;
  const hidden = Object.fromEntries(
    [
      ...page.slice(page.indexOf(`${own}/disable`)).matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g),
    ].map(([, name, value]) => [name!, value!]),
  );
  assert.equal((await support.post(`${own}/disable`, hidden)).status, 303);
  const again = await support.post(`${own}/disable`, { ...hidden, form: await formId() });
  assert.equal(again.status, 409);
  assert.match(again.text, /already disabled/);
  const ended = (await support.get(own)).text;
  assert.doesNotMatch(ended, />Disable link<|>E-mail link</);
  assert.match(ended, /disabled at the console/);
  assert.deepEqual(
    (await audited(link)).map(({ action }) => action),
    ['link.create', 'link.edit', 'link.edit', 'link.disable'],
  );
});

const formId = async (): Promise<string> =>
  /name="form" value="([^"]+)"/.exec((await support.get(`${path}/new`)).text)![1]!;

test('the poster and the QR code have the address of the link', async () => {
  const link = await created({ description: 'Entrance' });
  const poster = await support.get(`${path}/${link.id}/poster`);
  assert.equal(poster.status, 200);
  assert.ok(poster.text.includes(`/link/${link.code}`));
  const response = await fetch(`${service.base}${path}/${link.id}/qr.png`, {
    headers: { cookie: support.cookie },
  });
  assert.equal(response.headers.get('content-type'), 'image/png');
  const png = Buffer.from(await response.arrayBuffer());
  const width = png.readUInt32BE(16);
  assert.ok(width >= 600 && width === png.readUInt32BE(20));
  const data = png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8);
  assert.equal(inflateSync(data).length, width * (1 + Math.ceil(width / 8)));
  const other = await created();
  const second = await fetch(`${service.base}${path}/${other.id}/qr.png`, {
    headers: { cookie: support.cookie },
  });
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  assert.notEqual(digest(png), digest(Buffer.from(await second.arrayBuffer())));
});
