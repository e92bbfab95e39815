// The counterpart of Investec for tests: it closes after them.
import { after } from 'node:test';
import type { Clock } from '../../src/kernel/clock.ts';
import { type BankOptions, type InvestecBank, openBank } from '../../src/rail-check/investec-bank/bank.ts';

export type { Failure, InvestecBank } from '../../src/rail-check/investec-bank/bank.ts';

export async function openInvestec(clock: Clock, options: BankOptions = {}): Promise<InvestecBank> {
  const bank = await openBank(clock, options);
  after(bank.close);
  return bank;
}
