// A folder for each account, through which files of any bank come and go: a file in `in` is taken and ends in `done`,
// or in `refused` with the reason next to it; released payment files appear whole in `out`.

import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BankAccount, findActiveAccounts } from '../../core/accounts/actions.ts';
import type { Context } from '../../core/context.ts';
import { findLeaving, leavingSweep, letLeave, type StoredFile } from '../../core/payment-files/actions.ts';
import { type AnswerFormats, takeAnswer } from '../../core/payment-files/answers.ts';
import { BadAnswer } from '../../core/payment-files/format.ts';
import type { StatementFile } from '../../core/statements/actions.ts';
import { importFile, type Part } from '../../core/statements/file-import.ts';
import { BadStatement } from '../../core/statements/parsed-statement.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { type Claim, claimFolders } from './claim.ts';
import { isMissing, leftAlone, makeFolders, moveTo, shortened, writeWhole } from './placing.ts';
import { type BankFileReader, sortOfFile } from './reading.ts';
import { reasonOf, Troubles } from './troubles.ts';

export interface FolderOptions {
  ctx: Context;
  formats: AnswerFormats;
  reader: BankFileReader;
  /** Holds a folder for each account. */
  folder: string;
  /** How often to look, in milliseconds. */
  everyMs: number;
}

/** A file whose reading ended with its process so often is refused. */
const mostInterruptions = 2;

export function createFolderSweeps(options: FolderOptions): Sweep[] {
  const { ctx, folder, everyMs } = options;
  const troubles = new Troubles();
  return [
    {
      name: 'bank-folders.take',
      intervalMs: everyMs,
      run: async () =>
        eachApart(ctx, troubles, await findActiveAccounts(ctx.db), {
          keyOf: ({ id }) => ({ account: id }),
          failed: 'the folder of a bank account could not be read',
          work: (account) => takeAll(options, troubles, account),
        }),
    },
    {
      name: leavingSweep,
      intervalMs: everyMs,
      run: async () =>
        eachApart(ctx, troubles, await findLeaving(ctx.db), {
          keyOf: ({ bankAccount, messageId }) => ({ account: bankAccount, file: messageId }),
          failed: 'a payment file could not be put into its folder',
          work: (file) => putOut(ctx, folder, file).then(() => 1),
        }),
    },
  ];
}

interface Apart<Item> {
  /** What names an item, in the log too. */
  keyOf(item: Item): Record<string, string>;
  failed: string;
  /** Returns how much it did. */
  work(item: Item): Promise<number>;
}

/**
 * Does work for each item by itself: one that fails is logged, stops none behind it, and is passed over for a while. Throws
 * only where the database is away.
 */
async function eachApart<Item>(
  { log }: Context,
  troubles: Troubles,
  items: readonly Item[],
  { keyOf, failed, work }: Apart<Item>,
): Promise<number> {
  let done = 0;
  for (const item of items) {
    const named = keyOf(item);
    const key = Object.values(named).join('/');
    if (troubles.isPassed(key)) continue;
    try {
      done += await work(item);
      troubles.end(key);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      log.error({ ...named, failures: troubles.add(key), reason: reasonOf(error), error }, failed);
    }
  }
  return done;
}

/** Takes the files of an account's folder, while no other process does. Returns how many files. */
async function takeAll(options: FolderOptions, troubles: Troubles, account: BankAccount): Promise<number> {
  const own = await makeFolders(options.folder, account.id);
  const entries = await readdir(join(own, 'in'), { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !leftAlone.test(entry.name))
    .map(({ name }) => name);
  if (names.length === 0) return 0;
  const claim = await claimFolders(own);
  if (claim === undefined) return 0;
  try {
    return await new Taking(options, troubles, { account, own, claim }).takeAll(names.toSorted());
  } finally {
    await claim.release();
  }
}

interface Place {
  account: BankAccount;
  own: string;
  claim: Claim;
}

/** Why a file is refused, and whether another file of the folder can change that. */
interface Refused {
  name: string;
  reason: string;
  isFinal: boolean;
}

/** Takes the files of one folder. */
class Taking {
  readonly #options: FolderOptions;
  readonly #troubles: Troubles;
  readonly #place: Place;
  #taken = 0;

  constructor(options: FolderOptions, troubles: Troubles, place: Place) {
    this.#options = options;
    this.#troubles = troubles;
    this.#place = place;
  }

  /** Takes files. A statement that has to wait for another of them is tried again after it. */
  async takeAll(names: string[]): Promise<number> {
    let waiting = names;
    for (;;) {
      const refused = await this.#takeEach(waiting);
      // Each that was taken may have been what another one waited for.
      if (refused.length > 0 && refused.length < waiting.length) {
        waiting = refused.map(({ name }) => name);
        continue;
      }
      for (const one of refused) await this.#refuse(one);
      return this.#taken;
    }
  }

  /** Takes each file by itself; returns those that may be taken after another one. */
  async #takeEach(names: readonly string[]): Promise<Refused[]> {
    const { ctx, reader } = this.#options;
    const { account, own } = this.#place;
    const refused: Refused[] = [];
    await eachApart(ctx, this.#troubles, names, {
      keyOf: (file) => ({ account: account.id, file }),
      failed: 'a file of a bank could not be taken',
      work: async (name) => {
        if (reader.isClosed) return 0;
        const refusal = await this.#take(name);
        if (refusal === 'stopped') return 0;
        if (refusal?.isFinal) await this.#refuse(refusal);
        else if (refusal) refused.push(refusal);
        else if (await moveTo(own, 'done', name)) this.#taken += 1;
        return 1;
      },
    });
    return refused;
  }

  /** Takes a file; returns why it is refused, or "stopped" where the service ends. */
  async #take(name: string): Promise<Refused | 'stopped' | undefined> {
    const { claim, own } = this.#place;
    const reading = { isDone: false };
    try {
      if ((await claim.begin(name)) >= mostInterruptions) return { name, isFinal: true, reason: interrupted };
      await this.#takeFile(join(own, 'in', name), reading);
      return undefined;
    } catch (error) {
      // Another process, or a user, moved it away.
      if (isMissing(error)) return undefined;
      if (this.#options.reader.isClosed) return 'stopped';
      const reason = refusalOf(error);
      if (reason === undefined) throw error;
      return { name, reason, isFinal: !reading.isDone };
    } finally {
      await claim.end();
    }
  }

  /** Takes a file. Notes when it was read: no other file changes a refusal before that. */
  async #takeFile(path: string, reading: { isDone: boolean }): Promise<void> {
    const { ctx, formats, reader } = this.#options;
    const { account, claim } = this.#place;
    if ((await sortOfFile(path)) === 'answer') {
      const text = await reader.openAnswer(path);
      const read = (given: string) => reader.readAnswer(given).finally(claim.end);
      await takeAnswer(ctx, { ...formats, read }, account.id, text);
      return;
    }
    const file = await reader.openStatement(ctx, path, account);
    const read = () => noted(file, reading, claim);
    const { parts, skipped } = await importFile(ctx, account, { ...file, read }, 'folder');
    for (const { account: number, reason } of skipped)
      ctx.log.warn({ account: account.id, file: file.name, number, reason }, 'a statement was skipped');
    assertTaken(parts);
  }

  async #refuse({ name, reason }: Refused): Promise<void> {
    const { account, own } = this.#place;
    this.#options.ctx.log.warn({ account: account.id, file: name, reason }, 'a file of a bank was refused');
    const moved = await moveTo(own, 'refused', name);
    if (moved === undefined) return;
    this.#taken += 1;
    const said = shortened(name) === name ? reason : `${name}\n${reason}`;
    await writeFile(join(own, 'refused', `${moved}.reason.txt`), `${said}\n`, { mode: 0o600 });
  }
}

/** Throws BadStatement if an account refused its part of a file; the parts of the other accounts stay. */
function assertTaken(parts: readonly Part[]): void {
  const refused = parts.filter((part) => 'refusal' in part);
  const [only] = refused;
  if (!only) return;
  if (parts.length === 1) throw only.refusal;
  const taken = parts.filter((part) => 'imported' in part).map(({ account }) => account.id);
  const reasons = refused.map(({ account, refusal }) => `account ${account.id}: ${refusalOf(refusal)}`);
  if (taken.length > 0) reasons.push(`the statements of ${taken.join(', ')} were taken`);
  throw new BadStatement(reasons.join('; '), null);
}

const interrupted =
  'reading it was interrupted twice: the process was killed, or out of memory. Look into the log, and put it into `in` again';

async function* noted(file: StatementFile, reading: { isDone: boolean }, claim: Claim) {
  yield* file.read();
  reading.isDone = true;
  await claim.end();
}

/** Data that PostgreSQL refuses: a number out of range, or a text that it cannot hold. */
const refusedStates = /^22[0-9A-Z]{3}$/;

/** Returns why a file is refused; undefined if it is not to blame. */
function refusalOf(error: unknown): string | undefined {
  if (error instanceof BadAnswer) return error.message;
  if (error instanceof BadStatement)
    return error.line === null ? error.message : `line ${error.line}: ${error.message}`;
  const { code, message } = error as { code?: unknown; message: string };
  const isRefused = typeof code === 'string' && refusedStates.test(code);
  return isRefused ? `the database refuses its data: ${message}` : undefined;
}

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
