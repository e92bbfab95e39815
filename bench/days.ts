// node bench/days.ts [--base http://localhost:8420] [--shots FOLDER] [--json]
// A finance user's day, a support call and a developer's morning at the console of a service that runs in staging, with
// the TEFO_DATA_DIR of this process, and that `npm run fill` has filled. Each task runs in a real browser. "By hand" is
// the time of practised users by the keystroke-level model (hands.ts); the wait for pages is measured.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dayOf } from '../src/kernel/business-days.ts';
import { openBrowser } from '../test/support/browser.ts';
import { ask, createMerchantOf, signedFields } from '../test/support/merchant.ts';
import { createHands, type Hands } from './hands.ts';
import { makePerson } from './users.ts';

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: `http://localhost:${process.env.TEFO_PORT ?? 8420}` },
    shots: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const { base } = values;
const credentials = JSON.parse(
  readFileSync(join(process.env.TEFO_DATA_DIR ?? './data', 'credentials.json'), 'utf8'),
);
const shop = createMerchantOf(base, credentials);
const token = (await shop.token()).body.access_token;
const clock = await ask(`${base}/sandbox/clock`, { headers: { apikey: credentials.apiKey } });
const now = new Date(clock.body.now);

/** A shop whose webhook receiver fails until it is fixed. */
let isBroken = true;
const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(isBroken ? 500 : 200).end());
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const notifyUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/notify`;

interface Task {
  what: string;
  act(hands: Hands): Promise<void>;
}

const nameOf = (kind: string): string => `${kind}-${randomUUID().slice(0, 8).toUpperCase()}`;

/** A payment of R 150,50 that waits for its payer. */
async function asked(merchantReference: string, more = {}) {
  const expireAt = new Date(now.getTime() + 3_600_000).toISOString();
  const made = await shop.createOne(token, { merchantReference, expireAt, ...more });
  assert.equal(made.status, 201, made.text);
  return made.body.id as string;
}

/** A payment of R 150,50 of today, paid. Returns its reference. */
async function paid(): Promise<string> {
  const merchantReference = nameOf('ORDER');
  await shop.decide(await asked(merchantReference, { notifyUrl }), 'success');
  return merchantReference;
}

/** A request that is refused: its amount was hashed in another form than it is sent. Returns its reference. */
async function refused(): Promise<string> {
  const transactionReference = nameOf('ORDER');
  const fields = signedFields(credentials, { transactionReference, amount: '25.5' });
  const answer = await fetch(`${base}/payments/postpaymentrequest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: credentials.apiKey },
    body: JSON.stringify({ ...fields, amount: '25.50' }),
  });
  assert.ok(answer.status < 500, `${answer.status}`);
  return transactionReference;
}

const yesterday = dayOf(now).subtract({ days: 1 }).toString();

async function financeDay(): Promise<Task[]> {
  const order = await paid();
  return [
    {
      what: 'export yesterday’s payments, with their sum in the last line',
      act: async (hands) => {
        await hands.follow('link', 'Payments');
        await hands.choose('State', 'complete');
        await hands.type('From', yesterday);
        await hands.type('To', yesterday);
        await hands.follow('button', 'Apply');
        const lines = await hands.take(/Export CSV/);
        assert.match(lines.at(-1)!, /^# [\d ]+ rows, R [\d ]+,\d\d$/);
        assert.equal(
          Number(
            lines
              .at(-1)!
              .replace(/^# ([\d ]+) rows.*$/, '$1')
              .replaceAll(' ', ''),
          ),
          lines.length - 2,
        );
      },
    },
    {
      what: 'refund R 50,25 of an order',
      act: async (hands) => {
        await hands.search(order);
        await hands.type(/Amount/, '50,25');
        await hands.type(/Reason/, 'one item was broken');
        await hands.follow('button', /^Refund payment/);
        await hands.reads(/Refund of R\s50,25 created/);
      },
    },
    {
      what: 'export the lines of the newest settlement',
      act: async (hands) => {
        await hands.follow('link', 'Balance');
        await hands.follow('link', 'Settlements');
        await hands.follow('link', /^SET-/);
        await hands.reads(/Lines|lines/);
        const lines = await hands.take(/Export/);
        assert.match(lines.at(-1)!, /^# /);
      },
    },
    {
      what: 'list payouts that wait for approval, the oldest first',
      act: async (hands) => {
        await hands.follow('link', 'Home');
        await hands.follow('link', /payouts? to approve/);
        await hands.reads(/payouts?, oldest first|oldest payouts/);
      },
    },
    {
      what: 'list payments of R 500 to R 1 000 at one bank this month',
      act: async (hands) => {
        await hands.follow('link', 'Payments');
        await hands.choose('Bank', 'Nedbank');
        await hands.type('Amount from', '500');
        await hands.type('Amount to', '1000');
        await hands.follow('button', 'Apply');
        await hands.reads(/payments? · last 30 days/);
      },
    },
  ];
}

async function supportCall(): Promise<Task[]> {
  const order = await paid();
  const other = nameOf('ORDER');
  await asked(other);
  return [
    {
      what: '"I have paid, and the shop says no": find the order, see that it is paid',
      act: async (hands) => {
        await hands.search(order);
        await hands.reads(/complete/);
      },
    },
    {
      what: 'find out why the shop does not know: its server returned 500',
      act: (hands) => hands.reads(/answered 500|500 Internal|HTTP 500/),
    },
    {
      what: 'the shop is fixed: resend the notification',
      act: async (hands) => {
        isBroken = false;
        await hands.follow('button', /^Resend/);
        await hands.reads(/again/i);
      },
    },
    {
      what: '"I have ordered twice": cancel the open payment',
      act: async (hands) => {
        await hands.search(other);
        await hands.follow('button', /^Cancel/);
        await hands.reads(/cancelled/);
      },
    },
    {
      what: 'find a payment by its amount and the last four digits',
      act: async (hands) => {
        await hands.search('R 763,79');
        await hands.reads(/763,79/);
      },
    },
  ];
}

async function developersMorning(): Promise<Task[]> {
  const order = await refused();
  const open = await asked(nameOf('ORDER'));
  return [
    {
      what: 'find out why last night’s request was refused',
      act: async (hands) => {
        await hands.search(order);
        await hands.reads(/the amount was hashed as|hashed as/i);
      },
    },
    {
      what: 'list the notifications that failed recently',
      act: async (hands) => {
        await hands.follow('link', 'Developers');
        await hands.follow('link', 'Notifications');
        await hands.choose('State', 'failed');
        await hands.follow('button', 'Apply');
        await hands.reads(/(?:notice|notification)s? · last 30 days/);
      },
    },
    {
      what: 'decline a payment in the sandbox, and see how the shop reacts',
      act: async (hands) => {
        await hands.follow('link', 'Developers');
        await hands.follow('link', 'Sandbox');
        await hands.type('Payment or transaction id', open);
        await hands.choose('Outcome', 'declined');
        await hands.follow('button', 'Set outcome');
        await hands.search(open);
        await hands.reads(/declined/);
      },
    },
  ];
}

const days: [name: string, role: string, tasks: () => Promise<Task[]>][] = [
  ['a finance day', 'finance', financeDay],
  ['a support call', 'support', supportCall],
  ["a developer's morning", 'developer', developersMorning],
];

const browser = await openBrowser();
const rows: Record<string, string | number>[] = [];
try {
  for (const [name, role, tasksOf] of days) {
    const tasks = await tasksOf();
    const hands = await createHands(browser, base, makePerson(role, credentials.siteCode));
    note(name, 'sign in', hands);
    for (const [index, { what, act }] of tasks.entries()) {
      await act(hands);
      note(name, what, hands);
      if (values.shots === undefined) continue;
      mkdirSync(values.shots, { recursive: true });
      const file = `${name.replaceAll(/\W+/g, '-')}-${index + 1}.png`;
      await hands.page.screenshot({ path: join(values.shots, file) });
    }
  }
} finally {
  await browser.close();
  receiver.close();
}
if (values.json) console.log(JSON.stringify(rows, null, 2));
else console.table(rows);

function note(day: string, task: string, hands: Hands): void {
  const { clicks, keys, pages, waiting, hand } = hands.end();
  const [byHand, waited] = [hand.toFixed(1), waiting.toFixed(2)];
  rows.push({ day, task, clicks, keys, pages, 'by hand, s': byHand, 'waiting, s': waited });
}
