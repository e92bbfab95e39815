import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { unseededSecret } from '../../kernel/security/secure-random.ts';
import { assertPassword } from './passwords.ts';

const email = 'thandi.mokoena@shop.example';
const isGood = (password: string): boolean => {
  try {
    assertPassword(password, email);
    return true;
  } catch (error) {
    assert.equal((error as { code: string }).code, 'InvalidField');
    return false;
  }
};

test('a password has 15 to 128 characters, however many bytes they take', () => {
  const words = 'zigzag plover under kameeldoring tree '.repeat(4);
  for (const length of [15, 60, 128]) assert.ok(isGood(words.slice(0, length)), `${length}`);
  for (const length of [0, 14, 129]) assert.ok(!isGood(words.slice(0, length)), `${length}`);
  assert.ok(isGood('🐘🦒🦓🦏🦛🐆🦁🐅🐃🐂🐄🐪🐫🦙🦘'));
});

test('a password must not consist of common guesses or of the address it is for', () => {
  for (const obvious of [
    'passwordpassword',
    'Password123456789',
    'correcthorsebatterystaple',
    '123456789012345678',
    'aaaaaaaaaaaaaaaaaaaa',
    'abababababababababab',
    'qwertyuiopasdfghjkl',
    'tefo-tefo-tefo-2026',
    'thandi.mokoena2026',
    'Thandi@shop.example',
    'adminadminadmin!!1',
  ])
    assert.ok(!isGood(obvious), obvious);
});

test('a random password is accepted, and only the rules refuse one', () => {
  for (let draw = 0; draw < 200; draw += 1) assert.ok(isGood(unseededSecret(18)));
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => void isGood(text)));
});
