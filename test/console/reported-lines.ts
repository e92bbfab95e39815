// An account with bank movements: for tests of users who explain them.
import { createHash } from 'node:crypto';
import { bankNamed } from '../../src/core/banks.ts';
import { importStatement, openAccount } from '../../src/core/statements/actions.ts';
import { profileNamed } from '../../src/rails/files/profile-names.ts';
import { readStatements } from '../../src/rails/files/statements/index.ts';
import { writeStatement } from '../support/bank-statements.ts';
import type { TestService } from '../support/running.ts';
import type { Moved } from '../support/setup/statements.ts';

/** The day of the statement. */
export const day = '2026-11-19';

let accounts = 0;

type Service = Pick<TestService, 'ctx' | 'db'>;

/** Opens an account; returns its number. */
export async function openReported(
  { ctx }: Pick<Service, 'ctx'>,
  id: string,
  merchantId: string | null = null,
): Promise<string> {
  const bank = bankNamed('fnb')!;
  accounts += 1;
  const number = `6200000${String(accounts).padStart(4, '0')}`;
  await openAccount(ctx, {
    ...{ id, rail: 'files', abilities: ['deposits'], bankId: bank.id, branchCode: bank.branchCode, number },
    ...{ holder: 'Thabo & Sons', merchantId, statementProfile: 'auto', statementDescription: null },
    ...{ paymentProfile: null, opening: 0n, cutOff: '16:00', limit: null, releases: 0 },
    ...{ customer: null, settings: null },
  });
  return number;
}

/** Opens an account, and imports its first statement; returns the ids of its lines, in order. */
export async function tellLines(
  service: Service,
  id: string,
  moved: readonly Moved[],
  merchantId: string | null = null,
): Promise<string[]> {
  const { ctx, db } = service;
  const number = await openReported(service, id, merchantId);
  const lines = moved.map(([date, amount, text, reference = '']) => ({ date, amount, text, reference }));
  const text = writeStatement('mt940', { account: number, number: 1, from: day, opening: 0n, lines });
  const bytes = Buffer.from(text);
  await importStatement(
    ctx,
    id,
    {
      name: 'statement.sta',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      read: () => readStatements(whole(bytes), profileNamed('auto'), { today: '2026-11-20' }),
    },
    'a test',
  );
  const rows = await db<{ id: string }[]>`
    select id from statement_lines where bank_account = ${id} order by booked_on, place`;
  return rows.map((row) => row.id);
}

async function* whole(bytes: Buffer) {
  yield bytes;
}
