import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { settlementAccount } from '../../../test/support/settling.ts';
import { openSettlements, type Settlements } from '../../../test/support/setup/settlements.ts';
import type { Sql } from '../../kernel/db/db.ts';
import { aroundKey, type KeyUse } from '../../kernel/http/idempotency.ts';
import { checkVerifications } from '../../reports/checks/verifications.ts';
import { changeSite, findSite } from '../merchants/actions.ts';
import { type AccountQuery, BankTimeout, BankUnavailable, type Rails } from '../rails.ts';
import { type NewVerification, verifyAccount } from './actions.ts';

const demoBank = 'de300b4a-0000-4000-8000-000000000001';
const fnb = '4816019c-3314-4c80-8b6b-b2cd16dcc4ec';

type Query = Omit<NewVerification, 'site'>;

const query = (more: Partial<Query> = {}): Query => ({
  bankId: demoBank,
  branchCode: '999999',
  accountNumber: '9000000001',
  accountType: null,
  identity: { type: 'said', identifier: '8001015009087' },
  initials: 'T',
  name: 'Mokoena',
  ...more,
});

/** A site that pays `fee` cents for a verification, and a bank that records its queries. */
async function open(fee: bigint) {
  const world = await openSettlements();
  await changeSite(world.ctx, world.site.code, { verificationFeeCents: fee });
  const site = (await findSite(world.db, world.site.id))!;
  const asked: AccountQuery[] = [];
  const bankVerifies = (of: AccountQuery) => world.simulator.rails.verification.verify(of);
  const verifiedBy = (verify: typeof bankVerifies) => world.simulator.railsWith({ verification: { verify } });
  const rails = verifiedBy((of) => {
    asked.push(of);
    return bankVerifies(of);
  });
  return {
    ...world,
    asked,
    rails,
    bankVerifies,
    verifiedBy,
    verify: (more?: Partial<Query>) => verifyAccount(world.ctx, rails, { site, ...query(more) }),
    count: () => countOf(world),
    sound: async () => {
      await world.sound();
      assert.deepEqual(await checkVerifications(world.db), []);
    },
  };
}

async function countOf({ db }: Settlements): Promise<number> {
  const [row] = await db`select count(*)::integer as count from verifications`;
  return row!.count;
}

describe('a response is charged', () => {
  test("whatever it is, and returned with all of the bank's facts", async () => {
    const world = await open(150n);
    const verified = await world.verify();
    assert.deepEqual([verified.outcome, verified.reason, verified.feeCents], ['verified', null, 150n]);
    assert.ok(Object.values(verified.facts).every((fact) => fact === true));
    assert.deepEqual(await world.booked(verified.id), { merchant: 150n, fees: -150n });
    const reasons: Record<string, string> = {
      91: 'the bank has no such account',
      92: 'the account is closed',
      93: 'the account belongs to another identity',
      94: 'the account is in another name',
      97: 'the bank did not say all that it was asked',
    };
    for (const [ending, reason] of Object.entries(reasons)) {
      const { id, outcome, reason: reported } = await world.verify({ accountNumber: `90000000${ending}` });
      assert.deepEqual([outcome, reported], ['not_verified', reason]);
      assert.deepEqual(await world.booked(id), { merchant: 150n, fees: -150n });
    }
    for (const ending of ['95', '96']) {
      const { outcome, facts } = await world.verify({ accountNumber: `90000000${ending}` });
      assert.deepEqual(
        [outcome, facts.acceptsCredits, facts.acceptsDebits],
        ['verified', ending === '95', ending === '96'],
      );
    }
    await world.sound();
  });

  test('also if the check digit is enough, and then no bank is queried', async () => {
    const world = await open(150n);
    const account = { bankId: fnb, branchCode: '250655' };
    const wrong = await world.verify({ ...account, accountNumber: '62001234568' });
    assert.deepEqual([wrong.outcome, wrong.checkDigit, wrong.feeCents], ['not_verified', 'failed', 150n]);
    assert.equal(wrong.reason, 'the account number fails its check digit');
    const { accountExists, ...rest } = wrong.facts;
    assert.equal(accountExists, false);
    assert.ok(Object.values(rest).every((fact) => fact === null));
    assert.deepEqual(world.asked, []);
    const right = await world.verify({ ...account, accountNumber: '62001234567' });
    assert.deepEqual([right.outcome, right.checkDigit], ['verified', 'passed']);
    assert.deepEqual(
      world.asked.map(({ accountNumber }) => accountNumber),
      ['62001234567'],
    );
    assert.equal((await world.verify()).checkDigit, 'no_rule', 'the Demo Bank has no rule');
    await world.sound();
  });

  test('not if the bank could not be queried, or did not respond', async () => {
    const world = await open(150n);
    for (const fault of [new BankUnavailable('closed'), new BankTimeout('lost')]) {
      const rails = world.verifiedBy(() => Promise.reject(fault));
      const site = (await findSite(world.db, world.site.id))!;
      const { id, outcome, facts, feeCents } = await verifyAccount(world.ctx, rails, { site, ...query() });
      assert.deepEqual([outcome, feeCents], ['unavailable', 0n]);
      assert.ok(Object.values(facts).every((fact) => fact === null));
      assert.deepEqual(await world.booked(id), {});
    }
    assert.equal((await world.verify({ accountNumber: '9000000099' })).outcome, 'unavailable');
    assert.equal(await world.count(), 3);
    await world.sound();
  });

  test('with nothing if the site has no fee', async () => {
    const world = await open(0n);
    const { id } = await world.verify();
    assert.deepEqual(await world.booked(id), {});
    await world.sound();
  });

  test('and nothing is written if the service’s own part fails', async () => {
    const world = await open(150n);
    const rails = world.verifiedBy(() => Promise.reject(new Error('a bug')));
    await assert.rejects(verifyAccount(world.ctx, rails, { site: world.site, ...query() }), /a bug/);
    assert.equal(await world.count(), 0);
  });

  test('one by one, however many are requested at once', async () => {
    const world = await open(7n);
    await world.earn(1_000n);
    await Promise.all(Array.from({ length: 200 }, () => world.verify()));
    assert.equal(await world.count(), 200);
    assert.equal(await world.balance(), 1_000n - 1_400n);
    await world.sound();
  });
});

describe('the stored data', () => {
  test('contains neither the queried holder nor the number', async () => {
    const world = await open(150n);
    await world.verify();
    await world.verify({
      accountNumber: '9000000091',
      identity: { type: 'passport', identifier: 'M00123456' },
    });
    const rows = await world.db`select verification::text as text from verifications verification`;
    assert.equal(rows.length, 2);
    for (const { text } of rows) {
      assert.doesNotMatch(text, /8001015009087|M00123456|Mokoena|90000000/);
      assert.match(text, /\*{6}00\d1/);
    }
  });

  test('never changes', async () => {
    const world = await open(150n);
    await world.verify();
    await assert.rejects(async () => world.db`update verifications set fee_cents = 0`, /append-only/);
    await assert.rejects(async () => world.db`delete from verifications`, /append-only/);
  });
});

describe('under a key', () => {
  const use = (world: Settlements): KeyUse => ({
    merchantId: world.site.merchantId,
    operation: 'verifyBankAccount',
    key: 'a key',
    requestHash: 'from the request',
    at: world.clock.now(),
  });
  const never = new Promise<never>(() => {});

  /** Acts like the surface: claims the key, verifies, stores the response. */
  const underKey = (world: Awaited<ReturnType<typeof open>>, rails: Rails) => {
    const claim = use(world);
    return aroundKey(world.db, claim, async () => {
      const site = (await findSite(world.db, world.site.id))!;
      const answer = ({ id }: { id: string }) => ({ status: 200, body: id, location: null });
      return answer(await verifyAccount(world.ctx, rails, { site, ...query() }, { use: claim, answer }));
    });
  };

  test('a process killed before the booking has charged nothing, and the repeat is charged once', async () => {
    const world = await open(150n);
    void underKey(
      world,
      world.verifiedBy(() => never),
    );
    await settle();
    assert.equal((await underKey(world, world.rails)).kind, 'running');
    world.clock.advance(26_000);
    const repeat = await underKey(world, world.rails);
    assert.equal(repeat.kind === 'answered' && repeat.replayed, false);
    const again = await underKey(world, world.rails);
    assert.ok(again.kind === 'answered' && again.replayed);
    assert.equal(await world.count(), 1);
    assert.equal(await world.balance(), -150n);
    await world.sound();
  });

  test('one that wakes up after another took its place over charges nothing', async () => {
    const world = await open(150n);
    let wake: () => void = () => {};
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const slow = world.verifiedBy(async (of) => {
      await asleep;
      return world.bankVerifies(of);
    });
    const first = underKey(world, slow);
    await settle();
    world.clock.advance(26_000);
    const second = await underKey(world, world.rails);
    assert.equal(second.kind, 'answered');
    wake();
    await assert.rejects(first, { code: 'IdempotencyKeyInUse' });
    const repeat = await underKey(world, world.rails);
    assert.deepEqual(repeat, { ...second, replayed: true });
    assert.equal(await world.count(), 1);
    assert.equal(await world.balance(), -150n);
    await world.sound();
  });

  test('one killed after the booking and before its response has left the response', async () => {
    const world = await open(150n);
    const claim = use(world);
    const answer = () => ({ status: 200, body: 'the answer', location: null });
    void aroundKey(world.db, claim, async () => {
      await verifyAccount(world.ctx, world.rails, { site: world.site, ...query() }, { use: claim, answer });
      return never;
    });
    for (let turn = 0; turn < 100 && (await world.count()) === 0; turn++) await settle();
    assert.deepEqual(await underKey(world, world.rails), {
      kind: 'answered',
      answer: answer(),
      replayed: true,
    });
    assert.equal(await world.count(), 1);
  });
});

/** Lets pending work get as far as it can. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('a settlement', () => {
  test('has a line of type fee for it, under the visible part of the number', async () => {
    const world = await open(150n);
    await changeSite(world.ctx, world.site.code, { settlementAccount });
    await world.earn(10_000n, '2028-04-11T09:00');
    world.clock.advance(1);
    const { id } = await world.verify();
    await world.on('2028-04-12T00:02');
    assert.deepEqual(await world.lines('2028-04-11'), [
      ['transaction', 10_000n, 0n],
      ['fee', 0n, 150n],
    ]);
    const [settlement] = await world.list();
    assert.deepEqual([settlement!.total, settlement!.fees], [9_850n, 150n]);
    const [line] = await world.db`select reference, description from settlement_lines where type = 'fee'`;
    assert.deepEqual({ ...line }, { reference: '******0001', description: `Account verification ${id}` });
    const [counts] = await world.db`select counts from settlements`;
    assert.deepEqual(counts!.counts, { total: 2, transaction: 1, refund: 0, adjustment: 1, payout: 0 });
    await world.sound();
  });

  test('does not consist of fees alone: they go into the next that comes to more', async () => {
    const world = await open(150n);
    await world.earn(1n, '2028-04-10T09:00');
    await world.on('2028-04-11T00:02');
    await world.verify();
    await world.on('2028-04-12T00:02');
    assert.equal(await world.balance(), -150n);
    await world.earn(1_000n, '2028-04-12T09:00');
    await world.on('2028-04-13T00:02');
    assert.deepEqual(
      (await world.list()).map(({ day, total }) => [day, total]),
      [
        ['2028-04-10', 1n],
        ['2028-04-12', 850n],
      ],
    );
    await world.sound();
  });
});

describe('the check finds', () => {
  const crimes: Record<string, (db: Sql) => Promise<unknown>> = {
    'a fee that grew': (db) => db`update verifications set fee_cents = fee_cents + 1 where fee_cents > 0`,
    'a fee that was not booked': (db) => db`update verifications set fee_cents = 5 where fee_cents = 0`,
    'a booking without a verification': (db) => db`delete from verifications where fee_cents > 0`,
    'a booking under another name': (db) =>
      db`update ledger_journals set template = 'refund_submitted' where object = 'verification'`,
  };
  for (const [what, commit] of Object.entries(crimes)) {
    test(what, async () => {
      const world = await open(150n);
      await world.verify();
      await changeSite(world.ctx, world.site.code, { verificationFeeCents: 0n });
      await verifyAccount(world.ctx, world.rails, {
        site: (await findSite(world.db, world.site.id))!,
        ...query(),
      });
      await world.sound();
      for (const table of ['verifications', 'ledger_journals']) {
        await world.db`alter table ${world.db(table)} disable trigger all`;
      }
      await commit(world.db);
      const rules = (await checkVerifications(world.db)).map(({ rule }) => rule);
      assert.deepEqual(rules, ['verification-is-charged']);
    });
  }
});
