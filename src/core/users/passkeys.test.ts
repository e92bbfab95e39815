// A device's responses, built by hand so that each part can be wrong. test/console/passkeys.test.ts uses a real
// browser.
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';
import { openUsers } from '../../../test/support/setup/users.ts';
import { minuteMs } from '../../kernel/clock.ts';
import { askToShow, type Place } from './passkeys.ts';
import { showPasskey } from './sign-in.ts';
import type { SignedInUser } from './signed-in-user.ts';

const { ctx, clock, person } = await openUsers();
const place: Place = { rpId: 'pay.example', origin: 'https://pay.example' };
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

interface Device {
  id: string;
  key: KeyObject;
}

/** Gives a user a device, as registering one with a P-256 key would store it. */
async function addDevice({ id: userId }: SignedInUser): Promise<Device> {
  const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const bytes = (part: string | undefined) => Buffer.from(part!, 'base64url');
  // COSE: a map of the kind, the algorithm, the curve and the two coordinates.
  const cose = [Buffer.from('a5010203262001215820', 'hex'), bytes(x), Buffer.from('225820', 'hex'), bytes(y)];
  const id = randomBytes(16).toString('base64url');
  await ctx.db`
    insert into console.passkeys (id, user_id, name, credential_id, public_key, counter, transports, created_at)
    values (gen_random_uuid(), ${userId}, 'a device', ${id}, ${Buffer.concat(cose)}, 0, '{}', now())`;
  return { id, key };
}

interface Wrong {
  origin?: string;
  rpId?: string;
  type?: string;
  counter?: number;
  signedBy?: KeyObject;
}

/** A device's response to a challenge. */
function answerOf({ id, key }: Device, challenge: string, wrong: Wrong = {}): string {
  const { origin = place.origin, rpId = place.rpId, type = 'webauthn.get', counter = 1 } = wrong;
  const client = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(counter);
  // The second part: a user was present, and the device verified them.
  const data = Buffer.concat([sha256(rpId), Buffer.from([0b101]), counted]);
  const signature = sign('sha256', Buffer.concat([data, sha256(client)]), wrong.signedBy ?? key);
  const response = {
    clientDataJSON: client.toString('base64url'),
    authenticatorData: data.toString('base64url'),
    signature: signature.toString('base64url'),
  };
  return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
}

async function ask({ id: userId, sessionId }: SignedInUser): Promise<string> {
  const asked = await askToShow(ctx, { userId, sessionId }, place);
  return (asked as { challenge: string }).challenge;
}

const own = await person('own@shop.example', 'admin');
const other = await person('other@shop.example', 'admin');
const mine = await addDevice(own.person);
const theirs = await addDevice(other.person);
const show = async (answer: string, token = own.token) =>
  (await showPasskey(ctx, { token }, answer, place)).kind;
let counter = 0;

beforeEach(async () => {
  // Five wrong responses would be slowed.
  await ctx.db`delete from console.attempts`;
  counter += 10;
});

describe('a passkey’s response', () => {
  test('is taken once, by the session of the challenge', async () => {
    const answer = answerOf(mine, await ask(own.person), { counter });
    assert.equal(await show(answer, other.token), 'refused');
    assert.equal(await show(answer), 'in');
    assert.equal(await show(answer), 'refused');
  });

  for (const [what, wrong] of [
    ['of a page at another origin', { origin: 'https://evil.example' }],
    ['from a page of this host at another port', { origin: `${place.origin}:8443` }],
    ['of a page of this host without TLS', { origin: 'http://pay.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['that another device has signed', { signedBy: theirs.key }],
  ] as const)
    test(`${what} is refused, and uses the challenge up`, async () => {
      const challenge = await ask(own.person);
      assert.equal(await show(answerOf(mine, challenge, { counter, ...wrong })), 'refused');
      assert.equal(await show(answerOf(mine, challenge, { counter })), 'refused');
      assert.equal(await show(answerOf(mine, await ask(own.person), { counter })), 'in');
    });

  test('from a device whose counter has not grown is refused: it is a copy', async () => {
    assert.equal(await show(answerOf(mine, await ask(own.person), { counter })), 'in');
    for (const copy of [counter, counter - 1])
      assert.equal(await show(answerOf(mine, await ask(own.person), { counter: copy })), 'refused');
    assert.equal(await show(answerOf(mine, await ask(own.person), { counter: counter + 1 })), 'in');
  });

  test('to a challenge that was not issued, or issued to another session, is refused', async () => {
    const never = randomBytes(32).toString('base64url');
    for (const challenge of [never, await ask(other.person)])
      assert.equal(await show(answerOf(mine, challenge, { counter })), 'refused');
    assert.equal(await show(answerOf(theirs, await ask(own.person), { counter })), 'refused');
  });

  test('has five minutes to come', async () => {
    const [early, late] = [await ask(own.person), await ask(own.person)];
    clock.advance(5 * minuteMs - 1);
    assert.equal(await show(answerOf(mine, early, { counter })), 'in');
    clock.advance(1);
    assert.equal(await show(answerOf(mine, late, { counter: counter + 1 })), 'refused');
  });

  test('that is malformed is refused, and keeps the challenge', async () => {
    const challenge = await ask(own.person);
    const whole = JSON.parse(answerOf(mine, challenge, { counter }));
    const response = (more: object) => ({ ...whole, response: { ...whole.response, ...more } });
    const texts = [
      '',
      '{',
      'null',
      '[]',
      '5',
      '{"id":5}',
      '{"id":"dGhlaXJz"}',
      `{"id":"${'x'.repeat(30_000)}"}`,
    ];
    const parts = [
      { ...whole, response: undefined },
      { ...whole, type: 'password' },
      { ...whole, rawId: 'another' },
      response({ clientDataJSON: 5 }),
      response({ clientDataJSON: 'bm8ganNvbg' }),
    ];
    texts.push(answerOf(mine, challenge, { counter, type: 'webauthn.create' }));
    for (const text of [...texts, ...parts.map((one) => JSON.stringify(one))]) {
      await ctx.db`delete from console.attempts`;
      assert.equal(await show(text), 'refused', text.slice(0, 60));
    }
    assert.equal(await show(JSON.stringify(whole)), 'in');
  });

  test('that is wrong five times slows its owner', async () => {
    for (let tries = 0; tries < 5; tries += 1) assert.equal(await show('{}'), 'refused');
    assert.equal(await show(answerOf(mine, await ask(own.person), { counter })), 'slowed');
  });
});
