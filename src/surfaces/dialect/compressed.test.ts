import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { longestElement, mostUnpacked, pack, readArray, UnreadableData, unpack } from './compressed.ts';
import { createPacking } from './packing.ts';

const packed = (content: string | Buffer): string => gzipSync(content).toString('base64');

const refused = (data: string, why: RegExp) =>
  assert.rejects(unpack(data), (error) => {
    assert.ok(error instanceof UnreadableData, String(error));
    assert.match(error.message, why);
    return true;
  });

describe('compressedData', () => {
  const array = '[{"amount": 10.50, "customer":"Zoë 😀"},\n 2, "x"]';

  test('gives each element as it was written', async () => {
    const elements = ['{"amount": 10.50, "customer":"Zoë 😀"}', '2', '"x"'];
    assert.deepEqual(await unpack(packed(array)), elements);
    assert.deepEqual(await unpack(await pack(array)), elements);
    assert.equal(gunzipSync(Buffer.from(await pack(array), 'base64')).toString('utf8'), array);
    assert.deepEqual(readArray(Buffer.from(array)), elements);
    assert.deepEqual(await unpack(packed('[]')), []);
  });

  test('may be broken into lines, lack its padding, be of several members, begin with a byte order mark', async () => {
    const data = packed(array);
    const elements = await unpack(data);
    assert.deepEqual(await unpack(`${data.replace(/.{20}/g, '$&\r\n')}\n`), elements);
    assert.deepEqual(await unpack(data.replace(/=+$/, '')), elements);
    const members = Buffer.concat([gzipSync(array.slice(0, 10)), gzipSync(array.slice(10))]);
    assert.deepEqual(await unpack(members.toString('base64')), elements);
    assert.deepEqual(await unpack(packed(`\ufeff${array}`)), elements);
  });

  test('that is no base64 is refused', async () => {
    const data = packed(array);
    for (const broken of [
      '!!!',
      'A',
      'AAAAA',
      `${data}=x`,
      `${data.slice(0, 9)}*${data.slice(9)}`,
      '====',
      'ä',
    ])
      await refused(broken, /^is not base64$/);
  });

  test('that is no gzip, or not all of it, is refused', async () => {
    const bytes = gzipSync(array);
    const flipped = Buffer.from(bytes);
    flipped[bytes.length - 6]! ^= 1;
    for (const broken of [Buffer.from(array), flipped, Buffer.alloc(40)])
      await refused(broken.toString('base64'), /^is not gzip$/);
    for (const length of [5, 20, bytes.length - 9, bytes.length - 1])
      await refused(bytes.subarray(0, length).toString('base64'), /^is gzip that ends too early$/);
  });

  test('that holds no UTF-8 is refused', async () => {
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80]])
      await refused(
        packed(Buffer.from([...Buffer.from('["'), ...bytes, ...Buffer.from('"]')])),
        /^is not UTF-8$/,
      );
  });

  test('that holds no JSON array, or more than 5 000 elements, is refused', async () => {
    await refused(packed('{"siteCode":"X"}'), /^is not a JSON array$/);
    await refused(packed(''), /^is not a JSON array$/);
    await refused(packed('[1'), /^is not JSON: it ends too early$/);
    await refused(packed(`[${'['.repeat(10_000)}${']'.repeat(10_000)}]`), /^nests deeper than 64 levels$/);
    assert.equal((await unpack(packed(`[${'1,'.repeat(4_999)}1]`))).length, 5_000);
    await refused(packed(`[${'1,'.repeat(5_000)}1]`), /^has more than 5000 elements$/);
  });

  test('is held to no element that is too long, and none of its elements to another', async () => {
    const text = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2));
    const [longest, longer, more] = await unpack(
      packed(`[${text(longestElement)},${text(longestElement + 1)},3]`),
    );
    assert.equal((longest as string).length, longestElement);
    assert.deepEqual(longer, { most: '32768 bytes' });
    assert.equal(more, '3');
  });
});

test('an element with too many values is reported; too many in all elements are refused', async () => {
  const object = (members: number): string =>
    `{${Array.from({ length: members }, (_, index) => `"m${index}":1`).join(',')}}`;
  assert.deepEqual(await unpack(packed(`[1,${object(3_000)},[${'[],'.repeat(100)}1]]`)), [
    '1',
    { most: '200 values' },
    { most: '200 values' },
  ]);
  const array = (times: number, element: string): string => `[${Array(times).fill(element).join(',')}]`;
  assert.equal((await unpack(packed(array(5_000, object(40))))).length, 5_000);
  await refused(packed(array(5_000, object(41))), /^has more than 200000 values$/);
  // Elements that are refused one by one do not count.
  assert.equal((await unpack(packed(array(1_000, object(300))))).length, 1_000);
});

test('an array is packed and unpacked letter by letter, in a thread too', async () => {
  const packing = createPacking();
  after(packing.close);
  const text = '[{"a": 1.50, "b":9007199254740993}]';
  const data = await packing.run('packArray', text);
  assert.equal(gunzipSync(Buffer.from(data, 'base64')).toString(), text);
  assert.equal(Buffer.from(await packing.run('unpackText', data)).toString(), text);
  assert.deepEqual(await packing.run('unpack', data), ['{"a": 1.50, "b":9007199254740993}']);
  for (const name of ['packArray', 'unpackText', 'unpack'] as const)
    await assert.rejects(packing.run(name, '{}'), (error) => error instanceof UnreadableData);
  await assert.rejects(
    packing.run('packArray', `[${'[1],'.repeat(250).slice(0, -1)}]`.replace('[1]', `[${'1,'.repeat(300)}1]`)),
    /^Error: has more than 200 values in its element \[0\]$/,
  );
});

// The fields at the longest lengths that the contract allows, each character at its longest encoding.
const longest: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries({ transactionReference: 50, customer: 100, bankAccountNumber: 20 })
      .concat([1, 2, 3, 4, 5].map((number) => [`optional${number}`, 50]))
      .concat(['cancelUrl', 'errorUrl', 'successUrl', 'notifyUrl'].map((name) => [name, 150]))
      .concat(Object.entries({ branchCode: 10, bankAccountName: 50, payeeDisplayName: 50 }))
      .map(([name, length]) => [name, '😀'.repeat(length)]),
  ),
  siteCode: 'X'.repeat(50),
  hashCheck: 'a'.repeat(250),
  countryCode: 'ZA',
  currencyCode: 'ZAR',
  amount: '999999999999.99',
  bankReference: 'X'.repeat(20),
  isTest: 'false',
  selectedBankId: '4816019c-3314-4c80-8b6b-b2cd16dcc4ec',
  expiryDateUtc: '2027-01-31T16:30:00.0000000+02:00',
  allowVariableAmount: 'true',
  variableAmountMin: '999999999999.99',
  variableAmountMax: '999999999999.99',
  customerIdentifier: '8001015009087',
  customerCellphoneNumber: '0821234567',
};

test('five thousand of the longest legal requests fit, and little more does', async () => {
  const request = JSON.stringify(longest);
  const whole = Buffer.from(`[${Array(5_000).fill(request).join(',')}]`);
  assert.equal((await unpack(packed(whole))).length, 5_000);
  assert.ok(whole.length > mostUnpacked * 0.9 && whole.length <= mostUnpacked, String(whole.length));
  await refused(packed(Buffer.alloc(mostUnpacked + 1, ' ')), /^unpacks to more than 30000000 bytes$/);
  const escaped = request.replaceAll('😀', '\\ud83d\\ude00');
  assert.ok(escaped.length <= longestElement * 0.7, String(escaped.length));
});

// Measured alone in its own process. Takes the lowest processor time of three runs, because the machine has other work
// too, and the highest memory.
const measuring = `
import { gzipSync } from 'node:zlib';
import { unpack } from './src/surfaces/dialect/compressed.ts';

async function measure(bomb) {
  globalThis.gc();
  // Not the resident memory: that stays high after a larger run.
  const held = () => { const { heapUsed, external } = process.memoryUsage(); return heapUsed + external };
  const [before, began] = [held(), process.cpuUsage()];
  let most = 0;
  const watch = setInterval(() => { most = Math.max(most, held()) }, 1);
  const why = await unpack(bomb).then(() => 'taken', (error) => error.message);
  most = Math.max(most, held());
  clearInterval(watch);
  const { user, system } = process.cpuUsage(began);
  return { why, cpuMs: (user + system) / 1000, megabytes: (most - before) / 1e6 };
}

// An accepted file is read to its end: a bomb must not cost much more than that.
const honest = gzipSync(Buffer.alloc(29_000_000, '[]')).toString('base64');
const whole = [];
for (let run = 0; run < 5; run += 1) whole.push((await measure(honest)).cpuMs);
const mostMs = 3 * Math.min(...whole);
const figures = [];
for (const [name, letter] of Object.entries({ zeros: '', spaces: ' ', brackets: '[', letters: 'a' })) {
  const member = gzipSync(Buffer.alloc(100_000_000, letter));
  for (const [size, members] of Object.entries({ '10 GB in 10 MB': 100, '100 MB in 100 kB': 1 })) {
    const bomb = Buffer.concat(Array(members).fill(member)).toString('base64');
    const runs = [];
    const of = (figure) => runs.map((run) => run[figure]);
    // Other work on the machine makes a run more expensive, never cheaper: a failed measurement is repeated.
    while (runs.length < 3 || (Math.min(...of('cpuMs')) > mostMs && runs.length < 15)) runs.push(await measure(bomb));
    const [cpuMs, megabytes] = [Math.min(...of('cpuMs')), Math.max(...of('megabytes'))];
    figures.push({ bombName: size + ' of ' + name, why: runs[0].why, cpuMs, mostMs, megabytes });
  }
}
console.log(JSON.stringify(figures));
`;

test('a bomb costs at most three times as much as a valid file, and less than 64 MB, whatever its expanded size', async () => {
  const args = ['--expose-gc', '--input-type=module', '-e', measuring];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const figures = JSON.parse(stdout);
  assert.equal(figures.length, 8);
  for (const { bombName, why, cpuMs, mostMs, megabytes } of figures) {
    assert.equal(why, 'unpacks to more than 30000000 bytes');
    assert.ok(cpuMs <= mostMs, `${bombName}: ${cpuMs} ms, at most ${mostMs}`);
    assert.ok(megabytes < 64, `${bombName}: ${megabytes} MB`);
  }
});
