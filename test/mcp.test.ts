// `tefo mcp` as an assistant starts it: the program on standard input and output, with the client of the protocol's SDK.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { tefoWith } from './support/cli.ts';
import { createMerchantOf } from './support/merchant.ts';
import { startTefo } from './support/opening.ts';

const program = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
const { tefo, merchant } = await startTefo();
const { siteCode } = merchant.credentials;
const reader = await connect();
const writer = await connect('--write');

async function connect(...options: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const env = { PATH: process.env.PATH!, TEFO_DATA_DIR: tefo.dataDir, TEFO_PUBLIC_URL: tefo.base };
  const args = [program, 'mcp', ...options];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env, cwd: tefo.dataDir, stderr: 'inherit' }),
  );
  after(() => client.close());
  return client;
}

async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const [{ text = '' } = {}] = content as { text?: string }[];
  return { text, isError: Boolean(isError) };
}

const namesOf = async (client: Client) =>
  (await client.listTools()).tools.map(({ name, annotations }) => `${name} ${annotations?.readOnlyHint}`);

test('without --write there are only tools that read', async () => {
  const reading = ['find_payment', 'explain', 'explain_hash', 'search_docs', 'list_events'];
  const changing = ['create_payment', 'set_outcome', 'advance_clock'];
  const withHint = (names: string[], isReading: boolean) => names.map((name) => `${name} ${isReading}`);
  assert.deepEqual(await namesOf(reader), withHint(reading, true));
  assert.deepEqual(await namesOf(writer), [...withHint(reading, true), ...withHint(changing, false)]);
  assert.deepEqual(await call(reader, 'create_payment', { amount: '10.00', reference: 'NO' }), {
    isError: true,
    text: `there is no tool create_payment; use one of ${reading.join(', ')}`,
  });
});

test('an assistant creates a payment, pays it, and finds and explains it', async () => {
  const created = await call(writer, 'create_payment', { amount: '204.90', reference: 'MCP-1' });
  const { id, amount, redirectUrl } = JSON.parse(created.text);
  assert.deepEqual([amount, new URL(redirectUrl).origin], [{ currency: 'ZAR', value: 204.9 }, tefo.base]);
  const paid = await call(writer, 'set_outcome', { object: 'transaction', id, outcome: 'success' });
  assert.equal(JSON.parse(paid.text).state, 'successful');

  const found = await call(reader, 'find_payment', { text: 'MCP-1' });
  assert.match(found.text, new RegExp(`^payment ${id}, reference MCP-1, R\u00a0204,90, .*site ${siteCode}`));
  const explained = await call(reader, 'explain', { reference: 'MCP-1' });
  assert.match(explained.text, /^payment MCP-1, R\u00a0204,90, complete\n/);
  assert.match(explained.text, /Bank confirmed payment/);
  const events = await call(reader, 'list_events', { reference: 'MCP-1', since: '1d' });
  assert.match(events.text, /transaction\.complete #\d+ {2}successful/);
});

test('it is limited to a site with --site, and a text that nothing has is said', async () => {
  await call(writer, 'create_payment', { amount: '11.00', reference: 'MCP-2' });
  const other = await connect('--site', 'OTHER');
  for (const name of ['find_payment', 'explain']) {
    const input = name === 'explain' ? { reference: 'MCP-2' } : { text: 'MCP-2' };
    const [mine, theirs] = [await call(reader, name, input), await call(other, name, input)];
    assert.match(mine.text, /MCP-2/);
    assert.match(theirs.text, /^(No payment matches|no object has the id or reference) MCP-2/);
  }
  const events = await call(other, 'list_events');
  assert.match(events.text, /there is no site with the code OTHER/);
  assert.equal(events.isError, true);
});

test('it explains the hash of a rejected request', async () => {
  const none = await call(reader, 'explain_hash', { reference: 'MCP-3' });
  assert.match(none.text, /^No request of \S+ was rejected for its hash/);
  const merchant = createMerchantOf(tefo.base, await tefo.credentials());
  await merchant.createPayments({ transactionReference: 'MCP-3' }, { privateKey: 'wrong' });
  const { text, isError } = await call(reader, 'explain_hash', { reference: 'MCP-3' });
  assert.equal(isError, false, text);
  assert.match(text, /Input of SHA-512:\n.*mcp-3/i);
});

test('it searches the documentation, and limits the results', async () => {
  const { text } = await call(reader, 'search_docs', { query: 'verify webhook signature', limit: 3 });
  const results = text.split('\n\n');
  assert.equal(results.length, 3);
  for (const result of results) assert.match(result, new RegExp(`\n${tefo.base}/docs/`));
  assert.match(text, /\/docs\/guides\/webhooks/);
});

test('the clock of the sandbox is advanced with --write only', async () => {
  const { text } = await call(writer, 'advance_clock', { by: 'P1D' });
  const ahead = Date.parse(JSON.parse(text).now) - Date.now();
  assert.ok(ahead > 23 * 3_600_000, text);
  assert.match((await call(reader, 'advance_clock', { by: 'P1D' })).text, /there is no tool/);
});

test('wrong input is refused with the field and the rule', async () => {
  const wrong: [string, Record<string, unknown>, RegExp][] = [
    ['explain', {}, /^reference is required$/],
    ['explain', { reference: '' }, /^reference must not be empty$/],
    ['explain', { reference: 'x'.repeat(256) }, /^reference must have at most 255 characters$/],
    ['find_payment', { text: 'A', limit: 51 }, /^limit must be at most 50$/],
    ['find_payment', { text: 'A', site: 'B' }, /^site is not a known field$/],
    ['list_events', { since: 'yesterday' }, /must be a span such as 30m/],
    ['create_payment', { amount: '1.5', reference: 'A' }, /^amount must be an amount in rand/],
    ['set_outcome', { object: 'deposit', id: 'x', outcome: 'success' }, /^object must be one of/],
    ['advance_clock', { by: 'tomorrow' }, /^by must be ISO 8601/],
  ];
  for (const [name, input, expected] of wrong) {
    const { text, isError } = await call(writer, name, input);
    assert.equal(isError, true);
    assert.match(text, expected);
  }
});

test('production refuses --write', async () => {
  const inProduction = tefoWith({
    TEFO_MODE: 'production',
    TEFO_MASTER_KEYS: `k1:${Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')}`,
    TEFO_PUBLIC_URL: 'https://pay.example.com',
  });
  const { code, out, err } = await inProduction('mcp', '--write');
  assert.deepEqual([code, out], [1, '']);
  assert.match(err, /tefo mcp --write is only available in the sandbox; TEFO_MODE is production/);
});

test('without its optional package it says what to install', async () => {
  const hooks = `import { registerHooks } from 'node:module';
registerHooks({ resolve: (name, context, next) => {
  if (name.startsWith('@modelcontextprotocol/')) throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' });
  return next(name, context);
} });`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(hooks)}`, program, 'mcp'];
  const env = { PATH: process.env.PATH, TEFO_DATA_DIR: tefo.dataDir };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: tefo.dataDir,
    env,
    encoding: 'utf8',
  });
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(
    stderr,
    /needs the optional package @modelcontextprotocol\/sdk.*npm install --include=optional/,
  );
});
