import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testPolicy } from '../../../test/support/policy.ts';
import { checkAccountNumber } from '../../core/account-numbers.ts';
import { banksIn } from '../../core/banks.ts';
import { type AccountQuery, BankTimeout, simulatorAccount } from '../../core/rails.ts';
import { demoPayer, endings, factsOf, silentEnding } from './account-facts.ts';
import { collectionAccount, operatingAccount, payerAccounts } from './accounts.ts';

const [demoBank, ...realBanks] = banksIn('staging') as [ReturnType<typeof banksIn>[number]];

const query = (accountNumber: string, more: Partial<AccountQuery> = {}): AccountQuery => ({
  account: simulatorAccount,
  id: '',
  merchantId: null,
  bankId: demoBank.id,
  branchCode: demoBank.branchCode,
  accountNumber,
  accountType: null,
  identity: { type: 'said', identifier: demoPayer.identifier },
  initials: null,
  name: demoPayer.name,
  ...more,
});

describe('an unknown account', () => {
  test('is true in everything, unless the last two digits decide otherwise', () => {
    for (let ending = 0; ending < 100; ending++) {
      const number = `90000000${String(ending).padStart(2, '0')}`;
      if (number.endsWith(silentEnding)) continue;
      const facts = factsOf(demoBank, query(number, { name: 'Anybody' }));
      const isSpecial = number.slice(-2) in endings;
      assert.equal(
        Object.values(facts).every((fact) => fact === true),
        !isSpecial,
        number,
      );
    }
  });

  // biome-ignore format: a table
  const table = {
    91: 'accountExists: false, accountOpen: null, identityMatches: null, nameMatches: null, acceptsCredits: null, acceptsDebits: null',
    92: 'accountExists: true, accountOpen: false, identityMatches: true, nameMatches: true, acceptsCredits: false, acceptsDebits: false',
    93: 'accountExists: true, accountOpen: true, identityMatches: false, nameMatches: true, acceptsCredits: true, acceptsDebits: true',
    94: 'accountExists: true, accountOpen: true, identityMatches: true, nameMatches: false, acceptsCredits: true, acceptsDebits: true',
    95: 'accountExists: true, accountOpen: true, identityMatches: true, nameMatches: true, acceptsCredits: true, acceptsDebits: false',
    96: 'accountExists: true, accountOpen: true, identityMatches: true, nameMatches: true, acceptsCredits: false, acceptsDebits: true',
    97: 'accountExists: true, accountOpen: true, identityMatches: true, nameMatches: null, acceptsCredits: true, acceptsDebits: true',
  };
  for (const [ending, expected] of Object.entries(table)) {
    test(`with a number that ends in ${ending} is ${expected.replaceAll(/(, )?\w+: true/g, '').replace(/^, /, '')}`, () => {
      const facts = Object.entries(factsOf(demoBank, query(`90000000${ending}`)));
      assert.equal(facts.map(([name, fact]) => `${name}: ${fact}`).join(', '), expected);
    });
  }

  test(`with a number that ends in ${silentEnding} is one about which the bank does not respond`, () => {
    assert.throws(() => factsOf(demoBank, query(`90000000${silentEnding}`)), BankTimeout);
  });
});

describe('an account that the bank keeps', () => {
  test('belongs to its holder, in any spelling of the name, and to no other', () => {
    for (const bank of [demoBank, ...realBanks]) {
      for (const { number } of payerAccounts(bank)) {
        const reported = (more: Partial<AccountQuery>, at = number) => {
          const { identityMatches, nameMatches, accountExists, accountOpen } = factsOf(bank, query(at, more));
          assert.deepEqual([accountExists, accountOpen], [true, true]);
          return [identityMatches, nameMatches];
        };
        assert.deepEqual(reported({ initials: 'D' }), [true, true]);
        assert.deepEqual(reported({ name: ' PÁYER ', initials: 'd.' }, `000${number}`), [true, true]);
        assert.deepEqual(reported({ name: 'Other' }), [true, false]);
        assert.deepEqual(reported({ initials: 'DP' }), [true, false]);
        assert.deepEqual(reported({ identity: { type: 'said', identifier: '9202204720083' } }), [
          false,
          true,
        ]);
      }
    }
  });

  test('for the service is the service’s', () => {
    for (const { number } of [collectionAccount(demoBank), operatingAccount]) {
      assert.equal(factsOf(demoBank, query(number)).nameMatches, false);
      const identity = { type: 'registration', identifier: '2026/000001/07' } as const;
      const facts = factsOf(demoBank, query(number, { name: 'TEFO', identity }));
      assert.ok(Object.values(facts).every((fact) => fact === true));
    }
  });

  test('has a number that is right by the table of check digits', () => {
    for (const bank of [demoBank, ...realBanks]) {
      for (const { number } of [...payerAccounts(bank), collectionAccount(bank)]) {
        const account = { bankId: bank.id, branchCode: bank.branchCode, accountNumber: number };
        assert.ok(checkAccountNumber(testPolicy.accountRules, account).valid, `${bank.name} ${number}`);
      }
    }
  });
});
