// What a South African account number shows without asking its bank: whether the branch is the bank's, and whether
// the check digit is right (CDV). The rules are a dated table that an operator can replace; a number to which no
// rule of the table applies is held to digits and length only, so that a real account is never refused because the
// table is old. Passing does not mean that the account exists; failing means that it does not.

import { itemAt } from '../kernel/required.ts';
import { accountBanks } from './banks.ts';

/** As the clearing house counts them: 1 current, 2 savings, 3 transmission, 4 bond, 6 subscription share. */
export type AccountType = 1 | 2 | 3 | 4 | 6;

/** One way in which a number may be right. Conditions that are absent always hold. */
export interface DigitCheck {
  /** The exception of the clearing house's manual that it comes from. */
  exception?: string;
  accountTypes?: AccountType[];
  /** "051001", or a range "470000-470999". */
  branches?: string[];
  lengths?: number[];
  startsWith?: string[];
  endsWith?: string[];
  /** Added to the last digit first; of ten and more, ten is taken off. */
  addToLastDigit?: number;
  /** Of the eleven digits from the left, the number filled up with zeros. */
  weights: number[];
  modulus: number;
  /** Added to the weighted sum. */
  fudge?: number;
  /** The remainder of the sum for a valid number; 0 if absent. */
  remainder?: number;
}

/** Numbers of these lengths must be of one of the branches, and begin with one of the texts. */
interface Demand {
  lengths: number[];
  branches?: string[];
  startsWith?: string[];
}

interface BankRules {
  bankId: string;
  name: string;
  branches: string[];
  /** How many digits the bank's numbers have; absent: any. */
  lengths?: number[];
  demands?: Demand[];
  checks: DigitCheck[];
}

export interface AccountRules {
  /** The day to which the table is true. */
  dated: string;
  source: string;
  /** How many digits a number has at a bank whose lengths are not in the table. */
  anyLength: { least: number; most: number };
  banks: BankRules[];
}

export type AccountVerdict =
  /** "length": no rule of the table applied, so only digits and length were checked. */
  { valid: true; checked: 'checkDigit' | 'length' } | { valid: false; reason: string };

export interface AccountToCheck {
  bankId: string;
  branchCode: string;
  accountNumber: string;
  /** Where it is not known, a number that is right as any type is right. */
  accountType?: AccountType;
}

export function checkAccountNumber(rules: AccountRules, account: AccountToCheck): AccountVerdict {
  const { accountNumber } = account;
  if (!/^\d+$/.test(accountNumber)) return invalid('the account number can only have digits');
  if (/^0+$/.test(accountNumber)) return invalid('the account number cannot be zero');
  const bank = rules.banks.find(({ bankId }) => bankId === account.bankId);
  if (!bank?.lengths) return judge(bank, account, accountNumber, rules.anyLength);
  // Files with columns of a fixed width fill numbers up with zeros, so it may be right without them.
  const candidates = bank.lengths.filter((length) => isWithout(accountNumber, length));
  const verdicts = candidates.map((length) => judge(bank, account, accountNumber.slice(-length)));
  const lengths = `an account number of ${bank.name} has ${bank.lengths.join(', ')} digits`;
  return (
    verdicts.find((verdict) => verdict.valid && verdict.checked === 'checkDigit') ??
    verdicts.find(({ valid }) => !valid) ??
    verdicts[0] ??
    invalid(`${lengths}, not ${accountNumber.length}`)
  );
}

const invalid = (reason: string): AccountVerdict => ({ valid: false, reason });

/** True if a number has so many digits, but for zeros before them. */
function isWithout(number: string, length: number): boolean {
  return number.length >= length && /^0*$/.test(number.slice(0, number.length - length));
}

function judge(
  bank: BankRules | undefined,
  account: AccountToCheck,
  number: string,
  bounds?: AccountRules['anyLength'],
): AccountVerdict {
  if (bounds && (number.length < bounds.least || number.length > bounds.most)) {
    return invalid(
      `an account number must have ${bounds.least} to ${bounds.most} digits, not ${number.length}`,
    );
  }
  const unmet = bank?.demands?.some((demand) => !meets(demand, account, number));
  if (unmet) return invalid(`${bank!.name} has no such account number in branch ${account.branchCode}`);
  const applicable = (bank?.checks ?? []).filter((check) => applies(check, account, number));
  if (applicable.length === 0) return { valid: true, checked: 'length' };
  return applicable.some((check) => passes(check, number))
    ? { valid: true, checked: 'checkDigit' }
    : invalid('the account number fails its check digit');
}

function meets({ lengths, branches, startsWith }: Demand, account: AccountToCheck, number: string): boolean {
  if (!lengths.includes(number.length)) return true;
  const isInBranch = !branches || isInRanges(branches, account.branchCode);
  return isInBranch && (!startsWith || startsWith.some((start) => number.startsWith(start)));
}

function applies(check: DigitCheck, account: AccountToCheck, number: string): boolean {
  const { accountTypes, branches, lengths, startsWith, endsWith } = check;
  return (
    (!account.accountType || !accountTypes || accountTypes.includes(account.accountType)) &&
    (!branches || isInRanges(branches, account.branchCode)) &&
    (!lengths || lengths.includes(number.length)) &&
    (!startsWith || startsWith.some((start) => number.startsWith(start))) &&
    (!endsWith || endsWith.some((end) => number.endsWith(end)))
  );
}

function passes({ weights, modulus, fudge, remainder, addToLastDigit }: DigitCheck, number: string): boolean {
  const digits = [...number.slice(-weights.length).padStart(weights.length, '0')].map(Number);
  if (addToLastDigit) digits.push((digits.pop()! + addToLastDigit) % 10);
  const sum = digits.reduce((total, digit, index) => total + digit * itemAt(weights, index), fudge ?? 0);
  return sum % modulus === (remainder ?? 0);
}

/** True if a branch is one of the bank's: its universal code, or in one of its ranges. */
export function isBranchOf(
  rules: AccountRules,
  bank: { id: string; branchCode: string },
  branchCode: string,
): boolean {
  const ranges = rules.banks.find(({ bankId }) => bankId === bank.id)?.branches ?? [];
  return branchCode === bank.branchCode || isInRanges(ranges, branchCode);
}

function isInRanges(ranges: string[], branchCode: string): boolean {
  if (!/^\d{6}$/.test(branchCode)) return false;
  return ranges.some((range) => {
    const [first = '', last = first] = range.split('-');
    return branchCode >= first && branchCode <= last;
  });
}

/** Returns the bank that a branch is of; undefined for one that the table does not have. */
export function bankOfBranch(rules: AccountRules, branchCode: string): string | undefined {
  const universal = accountBanks.find((bank) => bank.branchCode === branchCode);
  return universal?.id ?? rules.banks.find(({ branches }) => isInRanges(branches, branchCode))?.bankId;
}

/** An account number with all but its last four digits hidden. */
export function maskAccount(account: string): string {
  return account.slice(-4).padStart(account.length, '*');
}
