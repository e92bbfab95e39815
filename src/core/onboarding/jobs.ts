// The timed work of documents: reminders and expiry, and the erasure of old contents.
import { dayOf } from '../../kernel/business-days.ts';
import { dayMs, hourMs, minuteMs, plus } from '../../kernel/clock.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import type { Context, Work } from '../context.ts';
import { change } from '../transitions.ts';
import { inWork } from '../unit-of-work.ts';
import { move } from './actions.ts';
import { emailMerchant } from './emails.ts';
import { nextReminder } from './reminders.ts';
import * as store from './store.ts';

const batch = 50;

/** Creates the sweep that reminds merchants of documents that expire, and lets them expire. */
export const createDocumentSweep = (ctx: Context): Sweep => ({
  name: 'onboarding.expire',
  intervalMs: minuteMs,
  nextDue: (after) => firstDue(ctx.db, 'onboarding_documents', 'due_at', after),
  run: () =>
    inWork(ctx, async (work) => {
      const due = await store.lockDue(work.tx, work.clock.now(), batch);
      for (const document of due) await remind({ ...work, correlationId: document.correlationId }, document);
      return due.length;
    }),
});

async function remind(work: Work, document: store.OnboardingDocument): Promise<void> {
  const now = work.clock.now();
  const hasExpired = (document.expiresOn ?? '') < dayOf(now).toString();
  const dueAt = hasExpired ? null : nextReminder(document.expiresOn, now);
  change(work, store.onboardingDocuments, document, { dueAt });
  if (hasExpired) move(work, document, 'expire', `it was valid until ${document.expiresOn}`);
  await emailMerchant(work, document, hasExpired ? 'expired' : 'expiring');
}

/** Creates the sweep that erases the contents of documents some days after they ended; `days` 0: never. */
export const createDocumentErasure = ({ db, clock }: Context, days: number): Sweep => ({
  name: 'onboarding.erase',
  intervalMs: hourMs,
  run: async () => (days === 0 ? 0 : store.eraseContents(db, plus(clock.now(), -days * dayMs), batch)),
});
