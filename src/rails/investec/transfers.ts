// Orders to pay, each in a separate pain.001. A record committed before every call shows whether the bank may have it:
// then the same file goes again under the same key, until the bank has reported its id.
import { findAccount } from '../../core/accounts/actions.ts';
import type { Context } from '../../core/context.ts';
import { paymentFileOf } from '../../core/payment-files/actions.ts';
import { hear } from '../../core/payment-files/answers.ts';
import type { PaymentProfile } from '../../core/payment-files/format.ts';
import {
  answerOf,
  bankPrefixes,
  findOrder,
  type PaymentOrder,
  takeSingleOrder,
} from '../../core/payment-files/orders.ts';
import {
  type At,
  BankTimeout,
  BankUnavailable,
  type TransferAnswer,
  type TransferOrder,
  type Transfers,
} from '../../core/rails.ts';
import { isHeld } from '../../core/transfers/actions.ts';
import { drawChecked } from '../../kernel/check-digits.ts';
import { required } from '../../kernel/required.ts';
import { profiles } from '../pain/profiles.ts';
import { readAnswer } from '../pain/read.ts';
import { isDuplicateReason } from '../pain/refusals.ts';
import { isUnpaidReason } from '../pain/unpaid.ts';
import type { Connect } from './connections.ts';
import { enquireOrder, sendOrder, writeOrder } from './payments.ts';
import * as store from './store.ts';

export interface TransfersOptions {
  ctx: Context;
  connect: Connect;
}

export function createTransfers(options: TransfersOptions): Pick<Transfers, 'transfer' | 'enquire'> {
  return {
    transfer: (order) => transfer(options, order),
    enquire: (at) => enquire(options, at),
  };
}

async function transfer(options: TransfersOptions, order: TransferOrder): Promise<TransferAnswer> {
  const kept = await takeSingleOrder(options.ctx, order);
  const file = await fileOf(options.ctx, kept);
  if (file.paymentId !== null || isDecided(kept)) return answerOf(kept);
  return send(options, kept, file);
}

async function enquire(options: TransfersOptions, { account, id }: At): Promise<TransferAnswer> {
  const { ctx } = options;
  const order = await findOrder(ctx.db, id);
  if (order?.bankAccount !== account) return { outcome: 'unknown', reason: null };
  if (order.meaning === 'failed' || order.meaning === 'returned') return answerOf(order);
  const file = await store.findFile(ctx.db, id);
  if (file?.paymentId) return ask(options, order, { ...file, paymentId: file.paymentId });
  // The statement has shown it.
  if (order.meaning === 'paid') return answerOf(order);
  if (!file || file.sendings === 0) return { outcome: 'unknown', reason: null };
  // If the bank did not receive it, this pays.
  if (await isHeld(ctx.db)) return { outcome: 'pending', reason: 'money out is held' };
  return send(options, order, file);
}

const isDecided = ({ meaning }: PaymentOrder): boolean => meaning !== null && meaning !== 'pending';

/** Returns an order's file, written at its first use, and from then on always the same. */
async function fileOf(ctx: Context, order: PaymentOrder): Promise<store.StoredFile> {
  const known = await store.findFile(ctx.db, order.id);
  if (known) return known;
  const account = required(await findAccount(ctx.db, order.bankAccount), 'bank account');
  const messageId = bankPrefixes.file + drawChecked();
  const text = writeOrder(
    profileNamed(account.paymentProfile),
    paymentFileOf(ctx, account, { messageId, executionDate: order.paysOn! }, [order]),
  );
  await store.insertFile(ctx.db, { id: order.id, messageId, pain001Sealed: ctx.keyring.seal(text) });
  const kept = await store.findFile(ctx.db, order.id);
  // Two equal draws of ten thousand million.
  if (!kept) throw new Error(`the message id ${messageId} was drawn twice`);
  return kept;
}

function profileNamed(name: string | null): PaymentProfile {
  const found = profiles.find((profile) => profile.name === name);
  if (!found) throw new Error(`there is no payment profile ${name}`);
  return found;
}

/**
 * Sends an order's file. Throws BankUnavailable if the bank certainly has nothing, BankTimeout if it may have it, and
 * OrderConflict if it may have another payment under the key: the service's database was restored, and has lost the
 * first.
 */
async function send(
  { ctx, connect }: TransfersOptions,
  order: PaymentOrder,
  file: store.StoredFile,
): Promise<TransferAnswer> {
  const { client } = await connect(order.bankAccount);
  const pain001 = ctx.keyring.open(file.pain001Sealed);
  const wasSent = (await store.beginSending(ctx.db, order.id)) > 1;
  const hearOf = (said: string, answer: TransferAnswer) => recordResult(ctx, order, said, answer);
  try {
    const sent = await sendOrder(client, { transferId: order.id, pain001, wasSent });
    if ('failed' in sent) return await hearOf('refused', sent.failed);
    await store.setPaymentId(ctx.db, order.id, sent.paymentId);
    return await hearOf('taken', { outcome: 'pending', reason: null });
  } catch (error) {
    if (error instanceof BankUnavailable) await store.undoSending(ctx.db, order.id);
    if (error instanceof BankTimeout)
      await hearOf('no answer', { outcome: 'pending', reason: error.message });
    throw error;
  }
}

async function ask(
  { ctx, connect }: TransfersOptions,
  order: PaymentOrder,
  { messageId, paymentId }: store.StoredFile & { paymentId: string },
): Promise<TransferAnswer> {
  const { client } = await connect(order.bankAccount);
  const { bankReference, wasPaid } = order;
  const profile = profileNamed(
    required(await findAccount(ctx.db, order.bankAccount), 'bank account').paymentProfile,
  );
  const rules = { profile, readAnswer, isUnpaidReason, isDuplicateReason };
  const answer = await enquireOrder(client, { paymentId, messageId, bankReference, wasPaid }, rules);
  return recordResult(ctx, order, 'its status', answer);
}

/** Records a report about an order. Returns its status then: the statement may have decided otherwise before. */
async function recordResult(
  ctx: Context,
  { id }: PaymentOrder,
  said: string,
  { outcome, reason, failure }: TransferAnswer,
): Promise<TransferAnswer> {
  if (outcome === 'unknown') return { outcome, reason };
  await hear(ctx, id, { said, meaning: outcome, reason, failure });
  const stands = answerOf(required(await findOrder(ctx.db, id), 'order'));
  return stands.outcome === 'failed' && failure ? { ...stands, failure } : stands;
}
