import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chosenCost, hashPassword, judgePassword, randomCost } from './passwords.ts';

describe('a password', () => {
  test('is hashed with a separate salt, at the cost that its text contains', async () => {
    const [one, two] = [await hashPassword('one', randomCost), await hashPassword('one', randomCost)];
    assert.notEqual(one, two);
    assert.match(one, /^\$argon2id\$v=19\$m=8,t=1,p=1\$[\w-]{22}\$[\w-]{43}$/);
    assert.match(await hashPassword('one'), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('is known by its hash alone, at either cost, and by whatever keyboard writes it', async () => {
    for (const cost of [chosenCost, randomCost]) {
      const hash = await hashPassword('ze\u0301bre', cost);
      assert.deepEqual(await judgePassword('z\u00e9bre', hash), { isRight: true, isOld: false });
      for (const wrong of ['zebre', 'z\u00e9bre ', '', 'x'.repeat(100_000)])
        assert.equal((await judgePassword(wrong, hash)).isRight, false);
    }
  });

  test('from earlier versions is verified too, and marked as old', async () => {
    // The hash of "of an earlier version", by scrypt with N = 16.
    const { scryptSync } = await import('node:crypto');
    const salt = Buffer.alloc(16, 1);
    const digest = scryptSync('of an earlier version', salt, 32, { N: 16 }).toString('base64url');
    const old = `scrypt.4.${salt.toString('base64url')}.${digest}`;
    assert.deepEqual(await judgePassword('of an earlier version', old), { isRight: true, isOld: true });
    assert.equal((await judgePassword('other', old)).isRight, false);
  });

  test('is wrong without a hash, or with an unreadable one', async () => {
    for (const hash of [undefined, '', '$argon2id$v=19$m=8,t=1,p=1$$', 'scrypt.4.x.y'])
      assert.deepEqual(await judgePassword('one', hash), { isRight: false, isOld: false });
  });

  test('for a known client is hashed without waiting for unknown ones, and so is a random one', async () => {
    const ended: string[] = [];
    const hash = async (name: string, ...how: [typeof chosenCost, 'known' | 'unknown']) => {
      await hashPassword('a password', ...how);
      ended.push(name);
    };
    const flood = Array.from({ length: 6 }, () => hash('unknown', chosenCost, 'unknown'));
    await Promise.all([...flood, hash('known', chosenCost, 'known'), hash('quick', randomCost, 'unknown')]);
    assert.ok(ended.indexOf('known') < 4 && ended.indexOf('quick') < 4, ended.join());
  });
});
