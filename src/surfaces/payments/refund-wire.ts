// Refunds as the surface shows them: the answer to a submission, and the record.
import Type, { type Static } from 'typebox';
import type { Refund, RefundState } from '../../core/refunds/actions.ts';
import { localTime } from '../../kernel/calendar.ts';
import { toJsonNumber } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import { lastRefundEvent, refundStatusName, refundStatusNumber } from '../dialect/refund-status.ts';
import { localMoment, moment, nullable, rand, uuid } from '../dialect/shapes.ts';
import type { SurfaceDeps } from './deps.ts';

export const Submission = Type.Object(
  {
    refundId: nullable(uuid),
    transactionId: nullable(Type.String()),
    refundAmount: nullable(rand),
    errors: nullable(Type.Array(Type.String())),
  },
  { title: 'RefundSubmission' },
);

export const RefundRecord = Type.Object(
  {
    id: uuid,
    createdDate: localMoment,
    createdDateUtc: moment,
    merchantCode: Type.String(),
    siteCode: Type.String(),
    siteName: Type.String(),
    bankToName: Type.String(),
    currencyCode: Type.String({ maxLength: 3 }),
    amount: rand,
    statementReference: Type.String(),
    status: Type.Enum([...new Set(Object.values(refundStatusNumber))], {
      description: `The status of the refund: ${[
        ...new Set(
          Object.entries(refundStatusNumber).map(
            ([state, number]) => `${number} ${refundStatusName[state as RefundState]}`,
          ),
        ),
      ].join(', ')}.`,
    }),
    toAccount: Type.String(),
    paymentDate: moment,
    transactionReference: Type.String(),
    customer: Type.Optional(Type.String()),
    lastEvent: Type.String(),
    refundCompletedDate: Type.Optional(moment),
    createdBy: Type.String(),
    isRtc: Type.Boolean(),
  },
  { title: 'RefundRecord' },
);

export async function toRecord(deps: SurfaceDeps, refund: Refund): Promise<Static<typeof RefundRecord>> {
  const site = required(await deps.directory.siteById(refund.siteId), 'site');
  const completed = refund.state === 'complete' || refund.state === 'returned' ? refund.completedAt : null;
  return {
    id: refund.id,
    createdDate: localTime(refund.createdAt),
    createdDateUtc: refund.createdAt.toISOString(),
    merchantCode: site.merchantCode,
    siteCode: site.code,
    siteName: site.name,
    bankToName: refund.bankName,
    currencyCode: refund.currency,
    amount: toJsonNumber(refund.amountCents),
    statementReference: refund.statementReference,
    status: refundStatusNumber[refund.state],
    toAccount: refund.account,
    paymentDate: (refund.submittedAt ?? refund.dueAt).toISOString(),
    transactionReference: refund.merchantReference,
    ...(refund.customer !== null && { customer: refund.customer }),
    lastEvent: refund.stateReason ?? lastRefundEvent[refund.state],
    ...(completed && { refundCompletedDate: completed.toISOString() }),
    createdBy: refund.createdBy,
    isRtc: refund.realTime,
  };
}
