// Records that an operator viewed a merchant, once a day, in the audit log that the merchant reads.

import { dayOf } from '../../kernel/business-days.ts';
import type { AnyContext } from '../context.ts';
import { inWork } from '../unit-of-work.ts';
import { record } from './audit.ts';
import { insertLook } from './operator-access-store.ts';

/** Notes a look, the first of a day. Throws nothing where the day has one. */
export async function noteLook(
  ctx: AnyContext,
  { who, merchantId, network }: { who: string; merchantId: string; network: string },
): Promise<void> {
  const day = dayOf(ctx.realClock.now()).toString();
  await inWork(ctx, async (work) => {
    if (await insertLook(work.tx, { who, merchantId, day }))
      await record(work, {
        who,
        merchantId,
        action: 'merchant.see',
        subject: `merchant ${merchantId}`,
        network,
      });
  });
}
