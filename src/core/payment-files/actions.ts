// Payments that leave in files: orders (orders.ts) are collected until their account's cut-off, a file is written once
// and kept, users release it, and it leaves. answers.ts handles the responses of banks.

import { dayOf } from '../../kernel/business-days.ts';
import { drawChecked } from '../../kernel/check-digits.ts';
import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { newId } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import { firstOf } from '../../kernel/required.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import { type BankAccount, lockAccount } from '../accounts/actions.ts';
import type { Actor, AnyContext, Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { mostReleases } from '../transfers/actions.ts';
import { advance } from '../transitions.ts';
import { action } from '../unit-of-work.ts';
import { assertOtherPerson, judgePair, pairWords } from '../users/grants.ts';
import { findLogin } from '../users/users.ts';
import type { PaymentFile, PaymentProfile } from './format.ts';
import { bankPrefixes } from './orders.ts';
import { paymentFileMachine } from './state.ts';
import * as store from './store.ts';

export {
  findLeaving,
  findWaitingFiles,
  paymentAnswers,
  paymentFiles,
  paymentOrders,
  type StoredFile,
} from './store.ts';

export const closingSweep = 'payment-files.close';
export const leavingSweep = 'payment-files.leave';

/** The ways of writing payment files, by name. */
export type PaymentProfiles = ReadonlyMap<string, PaymentProfile>;

/**
 * Closes the files of an account: writes its open orders to files and stores them. With `by`, a user exports them now,
 * and all orders leave; without, those whose cut-off has passed. Returns how many files were created.
 */
export const closeFiles = action(
  async (work, profiles: PaymentProfiles, accountId: string, by: string | null): Promise<number> => {
    const account = await lockAccount(work.tx, accountId);
    const profile = account?.paymentProfile && profiles.get(account.paymentProfile);
    if (!account || !profile) return 0;
    const now = work.clock.now();
    const orders = await store.lockOpenOrders(work.tx, account.id, by === null ? now : null);
    const closing = by === null ? orders.map(({ closesAt }) => closesAt!) : [];
    const executionDate = payingDay(work, account, closing);
    const groups = filesOf(orders, account.limitCents);
    for (const group of groups) await writeFile(work, { account, profile, executionDate, by }, group);
    if (groups.length > 0) await wakeAfterCommit(work.tx, leavingSweep);
    return groups.length;
  },
);

/** The day on which a file is to be paid: that of its cut-off, or the next on which a bank still does. */
function payingDay(work: Work, { cutOff }: BankAccount, closing: readonly Date[]): string {
  const now = work.clock.now();
  const today = dayOf(now);
  const wasJustClosed = closing.some((instant) => dayOf(instant).equals(today));
  if (wasJustClosed) return today.toString();
  return dayOf(work.policy.calendar.nextTimeOnBusinessDay(now, [cutOff])).toString();
}

/** Splits orders into files that pay at most `limit` each. One that is above it goes alone, for its bank to decide. */
function filesOf(orders: readonly store.PaymentOrder[], limit: Cents | null): store.PaymentOrder[][] {
  const files: store.PaymentOrder[][] = [];
  let sum = 0n;
  for (const order of orders) {
    const last = files.at(-1);
    if (last && (limit === null || sum + order.amountCents <= limit)) {
      last.push(order);
      sum += order.amountCents;
    } else {
      files.push([order]);
      sum = order.amountCents;
    }
  }
  return files;
}

interface Making {
  account: BankAccount;
  profile: PaymentProfile;
  executionDate: string;
  by: string | null;
}

async function writeFile(
  work: Work,
  { account, profile, executionDate, by }: Making,
  orders: readonly store.PaymentOrder[],
): Promise<void> {
  const now = work.clock.now();
  const messageId = await drawMessageId(work);
  const ids = orders.map(({ id }) => id);
  const content = profile.write(paymentFileOf(work, account, { messageId, executionDate }, orders));
  const file: store.StoredFile = {
    id: newId(work.clock),
    merchantId: null,
    messageId,
    bankAccount: account.id,
    state: paymentFileMachine.initial,
    format: profile.format,
    extension: profile.extension,
    executionDate,
    payments: orders.length,
    amountCents: orders.reduce((sum, { amountCents }) => sum + amountCents, 0n),
    sha256: sha256Hex(content),
    createdAt: now,
    exportedBy: by,
    releasedBy: [],
    releases: Math.max(account.releases, await mostReleases(work.tx, ids)),
    handedOutAt: null,
  };
  await store.insertFile(work.tx, { ...file, contentSealed: work.keyring.seal(content) });
  await store.setFile(work.tx, ids, file.id);
  if (file.releases === 0) advance(work, paymentFileMachine, file, 'release', null);
}

/** Returns the contents of a file of orders, dated now. */
export function paymentFileOf(
  { clock, keyring }: Pick<Context, 'clock' | 'keyring'>,
  { holder, numberSealed, branchCode, customer }: BankAccount,
  named: Pick<PaymentFile, 'messageId' | 'executionDate'>,
  orders: readonly store.PaymentOrder[],
): PaymentFile {
  return {
    ...named,
    createdAt: clock.now(),
    account: { holder, accountNumber: keyring.open(numberSealed), branchCode, customer },
    payments: orders.map((order) => ({
      bankReference: order.bankReference,
      amount: order.amountCents,
      holder: order.accountHolder ?? '',
      accountNumber: keyring.open(order.accountSealed),
      branchCode: order.branchCode,
      accountType: null,
      text: order.reference,
    })),
  };
}

/** Draws an id that no file had before. */
async function drawMessageId(work: Work): Promise<string> {
  for (;;) {
    const drawn = bankPrefixes.file + drawChecked();
    if (!(await store.isMessageIdTaken(work.tx, drawn))) return drawn;
  }
}

export interface FileWithOrders {
  file: store.StoredFile;
  orders: store.PaymentOrder[];
}

/** Returns the files of an account, the first comes first. */
export async function listFiles(ctx: AnyContext, accountId: string): Promise<FileWithOrders[]> {
  return withOrders(ctx, await store.findFiles(ctx.db, accountId));
}

/** Returns a file of an account. Throws PaymentFileNotFound. */
export async function getFile(
  ctx: AnyContext,
  accountId: string,
  messageId: string,
): Promise<FileWithOrders> {
  const file = await store.findFileByMessage(ctx.db, messageId);
  if (file?.bankAccount !== accountId)
    throw new DomainError('PaymentFileNotFound', {
      detail: `the account ${accountId} has no payment file ${messageId}`,
    });
  return firstOf(await withOrders(ctx, [file]));
}

async function withOrders(ctx: AnyContext, files: readonly store.StoredFile[]): Promise<FileWithOrders[]> {
  const orders = await store.findOrdersOfFiles(
    ctx.db,
    files.map(({ id }) => id),
  );
  const byFile = Map.groupBy(orders, ({ fileId }) => fileId);
  return files.map((file) => ({ file, orders: byFile.get(file.id) ?? [] }));
}

/**
 * Returns every file of an account that no export has returned before. One that still waits for its release is only
 * listed, and returned by a later export.
 */
export const handOut = action(async (work, accountId: string): Promise<FileWithOrders[]> => {
  const files = await store.lockUntold(work.tx, accountId);
  const out = files.filter(({ state }) => state !== 'waiting').map(({ id }) => id);
  await store.setHandedOut(work.tx, out, work.clock.now());
  return withOrders(work, files);
});

/**
 * Releases a file in the name of a user; it may leave when enough users have. Throws PaymentFileNotFound,
 * PaymentFileNotWaiting, and MakerMayNotDecide for the user who exported it or released it already, or whose right comes from
 * one of those. Those who release are equals: neither's right may come from another.
 */
export const releaseFile = action(async (work, messageId: string, by: string): Promise<FileWithOrders> => {
  const file = await store.lockFile(work.tx, messageId);
  if (!file)
    throw new DomainError('PaymentFileNotFound', { detail: `there is no payment file ${messageId}` });
  if (file.state !== 'waiting')
    throw new DomainError('PaymentFileNotWaiting', {
      detail: `the payment file ${messageId} is already ${file.state}`,
    });
  await assertMayRelease(work, file, by);
  await store.addRelease(work.tx, file.id, by);
  file.releasedBy.push(by);
  if (file.releasedBy.length >= file.releases) {
    advance(work, paymentFileMachine, file, 'release', null);
    await wakeAfterCommit(work.tx, leavingSweep);
  }
  return firstOf(await withOrders(work, [file]));
});

async function assertMayRelease(work: Work, file: store.StoredFile, by: string): Promise<void> {
  const isSame = (name: string) => comparableName(name) === comparableName(by);
  if (file.exportedBy !== null && isSame(file.exportedBy))
    throw new DomainError('MakerMayNotDecide', {
      detail: `${by} has exported the file; another user must release it`,
    });
  if (file.releasedBy.some(isSame))
    throw new DomainError('MakerMayNotDecide', {
      detail: `${by} has already released the file; another user must release it too`,
    });
  const noun = 'payment file';
  const own = await actorOf(work, by);
  const creator = file.exportedBy === null ? null : await actorOf(work, file.exportedBy);
  await assertOtherPerson(work, own, { creator, noun });
  for (const name of file.releasedBy) {
    const why = await judgePair(work, own, await actorOf(work, name));
    if (why) throw new DomainError('MakerMayNotDecide', { detail: pairWords(why, noun) });
  }
}

/** Returns the actor of a name: the user of a login, or a name at the command line. */
async function actorOf({ db }: Work, name: string): Promise<Actor> {
  const login = await findLogin(db, name);
  return login ? `user:${login.id}` : `cli:${name}`;
}

const comparableName = (name: string): string => name.trim().toLowerCase();

/** Returns a file as it was written: always the same bytes. */
export async function readContent(ctx: AnyContext, { id }: Pick<store.StoredFile, 'id'>): Promise<string> {
  return ctx.keyring.open(await store.findContent(ctx.db, id));
}

/** Returns the orders of a file of an account; none where it has no such file. */
export async function findFileOrders(
  ctx: AnyContext,
  accountId: string,
  messageId: string,
): Promise<store.PaymentOrder[]> {
  const file = await store.findFileByMessage(ctx.db, messageId);
  return file?.bankAccount === accountId ? store.findOrdersOfFiles(ctx.db, [file.id]) : [];
}

/**
 * Lets a file leave that may and has not left: `put` puts its content where the bank finds it. Only one process does it at a
 * time; one that is killed in between does it again, with the same bytes.
 */
export const letLeave = action(async (work, messageId: string, put: (content: string) => Promise<void>) => {
  const file = await store.lockFile(work.tx, messageId);
  if (file?.state !== 'released') return;
  await put(await readContent(work, file));
  advance(work, paymentFileMachine, file, 'send', null);
});
