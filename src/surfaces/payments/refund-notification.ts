// What a merchant is told of a refund: the form posted to its notifyUrl.
import type { RenderNotification } from '../../core/notifications/jobs.ts';
import type { RefundSnapshot } from '../../core/refunds/moves.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import { sha512Hex } from '../../kernel/crypto.ts';
import { hashInput } from '../dialect/hash.ts';
import { signedHeaders } from '../standard-webhooks.ts';
import { refundStatusName } from './refund-status.ts';

/** What is hashed, in its order: a part of the contract, to which nothing may be added. */
function hashedFields(of: RefundSnapshot): [name: string, value: string][] {
  return [
    ['RefundId', of.refundId],
    ['TransactionId', of.transactionId],
    ['CurrencyCode', of.currency],
    ['Amount', of.amount],
    ['Status', refundStatusName[of.state]],
    ['BankName', of.bankName],
    ['AccountNumber', of.account],
    ['StatusMessage', of.state === 'complete' ? '' : (of.reason ?? '')],
  ];
}

/** Writes the post, hashed with the site's current private key and signed as every post to a notifyUrl. */
export function refundNotificationRenderer(realClock: Clock): RenderNotification {
  return (event, { privateKeys, webhookSecrets }) => {
    const snapshot = event.data as unknown as RefundSnapshot;
    const hashed = hashedFields(snapshot);
    const values = hashed.map(([, value]) => value);
    const fields = [
      ...hashed,
      ['IsRtc', String(snapshot.realTime)],
      ['Hash', sha512Hex(hashInput(values, privateKeys[0]!))],
    ];
    const body = new URLSearchParams(fields as [string, string][]).toString();
    const signed = signedHeaders({ id: event.id, at: realClock.now(), body }, webhookSecrets);
    return { body, headers: { 'content-type': 'application/x-www-form-urlencoded', ...signed } };
  };
}

/** The renderer of the running service. */
export const renderRefundNotification: RenderNotification = refundNotificationRenderer(systemClock());
