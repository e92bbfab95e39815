// A file with statements of several accounts: each account imports its own statements, in a separate transaction.
import { type BankAccount, findActiveAccounts, isNumberOf } from '../accounts/actions.ts';
import type { Context } from '../context.ts';
import { rolledBack } from '../unit-of-work.ts';
import { type Imported, importStatement, type Skipped, type StatementFile, skippedOf } from './actions.ts';
import { BadStatement, type SkippedStatement } from './parsed-statement.ts';
import { maskedNumber } from './statement-import.ts';
import { findPreviewLines, type PreviewLine } from './store.ts';

/** One account's part of a file: the result, or the reason for its refusal. */
export type PartOf<Result> = { account: BankAccount } & (Result | { refusal: BadStatement });
/** One account's part of an imported file. */
export type Part = PartOf<{ imported: Imported }>;

export interface FileOf<Result> {
  /** At least one. */
  parts: PartOf<Result>[];
  /** Statements in another currency, and those of accounts that are not registered. */
  skipped: Skipped[];
}
export type ImportedFile = FileOf<{ imported: Imported }>;

/**
 * Takes the statements of a file into their accounts. With a `home`, they are the accounts of its owner, and a statement
 * without a number is the home's; without one, they are all accounts. A refusal by one account leaves the parts of the
 * others. Throws BadStatement if the file cannot be read, and where no account takes a part.
 */
export const importFile = (
  ctx: Context,
  home: BankAccount | null,
  file: StatementFile,
  by: string,
): Promise<ImportedFile> =>
  eachPart(ctx, home, file, async ({ id }) => ({ imported: await importStatement(ctx, id, file, by) }));

/** A file's effect on an account, before it is imported. */
export interface Preview {
  imported: Imported;
  /** The new lines, the first ones of many. */
  lines: PreviewLine[];
}

/** Does the same without any effect: each account's part is imported in a transaction that is rolled back. */
export async function previewFile(
  ctx: Context,
  home: BankAccount,
  file: StatementFile,
  by: string,
): Promise<FileOf<Preview>> {
  // A file that cannot be read is refused before any transaction begins.
  for await (const _ of file.read());
  return eachPart(ctx, home, file, ({ id }) =>
    rolledBack(ctx, async (work) => {
      const imported = await importStatement(work, id, file, by);
      const isKnown = imported.status === 'duplicate';
      return { imported, lines: isKnown ? [] : await findPreviewLines(work.tx, id, file.sha256) };
    }),
  );
}

async function eachPart<Result extends { imported: Imported }>(
  ctx: Context,
  home: BankAccount | null,
  file: StatementFile,
  takeIt: (account: BankAccount) => Promise<Result>,
): Promise<FileOf<Result>> {
  const take = (account: BankAccount) => takePart(account, takeIt);
  const first = home && (await take(home));
  // Most files are of one account: they are read once.
  const isWhole = first && 'imported' in first && first.imported.status === 'imported';
  if (isWhole && first.imported.skipped.length === 0) return { parts: [first], skipped: [] };
  const found = await statementsIn(file).catch((error: unknown) => {
    // The account's own attempt failed at the same place.
    throw first && 'refusal' in first && error instanceof BadStatement ? first.refusal : error;
  });
  const accounts = (await findActiveAccounts(ctx.db)).filter(
    (one) => !home || one.merchantId === home.merchantId,
  );
  const ownerOf = (number: string | null) =>
    number === null ? home : accounts.find((one) => isNumberOf(ctx, one, number));
  const parts = new Map<string, PartOf<Result>>();
  const skipped = found.skipped.map(skippedOf);
  for (const number of found.own) {
    const account = ownerOf(number);
    if (!account) skipped.push({ account: number && maskedNumber(number), reason: reasonOf(number) });
    else if (!parts.has(account.id))
      parts.set(account.id, first && account.id === home.id ? first : await take(account));
  }
  if (parts.size > 0) return { parts: [...parts.values()], skipped };
  const reasons = skipped.map(({ account, reason }) => `${account ?? 'a statement'}: ${reason}`);
  throw new BadStatement(reasons.join('; '), null);
}

const reasonOf = (number: string | null): string =>
  number === null
    ? 'it does not name its account: name the account with --account'
    : 'this account is not registered, or has another owner: add it with `tefo bank add`';

async function takePart<Result>(
  account: BankAccount,
  takeIt: (account: BankAccount) => Promise<Result>,
): Promise<PartOf<Result>> {
  try {
    return { account, ...(await takeIt(account)) };
  } catch (error) {
    if (!(error instanceof BadStatement)) throw error;
    return { account, refusal: error };
  }
}

/** Returns the numbers of the accounts of a file's statements, each once, and the statements that the reader skips. */
async function statementsIn(
  file: StatementFile,
): Promise<{ own: (string | null)[]; skipped: SkippedStatement[] }> {
  const own = new Set<string | null>();
  const skipped: SkippedStatement[] = [];
  for await (const batch of file.read())
    for (const reported of batch) {
      if ('statement' in reported) own.add(reported.statement.account);
      else if ('skipped' in reported) skipped.push(reported.skipped);
    }
  return { own: [...own], skipped };
}
