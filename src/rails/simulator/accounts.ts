// The accounts of the simulated banks. Numbers are drawn from the bank's id, so they are the same on every
// machine, and look like that bank's: its usual first digits and length, and a right check digit.
import { createHash } from 'node:crypto';
import { demoBank } from '../../core/banks.ts';
import type { DepositPayer } from '../../core/rails.ts';

export interface Account {
  number: string;
  kind: 'payer' | 'collection' | 'operating';
  name: string;
  holder: string;
}

// First digits and length by universal branch code, and at banks with check digits which of the numbers that could be
// drawn are the first that are all right.
const shapes: Record<string, [prefix: string, length: number, draw?: number]> = {
  '250655': ['62', 11, 128],
  '470010': ['1', 10, 1418],
  '051001': ['10', 9, 2527],
  '198765': ['11', 10, 481],
  '632005': ['40', 10, 50],
  '580105': ['100', 11, 561],
  '678910': ['51', 11],
  '430000': ['200', 11],
  '679000': ['130', 11],
  '462005': ['170', 11],
};
const otherShape: [string, number] = ['90', 10];

function number(bank: { id: string; branchCode: string }, purpose: string): string {
  const [prefix, length, draw] = shapes[bank.branchCode] ?? otherShape;
  const seed = draw === undefined ? `${bank.id} ${purpose}` : `${bank.id} ${purpose} ${draw}`;
  const drawn = createHash('sha256').update(seed).digest().readBigUInt64BE();
  return (
    prefix +
    drawn
      .toString()
      .padStart(20, '0')
      .slice(-(length - prefix.length))
  );
}

/** The two accounts the demo payer has at a bank; the first is used if none is chosen. */
export function payerAccounts(bank: { id: string; branchCode: string }): readonly [Account, Account] {
  return [
    { number: number(bank, 'everyday'), kind: 'payer', name: 'Everyday account', holder: 'D Payer' },
    { number: number(bank, 'savings'), kind: 'payer', name: 'Savings account', holder: 'D Payer' },
  ];
}

/** The account at a bank on which the money of all orders arrives. Nothing ever leaves it. */
export function collectionAccount(bank: { id: string; branchCode: string }): Account {
  return { number: number(bank, 'collection'), kind: 'collection', name: 'Collections', holder: 'Tefo' };
}

/** Every account at a bank that a payment there may touch. */
export const accountsAt = (bank: { id: string; branchCode: string }): Account[] => [
  ...payerAccounts(bank),
  collectionAccount(bank),
];

/**
 * The one account that transfers leave, that returned money comes back to, and that deposits arrive on. The bank lets
 * it be overdrawn, because customers' payments stay on the collection accounts: the sum over all of them counts, and
 * must equal the ledger's bank clearing.
 */
export const operatingAccount = {
  number: number(demoBank, 'operating'),
  kind: 'operating',
  name: 'Operating account',
  holder: 'Tefo',
  bank: demoBank,
} as const satisfies Account & { bank: typeof demoBank };

/** The payer of a deposit by default: the demo payer at the Demo Bank. */
export const depositor: DepositPayer = {
  bankId: demoBank.id,
  branchCode: demoBank.branchCode,
  accountNumber: payerAccounts(demoBank)[0].number,
  holder: payerAccounts(demoBank)[0].holder,
};
