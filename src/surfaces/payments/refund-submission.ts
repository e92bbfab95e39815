// POST /secure/refunds/submit: a list of refunds, where one bad item stops no other; with an Idempotency-Key, once.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../core/context.ts';
import { DomainError } from '../../core/errors.ts';
import { holdForRefunds, type NewRefund, requestRefund } from '../../core/refunds/actions.ts';
import { sitesOfTransactions } from '../../core/transactions/actions.ts';
import { type KeyedResult, type KeyUse, onceByKey, replayKey } from '../../kernel/idempotency.ts';
import { bareNumber } from '../dialect/given.ts';
import { hashRefusal, noteWrong } from '../dialect/mismatch.ts';
import type { SurfaceDeps } from './deps.ts';
import { keyUseOf, recordsOf } from './keyed.ts';
import { isRefundSigned } from './refund-hash.ts';
import { type RefundItem, readItem, readItems } from './refund-items.ts';
import { keepWrongRefunds, type WrongRefunds } from './refund-mismatch.ts';
import type { Submission } from './refund-wire.ts';
import { sendRecords } from './wire.ts';

type ItemAnswer = Static<typeof Submission>;

/** An item that was looked at: the refund that it asks for, or what is wrong with it. */
interface Judged {
  echo: Pick<ItemAnswer, 'transactionId' | 'refundAmount'>;
  wanted?: NewRefund;
  errors: string[];
}

/** What an item is told of a failure. Throws what is to stop all of them. */
type Explain = (error: unknown) => string;

/** An ARRAY in, an ARRAY out in the same order. */
export async function submitRefunds(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const items = readItems(request);
  const use = keyUseOf(deps, request, 'payments.submitRefunds', items);
  const ctx = { ...deps.ctx, correlationId: request.id, actor: `merchant:${request.apiKeyOwner}` };
  const explain: Explain = (error) => explainTo(request, error, use !== undefined);
  const wrong: WrongRefunds = new Map();
  const judged = await judgeItems(deps, ctx, request.apiKeyOwner, items, wrong, explain);
  await keepWrongRefunds(ctx, request.apiKeyOwner, wrong, items.length);
  const answers = use
    ? recordsOf<ItemAnswer[]>(await answerOnce(ctx, use, judged, explain), reply)
    : await answerEach(ctx, judged, explain);
  return sendRecords(request, reply, 'Refunds', 'Refund', answers);
}

// Without a key, what is nobody's fault but ours is an item's own too: the refunds made before it must be told. With one,
// nothing is made and the request may be repeated.
function explainTo(request: FastifyRequest, error: unknown, isKeyed: boolean): string {
  if (error instanceof DomainError) return error.message;
  if (isKeyed) throw error;
  request.log.error({ error }, 'a refund could not be made');
  return 'The service failed; read the refunds of the transaction before you send this one again';
}

async function judgeItems(
  deps: SurfaceDeps,
  ctx: Context,
  merchantId: string,
  items: readonly unknown[],
  wrong: WrongRefunds,
  explain: Explain,
): Promise<Judged[]> {
  const read = items.map((given) => readItem(deps, given));
  const ids = read.flatMap(({ item, errors }) =>
    errors.length > 0 ? [] : item.transactionId!.toLowerCase(),
  );
  const sites = await sitesOfTransactions(ctx, merchantId, ids);
  const judged: Judged[] = [];
  for (const { item, errors } of read) {
    const echo = { transactionId: item.transactionId ?? null, refundAmount: item.amountNumber ?? null };
    if (errors.length > 0) {
      judged.push({ echo, errors });
      continue;
    }
    try {
      const wanted = await readWanted(deps, merchantId, sites, item as Required<RefundItem>, wrong);
      judged.push({ echo, wanted, errors });
    } catch (error) {
      judged.push({ echo, errors: [explain(error)] });
    }
  }
  return judged;
}

async function readWanted(
  { directory }: SurfaceDeps,
  merchantId: string,
  sites: ReadonlyMap<string, string>,
  item: Required<RefundItem>,
  wrong: WrongRefunds,
): Promise<NewRefund> {
  const transactionId = item.transactionId.toLowerCase();
  const siteId = sites.get(transactionId);
  if (siteId === undefined) throw new DomainError('TransactionNotFound');
  const { privateKeys } = await directory.secretsOf(siteId);
  if (!isRefundSigned(item, item.hashCheck, privateKeys, bareNumber(item.given, 'amount'))) {
    noteWrong(wrong, siteId, item);
    throw new DomainError('InvalidField', { detail: hashRefusal });
  }
  return {
    merchantId,
    transactionId,
    amount: item.cents,
    reason: item.refundReason,
    notifyUrl: item.notifyUrl,
    realTime: item.isRtc,
    contract: 'payments',
    createdBy: 'api',
  };
}

/** All items in one transaction with the key and the answer: where anything but a refusal stops one, none is made. */
async function answerOnce(
  ctx: Context,
  use: KeyUse,
  judged: readonly Judged[],
  explain: Explain,
): Promise<KeyedResult> {
  const ids = judged.flatMap(({ wanted }) => wanted?.transactionId ?? []);
  if (ids.length === 0) {
    // What is wrong in itself is not kept: the key is free for the request as it should have been.
    const known = await replayKey(ctx.db, use);
    return known.kind === 'running' ? answered(await answerEach(ctx, judged, explain)) : known;
  }
  return onceByKey(ctx.db, use, async (tx) => {
    const within = { ...ctx, tx };
    await holdForRefunds(within, use.merchantId, ids);
    return answered(await answerEach(within, judged, explain)).answer;
  });
}

const answered = (answers: ItemAnswer[]) => ({
  kind: 'answered' as const,
  answer: { status: 200, body: JSON.stringify(answers), location: null },
  replayed: false,
});

/** Each in the caller's transaction, or in one of its own. */
async function answerEach(ctx: Context, judged: readonly Judged[], explain: Explain): Promise<ItemAnswer[]> {
  const answers = [];
  for (const item of judged) answers.push(await answerTo(ctx, item, explain));
  return answers;
}

async function answerTo(
  ctx: Context,
  { echo, wanted, errors }: Judged,
  explain: Explain,
): Promise<ItemAnswer> {
  if (!wanted) return { refundId: null, ...echo, errors };
  try {
    return { refundId: (await requestRefund(ctx, wanted)).id, ...echo, errors: null };
  } catch (error) {
    return { refundId: null, ...echo, errors: [explain(error)] };
  }
}
