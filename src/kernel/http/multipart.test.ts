import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileOf, readMultipart } from './multipart.ts';

const type = 'multipart/form-data; boundary=x';
const bodyOf = (...parts: string[]) =>
  Buffer.from(`${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`, 'latin1');
const field = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = (name: string, fileName: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: text/plain\r\n\r\n${value}`;

describe('a multipart form', () => {
  test('as Node writes it is read back, byte for byte', async () => {
    const form = new FormData();
    const bytes = Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7) % 256);
    form.set('form', 'é "quoted"');
    form.set('file', new Blob([bytes]), 'a b.sta');
    form.set('empty', '');
    const sent = new Response(form);
    const read = readMultipart(Buffer.from(await sent.arrayBuffer()), sent.headers.get('content-type')!);
    assert.deepEqual({ ...read }, { form: 'é "quoted"', empty: '' });
    const found = fileOf(read)!;
    assert.deepEqual(
      [found.field, found.name, Buffer.compare(found.bytes, Buffer.from(bytes))],
      ['file', 'a b.sta', 0],
    );
  });

  test('keeps no path of a file name, and no control characters', () => {
    for (const [given, kept] of [
      ['C:\\bank\\x.txt', 'x.txt'],
      ['../../etc/passwd', 'passwd'],
      ['', 'file'],
      ['a\u0007b', 'ab'],
    ] as const)
      assert.equal(fileOf(readMultipart(bodyOf(file('file', given, 'y')), type))?.name, kept);
  });

  test('with an empty file has a file without bytes', () => {
    assert.equal(fileOf(readMultipart(bodyOf(file('file', 'x', '')), type))?.bytes.length, 0);
  });

  for (const [what, body, given] of [
    ['without a boundary', bodyOf(field('a', 'b')), 'multipart/form-data'],
    ['that is empty', Buffer.alloc(0), type],
    ['that is cut off', bodyOf(field('a', 'b')).subarray(0, 50), type],
    ['with a name twice', bodyOf(field('a', 'b'), field('a', 'c')), type],
    ['with a file and a field of one name', bodyOf(file('a', 'x', 'b'), field('a', 'c')), type],
    ['with two files', bodyOf(file('a', 'x', 'b'), file('b', 'y', 'c')), type],
    ['with a part without a name', bodyOf('Content-Disposition: form-data\r\n\r\nx'), type],
    ['with a null character', bodyOf(field('a', '\0')), type],
    ['with a long field', bodyOf(field('a', 'b'.repeat(70_000))), type],
    ['with a long head', bodyOf(`X: ${'y'.repeat(5_000)}\r\n\r\n`), type],
    ['with many parts', bodyOf(...Array.from({ length: 21 }, (_, index) => field(String(index), ''))), type],
  ] as const)
    test(`${what} is refused`, () => {
      assert.throws(() => readMultipart(body, given), { status: 400 });
    });
});
