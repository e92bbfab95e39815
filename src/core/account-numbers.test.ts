import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { testPolicy } from '../../test/support/policy.ts';
import { loadConfig } from '../app/config.ts';
import { policyOf } from '../app/policy.ts';
import { type AccountRules, type AccountType, checkAccountNumber, isBranchOf } from './account-numbers.ts';
import { banks, demoBankId } from './banks.ts';

const rules = testPolicy.accountRules;
const bankOf = (name: string) => banks.find((bank) => bank.name === name)!;

function check(
  bankName: string,
  accountNumber: string,
  more: { branchCode?: string; accountType?: AccountType } = {},
) {
  const { id: bankId, branchCode } = bankOf(bankName);
  const verdict = checkAccountNumber(rules, { bankId, branchCode, accountNumber, ...more });
  return verdict.valid ? verdict.checked : verdict.reason;
}

const failed = 'the account number fails its check digit';

// Every sum is written out as the clearing house's manual explains it: each digit times its weight, all added up.
describe('the check digit', () => {
  test('of FNB: weights 1 and 2 in turn, modulus 10', () => {
    // 6*1 + 2*2 + 0 + 0 + 1*1 + 2*2 + 3*1 + 4*2 + 5*1 + 6*2 + 7*1 = 50
    assert.equal(check('FNB', '62001234567'), 'checkDigit');
    assert.equal(check('FNB', '62001234568', { accountType: 2 }), failed);
  });

  test('of FNB loans: 13, 10, 9 to 1, modulus 11', () => {
    // 4*13 + 0*10 + 0*9 + 0*8 + 1*7 + 2*6 + 3*5 + 4*4 + 5*3 + 0*2 + 4*1 = 121
    assert.equal(check('FNB', '40001234504', { accountType: 1 }), 'checkDigit');
    assert.equal(check('FNB', '40001234504', { accountType: 2 }), failed);
    assert.equal(check('FNB', '40001234504'), 'checkDigit', 'right as any type is right');
  });

  test('of Standard Bank: 9 to 1 over nine digits, modulus 11, with or without zeros before', () => {
    // 1*9 + 2*8 + 3*7 + 4*6 + 5*5 + 6*4 + 7*3 + 8*2 + 9*1 = 165
    for (const number of ['123456789', '0123456789', '00123456789']) {
      assert.equal(check('Standard Bank', number), 'checkDigit', number);
    }
    assert.equal(check('Standard Bank', '123456780'), failed);
    // 1*8 + 2*7 + 3*6 + 4*5 + 5*4 + 6*3 + 7*2 + 9*1 = 121
    assert.equal(check('Standard Bank', '12345679'), 'checkDigit', 'a zero that was lost before it');
  });

  test('of Standard Bank’s eleven digits: 13, 12, 9 to 1, in branch 051001 and beginning with 1', () => {
    // The example that a provider of verifications prints in its manual.
    assert.equal(check('Standard Bank', '10004291601'), 'checkDigit');
    assert.equal(check('Standard Bank', '10004291602'), failed);
    const elsewhere = { branchCode: '000205' };
    assert.match(check('Standard Bank', '10004291601', elsewhere), /no such account number in branch 000205/);
    assert.match(check('Standard Bank', '20004291601'), /no such account number in branch 051001/);
  });

  test('of Nedbank: fudge 9 for current accounts, 18 for savings accounts', () => {
    // 0*1 + 1*1 + 0*9 + 0*8 + 1*7 + 2*6 + 3*5 + 4*4 + 5*3 + 6*2 + 1*1 = 79, and 9 is 88
    assert.equal(check('Nedbank', '1001234561'), 'checkDigit');
    assert.equal(check('Nedbank', '1001234562'), failed);
    // 0*1 + 2*1 + 0*9 + 0*8 + 1*7 + 2*6 + 3*5 + 4*4 + 5*3 + 0*2 + 3*1 = 70, and 18 is 88
    assert.equal(check('Nedbank', '2001234503'), 'checkDigit');
    assert.equal(check('Nedbank', '9001234503'), 'length', 'other beginnings have no rule');
  });

  test('of Capitec: 2, 1, 9 to 1, modulus 11; and of its business accounts: 1, 10, 9 to 1', () => {
    // 0*2 + 1*1 + 2*9 + 3*8 + 4*7 + 5*6 + 6*5 + 7*4 + 8*3 + 9*2 + 8*1 = 209
    assert.equal(check('Capitec', '1234567898'), 'checkDigit');
    assert.equal(check('Capitec', '1234567899'), failed);
    const business = { branchCode: '450105' };
    // 1*10 + 2*9 + 3*8 + 4*7 + 5*6 + 6*5 + 7*4 + 8*3 + 9*2 + 1*1 = 211, which leaves 2
    assert.equal(check('Capitec', '1234567891', business), failed);
    // 10 + 0 + 0 + 7 + 12 + 15 + 16 + 15 + 12 + 1 = 88
    assert.equal(check('Capitec', '1001234561', business), 'checkDigit');
    // The same with 0 at the end, 210, leaves 1: right where the number ends with 0 or 1.
    assert.equal(check('Capitec', '1234567890', business), 'checkDigit');
  });

  test('for Absa: any of the tables of the banks that merged into it', () => {
    const sum = (number: string, weights: string) =>
      [...number.padStart(11, '0')].reduce(
        (total, digit, index) => total + Number(digit) * Number(weights[index]),
        0,
      );
    const tables: [weights: string, modulus: number][] = [
      ['17329874321', 10],
      ['14327654321', 11],
      ['54327654321', 11],
      ['11327654321', 11],
      ['14329874321', 10],
    ];
    const digits = Array.from({ length: 4_000 }, (_, index) => String(4_000_000_000 + index * 7_919));
    for (const number of digits) {
      const isRight =
        tables.some(([weights, modulus]) => sum(number, weights) % modulus === 0) ||
        (/[01]$/.test(number) && sum(number, '54327654321') % 11 === 1);
      assert.equal(check('Absa', number), isRight ? 'checkDigit' : failed, number);
    }
    assert.equal(check('Absa', '53000000000'), 'checkDigit', 'savings accounts that begin with 53 have none');
  });

  test('with short Absa numbers can have six more', () => {
    const sum = (number: string) =>
      [...number.padStart(11, '0')].reduce(
        (total, digit, index) => total + Number(digit) * Number('11327654321'[index]),
        0,
      );
    const shifted = (number: string) => number.slice(0, -1) + ((Number(number.at(-1)) + 6) % 10);
    const short = Array.from({ length: 500 }, (_, index) => String(40_000_000 + index));
    assert.ok(
      short.some((number) => sum(shifted(number)) % 11 === 0 && check('Absa', number) === 'checkDigit'),
    );
    for (const number of short)
      if (sum(shifted(number)) % 11 === 0) assert.equal(check('Absa', number), 'checkDigit');
  });

  test('of Investec: 23, 19, 17, 13, 7, 5, 3, 1 over the last eight digits, modulus 11', () => {
    // 1*23 + 1*19 + 1*17 + 1*13 + 1*7 + 1*5 + 1*3 + 1*1 = 88
    assert.equal(check('Investec', '10011111111'), 'checkDigit');
    assert.equal(check('Investec', '10011111112'), failed);
  });

  test('is not required if the table has no rule, and the response says so', () => {
    for (const name of ['TymeBank', 'African Bank', 'Discovery', 'Bidvest']) {
      assert.equal(check(name, '12345678901'), 'length', name);
      assert.match(check(name, '12345'), /must have 6 to 16 digits, not 5/, name);
      assert.match(check(name, '12345678901234567'), /must have 6 to 16 digits, not 17/, name);
    }
    const demo = { bankId: demoBankId, branchCode: '999999', accountNumber: '9012345678' };
    assert.deepEqual(checkAccountNumber(rules, demo), { valid: true, checked: 'length' });
  });

  test('is only looked for in numbers', () => {
    for (const text of ['', '6200123456x', '62 001 234 567', '-2001234567', '٦٢٠٠١٢٣٤٥٦٧', '62001234567\n']) {
      assert.match(check('FNB', text), /can only have digits/, JSON.stringify(text));
    }
    assert.match(check('FNB', '00000000000'), /cannot be zero/);
  });

  test('cannot save a number of the wrong length', () => {
    assert.match(check('FNB', '6200123456'), /FNB has 11 digits, not 10/);
    assert.match(check('Capitec', '123456789'), /Capitec has 10, 11 digits, not 9/);
    assert.match(check('Absa', '4000000'), /Absa has 8, 9, 10, 11 digits, not 7/);
    assert.equal(check('FNB', '0000062001234567'), 'checkDigit', 'zeros before it do not count');
    assert.equal(check('Capitec', '01234567899'), failed, 'and do not save it');
  });
});

describe('a branch belongs to a bank', () => {
  test('by its universal code, and by its ranges', () => {
    for (const bank of banks) assert.ok(isBranchOf(rules, bank, bank.branchCode), bank.name);
    assert.ok(isBranchOf(rules, bankOf('FNB'), '210554'));
    assert.ok(isBranchOf(rules, bankOf('Standard Bank'), '000205'));
    assert.ok(isBranchOf(rules, { id: demoBankId, branchCode: '999999' }, '999999'));
  });

  test('and to no other', () => {
    for (const bank of banks) {
      for (const other of banks) {
        if (bank !== other)
          assert.ok(!isBranchOf(rules, bank, other.branchCode), `${bank.name} ${other.name}`);
      }
      for (const code of ['', '25', '25065', '2506555', '25065x', ' 250655']) {
        assert.ok(!isBranchOf(rules, bank, code), code);
      }
    }
  });
});

describe('the table', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tefo-cdv-'));
  after(() => rmSync(directory, { recursive: true }));
  const TEFO_MASTER_KEYS = `k1:${Buffer.from('a key for tests, thirty-two bytes').subarray(0, 32).toString('base64')}`;
  const policyWith = async (content: string): Promise<AccountRules> => {
    const TEFO_CDV_FILE = join(directory, 'cdv.json');
    writeFileSync(TEFO_CDV_FILE, content);
    return (await policyOf(loadConfig({ TEFO_MASTER_KEYS, TEFO_CDV_FILE }))).accountRules;
  };
  const own = () => JSON.parse(readFileSync(new URL('../app/cdv.json', import.meta.url), 'utf8'));

  test('lists every supported bank, and a date', () => {
    assert.deepEqual(rules.banks.map(({ bankId }) => bankId).sort(), banks.map(({ id }) => id).sort());
    assert.match(rules.dated, /^\d{4}-\d\d-\d\d$/);
  });

  test('is replaced by the operator’s file', async () => {
    const table = own();
    const tyme = table.banks.find((bank: { name: string }) => bank.name === 'TymeBank');
    tyme.lengths = [11];
    tyme.checks = [{ weights: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], modulus: 10 }];
    const replaced = await policyWith(JSON.stringify(table));
    const account = { bankId: tyme.bankId, branchCode: '678910', accountNumber: '50000000005' };
    assert.deepEqual(checkAccountNumber(replaced, account), { valid: true, checked: 'checkDigit' });
    assert.equal(checkAccountNumber(replaced, { ...account, accountNumber: '50000000006' }).valid, false);
  });

  test('that cannot be used stops the start, and the setting is named', async () => {
    await assert.rejects(policyWith('no JSON'), /TEFO_CDV_FILE cannot be read/);
    const wrong = { ...own(), dated: 'lately' };
    await assert.rejects(policyWith(JSON.stringify(wrong)), /TEFO_CDV_FILE: \/dated must be a date/);
    const short = own();
    short.banks[0].checks[0].weights.pop();
    await assert.rejects(policyWith(JSON.stringify(short)), /TEFO_CDV_FILE: \/banks\/0\/checks\/0\/weights/);
  });
});
