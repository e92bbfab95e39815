// Reports about payments that left in files: a bank's responses, and the lines of its statements. A late, repeated or
// unordered report does not change the outcome of a later one.
import { newId } from '../../kernel/ids.ts';
import { getOrThrow } from '../../kernel/required.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import { type BankAccount, findAccount } from '../accounts/actions.ts';
import type { AnyContext, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { TransferAnswer, TransferFailure } from '../rails.ts';
import { recordTransferAnswer } from '../transfers/answers.ts';
import { advance } from '../transitions.ts';
import { inWork } from '../unit-of-work.ts';
import type { PaymentProfiles } from './actions.ts';
import {
  type AnswerMeaning,
  type AnswerReason,
  BadAnswer,
  type FileAnswer,
  type PaymentProfile,
} from './format.ts';
import { paymentFileMachine } from './state.ts';
import * as store from './store.ts';

/** The formats in which responses are read, supplied by the rails. */
export interface AnswerFormats {
  profiles: PaymentProfiles;
  /** Throws BadAnswer. A file from outside is read in a thread. */
  read(text: string): FileAnswer | Promise<FileAnswer>;
  /** True if a refusal only reports that the file was there already. */
  isDuplicateRefusal(answer: FileAnswer): boolean;
  /** True if a refusal of the group is one of every payment, and not only of those that it names. */
  refusesWholeFile(answer: FileAnswer): boolean;
  /** True if a payment was refused because its money came back. */
  isUnpaidReason(reasons: readonly AnswerReason[]): boolean;
}

export interface TakenAnswer {
  status: 'taken' | 'duplicate';
  /** The file that it responds to. */
  messageId: string;
  groupStatus: string | null;
  payments: {
    bankReference: string;
    said: string | null;
    meaning: AnswerMeaning;
    status: AnswerMeaning | null;
  }[];
  /** References of the response that are not payments of the file. */
  unknown: string[];
}

interface Report {
  order: store.PaymentOrder;
  said: string | null;
  meaning: AnswerMeaning;
  reason: string | null;
  /** Of "failed"; absent: "rejected". */
  failure?: TransferFailure | undefined;
}

/**
 * Imports a bank's response to a payment file, once for the same bytes. Throws BankAccountNotFound, and BadAnswer for
 * an unreadable response and for one to a file of another account.
 */
export async function takeAnswer(
  ctx: AnyContext,
  formats: AnswerFormats,
  accountId: string,
  text: string,
): Promise<TakenAnswer> {
  const account = await findAccount(ctx.db, accountId);
  if (!account) throw new DomainError('BankAccountNotFound', { detail: `there is no account ${accountId}` });
  const answer = await formats.read(text);
  const file = await store.findFileByMessage(ctx.db, answer.originalMessageId);
  if (file?.bankAccount !== account.id)
    throw new BadAnswer(`the account ${account.id} has no payment file ${answer.originalMessageId}`);
  const orders = await store.findOrdersOfFiles(ctx.db, [file.id]);
  const { reports, unknown } = readReports(account, formats, answer, orders);
  for (const one of reports) await hear(ctx, one.order.id, one);
  // Recorded last, so that an interrupted import is repeated.
  const isNew = await inWork(ctx, (work) => keepAnswer(work, { account, file, answer, text }));
  const after = new Map((await store.findOrdersOfFiles(ctx.db, [file.id])).map((order) => [order.id, order]));
  return {
    status: isNew ? 'taken' : 'duplicate',
    messageId: answer.originalMessageId,
    groupStatus: answer.groupStatus,
    payments: reports.map(({ order, said, meaning }) => ({
      bankReference: order.bankReference,
      said,
      meaning,
      status: getOrThrow(after, order.id).meaning,
    })),
    unknown,
  };
}

interface Kept {
  account: BankAccount;
  file: store.StoredFile;
  answer: FileAnswer;
  text: string;
}

async function keepAnswer(work: Work, { account, file, answer, text }: Kept): Promise<boolean> {
  const isNew = await store.insertAnswer(work.tx, {
    id: newId(work.clock),
    bankAccount: account.id,
    sha256: sha256Hex(text),
    messageId: answer.originalMessageId,
    groupStatus: answer.groupStatus,
    contentSealed: work.keyring.seal(text),
    receivedAt: work.clock.now(),
  });
  const locked = isNew ? await store.lockFile(work.tx, file.messageId) : undefined;
  if (locked) advance(work, paymentFileMachine, locked, 'answer', answer.groupStatus);
  return isNew;
}

/** Returns the response's report of each payment: by itself, or for all of a file that was refused or taken whole. */
function readReports(
  account: BankAccount,
  formats: AnswerFormats,
  answer: FileAnswer,
  orders: readonly store.PaymentOrder[],
): { reports: Report[]; unknown: string[] } {
  const profile = formats.profiles.get(account.paymentProfile ?? '');
  const byReference = new Map(orders.map((order) => [order.bankReference, order]));
  const unknown = answer.payments.filter(({ bankReference }) => !byReference.has(bankReference));
  if (!profile || formats.isDuplicateRefusal(answer)) return { reports: [], unknown: referencesOf(unknown) };
  const reported = answer.payments.flatMap(({ bankReference, status, reasons }) => {
    const order = byReference.get(bankReference);
    const said = status ?? answer.groupStatus;
    return order && said !== null ? [{ order, said, reasons }] : [];
  });
  const named = new Set(reported.map(({ order }) => order.id));
  // A status of the group applies to each payment without its own status; PART says that they differ. Payment is not
  // concluded from a group that names others.
  const { groupStatus } = answer;
  const ofGroup = groupStatus === null ? undefined : profile.meaningOf(groupStatus);
  const isOfSome =
    groupStatus === null ||
    groupStatus === 'PART' ||
    (ofGroup === 'failed' && !formats.refusesWholeFile(answer)) ||
    (ofGroup === 'paid' && answer.payments.length > 0);
  const others = isOfSome
    ? []
    : orders
        .filter(({ id }) => !named.has(id))
        .map((order) => ({ order, said: groupStatus, reasons: answer.groupReasons }));
  const reports = [...reported, ...others].flatMap(({ order, said, reasons }) => {
    const meaning = meaningOf(profile, formats, order, said, reasons);
    return meaning ? [{ order, said, meaning, reason: inWords(said, reasons) }] : [];
  });
  return { reports, unknown: referencesOf(unknown) };
}

const referencesOf = (payments: FileAnswer['payments']): string[] =>
  payments.map(({ bankReference }) => bankReference);

function meaningOf(
  profile: PaymentProfile,
  formats: AnswerFormats,
  order: store.PaymentOrder,
  said: string,
  reasons: readonly AnswerReason[],
): AnswerMeaning | undefined {
  const meaning = profile.meaningOf(said);
  if (meaning !== 'failed') return meaning;
  return order.wasPaid || formats.isUnpaidReason(reasons) ? 'returned' : 'failed';
}

function inWords(said: string, reasons: readonly AnswerReason[]): string {
  const words = reasons.map(({ code, text }) =>
    [code === 'NARR' ? null : code, text].filter(Boolean).join(' '),
  );
  return [said, ...words.filter((text) => text !== '')].join(': ').slice(0, 500);
}

/** The outcomes that a later report can still change: nothing undoes a failure or a return. */
const mayFollow: Record<AnswerMeaning, readonly AnswerMeaning[]> = {
  pending: ['pending', 'paid', 'failed', 'returned'],
  paid: ['returned'],
  failed: [],
  returned: [],
};

/**
 * Records a report about an order, and its effect on the object that it pays. The transfer moves first: a service that
 * is killed in between receives the report again. Returns whether it changed anything.
 */
export async function hear(
  ctx: AnyContext,
  id: string,
  { said, meaning, reason, failure = 'rejected' }: Omit<Report, 'order'>,
): Promise<boolean> {
  const before = await store.findOrder(ctx.db, id);
  if (!before || !mayFollow[before.meaning ?? 'pending'].includes(meaning)) {
    const isContrary = before?.meaning !== meaning && meaning !== 'pending';
    if (isContrary)
      ctx.log.warn(
        { order: before?.bankReference, stands: before?.meaning, said, meaning },
        'a bank says otherwise',
      );
    return false;
  }
  const bankCtx: AnyContext = { ...ctx, actor: 'bank' };
  const answer: TransferAnswer = {
    outcome: meaning,
    reason,
    ...(meaning === 'failed' && { failure }),
  };
  await recordTransferAnswer(bankCtx, id, answer);
  return inWork(bankCtx, async (work) => {
    const [order] = await store.lockOrders(work.tx, [id]);
    if (!order || !mayFollow[order.meaning ?? 'pending'].includes(meaning)) return false;
    const wasPaid = order.wasPaid || meaning === 'paid';
    await store.setReceived(work.tx, {
      id,
      meaning,
      said,
      reason: meaning === 'paid' ? null : reason,
      wasPaid,
    });
    return true;
  });
}
