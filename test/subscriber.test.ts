// The subscriber's page and its e-mails, on a running service: the signed address, its content, cancelling, reminders.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { changeSite } from '../src/core/merchants/actions.ts';
import { languages } from '../src/pages/messages/index.ts';
import { subscriberWords } from '../src/pages/messages/subscriber.ts';
import { type Mail, mailbox } from './support/mailbox.ts';
import { zar } from './support/refunding.ts';
import { openSubscriptions } from './support/subscribing.ts';

const club = await openSubscriptions();
const { base, ctx, db, merchant } = club;
const customer = { name: 'Naledi Mokoena', email: 'naledi@example.co.za' };
const dayMs = 86_400_000;

const change = async (settings: Parameters<typeof changeSite>[2]) => {
  await changeSite(ctx, merchant.siteCode, settings);
  club.directory.forget();
};
const off = { emailReceipts: false, emailReminderDays: null, emailFailedCharges: false, chargeRetries: 2 };
beforeEach(async () => {
  await change(off);
  await db`delete from emails`;
});

const active = (given: object = {}) => club.active({ customer, ...given });
const manageUrl = async (id: string): Promise<string> => (await club.find(id)).manageUrl;
const page = async (url: string) => {
  const response = await fetch(url, { redirect: 'manual' });
  const text = (await response.text()).replaceAll('\u00a0', ' ');
  return { status: response.status, headers: response.headers, text };
};
const post = (url: string, fields: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
/** The simulated bank declines amounts that end in 91 cents. */
const declined = { amount: zar(100.91) };

async function mails(kind: string): Promise<Mail[]> {
  await club.drain();
  return (await mailbox(club)).filter((mail) => mail.kind === kind);
}

describe('the address of the page', () => {
  test('is the same in every response, has no personal data, and no other text is accepted', async () => {
    const made = await club.made({ customer });
    const id = made.subscriptionId;
    assert.equal(await manageUrl(id), made.manageUrl);
    const token: string = made.manageUrl.split('/subscriber/')[1];
    assert.match(token, /^[\w-]{43}$/);
    const bytes = Buffer.from(token, 'base64url');
    const other = Buffer.from((await club.made()).manageUrl.split('/subscriber/')[1], 'base64url');
    const flipped = Buffer.from(bytes);
    flipped[31]! ^= 1;
    const forged = [
      flipped.toString('base64url'),
      Buffer.concat([other.subarray(0, 16), bytes.subarray(16)]).toString('base64url'),
      bytes.subarray(0, 16).toString('base64url'),
      `${token}A`,
      // The last character has two spare bits: only one spelling is accepted.
      token.slice(0, -1) + String.fromCharCode(token.charCodeAt(42) + 1),
      id,
      'nothing',
    ];
    for (const text of forged) {
      const { status } = await page(`${base}/subscriber/${text}`);
      assert.equal(status, 404, text);
      for (const name of ['cancel', 'emails'])
        assert.equal((await post(`${base}/subscriber/${text}/${name}`)).status, 404, text);
    }
  });

  test('leads to the page of the decision while the customer has not decided', async () => {
    const { subscriptionId, manageUrl: url } = await club.made();
    const { status, headers } = await page(url);
    assert.deepEqual([status, headers.get('location')], [303, `/subscribe/${subscriptionId}`]);
  });

  test('is kept from search engines, caches and other servers', async () => {
    const { headers } = await page(await manageUrl(await active()));
    assert.equal(headers.get('x-robots-tag'), 'noindex');
    assert.equal(headers.get('referrer-policy'), 'same-origin');
    assert.equal(headers.get('cache-control'), 'no-store');
  });
});

describe('the page', () => {
  test('shows the mandate, the last charges and those to come, in five languages', async () => {
    const id = await active({ description: 'Book club', payableNow: zar(20) });
    await club.drain();
    const url = await manageUrl(id);
    const { status, text } = await page(url);
    assert.equal(status, 200);
    for (const part of ['Karoo Books', 'R 99,90 every month', 'Book club', 'CLUB-1', 'R 20,00', 'Paid'])
      assert.ok(text.includes(part), part);
    // New Year's Day is a holiday, and a Friday.
    for (const day of ['1 Dec 2026', '4 Jan 2027', '1 Feb 2027']) assert.ok(text.includes(day), day);
    assert.ok(!text.includes('1 Mar 2027'));
    assert.ok(!text.includes(customer.email) && !text.includes(customer.name));
    for (const { tag } of languages) {
      const own = (await page(`${url}?lang=${tag}`)).text;
      assert.ok(own.includes(subscriberWords(tag).coming), tag);
      assert.ok(own.includes(subscriberWords(tag).cancel), tag);
    }
  });

  test('says how often a failed charge is tried again, and when', async () => {
    await change({ chargeRetries: 1 });
    const id = await active(declined);
    await club.pass(11 * dayMs);
    const { text } = await page(await manageUrl(id));
    assert.ok(text.includes(subscriberWords('en').retries[1]!));
    assert.ok(text.includes('We try again on 2 Dec 2026'), text);
    await club.pass(dayMs);
    assert.equal((await club.charges(id))[0].status, 'Failed');
    assert.equal((await club.charges(id))[0].attempts, 2);
  });
});

describe('cancelling', () => {
  test('asks first, happens once however often it is sent, and notifies the merchant like any cancellation', async () => {
    const id = await active();
    const url = await manageUrl(id);
    const { text } = await page(`${url}/cancel`);
    assert.ok(text.includes('Yes, cancel it'));
    assert.equal(await club.statusOf(id), 'Active');
    const sent = await Promise.all(Array.from({ length: 8 }, () => post(`${url}/cancel`)));
    assert.deepEqual([...new Set(sent.map(({ status }) => status))], [303]);
    assert.equal(await club.statusOf(id), 'Canceled');
    await club.drain();
    const [event, ...more] = club.events(id).filter(({ type }) => type === 'subscription.cancelled');
    assert.ok(event);
    assert.deepEqual(more, []);
    const steps = await db`
      select actor, reason from transitions where object = 'subscription' and object_id = ${id} and verb = 'cancel'`;
    assert.deepEqual([...steps], [{ actor: 'customer', reason: 'cancelled by the customer' }]);
    await club.pass(40 * dayMs);
    assert.deepEqual(await club.charges(id), []);
  });

  test('revokes the address: the page shows nothing but the end', async () => {
    const id = await active({ description: 'Book club' });
    const url = await manageUrl(id);
    await club.cancel(id);
    const { status, text } = await page(url);
    assert.equal(status, 200);
    assert.match(text, /This regular payment was cancelled/);
    for (const secret of ['Book club', 'R 99,90', 'Coming payments']) assert.ok(!text.includes(secret));
    assert.equal((await page(`${url}/cancel`)).status, 303);
  });
});

describe('e-mails', () => {
  test('none is sent unless the site switches them on', async () => {
    await active(declined);
    await active();
    await club.pass(14 * dayMs);
    assert.deepEqual([...(await db`select kind from emails`)], []);
  });

  test('a reminder is sent once, so many days before, with the day, the amount and the address of the page', async () => {
    await change({ emailReminderDays: 3 });
    const id = await active();
    const daily = await active({ frequency: 'Daily', firstPaymentDate: '2027-03-01', occurrences: 2 });
    assert.ok(daily);
    const { firstPaymentDate } = await club.find(id);
    const due = new Date(`${firstPaymentDate}T06:00+02:00`).getTime() - 3 * dayMs;
    await club.pass(due - 60_000 - club.clock.now().getTime());
    assert.equal((await mails('charge-reminder')).length, 0);
    await club.pass(60_000);
    await club.pass(dayMs);
    const [mail, ...more] = await mails('charge-reminder');
    assert.deepEqual(more, []);
    assert.equal(mail!.to, customer.email);
    assert.match(mail!.text, /R 99,90/);
    assert.ok(mail!.text.includes(await manageUrl(id)));
    await club.cancel(daily);
  });

  test('an e-mail is sent for each failed attempt, and a receipt with the address for a paid charge', async () => {
    await change({ emailFailedCharges: true, emailReceipts: true });
    const id = await active({ merchantReference: 'CLUB-FAILS', ...declined });
    const paid = await active({ merchantReference: 'CLUB-PAYS' });
    const [first] = await club.charges(id);
    await club.pass(new Date(`${first.chargeDate}T07:00+02:00`).getTime() - club.clock.now().getTime());
    const failures = async () =>
      (await mails('charge-failed')).filter(({ text }) => text.includes('CLUB-FAILS'));
    const failed = await failures();
    assert.equal(failed.length, 1);
    assert.match(failed[0]!.text, /We will try again on/);
    for (let day = 0; day < 7; day += 1) await club.pass(dayMs);
    assert.equal((await failures()).length, 3);
    const receipts = (await mails('receipt')).filter(({ text }) => text.includes('CLUB-PAYS'));
    assert.equal(receipts.length, 1);
    assert.ok(receipts[0]!.text.includes(await manageUrl(paid)));
  });

  test('the customer stops and starts them, also by one POST of a mail program', async () => {
    await change({ emailReminderDays: 2 });
    const id = await active();
    const url = await manageUrl(id);
    assert.ok((await page(url)).text.includes(subscriberWords('en').stop));
    assert.equal((await post(`${url}/emails`, { 'List-Unsubscribe': 'One-Click' })).status, 303);
    assert.ok((await page(url)).text.includes(subscriberWords('en').start));
    await club.pass(10 * dayMs);
    const [charge] = await db`select id from subscription_charges where subscription_id = ${id}`;
    const about = () => db`select 1 from emails where object_id = ${charge!.id}`;
    assert.equal((await about()).length, 0);
    await post(`${url}/emails`, { send: 'yes' });
    assert.ok((await page(url)).text.includes(subscriberWords('en').stop));
  });
});
