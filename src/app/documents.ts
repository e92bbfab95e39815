// The OpenAPI documents of the surfaces, at their public addresses.

import { exampleSite } from '../surfaces/examples.ts';
import { externalDocument } from '../surfaces/external/document.ts';
import { oneDocument } from '../surfaces/one/document.ts';
import type { Document } from '../surfaces/openapi.ts';
import { paymentsDocument } from '../surfaces/payments/document.ts';
import { paymentsMessages } from '../surfaces/payments/messages.ts';
import { payoutsDocument } from '../surfaces/payouts/document.ts';
import type { Config } from './config.ts';
import type { DocumentName } from './document-names.ts';

// Merchant External API operations are notified in the Payments API's format; that API has no refunds.
const sentOnBoth = paymentsMessages.filter(({ name }) => name !== 'refundNotification');

export function writeDocuments(
  config: Pick<Config, 'oneUrl' | 'paymentsUrl' | 'payoutsUrl' | 'externalUrl'>,
): Record<DocumentName, Document> {
  return {
    one: oneDocument(config.oneUrl),
    payments: paymentsDocument(config.paymentsUrl),
    payouts: payoutsDocument(config.payoutsUrl),
    external: externalDocument(config.externalUrl, sentOnBoth),
  };
}

/**
 * Returns the documents as they are served: placeholders replace the examples' fictitious merchant, and a sandbox fills
 * them in with its demo merchant's keys.
 */
export function writeShownDocuments(
  config: Parameters<typeof writeDocuments>[0],
): Record<DocumentName, Document> {
  const text = JSON.stringify(writeDocuments(config))
    .replaceAll(exampleSite.code, 'YOUR_SITE_CODE')
    .replaceAll(exampleSite.clientId, 'YOUR_CLIENT_ID')
    .replaceAll(exampleSite.clientSecret, 'YOUR_CLIENT_SECRET');
  return JSON.parse(text) as Record<DocumentName, Document>;
}
