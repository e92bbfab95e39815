// Who takes money and who pays it: the merchant's own account first, then the operator's, then the simulated bank.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openBanking } from '../../../test/support/setup/statements.ts';
import type { Rail } from '../rails.ts';
import { removeAccount } from '../statements/actions.ts';
import { inWork } from '../unit-of-work.ts';
import { type BankAccount, choose, choosePayer, maskNumber, serves } from './actions.ts';
import { createRails } from './routing.ts';

const bank = await openBanking();
const [capitec, fnb] = ['bank-capitec', 'bank-fnb'];

const account = (id: string, given: Partial<BankAccount> = {}): BankAccount => ({
  id,
  rail: 'files',
  abilities: ['deposits', 'transfers'],
  bankId: fnb,
  branchCode: '250655',
  number: '*******0001',
  numberSealed: '',
  holder: 'A',
  merchantId: null,
  statementProfile: 'auto',
  statementDescription: null,
  paymentProfile: 'csv',
  openingCents: null,
  cutOff: '16:00',
  limitCents: null,
  releases: 0,
  costCents: 0n,
  customer: null,
  settingsSealed: null,
  createdAt: new Date(0),
  removedAt: null,
  ...given,
});

const operator = account('operator');
const own = account('own', { merchantId: 'm1' });
const takesOnly = account('takes', { merchantId: 'm1', abilities: ['deposits'] });
const removed = account('removed', { merchantId: 'm1', removedAt: new Date(0) });

describe('the receiving account', () => {
  const taker = (accounts: BankAccount[], merchantId: string | null) =>
    choose(accounts, merchantId, 'deposits')?.id;
  test('is the merchant’s account, else the operator’s, else none', () => {
    assert.equal(taker([operator, own], 'm1'), 'own');
    assert.equal(taker([operator, own], 'm2'), 'operator');
    assert.equal(taker([own], 'm2'), undefined);
    assert.equal(taker([operator, removed], 'm1'), 'operator');
    assert.equal(taker([operator, own], null), 'operator');
    assert.equal(taker([], 'm1'), undefined);
  });

  test('serves only its own merchants', () => {
    const all = [operator, own];
    assert.deepEqual(
      [
        serves(all, 'own', 'm1'),
        serves(all, 'own', 'm2'),
        serves(all, 'operator', 'm1'),
        serves(all, 'operator', 'm2'),
      ],
      [true, false, false, true],
    );
    assert.deepEqual([serves(all, 'simulator', 'm1'), serves(all, 'nowhere', 'm1')], [true, false]);
    assert.equal(serves([operator, removed], 'operator', 'm1'), true);
    const paysOnly = account('pays', { merchantId: 'm1', abilities: ['transfers'] });
    assert.equal(serves([operator, paysOnly], 'operator', 'm1'), true);
  });
});

describe('the paying account', () => {
  const payer = (
    accounts: BankAccount[],
    given: { merchantId?: string | null; bankId?: string; from?: string | null } = {},
  ) => choosePayer(accounts, { merchantId: 'm1', bankId: capitec, from: null, ...given })?.id;

  test('is the account that took the money, if it pays', () => {
    assert.equal(payer([operator, own], { from: 'operator' }), 'operator');
    assert.equal(payer([operator, takesOnly], { from: 'takes' }), 'operator');
    assert.equal(payer([operator, own], { from: 'simulator' }), 'own');
    const closed = account('closed', { removedAt: new Date(0) });
    assert.equal(payer([operator, own, closed], { from: 'closed' }), 'own');
  });

  test('is the merchant’s that has transfers, else the operator’s, else the simulated bank', () => {
    assert.equal(payer([operator, own]), 'own');
    assert.equal(payer([operator, takesOnly]), 'operator');
    assert.equal(payer([operator, removed]), 'operator');
    assert.equal(payer([own], { merchantId: 'm2' }), undefined);
    assert.equal(payer([operator, own], { merchantId: null }), 'operator');
    assert.equal(payer([]), undefined);
  });

  test('is, among several, the one at the receiver’s bank, then the cheapest, then the one that closes last', () => {
    const same = account('same', { merchantId: 'm1', bankId: capitec, cutOff: '09:00' });
    const late = account('late', { merchantId: 'm1', cutOff: '18:00' });
    assert.equal(payer([own, late, same]), 'same');
    assert.equal(payer([own, late, same], { bankId: fnb }), 'late');
    const cheap = account('cheap', { merchantId: 'm1', costCents: 149n, cutOff: '08:00' });
    const dear = account('dear', { merchantId: 'm1', bankId: capitec, costCents: 1_000n });
    const others = [own, late].map((one) => ({ ...one, costCents: 150n }));
    assert.equal(payer([...others, cheap]), 'cheap');
    assert.equal(payer([...others, cheap, dear]), 'dear');
    assert.equal(payer(others), 'late');
    assert.equal(payer([account('operator-same', { bankId: capitec }), own]), 'own');
  });
});

test('a number shows its last four digits only', () => {
  assert.deepEqual(['62001234567', '1234', '12'].map(maskNumber), ['*******4567', '****', '**']);
});

test('without any account, the simulated bank takes and pays; without that bank too, no account does', async () => {
  assert.equal(await bank.rails.accountFor(null, 'deposits'), 'simulator');
  const nowhere = createRails({ ctx: bank.ctx, railOf: async () => undefined });
  assert.equal(await nowhere.accountFor(bank.site.merchantId, 'deposits'), undefined);
  assert.equal(await nowhere.depositAccountFor(bank.site.merchantId), null);
  assert.equal(await nowhere.depositAccount('simulator'), null);
  assert.deepEqual(await nowhere.banks(bank.site.merchantId), []);
  const order = { account: 'simulator', id: 'x', merchantId: null };
  await assert.rejects(nowhere.transfers.enquire(order), /simulator does not support transfers/);
});

test('a bank’s orders are read for every account that existed at that time, removed since or not', async () => {
  await bank.account('closing', { number: '62001238888', paymentProfile: 'csv' });
  const before = bank.clock.now();
  bank.clock.advance(1_000);
  await removeAccount(bank.ctx, 'closing');
  const asked = async (since: Date) => [
    ...(await createRails({ ctx: bank.ctx, railOf: async () => undefined }).transfersSince(since)).keys(),
  ];
  assert.deepEqual(await asked(before), ['closing']);
  bank.clock.advance(1_000);
  assert.deepEqual(await asked(bank.clock.now()), []);
});

test('no rail is called within a database transaction', async () => {
  const called: string[] = [];
  const answer = { outcome: 'pending', reason: null } as const;
  const simulator: Rail = {
    transfers: {
      transfer: async () => answer,
      enquire: async ({ id }) => {
        called.push(id);
        return answer;
      },
    },
    verification: { verify: async () => assert.fail('it is not called') },
  };
  const rails = createRails({ ctx: bank.ctx, railOf: async () => undefined, simulator });
  const where = { account: 'simulator', id: 'outside', merchantId: null };
  await rails.transfers.enquire(where);
  await assert.rejects(
    inWork(bank.ctx, async ({ tx }) => {
      await tx`select 1`;
      return rails.transfers.enquire({ ...where, id: 'within' });
    }),
    /transfers of simulator are called within a database transaction/,
  );
  await inWork(bank.ctx, async ({ tx }) => void (await tx`select 1`));
  await rails.transfers.enquire({ ...where, id: 'after' });
  assert.deepEqual(called, ['outside', 'after']);
});

test('a payer is shown the merchant’s account with its whole number; the same number or name twice is refused', async () => {
  await bank.account('taken', { number: '62001234567' });
  // A process remembers the accounts for a moment.
  await new Promise((done) => void setTimeout(done, 60));
  const shown = await bank.rails.depositAccount('taken');
  assert.deepEqual(
    [shown!.account, shown!.accountNumber, shown!.branchCode, shown!.holder],
    ['taken', '62001234567', '250655', 'Thabo & Sons'],
  );
  await assert.rejects(bank.account('taken', { number: '62001230000' }), /the account taken already exists/);
  await assert.rejects(
    bank.account('simulator', { number: '62001230000' }),
    /the account simulator already exists/,
  );
  await assert.rejects(
    bank.account('again', { number: '0062001234567' }),
    /the account taken has that number/,
  );
  const at_once = await Promise.allSettled(
    ['x', 'y', 'z'].map((id) => bank.account(id, { number: '62001239999' })),
  );
  assert.equal(at_once.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('a payout of a merchant without an account that pays leaves through the operator’s, and a deposit goes back whence it came', async () => {
  await bank.account('pays', { paymentProfile: 'csv', opening: 100_000n });
  await bank.account('elsewhere', { merchantId: bank.site.merchantId, paymentProfile: 'csv', opening: 0n });
  const { bankReference } = await bank.owe('pays', 1_000n);
  const [order] =
    await bank.db`select bank_account from payment_orders where bank_reference = ${bankReference}`;
  assert.equal(order!.bankAccount, 'pays');
});
