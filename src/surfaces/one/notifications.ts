// The attempts to notify a merchant of a transaction or a refund, and sending them again.
import Type, { type Static } from 'typebox';
import { listMessages, type Message, resendMessages } from '../../core/notifications/messages.ts';
import { getRefund } from '../../core/refunds/actions.ts';
import { only } from '../../core/viewer.ts';
import { operation } from '../operation.ts';
import type { Call } from './deps.ts';
import { type Reply, replyOf, withKey } from './keyed.ts';
import { requireUuid } from './payments.ts';
import { findTransaction } from './transactions.ts';
import { moment, nullable, uuid } from './wire.ts';

const messageStatus: Record<Message['status'], string> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
  skipped: 'Skipped',
};

const WebhookMessageStatus = Type.Object(
  {
    id: uuid,
    eventType: Type.String(),
    sequence: Type.Integer(),
    endpoint: nullable(Type.String()),
    webhookId: Type.Optional(uuid),
    status: Type.Enum(Object.values(messageStatus)),
    reason: Type.Optional(Type.String()),
    attempts: Type.Array(
      Type.Object({
        at: moment,
        statusCode: nullable(Type.Integer()),
        durationMs: Type.Integer(),
        error: nullable(Type.String()),
      }),
    ),
    nextAttempt: nullable(moment),
    createdDate: moment,
  },
  { title: 'WebhookMessageStatus' },
);

/** Returns a message as the API shows it. */
export function writeMessage(message: Message): Static<typeof WebhookMessageStatus> {
  const { id, eventType, sequence, endpoint, webhookId, reason } = message;
  return {
    id,
    eventType,
    sequence,
    endpoint,
    ...(webhookId !== null && { webhookId }),
    status: messageStatus[message.status],
    ...(reason !== null && { reason }),
    attempts: message.attempts.map(({ at, statusCode, durationMs, error }) => ({
      at: at.toISOString(),
      statusCode,
      durationMs,
      error,
    })),
    nextAttempt: message.nextAttempt?.toISOString() ?? null,
    createdDate: message.createdAt.toISOString(),
  };
}

const objects = [
  {
    path: '/transactions/{id}/notifications',
    title: 'transaction notifications',
    name: 'TransactionNotifications',
    access: 'payments' as const,
    find: async (call: Call) => (await findTransaction(call)).id,
  },
  {
    path: '/refunds/{id}/notifications',
    title: 'refund notifications',
    name: 'RefundNotifications',
    access: 'refunds' as const,
    find: async (call: Call) => {
      requireUuid(call.id, 'RefundNotFound');
      return (await getRefund(call.ctx, only(call.merchantId), call.id)).id;
    },
  },
];

export const notificationOperations = objects.flatMap(({ path, title, name, access, find }) => [
  operation({
    method: 'GET',
    path,
    name: `list${name}`,
    summary: `Get ${title}`,
    access,
    responses: { 200: Type.Array(WebhookMessageStatus) },
    errors: [404],
    handle: async (call: Call): Promise<Reply> => {
      const messages = await listMessages(call.ctx, call.merchantId, await find(call));
      return replyOf(200, messages.map(writeMessage));
    },
  }),
  operation({
    method: 'POST',
    path: `${path}/resend`,
    name: `resend${name}`,
    summary: `Resend ${title}`,
    access,
    keyed: 'together',
    responses: { 202: null },
    errors: [404],
    codes: ['MessageArchived'],
    handle: async (call: Call): Promise<Reply> => {
      const objectId = await find(call);
      return withKey(call, async (ctx) => {
        await resendMessages(ctx, only(call.merchantId), objectId);
        return replyOf(202);
      });
    },
  }),
]);
