// Reads a poll of the simulated Investec, from the request to the lines.
import { after } from 'node:test';
import type {
  Reported,
  ReportedLine,
  ReportedStatement,
} from '../../src/core/statements/parsed-statement.ts';
import { manualClock } from '../../src/kernel/clock.ts';
import { type Banking, createInvestecClient } from '../../src/rails/investec/client.ts';
import { createCaller } from '../../src/rails/investec/http.ts';
import { reportedOf } from '../../src/rails/investec/lines.ts';
import { type InvestecBank, openInvestec } from './investec.ts';

/** The first day that a poll requests, and the unfinished day. */
export const firstDay = '2026-11-20';
export const today = '2026-11-22';

export interface Polling {
  bank: InvestecBank;
  poll(from?: string, to?: string): Promise<Reported[]>;
}

/** Opens a bank whose account begins with R100. */
export async function openPolling(banking: Banking = 'private'): Promise<Polling> {
  const clock = manualClock(`${today}T08:00:00Z`);
  const bank = await openInvestec(clock, { opening: '100.00' });
  const { call, close } = createCaller();
  after(close);
  const client = createInvestecClient({ banking, baseUrl: bank.url, ...bank.credentials, clock, call });
  const { accountId, accountNumber } = bank;
  return {
    bank,
    poll: async (from = firstDay, to = today) => {
      const rows = await client.transactions(accountId, { from, to });
      const pending = await client.pendingTransactions(accountId);
      const polled = { banking, accountId, accountNumber, from, to, openFrom: today };
      const { closed, open } = reportedOf(rows, pending, polled);
      return [...closed, ...open];
    },
  };
}

export function linesOf(reported: Reported[]): ReportedLine[] {
  return reported.flatMap((one) => ('line' in one ? [one.line] : []));
}

export function statementsOf(reported: Reported[]): ReportedStatement[] {
  return reported.flatMap((one) => ('statement' in one ? [one.statement] : []));
}
