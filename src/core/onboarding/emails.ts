// E-mails about documents: to the operator's reviewers, and to the merchant's admins.
import type { Work } from '../context.ts';
import { findMerchantById } from '../merchants/actions.ts';
import { emailUsers } from '../users/alerts.ts';
import { titleOf } from './list.ts';
import type { OnboardingDocument } from './store.ts';

export type DocumentNews = 'declined' | 'expiring' | 'expired';

/** Notifies those who review documents of a new one. */
export async function emailReviewers(
  work: Work,
  { id: objectId, kind }: OnboardingDocument,
  { name }: { name: string },
): Promise<void> {
  const facts = { news: 'submitted', document: titleOf(kind), merchant: name };
  await emailUsers(work, 'onboarding.review', { kind: 'onboarding', merchantId: null, objectId, facts });
}

/** Notifies the merchant's admins of a document that they must upload again. */
export async function emailMerchant(
  work: Work,
  { id: objectId, merchantId, kind, stateReason, expiresOn }: OnboardingDocument,
  news: DocumentNews,
): Promise<void> {
  const merchant = await findMerchantById(work.tx, merchantId);
  const facts = {
    ...{ news, document: titleOf(kind), merchant: merchant?.name ?? '' },
    ...(news === 'declined' ? { reason: stateReason ?? '' } : { day: expiresOn ?? '' }),
  };
  await emailUsers(work, 'onboarding.upload', { kind: 'onboarding', merchantId, objectId, facts });
}
