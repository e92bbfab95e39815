import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createKeyring, randomSecret, safeEqual, sha256Hex, sha512Hex } from './crypto.ts';

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;

describe('a keyring', () => {
  test('opens the texts that it sealed, whatever they contain', () => {
    const ring = createKeyring(key('a', 1));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) =>
        assert.equal(ring.open(ring.seal(text)), text),
      ),
    );
  });

  test('seals the same text differently each time, under its first key', () => {
    const ring = createKeyring(`${key('new', 2)},${key('old', 1)}`);
    const [one, other] = [ring.seal('secret'), ring.seal('secret')];
    assert.notEqual(one, other);
    assert.match(one, /^new\./);
    assert.doesNotMatch(one, /secret/);
  });

  test('opens texts that an older key sealed, and none any more once that key is gone', () => {
    const sealed = createKeyring(key('old', 1)).seal('secret');
    assert.equal(createKeyring(`${key('new', 2)},${key('old', 1)}`).open(sealed), 'secret');
    assert.throws(() => createKeyring(key('new', 2)).open(sealed), /master key old/);
  });

  test('refuses a sealed text of which any part was changed, shortened or taken from another', () => {
    const ring = createKeyring(key('a', 1));
    const parts = ring.seal('R 10,00 to account 1').split('.');
    const others = ring.seal('R 99,00 to account 2').split('.');
    for (const index of [1, 2, 3]) {
      const part = parts[index]!;
      const flipped = (part[0] === 'A' ? 'B' : 'A') + part.slice(1);
      for (const changed of [flipped, part.slice(0, 6), '', others[index]!]) {
        assert.throws(() => ring.open(parts.with(index, changed).join('.')));
      }
    }
  });

  test('derives a key per purpose from each of its keys, always the same', () => {
    const ring = createKeyring(`${key('b', 2)},${key('a', 1)}`);
    const tokens = ring.derive('tokens');
    assert.deepEqual(
      tokens.map(({ id }) => id),
      ['b', 'a'],
    );
    assert.ok(tokens.every(({ bytes }) => bytes.length === 32));
    assert.deepEqual(createKeyring(key('a', 1)).derive('tokens')[0], tokens[1]);
    assert.notDeepEqual(ring.derive('cookies')[0]!.bytes, tokens[0]!.bytes);
  });

  test('refuses keys that are not 32 bytes or have no id', () => {
    for (const text of [
      '',
      'a',
      ':',
      `a:${Buffer.alloc(31).toString('base64')}`,
      `:${Buffer.alloc(32).toString('base64')}`,
      `a b:${Buffer.alloc(32).toString('base64')}`,
    ]) {
      assert.throws(() => createKeyring(text), /master key/);
    }
  });
});

test('two texts are the same only if every character is, whatever their lengths', () => {
  assert.equal(safeEqual('abc', 'abc'), true);
  for (const other of ['', 'ab', 'abd', 'abcd', 'ABC', 'a\u0000c'])
    assert.equal(safeEqual('abc', other), false);
});

test('hashes are of the UTF-8 bytes, in lower-case hexadecimal', () => {
  assert.equal(sha256Hex('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.match(sha512Hex('abc'), /^ddaf35a193617abacc417349ae20413112e6fa4e89a97ea2[0-9a-f]{80}$/);
  assert.notEqual(sha256Hex('\u00eb'), sha256Hex('e\u0308'));
});

test('a secret of 32 random bytes is 43 characters that a header and an address can carry', () => {
  const secrets = new Set(Array.from({ length: 1_000 }, () => randomSecret(32)));
  assert.equal(secrets.size, 1_000);
  for (const secret of secrets) assert.match(secret, /^[\w-]{43}$/);
});
