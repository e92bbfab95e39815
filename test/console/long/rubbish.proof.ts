// Proof 7, over HTTP: rubbish in every path, parameter and field, from every role: no response is a 5xx, no header contains
// the rubbish, an unknown parameter is named, and requests from other origins change nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleForms, consolePages } from '../../../src/pages/console/routes.ts';
import { type Shown, type Visitor, visitorsOf } from '../support.ts';
import { addressesOf, openWorld, valuesOf } from './world.ts';

const world = await openWorld();
const operators = await visitorsOf(world, 'admin', 'operator-finance', 'operator-admin', 'developer');
const [admin] = operators;

const rubbish = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2066x',
  '\r\nset-cookie: a=b',
  `' or 1=1 --`,
  '"><script>alert(1)</script>',
  '../../../etc/passwd',
  '%',
  '%00',
  '-1',
  '1e309',
  '99999999999999999999999999',
  '9999-12-31',
  '0000-00-00',
  '-271821-04-20',
  '{}',
  '[]',
  'null',
  'constructor',
  '__proto__',
  'x'.repeat(5_000),
  '💥'.repeat(500),
  '00000000-0000-0000-0000-000000000000',
];
const parameters = [
  ...['site', 'merchant', 'state', 'from', 'to', 'bank', 'min', 'max', 'reference', 'after', 'event'],
  ...['receiver', 'type', 'surface', 'finding', 'who', 'action', 'subject', 'q', 'day', 'kind', 'since'],
  ...['until', 'back', 'page', '__proto__', 'constructor', 'toString'],
];

/** The named objects must exist. */
const knownTo400 = new Set(['site', 'merchant']);

/** As a browser encodes it, and also bytes that are not text. */
const written = (text: string): string => (text === '\ud800' ? '%ED%A0%80' : encodeURIComponent(text));
const isWrong = ({ status, headers }: Shown): boolean =>
  status >= 500 || headers.getSetCookie().some((one) => one.startsWith('a=')) || headers.has('x-injected');

test('no query makes a page fail, and an unknown parameter is named by a 400', async (t) => {
  const wrong: string[] = [];
  let asked = 0;
  const pages = await addressesOf(world.db, 1);
  for (const { address } of pages) {
    const visitor = await ableVisitor(address);
    if (!visitor) {
      wrong.push(`no user of the test sees ${address}`);
      continue;
    }
    const unknown = await visitor.get(`${address}?unknownthing=1`);
    if (unknown.status !== 400 || !unknown.text.includes('unknownthing'))
      wrong.push(`${address}?unknownthing=1: ${unknown.status}`);
    for (const name of parameters) {
      const failed = await failing(visitor, address, name);
      asked += failed.asked;
      wrong.push(...failed.wrong);
    }
  }
  t.diagnostic(`${asked} queries of ${pages.length} pages`);
  assert.deepEqual(wrong, []);
});

async function failing(
  visitor: Visitor,
  address: string,
  name: string,
): Promise<{ asked: number; wrong: string[] }> {
  // One that the page does not read is refused before its value is looked at.
  const first = await visitor.get(`${address}?${name}=zzz`);
  if (first.status === 400 && !knownTo400.has(name)) return { asked: 1, wrong: [] };
  const texts = rubbish.map((text) => `${name}=${written(text)}`);
  const queries = [...texts, `${name}=a&${name}=b`, `${name}[]=a`, `${name}[a]=b`];
  const answers = await Promise.all(queries.map((query) => visitor.get(`${address}?${query}`)));
  const wrong = queries.filter((_, index) => isWrong(answers[index]!));
  return {
    asked: queries.length + 1,
    wrong: wrong.map((query) => `${address}?${query.slice(0, 60)}`),
  };
}

async function ableVisitor(address: string): Promise<Visitor | undefined> {
  // A page that requires more parameters returns 422.
  for (const visitor of operators)
    if (![403, 404].includes((await visitor.get(address)).status)) return visitor;
  return undefined;
}

test('no path makes a page fail', async (t) => {
  const wrong: string[] = [];
  let asked = 0;
  const paths = [...consolePages, ...consoleForms]
    .map(({ path }) => path)
    .filter((path) => path.includes(':'));
  for (const path of new Set([...paths, '/console/:x', '/console/invitations/:x', '/console/payments/:x/y']))
    for (const text of rubbish)
      for (const visitor of operators.slice(0, 2)) {
        const address = path.replace(/:\w+/, written(text));
        const { status } = await visitor.get(address);
        asked += 1;
        if (status >= 500) wrong.push(`GET ${path} ${JSON.stringify(text.slice(0, 30))}: ${status}`);
      }
  t.diagnostic(`${asked} paths`);
  assert.deepEqual(wrong, []);
});

test('no field makes a form fail, and no rubbish is carried out', async (t) => {
  const wrong: string[] = [];
  let sent = 0;
  const skipped = /\/console\/(?:me\/|sandbox|merchants$|users\/:id\/(?:disable|sessions))/;
  for (const { path } of consoleForms.filter((form) => !skipped.test(form.path))) {
    const [value] = await valuesOf(world.db, path, 1);
    const address = path.replace(/:\w+/, value!);
    const visitor = await sender(address);
    // These have no fields: they do what their address says.
    const isBare = /\/(?:resend|cancel|enable|delete|remove|revoke|sessions)$/.test(path);
    // A reason is free text, and a blank period is the last one that is over.
    const isDone = (text: string) =>
      isBare ||
      (/\/(?:suspend|resume)$/.test(path) && text.trim() !== '') ||
      (path.endsWith('/run') && text.trim() === '');
    for (const text of rubbish) {
      const fields = Object.fromEntries(fieldNames.map((field) => [field, text]));
      const forms = [text, crypto.randomUUID()].map((form) => visitor.post(address, { ...fields, form }));
      const answers = await Promise.all(forms);
      sent += forms.length;
      const bad = answers.filter((one) => isWrong(one) || (one.status === 303 && !isDone(text)));
      wrong.push(...bad.map(({ status }) => `POST ${path} ${JSON.stringify(text.slice(0, 30))}: ${status}`));
    }
  }
  t.diagnostic(`${sent} forms`);
  assert.deepEqual(wrong, []);
});

async function sender(address: string): Promise<Visitor> {
  for (const visitor of operators) if ((await visitor.post(address, {})).status !== 403) return visitor;
  throw new Error(`no user of the test can send to ${address}`);
}

const fieldNames = [
  ...['amount', 'reason', 'refundable', 'site', 'reference', 'bankReference', 'bank', 'account', 'branch'],
  ...['to', 'note', 'parts', 'splitNote', 'returnNote', 'since', 'until', 'kind', 'now', 'seen', 'email'],
  ...['role', 'merchant', 'endpoint', 'eventType', 'messageType', 'messages', 'do', 'name', 'password'],
  ...['seenAmount', 'seenAccount', 'seenState', 'seenEndpoint', 'code', 'notifyUrl', 'returnUrl', 'feeBps'],
  'period',
];

test('requests from a foreign origin are refused, and no page loads in a frame', async (t) => {
  const strange: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: world.base },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': '', origin: 'null' },
    { 'sec-fetch-site': '', origin: 'https://evil.example' },
    { 'sec-fetch-site': '', origin: `${world.base}.evil.example` },
    { 'sec-fetch-site': '' },
  ];
  const wrong: string[] = [];
  const paths = [...consoleForms.map(({ path }) => path), '/console/sign-out', '/console/sign-in'];
  for (const path of paths)
    for (const headers of strange) {
      const address = path.replace(/:\w+/g, crypto.randomUUID());
      const { status } = await admin.post(address, { form: crypto.randomUUID() }, headers);
      if (status !== 403) wrong.push(`${path} ${JSON.stringify(headers)}: ${status}`);
    }
  assert.equal((await admin.get('/console')).status, 200, 'the session stands');
  const { headers } = await admin.get('/console');
  const policy = headers.get('content-security-policy')!;
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe|\*/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(headers.get('cache-control') ?? '', /no-store/);
  t.diagnostic(`${paths.length * strange.length} posts from elsewhere refused`);
  assert.deepEqual(wrong, []);
});
