// A merchant's verify address on a real server. Independent code writes its responses and checks the service's queries.
import assert from 'node:assert/strict';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  answering,
  type Behaviour,
  hanging,
  openReceiver,
  resetting,
} from '../../../test/support/receiver.ts';
import { accounts, openPayouts, paid } from '../../../test/support/setup/payouts.ts';
import type { NewPayout, Payout } from './actions.ts';
import { claimAsked } from './store.ts';

const world = await openPayouts({
  float: 100_000_000n,
  // Tests do not wait fifteen seconds.
  post: (post) => (request) => post({ ...request, timeoutMs: Math.min(request.timeoutMs, 1_500) }),
});
const merchantServer = await openReceiver();
await world.changeSite({ verifyUrl: `${merchantServer.url}/verify` });

const sha512 = (text: string) => createHash('sha512').update(text, 'utf8').digest('hex');

/** As a merchant's developer writes it from the documentation. */
function encrypt(accountNumber: string, reference: string, cents: bigint, key: string): Buffer {
  const iv = sha512((reference + String(cents) + key).toLowerCase()).substring(0, 16);
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(key), Buffer.from(iv));
  return Buffer.concat([cipher.update(accountNumber, 'utf8'), cipher.final()]);
}

const newKey = () => randomBytes(16).toString('hex');

/** Returns a merchant's server with this response, and with the payoutId of the query unless the response has one. */
const says =
  (answer: Record<string, unknown>): Behaviour =>
  (received, response) => {
    const { payoutId } = JSON.parse(received.body);
    answering(
      200,
      { 'content-type': 'application/json' },
      JSON.stringify({ payoutId, ...answer }),
    )(received, response);
  };

let drawn = 0;

/** A payout with an encrypted account number, and its key. */
async function encrypted(given: Partial<NewPayout> & { clear?: string; form?: 'base64' | 'hex' } = {}) {
  drawn += 1;
  const { clear = accounts.tyme.number, form = 'base64', ...more } = given;
  const key = newKey();
  const merchantReference = `Enc ${drawn}`;
  const amount = more.amount ?? 10_000n;
  const accountNumber = encrypt(clear, merchantReference, amount, key).toString(form);
  const payout = await world.accepted({ merchantReference, accountNumber, ...more });
  return { payout, key, accountNumber };
}

async function end(payout: Payout) {
  const { state, subStatus, stateReason } = await world.now(payout);
  return { state, subStatus, reason: stateReason };
}

/** The same response, whole and readable, in a body that breaks off before its announced end. */
const breaksOff =
  (answer: Record<string, unknown>): Behaviour =>
  ({ body: question }, response) => {
    const body = JSON.stringify({ payoutId: JSON.parse(question).payoutId, ...answer });
    response.writeHead(200, { 'content-length': body.length + 1 });
    response.write(body, () => void response.socket!.end());
  };

describe('a payout is verified', () => {
  for (const form of ['base64', 'hex'] as const) {
    test(`with an account number encrypted in ${form}, and paid to the account it opens to`, async () => {
      const { payout, key, accountNumber } = await encrypted({ form });
      merchantServer.behave(says({ isVerified: true, accountNumberDecryptionKey: key, reason: '' }));
      merchantServer.received.length = 0;
      await world.sweeps.receive.run();
      assert.deepEqual((await world.now(payout)).state, 'verification');
      await world.jobs.drain();
      assert.equal((await end(payout)).state, 'complete');
      assert.equal(world.bank.taken.at(-1)!.accountNumber, accounts.tyme.number);
      assert.equal((await world.now(payout)).account, '*******0001');
      assert.equal(merchantServer.received.length, 1);
      const { headers, headerNames, body, method, path } = merchantServer.received[0]!;
      assert.deepEqual([method, path], ['POST', '/verify']);
      assert.equal(headers.accesstoken, world.merchant.payoutAccessToken);
      assert.ok(headerNames.includes('AccessToken'), 'not every receiver passes over letter case');
      assert.match(headers['content-type']!, /^application\/json/);
      const { hashCheck, ...asked } = JSON.parse(body);
      assert.deepEqual(asked, {
        payoutId: payout.id,
        siteCode: world.merchant.siteCode,
        amount: 100,
        merchantReference: payout.merchantReference,
        customerBankReference: 'KAROO 17',
        isRtc: false,
        bankingDetails: { bankGroupId: accounts.tyme.bankId, accountNumber, branchCode: '678910' },
      });
      const input = [
        payout.id,
        world.merchant.siteCode,
        '10000',
        payout.merchantReference,
        'KAROO 17',
        'false',
        accounts.tyme.bankId,
        accountNumber,
        '678910',
        world.merchant.apiKey,
      ];
      assert.equal(hashCheck, sha512(input.join('').toLowerCase()));
    });
  }

  test('and its subStatus shows that it is on its way', async () => {
    const { payout, key } = await encrypted();
    merchantServer.behave(says({ isVerified: true, accountNumberDecryptionKey: key }));
    world.bank.mood = { answers: { outcome: 'pending', reason: null } };
    await world.jobs.drain();
    assert.deepEqual(await end(payout), { state: 'submitted', subStatus: 201, reason: null });
    world.bank.mood = { answers: paid };
    await world.tell(payout, paid);
    assert.deepEqual(await end(payout), { state: 'complete', subStatus: 0, reason: null });
  });

  test('in any letter case of the response, and with true as a text', async () => {
    const { payout, key } = await encrypted();
    merchantServer.behave((received, response) => {
      const PAYOUTID = JSON.parse(received.body).payoutId.toUpperCase();
      const answer = { PAYOUTID, IsVerified: 'True', accountnumberDECRYPTIONkey: key };
      answering(200, {}, JSON.stringify(answer))(received, response);
    });
    await world.jobs.drain();
    assert.equal((await end(payout)).state, 'complete');
  });

  test('with a plain number, for which no key is needed', async () => {
    const payout = await world.accepted();
    merchantServer.behave(says({ isVerified: true }));
    await world.jobs.drain();
    assert.equal((await end(payout)).state, 'complete');
    assert.equal(world.bank.taken.at(-1)!.accountNumber, accounts.tyme.number);
  });

  test('and then waits for a second person if the site requires one', async () => {
    await world.changeSite({ approvalAboveCents: 0n });
    const { payout, key } = await encrypted();
    merchantServer.behave(says({ isVerified: true, accountNumberDecryptionKey: key }));
    await world.jobs.drain();
    const { state, subStatus } = await end(payout);
    assert.deepEqual([state, subStatus], ['approval', 201]);
    await world.changeSite({ approvalAboveCents: null });
  });
});

describe('a payout is cancelled, and its money is in the float again', () => {
  const cancelled = async (
    behaviour: (key: string) => Behaviour,
    given: Parameters<typeof encrypted>[0] = {},
  ) => {
    const before = await world.float();
    const { payout, key } = await encrypted(given);
    merchantServer.behave(behaviour(key));
    await world.jobs.drain();
    const { state, subStatus, reason } = await end(payout);
    assert.equal(state, 'cancelled', `${state} ${reason}`);
    assert.deepEqual(await world.float(), before);
    return { subStatus, reason };
  };
  const accountNumberDecryptionKey = 'x'.repeat(32);

  test('when the merchant does not verify it: 202, with their reason', async () => {
    const said = await cancelled((key) =>
      says({ isVerified: false, accountNumberDecryptionKey: key, reason: 'Not a payout we know, sorry.' }),
    );
    assert.deepEqual(said, {
      subStatus: 202,
      reason: 'the merchant did not verify the payout: Not a payout we know, sorry.',
    });
  });

  test('when the reason is longer than 50 characters: it is cut', async () => {
    const { reason } = await cancelled(() => says({ isVerified: false, reason: 'x'.repeat(80) }));
    assert.equal(reason, `the merchant did not verify the payout: ${'x'.repeat(50)}`);
  });

  test('when the response does not decide: 202', async () => {
    assert.equal((await cancelled((key) => says({ accountNumberDecryptionKey: key }))).subStatus, 202);
    assert.equal((await cancelled(() => says({ isVerified: 'yes' }))).subStatus, 202);
    assert.equal((await cancelled(() => says({ isVerified: null }))).subStatus, 202);
  });

  test('when the response is about another payout, or about none: 202', async () => {
    const other = '018f0000-0000-7000-8000-000000000000';
    for (const payoutId of [other, '', null, 7]) {
      const { subStatus } = await cancelled((key) =>
        says({ payoutId, isVerified: true, accountNumberDecryptionKey: key }),
      );
      assert.equal(subStatus, 202);
    }
  });

  test('without a key: 205', async () => {
    for (const key of [undefined, null, '']) {
      const { subStatus } = await cancelled(() =>
        says({ isVerified: true, accountNumberDecryptionKey: key }),
      );
      assert.equal(subStatus, 205);
    }
  });

  test('with a key that does not open it: 205', async () => {
    assert.equal(
      (await cancelled(() => says({ isVerified: true, accountNumberDecryptionKey }))).subStatus,
      205,
    );
    const short = (key: string) => says({ isVerified: true, accountNumberDecryptionKey: key.slice(1) });
    assert.equal((await cancelled(short)).subStatus, 205);
    // 32 characters, but more than 32 bytes.
    const wide = () => says({ isVerified: true, accountNumberDecryptionKey: 'é'.repeat(32) });
    assert.equal((await cancelled(wide)).subStatus, 205);
  });

  test('when it decrypts to something else than a number: 205; and when its check digit is wrong: 9904', async () => {
    const right = (key: string) => says({ isVerified: true, accountNumberDecryptionKey: key });
    assert.equal((await cancelled(right, { clear: 'DROP TABLE' })).subStatus, 205);
    assert.equal((await cancelled(right, { clear: '12' })).subStatus, 9904);
    const { bankId: id, branchCode, number } = accounts.fnb;
    const fnb = { bank: { id, branchCode, available: true }, branchCode };
    assert.equal((await cancelled(right, { ...fnb, clear: number.replace('7', '8') })).subStatus, 9904);
  });

  test('when the site loses its verify address in the meantime and the key is unknown: 205', async () => {
    const { verifyUrl } = await world.siteNow();
    const { payout } = await encrypted();
    await world.changeSite({ verifyUrl: null });
    await world.jobs.drain();
    assert.deepEqual([(await end(payout)).state, (await end(payout)).subStatus], ['cancelled', 205]);
    await world.changeSite({ verifyUrl });
  });
});

describe('a verify address that does not respond', () => {
  const attempts = async (behaviour: Behaviour, seconds: number) => {
    merchantServer.received.length = 0;
    merchantServer.behave(behaviour);
    const { payout, key } = await encrypted();
    await world.jobs.drain();
    const counted = [merchantServer.received.length];
    for (const pause of [5, 30, 120, 600]) {
      if (seconds < pause) break;
      await world.wait(pause);
      counted.push(merchantServer.received.length);
    }
    return { payout, key, counted };
  };

  test('is queried at once, after 5 s, 30 s, 2 min and 10 min, and then it is 99 with 202', async () => {
    const before = await world.float();
    const { payout, counted } = await attempts(answering(503), 600);
    assert.deepEqual(counted, [1, 2, 3, 4, 5]);
    assert.deepEqual(await end(payout), {
      state: 'cancelled',
      subStatus: 202,
      reason: 'the verify address gave no answer: status 503',
    });
    await world.wait(3_600);
    assert.equal(merchantServer.received.length, 5);
    assert.deepEqual(await world.float(), before);
  });

  test('can recover: the payout continues', async () => {
    const { payout, key } = await attempts(answering(500), 30);
    assert.equal((await end(payout)).state, 'verification');
    merchantServer.behave(says({ isVerified: true, accountNumberDecryptionKey: key }));
    await world.wait(120);
    assert.equal((await end(payout)).state, 'complete');
  });

  for (const [what, behaviour] of [
    ['redirects', answering(302, { location: 'http://127.0.0.1:1/' })],
    ['answers 201', answering(201, {}, '{"isVerified":true}')],
    ['answers something that is no JSON object', answering(200, {}, '<html>Down for maintenance</html>')],
    ['returns a list', answering(200, {}, '[]')],
    ['resets the connection', resetting],
    ['hangs', hanging],
    ['breaks off in its body', breaksOff({ isVerified: false })],
  ] as const) {
    test(`is queried again when it ${what}`, async () => {
      const { payout, key, counted } = await attempts(behaviour, 5);
      assert.deepEqual(counted, [1, 2]);
      assert.equal((await end(payout)).state, 'verification');
      merchantServer.behave(says({ isVerified: true, accountNumberDecryptionKey: key }));
      await world.wait(30);
      assert.equal((await end(payout)).state, 'complete');
    });
  }

  test('with as many places as are free gets none, and a merchant with many gets a part of them', async () => {
    merchantServer.behave(hanging);
    for (let count = 0; count < 6; count++) await encrypted();
    await world.sweeps.receive.run();
    const now = world.clock.now();
    const { merchantId } = (await world.siteNow())!;
    const claimed = (free: number, load: number) => {
      const claim = {
        ...{ now, leaseUntil: now, free, perSite: 8, siteLoads: new Map() },
        merchantLoads: new Map([[merchantId, load]]),
      };
      return claimAsked(world.db, 'verification', claim).then(({ length }) => length);
    };
    assert.deepEqual([await claimed(32, 32), await claimed(6, 4), await claimed(6, 0)], [0, 1, 3]);
    assert.equal(await claimed(64, 0), 6);
    merchantServer.behave(says({ isVerified: false }));
    await world.jobs.drain();
  });

  test('is queried with no transaction and no lock open', async () => {
    let release: (() => void) | undefined;
    const arrived = new Promise<void>((resolve) => {
      merchantServer.behave((received, response) => {
        release = () => says({ isVerified: false })(received, response);
        resolve();
      });
    });
    const { payout } = await encrypted();
    await world.sweeps.receive.run();
    await world.sweeps.verify.run();
    await arrived;
    const open = await world.db`
      select state from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`;
    assert.equal(open.length, 0);
    await world.db`select 1 from payouts where id = ${payout.id} for update nowait`;
    release!();
    await world.jobs.drain();
  });

  test('delays only its own payouts: the others go on while it hangs', async () => {
    merchantServer.behave(hanging);
    const waiting = await Promise.all(Array.from({ length: 20 }, () => encrypted()));
    await world.sweeps.receive.run();
    assert.equal(await world.sweeps.verify.run(), 8, 'at one site, so many at once');
    assert.equal(await world.sweeps.verify.run(), 0);
    await world.sweeps.verify.settle!();
    merchantServer.behave(says({ isVerified: false }));
    await world.wait(60);
    for (const { payout } of waiting) assert.equal((await end(payout)).state, 'cancelled');
  });
});

test('an http address of a merchant is not queried any more if https is required, also one from before', async () => {
  const { payout, key } = await encrypted();
  merchantServer.behave(says({ isVerified: true, accountNumberDecryptionKey: key }));
  merchantServer.received.length = 0;
  const { addressRules } = world.policy;
  world.policy.addressRules = { ...addressRules, httpAllowed: false };
  try {
    await world.jobs.drain();
    await world.wait(30);
    assert.equal(merchantServer.received.length, 0);
    assert.equal((await end(payout)).state, 'verification');
  } finally {
    world.policy.addressRules = addressRules;
  }
  await world.wait(120);
  assert.equal((await end(payout)).state, 'complete');
});

test('neither an account number nor a key is stored in the database in clear', async () => {
  const { payout, key } = await encrypted();
  merchantServer.behave(says({ isVerified: true, accountNumberDecryptionKey: key }));
  await world.jobs.drain();
  assert.equal((await end(payout)).state, 'complete');
  for (const table of ['payouts', 'transfers', 'events', 'transitions', 'deliveries', 'ledger_journals']) {
    const rows = await world.db`select row_to_json(t)::text as row from ${world.db(table)} t`;
    for (const { row } of rows) {
      assert.ok(!row.includes(accounts.tyme.number), table);
      assert.ok(!row.includes(key), table);
    }
  }
});

test('after all of this, everything holds together', async () => {
  await world.jobs.drain();
  assert.deepEqual(await world.findings(), []);
});
