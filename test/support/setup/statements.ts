// Our bank accounts in a world with deposits: a bank that sends statements, payments that leave in files, and the
// books. The clock stands still until the test moves it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { answerFormats, paymentProfiles } from '../../../src/app/bank-files.ts';
import { type BankAccount, findAccount, type NewAccount } from '../../../src/core/accounts/actions.ts';
import { createRails } from '../../../src/core/accounts/routing.ts';
import { bankNamed } from '../../../src/core/banks.ts';
import type { Context } from '../../../src/core/context.ts';
import { setDepositPayer } from '../../../src/core/deposits/payer.ts';
import { returnDeposit } from '../../../src/core/deposits/returns.ts';
import { clearingOf } from '../../../src/core/ledger/actions.ts';
import { closeFiles, handOut, readContent } from '../../../src/core/payment-files/actions.ts';
import { type TakenAnswer, takeAnswer } from '../../../src/core/payment-files/answers.ts';
import { createClosingSweep } from '../../../src/core/payment-files/jobs.ts';
import { createRefundSweep } from '../../../src/core/refunds/jobs.ts';
import {
  type Imported,
  importStatement,
  openAccount,
  type StatementFile,
} from '../../../src/core/statements/actions.ts';
import { type Explanation, explainLine } from '../../../src/core/statements/explaining.ts';
import { reconcile } from '../../../src/core/statements/reconciliation.ts';
import { createTransferSweep } from '../../../src/core/transfers/jobs.ts';
import { everything } from '../../../src/core/viewer.ts';
import { createJobs } from '../../../src/kernel/concurrency/jobs.ts';
import type { Cents } from '../../../src/kernel/money.ts';
import { createFilesRail } from '../../../src/rails/files/index.ts';
import { autoProfile, profileNamed } from '../../../src/rails/files/profile-names.ts';
import { readStatements } from '../../../src/rails/files/statements/index.ts';
import { writeStatement } from '../bank-statements.ts';
import { openDeposits } from './deposits.ts';

/** A movement in a test: a day, cents, a text, and perhaps a reference. */
export type Moved = readonly [date: string, amount: bigint, text: string, reference?: string];

export interface TellOptions {
  /** Default: mt940. */
  format?: string;
  /** The balance before; default: the closing balance of the last final statement. */
  opening?: Cents;
  /** The number in the file; default: the account's. */
  number?: string;
  /** The first day; default: that of the first line. */
  from?: string;
  name?: string;
  /** Changes the text that was written. */
  edit?: (text: string) => string;
}

export const today = '2026-11-20';

export async function openBanking() {
  const world = await openDeposits();
  const { db, ctx, clock, simulator } = world;
  const rail = createFilesRail(ctx);
  const rails = createRails({
    ctx,
    railOf: async (name) => (name === 'files' ? rail : undefined),
    simulator: simulator.rail,
  });
  const closing = createClosingSweep(ctx, paymentProfiles);
  const transfers = createTransferSweep(ctx, rails);
  const jobs = createJobs(
    [world.sweeps.expiry, createRefundSweep(ctx), transfers, closing, ...simulator.sweeps],
    ctx.log,
  );
  const numbers = new Map<string, string>();
  const balances = new Map<string, Cents>();
  let counted = 0;

  /** Adds an account at FNB; its number follows from how many there are. */
  async function account(id: string, given: Partial<NewAccount> = {}): Promise<BankAccount> {
    const bank = bankNamed('fnb')!;
    const number = given.number ?? `6200000${String(numbers.size).padStart(4, '0')}`;
    const added = await openAccount(ctx, {
      id,
      rail: 'files',
      abilities: given.paymentProfile ? ['deposits', 'transfers'] : ['deposits'],
      bankId: bank.id,
      branchCode: bank.branchCode,
      number,
      holder: 'Thabo & Sons',
      merchantId: null,
      statementProfile: autoProfile,
      statementDescription: null,
      paymentProfile: null,
      opening: null,
      cutOff: '16:00',
      limit: null,
      releases: 0,
      customer: null,
      settings: null,
      ...given,
    });
    numbers.set(id, number);
    balances.set(id, given.opening ?? 0n);
    return added;
  }

  /** Writes a statement of an account as its bank does. */
  function write(id: string, moved: readonly Moved[], options: TellOptions = {}): string {
    counted += 1;
    const { format = 'mt940', opening = balances.get(id) ?? 0n, edit = (text) => text } = options;
    return edit(
      writeStatement(format, {
        account: options.number ?? numbers.get(id)!,
        number: counted,
        from: options.from ?? moved[0]?.[0] ?? today,
        opening,
        lines: moved.map(([date, amount, text, reference = '']) => ({ date, amount, text, reference })),
      }),
    );
  }

  const fileOf = (text: string | Buffer, name = 'statement.sta', profile = autoProfile): StatementFile => {
    const bytes = Buffer.from(text);
    return {
      name,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      read: () =>
        readStatements(one(bytes), profileNamed(profile), { today: clock.now().toISOString().slice(0, 10) }),
    };
  };

  const take = (id: string, text: string | Buffer, name?: string, scope: Context = ctx): Promise<Imported> =>
    importStatement(scope, id, fileOf(text, name), 'a test');

  /** Imports a statement of the bank. */
  async function tell(id: string, moved: readonly Moved[], options: TellOptions = {}): Promise<Imported> {
    const imported = await take(id, write(id, moved, options), options.name);
    if (imported.kind === 'final' && imported.closing !== null) balances.set(id, imported.closing);
    return imported;
  }

  /** A payer sends an unknown deposit, and a user returns it; returns the deposit's id and its bank reference. */
  async function owe(
    id: string,
    amount: Cents,
    sweep: { run(): Promise<unknown> } = transfers,
  ): Promise<{ depositId: string; bankReference: string }> {
    counted += 1;
    const text = `STRANGER ${counted}`;
    await tell(id, [[clock.now().toISOString().slice(0, 10), amount, text]]);
    const [line] = await db<{ id: string }[]>`select id from statement_lines where text = ${text}`;
    const bankId = bankNamed('capitec')!.id;
    const payer = { bankId, branchCode: '470010', accountNumber: '1234567890', holder: 'A <Stranger> & Co' };
    await setDepositPayer(ctx, line!.id, payer);
    await returnDeposit(ctx, everything, line!.id, null);
    await sweep.run();
    const [order] = await db<{ bankReference: string }[]>`
      select own.bank_reference from payment_orders own join transfers transfer using (id)
      join deposit_parts part on part.id = transfer.object_id where part.deposit_id = ${line!.id}
      order by own.ordered_at desc, own.bank_reference limit 1`;
    return { depositId: line!.id, bankReference: order!.bankReference };
  }

  const lines = async (id: string) =>
    (
      await db<
        {
          id: string;
          date: string;
          amount: Cents;
          text: string;
          status: string;
          as: string | null;
          object: string | null;
          rule: string | null;
        }[]
      >`
        select id, booked_on::text as date, amount_cents as amount, text, status, meaning as "as", object_id as object, rule
        from statement_lines where bank_account = ${id} order by booked_on, place`
    ).map((row) => ({ ...row }));

  return {
    ...world,
    rails,
    jobs,
    account,
    write,
    fileOf,
    take,
    tell,
    lines,
    owe,
    closing,
    transfers,
    /** Lines as "status as amount", in their order. */
    shown: async (id: string) =>
      (await lines(id)).map(({ status, as, amount }) => `${status} ${as ?? '-'} ${amount}`),
    explain: (
      lineId: string,
      meaning: Explanation['meaning'],
      objectId: string | null = null,
      by = 'Naledi',
    ) => explainLine(ctx, everything, lineId, { meaning, objectId, note: null, by }),
    books: (id: string) => clearingOf(db, id),
    reconcile: async (id: string, day?: string) => reconcile(ctx, (await findAccount(db, id))!, day),
    /** Sends due payments, closes the account's file now, and returns the created files. */
    exportNow: async (id: string, by = 'Naledi') => {
      await jobs.drain();
      await closeFiles(ctx, paymentProfiles, id, by);
      return handOut(ctx, id);
    },
    content: (file: { id: string }) => readContent(ctx, file),
    answer: (id: string, text: string): Promise<TakenAnswer> => takeAnswer(ctx, answerFormats, id, text),
    /** Moves the clock and runs due work. */
    wait: async (seconds: number) => {
      clock.advance(seconds * 1_000);
      await jobs.drain();
    },
    /** The number of rows of each table, and a digest of the states: a refused file must not change them. */
    counts: async () => {
      const tables = await db<{ name: string }[]>`
        select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
      const seen = await db.unsafe<{ name: string; seen: string }[]>(
        tables
          .map(
            ({ name }) =>
              `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as seen from "${name}" t`,
          )
          .join(' union all '),
      );
      return Object.fromEntries(seen.map((row) => [row.name, row.seen]));
    },
    /** Asserts that the books of an account are what its statement says, and that nothing else is wrong. */
    agreed: async (id: string) => {
      const { difference, rows } = await reconcile(ctx, (await findAccount(db, id))!);
      assert.deepEqual({ difference, rows }, { difference: 0n, rows: [] });
      await world.sound();
    },
  };
}

export type Banking = Awaited<ReturnType<typeof openBanking>>;

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
