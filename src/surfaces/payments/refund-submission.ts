// POST /secure/refunds/submit: a list of refunds, where a bad item stops no other. With an Idempotency-Key, only once.
import type { Static } from 'typebox';
import type { AnyContext, Context } from '../../core/context.ts';
import { DomainError } from '../../core/errors.ts';
import { hashRefusal } from '../../core/hash-mismatches/actions.ts';
import { type NewRefund, type Refund, requestRefunds } from '../../core/refunds/actions.ts';
import { sitesOfTransactions } from '../../core/transactions/actions.ts';
import { within } from '../../core/unit-of-work.ts';
import { type KeyedResult, type KeyUse, onceByKey, replayKey } from '../../kernel/http/idempotency.ts';
import { bareNumber } from '../dialect/given.ts';
import { noteWrong } from '../dialect/mismatch.ts';
import type { SurfaceCall, SurfaceDeps } from './deps.ts';
import { keyUseOf, recordsOf } from './keyed.ts';
import { isRefundSigned } from './refund-hash.ts';
import { type RefundItem, readItem, readItems } from './refund-items.ts';
import { keepWrongRefunds, type WrongRefunds } from './refund-mismatch.ts';
import type { Submission } from './refund-wire.ts';

type ItemAnswer = Static<typeof Submission>;

/** A validated item: the requested refund, or its errors. */
interface Judged {
  echo: Pick<ItemAnswer, 'transactionId' | 'refundAmount'>;
  wanted?: NewRefund;
  errors: string[];
}

/**
 * Takes an array and returns an array in the same order. Accepted refunds are created in one transaction, so that an
 * internal error creates none of them.
 */
export async function submitRefunds(call: SurfaceCall): Promise<ItemAnswer[]> {
  const { deps, ctx, merchantId, request, reply } = call;
  const items = readItems(request);
  const use = keyUseOf(call, 'payments.submitRefunds', items);
  const wrong: WrongRefunds = new Map();
  const judged = await judgeItems(deps, ctx, merchantId, items, wrong);
  await keepWrongRefunds(ctx, merchantId, wrong, items.length);
  const answers = use
    ? recordsOf<ItemAnswer[]>(await answerOnce(ctx, use, judged), reply)
    : await answerAll(ctx, judged);
  if (answers.some(({ errors }) => errors?.includes(hashRefusal)))
    request.refused = { ...request.refused, text: hashRefusal };
  return answers;
}

async function judgeItems(
  deps: SurfaceDeps,
  ctx: Context,
  merchantId: string,
  items: readonly unknown[],
  wrong: WrongRefunds,
): Promise<Judged[]> {
  const read = items.map((given) => readItem(deps, given));
  const ids = read.flatMap(({ item, errors }) =>
    errors.length > 0 ? [] : item.transactionId!.toLowerCase(),
  );
  const sites = await sitesOfTransactions(ctx.db, merchantId, ids);
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
      if (!(error instanceof DomainError)) throw error;
      judged.push({ echo, errors: [error.message] });
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

async function answerOnce(ctx: Context, use: KeyUse, judged: readonly Judged[]): Promise<KeyedResult> {
  if (judged.some(({ wanted }) => wanted)) {
    return onceByKey(ctx.db, use, (tx) =>
      within(ctx, tx, async (work) => answered(await answerAll(work, judged)).answer),
    );
  }
  // A request that is wrong in itself is not kept: its key stays free for the corrected request.
  const known = await replayKey(ctx.db, use);
  return known.kind === 'running' ? answered(await answerAll(ctx, judged)) : known;
}

const answered = (answers: ItemAnswer[]) => ({
  kind: 'answered' as const,
  answer: { status: 200, body: JSON.stringify(answers), location: null },
  replayed: false,
});

async function answerAll(ctx: AnyContext, judged: readonly Judged[]): Promise<ItemAnswer[]> {
  const wanted = judged.flatMap((item) => item.wanted ?? []);
  const asked = wanted.length > 0 ? await requestRefunds(ctx, wanted) : [];
  let next = 0;
  return judged.map((item) => answerTo(item, item.wanted && asked[next++]));
}

function answerTo({ echo, errors }: Judged, made: Refund | DomainError | undefined): ItemAnswer {
  if (!made) return { refundId: null, ...echo, errors };
  if (made instanceof DomainError) return { refundId: null, ...echo, errors: [made.message] };
  return { refundId: made.id, ...echo, errors: null };
}
