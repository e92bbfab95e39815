// docs/postman.json has every operation, and its requests work at a running service when their variables are set.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { openService } from './support/opening.ts';

interface Pair {
  key: string;
  value: string;
  disabled?: true;
}

interface Item {
  name: string;
  request: {
    method: string;
    header: Pair[];
    url: { raw: string; query: Pair[] };
    auth?: { type: string } & Record<string, Pair[]>;
    body?: { mode: 'raw' | 'urlencoded'; raw?: string; urlencoded?: Pair[] };
  };
}

const text = await readFile('docs/postman.json', 'utf8');
const { item: folders } = JSON.parse(text) as { item: { name: string; item: Item[] }[] };
const itemOf = (name: string): Item => folders.flatMap(({ item }) => item).find((one) => one.name === name)!;

test('it has every operation of every document', async () => {
  const expected: string[] = [];
  for (const name of ['one', 'payments', 'payouts', 'external']) {
    const { paths } = JSON.parse(await readFile(`docs/openapi/${name}.json`, 'utf8'));
    for (const methods of Object.values<Record<string, { summary: string }>>(paths))
      for (const [method, { summary }] of Object.entries(methods))
        expected.push(`${method.toUpperCase()} ${summary}`);
  }
  const found = folders.flatMap(({ item }) => item.map(({ name, request }) => `${request.method} ${name}`));
  assert.deepEqual(found.sort(), expected.sort());
});

test('a request has its address, credentials and body, with variables in place of values', async () => {
  const service = await openService();
  const { base, merchant } = service;
  const send = async (name: string, variables: Record<string, string>) => {
    const filled = JSON.parse(
      JSON.stringify(itemOf(name)).replaceAll(/\{\{(\w+)\}\}/g, (_all, key) => variables[key]!),
    ) as Item;
    const { method, url, header, auth, body } = filled.request;
    const [credentials = []] = auth ? [auth[auth.type]!] : [];
    const [first, second] = credentials.map(({ value }) => value);
    const headers = Object.fromEntries(
      header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]),
    );
    if (auth?.type === 'basic') headers.authorization = `Basic ${btoa(`${first}:${second}`)}`;
    if (auth?.type === 'bearer') headers.authorization = `Bearer ${first}`;
    if (auth?.type === 'apikey') headers[first!] = second!;
    const form = body?.urlencoded?.map(({ key, value }): [string, string] => [key, value]);
    const sent = body && (form ? new URLSearchParams(form) : body.raw!);
    const response = await fetch(url.raw, { method, headers, ...(sent && { body: sent }) });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  const { clientId, clientSecret, apiKey, siteCode } = merchant;
  const variables = { baseUrl: base, clientId, clientSecret, apiKey, siteCode, token: '' };
  const token = await send('Generate authentication token', variables);
  assert.equal(token.status, 200, JSON.stringify(token.body));
  const payment = await send('Request payment', { ...variables, token: token.body.access_token! });
  assert.equal(payment.status, 201, JSON.stringify(payment.body));
  const banks = await send('Get available banks', variables);
  assert.equal(banks.status, 200, JSON.stringify(banks.body));
});
