// The notification of a bulk job that has ended: each of its requests again, in order, with its link or the reason why
// it has none.
import { type BulkItem, listBulkItems } from '../../core/bulk/actions.ts';
import type { BulkSnapshot } from '../../core/bulk/transitions.ts';
import type { Context } from '../../core/context.ts';
import type { RenderFromRows } from '../../core/notifications/jobs.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { createYielder, limitConcurrency } from '../../kernel/concurrency/semaphore.ts';
import { parseToWriteAgain } from '../../kernel/formats/json.ts';
import { firstOf } from '../../kernel/required.ts';
import { bulkStatusName } from '../dialect/bulk.ts';
import { pack } from '../dialect/compressed.ts';
import { signedBulk } from '../dialect/notified.ts';
import { signedHeaders } from '../webhook-signature.ts';

// Each holds megabytes, and hundreds may be due at the same time.
const inTurn = limitConcurrency(2);

/**
 * Renders the post, hashed with the site's current private key and signed like every post to a notifyUrl. The items are
 * read for each attempt: they do not change after the job's end, so the body stays the same.
 */
export function bulkNotificationRenderer(
  ctx: Context,
  publicUrl: string,
  realClock: Clock = systemClock(),
): RenderFromRows {
  return async (event, { privateKeys, webhookSecrets }) => {
    const { jobId, jobReference, state, reason: error } = event.data as BulkSnapshot;
    const status = bulkStatusName[state];
    const compressedData = await inTurn(async () => {
      const items = await listBulkItems(ctx.db, event.merchantId, jobId);
      return pack(await writeItems(items, publicUrl));
    });
    const content = { jobId, jobReference, status, compressedData, error };
    const body = JSON.stringify(signedBulk(content, firstOf(privateKeys)));
    const signed = signedHeaders({ id: event.id, at: realClock.now(), body }, webhookSecrets);
    return { body, headers: { 'content-type': 'application/json', ...signed } };
  };
}

async function writeItems(items: readonly BulkItem[], publicUrl: string): Promise<string> {
  const written: string[] = [];
  const yieldIfDue = createYielder();
  for (const item of items) {
    await yieldIfDue();
    written.push(writeItem(item, publicUrl));
  }
  return `[${written.join(',')}]`;
}

const outcomeNames = ['paymentrequestid', 'url', 'errormessage'];

function writeItem({ element, paymentId, error }: BulkItem, publicUrl: string): string {
  const sent = element === null ? {} : (parseToWriteAgain(element) as Record<string, unknown>);
  // A merchant may correct a result and send it again: the new outcome replaces the old one.
  const again = Object.entries(sent).filter(([name]) => !outcomeNames.includes(name.toLowerCase()));
  return JSON.stringify({
    ...Object.fromEntries(again),
    PaymentRequestId: paymentId,
    Url: paymentId && `${publicUrl}/pay/${paymentId}`,
    ErrorMessage: error,
  });
}
