// Payees are verified at their bank before money leaves: once for each account, with a clear end whatever the bank does.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { openPayouts } from '../../../test/support/setup/payouts.ts';
import { createBeneficiary, readBeneficiary } from '../beneficiaries/actions.ts';
import { type AccountFacts, type AccountQuery, BankTimeout } from '../rails.ts';
import { only } from '../viewer.ts';
import type { NewPayout, Payout } from './actions.ts';

const world = await openPayouts({ float: 100_000_000n });
const { bank, db, ctx } = world;
const good: AccountFacts = {
  accountExists: true,
  accountOpen: true,
  identityMatches: null,
  nameMatches: true,
  acceptsCredits: true,
  acceptsDebits: true,
};

let asked: AccountQuery[] = [];
let answer: (query: AccountQuery) => AccountFacts = () => good;
const verification = {
  verify: async (query: AccountQuery) => {
    asked.push(query);
    return answer(query);
  },
};
beforeEach(async () => {
  asked = [];
  answer = () => good;
  bank.rail.verification = verification;
  await world.changeSite({ verifyPayees: 'refuse', approvalAboveCents: null });
});

let accountsDrawn = 0;
/** An account number that no other test uses, of a bank without a rule of check digits. */
function newNumber(): string {
  accountsDrawn += 1;
  return String(52_000_000_000 + accountsDrawn);
}
const named = { beneficiary: { name: 'Thabo Mokoena' } };
const request = (given: Partial<NewPayout> = {}) =>
  world.accepted({ accountNumber: newNumber(), ...named, ...given });
async function ended(payout: Payout): Promise<Payout> {
  await world.jobs.drain();
  return world.now(payout);
}
const sound = async () => assert.deepEqual(await world.findings(), []);

describe('a new payee', () => {
  test('is not verified where the site does not require it', async () => {
    await world.changeSite({ verifyPayees: 'off' });
    const { state, payeeCheck } = await ended(await request());
    assert.deepEqual([state, payeeCheck, asked.length], ['complete', null, 0]);
  });

  test('is verified once, before its first payout, and the result is kept with its time', async () => {
    const accountNumber = newNumber();
    const first = await ended(await request({ accountNumber }));
    assert.equal(first.state, 'complete');
    assert.deepEqual(first.payeeCheck, {
      outcome: 'verified',
      reason: null,
      at: world.clock.now().toISOString(),
    });
    assert.deepEqual(
      asked.map(({ name, accountNumber: number, identity }) => [name, number, identity]),
      [['Thabo Mokoena', accountNumber, null]],
    );
    const verifiedAt = first.payeeCheck!.at;
    await world.wait(60);
    const second = await ended(await request({ accountNumber }));
    assert.deepEqual([second.state, second.payeeCheck?.at, asked.length], ['complete', verifiedAt, 1]);
    // Another name is another payee.
    await ended(await request({ accountNumber, beneficiary: { name: 'Naledi Botha' } }));
    assert.equal(asked.length, 2);
    await sound();
  });

  for (const [facts, reason] of [
    [{ accountExists: false }, 'the bank has no such account'],
    [{ accountOpen: false }, 'the account is closed'],
    [{ nameMatches: false }, 'the account is in another name'],
    [{ acceptsCredits: false }, 'the account accepts no payments'],
    [{ nameMatches: null }, 'the bank did not confirm all facts'],
  ] as [Partial<AccountFacts>, string][])
    test(`is refused: ${reason}; the money is back in the float`, async () => {
      answer = () => ({ ...good, ...facts });
      const before = await world.float();
      const payout = await ended(await request());
      assert.deepEqual(
        [payout.state, payout.stateReason, payout.subStatus],
        ['cancelled', `the payee was not verified: ${reason}`, 202],
      );
      assert.deepEqual(await world.float(), before);
      assert.equal(
        bank.taken.some(({ reference }) => reference === payout.id),
        false,
      );
      await sound();
    });

  test('without a name is verified by its account alone', async () => {
    answer = () => ({ ...good, nameMatches: null });
    const payout = await ended(await world.accepted({ accountNumber: newNumber() }));
    assert.deepEqual([payout.state, payout.payeeCheck?.outcome], ['complete', 'verified']);
  });
});

describe('a warning', () => {
  test('lets the payout go, with the reason, and holds it where the site has a second person', async () => {
    answer = () => ({ ...good, nameMatches: false });
    await world.changeSite({ verifyPayees: 'warn' });
    const free = await ended(await request());
    assert.deepEqual([free.state, free.payeeCheck?.outcome], ['complete', 'not_verified']);
    assert.equal(free.payeeCheck?.reason, 'the account is in another name');
    await world.changeSite({ approvalAboveCents: 1_000_000n });
    assert.equal((await ended(await request())).state, 'approval');
    answer = () => good;
    assert.equal((await ended(await request())).state, 'complete');
    await sound();
  });
});

describe('a bank connection that cannot verify', () => {
  test('says so: the payout goes on with a warning, and is cancelled where the site refuses', async () => {
    delete bank.rail.verification;
    const refused = await ended(await request());
    assert.deepEqual(
      [refused.state, refused.stateReason],
      ['cancelled', 'the payee was not verified: no bank connection can verify accounts'],
    );
    await world.changeSite({ verifyPayees: 'warn' });
    const warned = await ended(await request());
    assert.deepEqual([warned.state, warned.payeeCheck?.outcome], ['complete', 'unsupported']);
    await sound();
  });
});

describe('a bank that does not respond', () => {
  test('is asked again three times; then the payout is cancelled, or goes on with a warning', async () => {
    answer = () => {
      throw new BankTimeout();
    };
    const before = await world.float();
    const payout = await ended(await request());
    assert.equal(payout.state, 'payee_check');
    await world.wait(180);
    const { state, stateReason } = await world.now(payout);
    assert.deepEqual(
      [state, stateReason, asked.length],
      ['cancelled', 'the payee was not verified: the bank did not respond', 4],
    );
    assert.deepEqual(await world.float(), before);
    await world.changeSite({ verifyPayees: 'warn' });
    const warned = await ended(await request());
    await world.wait(180);
    const { state: after, payeeCheck } = await world.now(warned);
    assert.deepEqual([after, payeeCheck?.outcome], ['complete', 'unavailable']);
    await sound();
  });
});

describe('a saved beneficiary', () => {
  test('has the result of its payout, and one that a user verified is not verified again', async () => {
    const account = { bankId: 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80', branchCode: '678910' };
    const { merchantId } = await world.siteNow();
    const save = (name: string, accountNumber: string) =>
      createBeneficiary(ctx, only(merchantId), { merchantId, name, ...account, accountNumber });
    const accountNumber = newNumber();
    const saved = await save('Lerato Dube', accountNumber);
    await ended(await request({ accountNumber, beneficiary: { name: saved.name, saved } }));
    const { verified, verifiedAt } = await readBeneficiary(ctx, only(merchantId), saved.id);
    assert.deepEqual([verified, verifiedAt], ['verified', world.clock.now()]);
    const other = await save('Sipho Dube', newNumber());
    await db`update beneficiaries set verified = 'verified', verified_at = ${world.clock.now()} where id = ${other.id}`;
    asked = [];
    const payout = await ended(await request({ beneficiary: { name: other.name, saved: other } }));
    assert.deepEqual([payout.payeeCheck?.outcome, asked.length], ['verified', 0]);
  });
});

describe('200 payouts at once', () => {
  test('are each paid once or cancelled once, and no money is lost', async () => {
    const numbers = Array.from({ length: 40 }, newNumber);
    answer = ({ accountNumber }) => {
      const at = numbers.indexOf(accountNumber) % 4;
      if (at === 3) throw new BankTimeout();
      return { ...good, nameMatches: at !== 2 };
    };
    const before = await world.float();
    bank.taken.length = 0;
    const payouts = await Promise.all(
      Array.from({ length: 200 }, (_, nth) => request({ accountNumber: numbers[nth % 40]!, amount: 100n })),
    );
    // Two processes work on them.
    await Promise.all([world.jobs.drain(), world.jobs.drain()]);
    await world.wait(200);
    const now = await Promise.all(payouts.map((payout) => world.now(payout)));
    const count = (state: string) => now.filter((payout) => payout.state === state).length;
    assert.deepEqual([count('complete'), count('cancelled')], [100, 100]);
    assert.equal(bank.taken.length, 100);
    assert.equal(new Set(bank.taken.map(({ id }) => id)).size, 100);
    const { available, ledger } = await world.float();
    assert.equal(before.available - available, 10_000n);
    assert.equal(available, ledger);
    await sound();
  });
});
