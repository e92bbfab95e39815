// Bank files that a user uploads to an account: previewed without any effect, then imported as the account's folder and
// `tefo statement import` do. Nothing is imported twice.
import { type BankAccount, findAccounts, paysItself } from '../../../core/accounts/actions.ts';
import type { Context } from '../../../core/context.ts';
import { type TakenAnswer, takeAnswer } from '../../../core/payment-files/answers.ts';
import { BadAnswer } from '../../../core/payment-files/format.ts';
import {
  type FileOf,
  type ImportedFile,
  importFile,
  type Preview,
  previewFile,
} from '../../../core/statements/file-import.ts';
import { BadStatement } from '../../../core/statements/parsed-statement.ts';
import { keepUpload, openUpload } from '../../../core/statements/uploads.ts';
import { rolledBack } from '../../../core/unit-of-work.ts';
import { limitConcurrency } from '../../../kernel/concurrency/semaphore.ts';
import { fileOf, type SentFile } from '../../../kernel/http/multipart.ts';
import { consolePath } from '../navigation.ts';
import { sentence } from '../problems.ts';
import { answerPreview, importedWords, statementPreview } from '../views/bank-file-page.ts';
import { type AnyVisit, type FormRoute, Refusal, type Visit } from '../visit.ts';
import { accountPath, ownAccount, showAccount } from './bank-accounts.ts';

const path = `${consolePath('bank-accounts')}/:id`;
const mostBytes = 16 * 1024 * 1024;

/** Files that are read, or wait for it, in this process. */
const mostFiles = 5;
const readers = new Set<string>();
const inTurn = limitConcurrency(1);

/**
 * Reads a file when no other uploaded file is being read: it holds a connection of requests until its end. A user has one file at
 * a time. Throws Refusal for a second one, and where several users wait.
 */
async function inFileTurn<T>({ user }: Visit, read: () => Promise<T>): Promise<T> {
  if (readers.has(user.id))
    throw new Refusal(429, 'Your last bank file is still being read. Wait until it is finished.');
  if (readers.size >= mostFiles)
    throw new Refusal(429, 'Other bank files are being read. Try again in a minute.');
  readers.add(user.id);
  try {
    return await inTurn(read);
  } finally {
    readers.delete(user.id);
  }
}

/** The upload leads to a preview; the form in the preview imports the file. */
export const bankFileForms: FormRoute[] = [
  {
    path: `${path}/files`,
    action: 'statement.upload',
    isLong: true,
    takesFile: true,
    mostBytes,
    preview: async (visit) => {
      const account = await ownAccount(visit);
      const file = fileOf(visit.request.body);
      if (file?.field !== 'file' || file.bytes.length === 0)
        throw new Refusal(422, 'Choose a file that is not empty.', 'file');
      return inFileTurn(visit, () => showPreview(visit, account, file));
    },
    act: () => Promise.reject(new Error('an upload is only previewed')),
    again: (visit, { problem }) => showAccount(visit, { upload: problem }),
  },
  {
    path: `${path}/import`,
    action: 'statement.import',
    isLong: true,
    prepare: async (visit, fields) => {
      const account = await ownAccount(visit);
      await assertTrusted(visit, account);
      const upload = await openUpload(visit.ctx, account.id, fields.upload ?? '');
      if (!upload)
        throw new Refusal(409, 'The preview has expired, and nothing was imported. Upload the file again.');
      const said = await inFileTurn(visit, () => importUpload(visit, account, upload));
      return { said, file: upload.name };
    },
    act: async (visit, work, { said = '', file = '' }) => {
      const { id, merchantId } = await ownAccount({ ...visit, ctx: work });
      return {
        to: accountPath(id),
        said,
        subject: `bank account ${id}`,
        merchantId,
        after: { file, result: said },
      };
    },
    again: (visit, { problem }) => showAccount(visit, { upload: problem }),
  },
];

/**
 * A forged statement creates a balance. With real banks, a merchant's user imports one only where the merchant's own account pays
 * the settlements, never where the operator's does.
 */
async function assertTrusted({ ctx, viewer }: AnyVisit, { merchantId }: BankAccount): Promise<void> {
  if (ctx.policy.hasBanks || merchantId === null || viewer.merchants === 'all') return;
  if (paysItself(await findAccounts(ctx.db), merchantId)) return;
  throw new Refusal(
    403,
    'Only the operator can import statements of this account: settlements are paid from the operator’s account.',
  );
}

async function showPreview(visit: Visit, account: BankAccount, { name, bytes }: SentFile) {
  const { ctx, deps } = visit;
  const opened = deps.bankFiles.open(ctx, account, { name, bytes });
  const keep = async () => ({ account, name, upload: await keepUpload(ctx, account.id, { name, bytes }) });
  if ('answer' in opened) {
    const answer = await refusing(() => previewAnswer(visit, account, opened.answer));
    return answerPreview(visit, await keep(), answer);
  }
  const preview = await refusing(() => previewFile(ctx, account, opened.statement, visit.user.email));
  assertAnyTaken(preview);
  return statementPreview(visit, await keep(), preview);
}

/** Reads the response in a thread, then takes it in a transaction that is rolled back. */
async function previewAnswer({ ctx, deps }: Visit, account: BankAccount, text: string): Promise<TakenAnswer> {
  const { formats } = deps.bankFiles;
  const answer = await formats.read(text);
  return rolledBack(ctx as Context, (work) =>
    takeAnswer(work, { ...formats, read: () => answer }, account.id, text),
  );
}

/** Imports a file, and returns the result in words. */
async function importUpload(
  visit: Visit,
  account: BankAccount,
  file: { name: string; bytes: Buffer },
): Promise<string> {
  const { ctx, deps, user } = visit;
  const opened = deps.bankFiles.open(ctx, account, file);
  if ('answer' in opened) {
    const taken = await refusing(() => takeAnswer(ctx, deps.bankFiles.formats, account.id, opened.answer));
    const { messageId, payments, status } = taken;
    return status === 'duplicate'
      ? `${file.name} was imported before: nothing was changed.`
      : `The bank’s response to ${messageId} was imported, with ${payments.length} ${payments.length === 1 ? 'payment' : 'payments'}.`;
  }
  const imported = await refusing(() => importFile(ctx, account, opened.statement, user.email));
  assertAnyTaken(imported);
  return importedWords(file.name, imported);
}

/** Throws Refusal if no account takes its part of a file. */
function assertAnyTaken({ parts }: FileOf<Preview> | ImportedFile): void {
  const [first] = parts;
  if (first && 'refusal' in first && parts.every((part) => 'refusal' in part)) throw refusalOf(first.refusal);
}

function refusalOf({ message, line }: { message: string; line?: number | null }): Refusal {
  return new Refusal(422, sentence(line ? `line ${line}: ${message}` : message), 'file');
}

/** Data that PostgreSQL refuses: a number out of range, or a text that it cannot hold. */
const refusedStates = /^22[0-9A-Z]{3}$/;

/** Turns the refusal of a file into one of its form. */
async function refusing<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof BadStatement || error instanceof BadAnswer) throw refusalOf(error);
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && refusedStates.test(code))
      throw refusalOf({ message: 'the file has a number or a text that cannot be stored' });
    throw error;
  }
}
