// A file with statements of several accounts: each account imports its own statements, in a separate transaction.
import { type BankAccount, findActiveAccounts, isNumberOf } from '../accounts/actions.ts';
import type { Context } from '../context.ts';
import { type Imported, importStatement, type Skipped, type StatementFile, skippedOf } from './actions.ts';
import { BadStatement, type SkippedStatement } from './parsed-statement.ts';
import { maskedNumber } from './statement-import.ts';

/** One account's part of a file: the import, or the reason for its refusal. */
export type Part = { account: BankAccount } & ({ imported: Imported } | { refusal: BadStatement });

export interface ImportedFile {
  /** At least one. */
  parts: Part[];
  /** Statements in another currency, and those of accounts that are not registered. */
  skipped: Skipped[];
}

/**
 * Takes the statements of a file into their accounts. With a `home`, they are the accounts of its owner, and a statement
 * without a number is the home's; without one, they are all accounts. A refusal by one account leaves the parts of the
 * others. Throws BadStatement if the file cannot be read, and where no account takes a part.
 */
export async function importFile(
  ctx: Context,
  home: BankAccount | null,
  file: StatementFile,
  by: string,
): Promise<ImportedFile> {
  const take = (account: BankAccount) => takePart(ctx, account, file, by);
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
  const parts = new Map<string, Part>();
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

async function takePart(ctx: Context, account: BankAccount, file: StatementFile, by: string): Promise<Part> {
  try {
    return { account, imported: await importStatement(ctx, account.id, file, by) };
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
    for (const told of batch) {
      if ('statement' in told) own.add(told.statement.account);
      else if ('skipped' in told) skipped.push(told.skipped);
    }
  return { own: [...own], skipped };
}
