// Webhooks: create, list, read, change, remove, replay, and their secrets.
import Type, { type Static } from 'typebox';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  putWebhook,
  readWebhookSecret,
  replayWebhook,
  type Webhook,
} from '../../core/notifications/webhooks.ts';
import { only } from '../../core/viewer.ts';
import { isUuid } from '../../kernel/ids.ts';
import { operation } from '../operation.ts';
import type { Call } from './deps.ts';
import { invalid } from './errors.ts';
import { type Reply, replyOf, withKey } from './keyed.ts';
import { cursorQuery, pageOf, pageReply, readPage } from './lists.ts';
import { requireUuid } from './payments.ts';
import {
  ReplayBody,
  readWebhook,
  WebhookBody,
  WebhookRecord,
  WebhookSecret,
  webhookUrl,
  writeWebhook,
} from './webhook-wire.ts';
import { listOf, readMoment } from './wire.ts';

const ListQuery = Type.Object(cursorQuery);

export const webhookOperations = [
  operation({
    method: 'GET',
    path: '/webhooks',
    name: 'listWebhooks',
    summary: 'List webhook subscriptions',
    access: 'webhooks',
    query: ListQuery,
    responses: { 200: listOf(WebhookRecord) },
    handle: list,
  }),
  operation({
    method: 'POST',
    path: '/webhooks',
    name: 'createWebhook',
    summary: 'Create webhook subscription',
    access: 'webhooks',
    keyed: 'together',
    body: WebhookBody,
    responses: { 201: WebhookRecord, 200: WebhookRecord },
    codes: ['WebhookLimitReached'],
    handle: create,
  }),
  operation({
    method: 'GET',
    path: '/webhooks/{id}',
    name: 'getWebhook',
    summary: 'Get webhook subscription',
    access: 'webhooks',
    responses: { 200: WebhookRecord },
    errors: [404],
    handle: get,
  }),
  operation({
    method: 'PUT',
    path: '/webhooks/{id}',
    name: 'putWebhook',
    summary: 'Update webhook subscription',
    description:
      'An unknown id creates a webhook (201). A disabled webhook is enabled, and missed events are sent.',
    access: 'webhooks',
    keyed: 'together',
    body: WebhookBody,
    responses: { 200: WebhookRecord, 201: WebhookRecord },
    errors: [404],
    codes: ['WebhookLimitReached'],
    handle: put,
  }),
  operation({
    method: 'DELETE',
    path: '/webhooks/{id}',
    name: 'deleteWebhook',
    summary: 'Delete webhook subscription',
    description: 'Also succeeds if it is already deleted.',
    access: 'webhooks',
    responses: { 204: null },
    errors: [404],
    handle: remove,
  }),
  operation({
    method: 'POST',
    path: '/webhooks/{id}/replay',
    name: 'replayWebhook',
    summary: 'Replay failed messages',
    access: 'webhooks',
    keyed: 'together',
    body: ReplayBody,
    isBodyOptional: true,
    responses: { 202: null },
    errors: [404],
    codes: ['WebhookDisabled', 'MessageArchived'],
    handle: replay,
  }),
  operation({
    method: 'GET',
    path: '/webhooks/{id}/secret',
    name: 'getWebhookSecret',
    summary: 'Get webhook secret',
    access: 'any',
    responses: { 200: WebhookSecret },
    errors: [404],
    handle: getSecret,
  }),
];

async function list(call: Call<Static<typeof ListQuery>>): Promise<Reply> {
  const webhooks = await listWebhooks(call.ctx.db, only(call.merchantId));
  return pageReply(call, '/webhooks', pageOf(webhooks, readPage(call.query)), writeWebhook);
}

async function create(call: Call<unknown, WebhookBody>): Promise<Reply> {
  const settings = readWebhook(call.body, call.deps.config);
  return withKey(call, async (ctx) =>
    made(call, await createWebhook(ctx, only(call.merchantId), call.merchantId, settings)),
  );
}

async function put(call: Call<unknown, WebhookBody>): Promise<Reply> {
  if (!isUuid(call.id)) throw invalid({ parameter: 'id' }, 'id must be a uuid');
  const settings = readWebhook(call.body, call.deps.config);
  return withKey(call, async (ctx) => {
    const id = call.id.toLowerCase();
    const { webhook, isNew } = await putWebhook(ctx, call.merchantId, id, settings);
    return isNew ? made(call, webhook) : replyOf(200, writeWebhook(webhook));
  });
}

function made(call: Call, webhook: Webhook): Reply {
  return replyOf(201, writeWebhook(webhook), webhookUrl(call.deps.config, webhook.id));
}

async function get(call: Call): Promise<Reply> {
  requireUuid(call.id, 'WebhookNotFound');
  const webhook = await getWebhook(call.ctx, only(call.merchantId), call.id);
  return replyOf(200, writeWebhook(webhook));
}

async function remove(call: Call): Promise<Reply> {
  requireUuid(call.id, 'WebhookNotFound');
  await deleteWebhook(call.ctx, only(call.merchantId), call.id);
  return replyOf(204);
}

async function replay(call: Call<unknown, Static<typeof ReplayBody>>): Promise<Reply> {
  requireUuid(call.id, 'WebhookNotFound');
  const messageIds = call.body.messageIds?.map((id) => id.toLowerCase());
  const since = readTime(call.body.since, '/since');
  const until = readTime(call.body.until, '/until');
  if (since && until && since > until) throw invalid({ pointer: '/until' }, 'until must not be before since');
  return withKey(call, async (ctx) => {
    const [stranger] = await replayWebhook(ctx, only(call.merchantId), call.id.toLowerCase(), {
      ...(since && { since }),
      ...(until && { until }),
      ...(messageIds && { messageIds }),
    });
    if (stranger !== undefined) {
      const pointer = `/messageIds/${messageIds!.indexOf(stranger)}`;
      throw invalid({ pointer }, `message ${stranger} was not sent to this webhook`);
    }
    return replyOf(202);
  });
}

const readTime = (given: string | undefined, pointer: string): Date | undefined =>
  given === undefined ? undefined : readMoment(given, pointer);

async function getSecret(call: Call): Promise<Reply> {
  requireUuid(call.id, 'WebhookNotFound');
  const secret = await readWebhookSecret(call.ctx, only(call.merchantId), call.id);
  return replyOf(200, { secret });
}
