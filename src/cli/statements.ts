// tefo statement: bank statements, and the lines that an operator categorises. tefo reconcile: the ledger against them.
import { basename } from 'node:path';
import type { Config } from '../app/config.ts';
import { type BankAccount, findSeenAccounts } from '../core/accounts/actions.ts';
import type { Context } from '../core/context.ts';
import { simulatorAccount } from '../core/rails.ts';
import {
  type Imported,
  importStatement,
  meanings,
  readCategory,
  readLines,
  requireAccount,
  type Skipped,
  type StatementFile,
  type StatementLine,
} from '../core/statements/actions.ts';
import { explainLine } from '../core/statements/explaining.ts';
import { type ImportedFile, importFile } from '../core/statements/file-import.ts';
import { readLine } from '../core/statements/line-details.ts';
import { BadStatement } from '../core/statements/parsed-statement.ts';
import { type Reconciliation, reconcileSeen } from '../core/statements/reconciliation.ts';
import { undoLine } from '../core/statements/undo.ts';
import { everything } from '../core/viewer.ts';
import { parseDay } from '../kernel/calendar.ts';
import { isUuid } from '../kernel/ids.ts';
import { type Cents, formatDecimal } from '../kernel/money.ts';
import { type Line, paint, sayJson, warnLines } from '../kernel/process/terminal.ts';
import { autoProfile, type NamedProfile, readGivenProfile } from '../rails/files/profile-names.ts';
import { createBankFileReader } from '../rails/files/reading.ts';
import { actingBy, byOf } from './by.ts';
import { asUsage, UsageError, type Work } from './command.ts';
import { onDatabase, withContext } from './context.ts';
import { lines as factLines, print, table } from './output.ts';

export const statementImport: Work = async ({ values, positionals }) => {
  const [path] = positionals as [string];
  const id = values.account === undefined ? null : String(values.account);
  return withContext(async (ctx, config) => {
    const account = id === null ? null : await requireAccount(ctx, id);
    const profile = await readProfile(account, values.profile);
    await using reader = createBankFileReader({ mostMb: config.bankFileMb });
    try {
      const file = await reader.openStatement(ctx, path, profile);
      const by = byOf(values);
      if (!account) return sayParts(values.json, file, await importFile(ctx, null, file, by));
      const imported = await importStatement(ctx, account.id, file, by);
      const record = toRecord(account, file, imported);
      print(values.json, record, () => recordLines(record));
      return 0;
    } catch (error) {
      if (!(error instanceof BadStatement)) throw error;
      const { message: reason, line } = error;
      const named = id === null ? {} : { account: id };
      if (values.json) sayJson({ status: 'refused', ...named, file: basename(path), line, reason }, 2);
      warnRefusal(error);
      return 1;
    }
  });
};

/** Prints the parts of a file. Returns 1 if an account rejected its part. */
function sayParts(json: unknown, file: StatementFile, { parts, skipped }: ImportedFile): number {
  const refusals = parts.flatMap((part) => ('refusal' in part ? [part.refusal] : []));
  const records = parts.map((part) => {
    if ('imported' in part) return toRecord(part.account, file, part.imported);
    const { line, message: reason } = part.refusal;
    return { status: 'refused', account: part.account.id, file: file.name, line, reason, skipped: [] };
  });
  const status = refusals.length > 0 ? 'refused' : 'imported';
  print(json, { status, accounts: records, skipped }, () => [
    ...records.flatMap((record) => [...recordLines({ ...record, skipped: [] }), '']),
    ...skippedLines(skipped),
  ]);
  for (const refusal of refusals) warnRefusal(refusal);
  return refusals.length > 0 ? 1 : 0;
}

function warnRefusal({ message, line }: BadStatement): void {
  warnLines([[paint('bad', 'tefo:'), ` ${line === null ? '' : `line ${line}: `}${message}`]]);
}

const recordLines = ({ skipped, ...record }: { skipped: readonly Skipped[] }): Line[] => [
  ...factLines(withoutNulls(record)),
  ...skippedLines(skipped),
];

const skippedLines = (skipped: readonly Skipped[]): Line[] =>
  skipped.map(({ account, reason }) => `skipped: ${account ?? 'a statement'}: ${plain(reason)}`);

async function readProfile(account: BankAccount | null, given: unknown): Promise<NamedProfile> {
  if (typeof given === 'string') return readGivenProfile(given).catch(asUsage);
  return account ?? { statementProfile: autoProfile, statementDescription: null };
}

const decimal = (cents: Cents | null): string | null => (cents === null ? null : formatDecimal(cents));

function toRecord(account: BankAccount, file: { name: string; sha256: string }, imported: Imported) {
  const { status, opening, closing, ...counts } = imported;
  return {
    status,
    account: account.id,
    file: file.name,
    sha256: file.sha256,
    ...counts,
    opening: decimal(opening),
    closing: decimal(closing),
  };
}

const withoutNulls = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== 0));

export const statementLines = onDatabase(async (ctx, { values }) => {
  const account = await requireAccount(ctx, String(values.account));
  const records: ReturnType<typeof lineRecord>[] = [];
  for await (const page of readLines(ctx.db, account.id, values.open === true))
    records.push(...page.map(lineRecord));
  print(values.json, records, () =>
    records.length === 0
      ? [values.open === true ? 'No open lines.' : 'No lines.']
      : table(records.map(toRow)),
  );
});

function lineRecord(line: StatementLine) {
  const { id, bookedOn, valueOn, amountCents, text, reference, status, meaning, objectId, rule, category } =
    line;
  return {
    id,
    date: bookedOn,
    valueDate: valueOn,
    amount: formatDecimal(amountCents),
    text,
    reference,
    status: status === 'new' ? 'open' : status,
    as: meaning,
    category,
    object: objectId,
    rule,
  };
}

const toRow = ({ id, date, amount, status, as, category, text }: ReturnType<typeof lineRecord>) => [
  paint('name', id),
  date,
  amount,
  category ?? as ?? status,
  plain(text),
];

// The text comes from a bank or a payer, and a terminal obeys control sequences.
const plain = (text: string): string => text.replace(/\p{C}/gu, '?');

export const statementExplain: Work = async ({ values, positionals }) => {
  const [id, meaning, object] = positionals as [string, string, string | undefined];
  if (!isUuid(id)) throw new UsageError('LINE must be a line’s id from `tefo statement lines`');
  if (object !== undefined && !isUuid(object))
    throw new UsageError('OBJECT must be the id of a deposit, refund, payout or settlement');
  const by = byOf(values);
  const note = typeof values.note === 'string' ? values.note : null;
  if (note !== null && note.length > 500) throw new UsageError('--note can have at most 500 characters');
  await withContext(async (ctx) => {
    const { actor } = await actingBy(ctx, by);
    const as = await readMeaning(ctx, id.toLowerCase(), meaning);
    const given = { ...as, objectId: object?.toLowerCase() ?? null, note, by };
    const line = await explainLine({ ...ctx, actor }, everything, id.toLowerCase(), given);
    const record = { ...lineRecord(line), note, by };
    print(values.json, record, () => [
      `${record.amount} of ${record.date} posted as ${record.as}; explained by ${by}`,
    ]);
  });
};

/** Reads a meaning, or the name of a category that the owner of the line's account has added. */
async function readMeaning(ctx: Context, id: string, typed: string) {
  const meaning = meanings.find((one) => one === typed);
  if (meaning) return { meaning, category: null };
  const { account } = await readLine(ctx, everything, id);
  const { kind, name } = await readCategory(ctx, account.merchantId, typed).catch(() => {
    throw new UsageError(`AS must be one of ${meanings.join(', ')}, or a category of the account’s owner`);
  });
  return { meaning: kind, category: name };
}

export const statementUndo: Work = async ({ values, positionals }) => {
  const [id] = positionals as [string];
  if (!isUuid(id)) throw new UsageError('LINE must be a line’s id from `tefo statement lines`');
  const by = byOf(values);
  const note = typeof values.note === 'string' ? values.note : 'the match was undone';
  if (note.length > 500) throw new UsageError('--note can have at most 500 characters');
  await withContext(async (ctx) => {
    const { actor } = await actingBy(ctx, by);
    const line = await undoLine({ ...ctx, actor }, everything, id.toLowerCase(), note);
    const record = { ...lineRecord(line), note, by };
    print(values.json, record, () => [
      `${record.amount} of ${record.date} is ${record.status} again; undone by ${by}`,
    ]);
  });
};

export const reconcileBanks: Work = async ({ values }) => {
  const { account: id, day } = values;
  if (day !== undefined && parseDay(String(day)) === undefined)
    throw new UsageError('--day must be a date such as 2026-12-01');
  return withContext(async (ctx, config) => {
    if (id === simulatorAccount && config.simulatedBank)
      throw new Error(
        `${simulatorAccount} is the simulated bank: it sends no statements, and tefo check compares its records with the ledger`,
      );
    const ids =
      id === undefined ? (await findSeenAccounts(ctx.db, everything)).map((one) => one.id) : [String(id)];
    const all = await Promise.all(
      ids.map((one) => reconcileSeen(ctx, everything, one, day as string | undefined)),
    );
    const ok = all.every(({ difference, rows }) => difference === 0n && rows.length === 0);
    print(values.json, { ok, accounts: all.map(reconciled) }, () =>
      all.length === 0 ? [noStatements(config)] : all.flatMap(toText),
    );
    return ok ? 0 : 1;
  });
};

const noStatements = ({ simulatedBank }: Config): string =>
  simulatedBank ? 'No bank accounts with statements: the simulated bank sends none.' : 'No bank accounts.';

function reconciled(one: Reconciliation) {
  return {
    account: one.account,
    day: one.day,
    opening: decimal(one.opening),
    statement: decimal(one.statement),
    books: formatDecimal(one.books),
    difference: formatDecimal(one.difference),
    rows: one.rows.map((row) => ({ ...row, amount: formatDecimal(row.amount) })),
  };
}

function toText({ account, day, statement, books, difference, rows }: Reconciliation): Line[] {
  const isEqual = difference === 0n && rows.length === 0;
  const word = isEqual ? paint('good', 'agrees') : paint('bad', 'differs');
  return [
    [
      paint('name', account),
      `  ${day}  statement ${decimal(statement) ?? 'none'}, ledger ${formatDecimal(books)}: `,
      word,
    ],
    ...table(
      rows.map(({ kind, date, amount, text }) => [`  ${kind}`, date, formatDecimal(amount), plain(text)]),
    ),
  ];
}
