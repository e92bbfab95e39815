// A folder for each account, through which files of any bank come and go: what is put into `in` is taken and ends in `done`,
// or in `refused` with the reason beside it; payment files that may leave appear whole in `out`.

import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BankAccount, findActiveAccounts } from '../../core/accounts/actions.ts';
import type { Context } from '../../core/context.ts';
import { findLeaving, leavingSweep, letLeave, type StoredFile } from '../../core/payment-files/actions.ts';
import { type AnswerFormats, takeAnswer } from '../../core/payment-files/answers.ts';
import { BadAnswer } from '../../core/payment-files/format.ts';
import { importStatement } from '../../core/statements/actions.ts';
import { BadStatement } from '../../core/statements/told.ts';
import type { TransferHandlers } from '../../core/transfers/actions.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import { randomUuid } from '../../kernel/random.ts';
import { openStatement, profileOf, sortOfFile } from './reading.ts';

export interface FolderOptions {
  ctx: Context;
  handlers: TransferHandlers;
  formats: AnswerFormats;
  /** Holds a folder for each account. */
  folder: string;
  /** How often to look, in milliseconds. */
  everyMs: number;
}

export const folders = ['in', 'out', 'done', 'refused'] as const;

/** Makes an account's folders. Returns the one that they are in. */
export async function makeFolders(root: string, account: string): Promise<string> {
  const own = join(root, account);
  for (const name of folders) await mkdir(join(own, name), { recursive: true, mode: 0o700 });
  return own;
}

/** Names of files that are still being written, or are nobody's business. */
export const leftAlone = /^\.|\.(part|tmp)$/i;

export function createFolderSweeps(options: FolderOptions): Sweep[] {
  const { ctx, folder, everyMs } = options;
  return [
    {
      name: 'bank-folders.take',
      intervalMs: everyMs,
      run: async () => {
        let taken = 0;
        for (const account of await findActiveAccounts(ctx.db)) taken += await takeAll(options, account);
        return taken;
      },
    },
    {
      name: leavingSweep,
      intervalMs: everyMs,
      run: async () => {
        const leaving = await findLeaving(ctx);
        for (const file of leaving) await putOut(ctx, folder, file);
        return leaving.length;
      },
    },
  ];
}

/** Takes what is in an account's folder. A statement that has to wait for another of them is tried again after it. */
async function takeAll(options: FolderOptions, account: BankAccount): Promise<number> {
  const own = await makeFolders(options.folder, account.id);
  const inside = join(own, 'in');
  const entries = await readdir(inside, { withFileTypes: true });
  let waiting = entries
    .filter((entry) => entry.isFile() && !leftAlone.test(entry.name))
    .map(({ name }) => name);
  waiting.sort();
  let taken = 0;
  for (;;) {
    const refused: { name: string; reason: string }[] = [];
    for (const name of waiting) {
      const reason = await take(options, account, join(inside, name));
      if (reason === undefined) await moveTo(own, 'done', name);
      else refused.push({ name, reason });
    }
    taken += waiting.length - refused.length;
    // Each that was taken may have been what another one waited for.
    if (refused.length < waiting.length && refused.length > 0) {
      waiting = refused.map(({ name }) => name);
      continue;
    }
    for (const { name, reason } of refused) {
      options.ctx.log.warn({ account: account.id, file: name, reason }, 'a file of a bank was refused');
      const moved = await moveTo(own, 'refused', name);
      if (moved) await writeFile(join(own, 'refused', `${moved}.reason.txt`), `${reason}\n`, { mode: 0o600 });
    }
    return taken + refused.length;
  }
}

/** Takes a file; returns why it is refused. */
async function take(
  { ctx, handlers, formats }: FolderOptions,
  account: BankAccount,
  path: string,
): Promise<string | undefined> {
  try {
    if ((await sortOfFile(path)) === 'answer')
      await takeAnswer(ctx, handlers, formats, account.id, await readFile(path, 'utf8'));
    else {
      const file = await openStatement(ctx, path, profileOf(account));
      await importStatement(ctx, handlers, account.id, file, 'folder');
    }
    return undefined;
  } catch (error) {
    if (error instanceof BadAnswer) return error.message;
    // Another process has taken it as well, and has moved it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (!(error instanceof BadStatement)) throw error;
    return error.line === null ? error.message : `line ${error.line}: ${error.message}`;
  }
}

/** Moves a file out of `in`, under another name where its own is taken; returns that name. */
async function moveTo(own: string, where: 'done' | 'refused', name: string): Promise<string | undefined> {
  let free = name;
  for (let number = 2; await isThere(join(own, where, free)); number += 1) free = `${number}-${name}`;
  try {
    await rename(join(own, 'in', name), join(own, where, free));
    return free;
  } catch (error) {
    // Another process has taken it as well, and was faster.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Puts a file that may leave into its account's `out`, whole, and notes that it has left. Returns its path. */
export async function putOut(ctx: Context, root: string, file: StoredFile): Promise<string> {
  const path = await outPath(root, file);
  if (file.state === 'released') await letLeave(ctx, file.messageId, (content) => writeWhole(path, content));
  return path;
}

/** Returns where a payment file is, or was, put. */
export async function outPath(
  root: string,
  { bankAccount, messageId, extension }: StoredFile,
): Promise<string> {
  return join(await makeFolders(root, bankAccount), 'out', `${messageId}.${extension}`);
}

/** Writes a file so that nobody ever sees a part of it, though others write the same one meanwhile. */
export async function writeWhole(path: string, content: string): Promise<void> {
  const part = `${path}.${randomUuid()}.part`;
  try {
    await writeFile(part, content, { mode: 0o600, flush: true });
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}
