// Webhooks: a merchant's endpoints, each for every event of one type. Creates, changes, removes and replays them, and
// manages their secrets.
import { plus } from '../../kernel/clock.ts';
import type { Tx } from '../../kernel/db/db.ts';
import { newId } from '../../kernel/ids.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import {
  endOfReplaced,
  findMerchantById,
  logSecurity,
  newWebhookSecret,
  type Rotated,
  type Rotation,
} from '../merchants/actions.ts';
import { assertAsSeen, type Seen } from '../seen.ts';
import { action, inWork } from '../unit-of-work.ts';
import { sees, type Viewer } from '../viewer.ts';
import { laneOf } from './lanes.ts';
import { enableReceiver } from './receivers.ts';
import { assertReplayable } from './replay-counts.ts';
import { beginReplay, sendAgain } from './replays.ts';
import * as store from './webhook-store.ts';

export { messageTypes } from './formats.ts';
export { listWebhooks, type Webhook, type WebhookSettings } from './webhook-store.ts';

/** Creates a webhook with a new secret. Throws MerchantNotFound, and WebhookLimitReached if the merchant has twenty. */
export const createWebhook = action(
  async (work, viewer: Viewer, merchantId: string, settings: store.WebhookSettings) => {
    if (!sees(viewer, merchantId) || !(await findMerchantById(work.tx, merchantId)))
      throw new DomainError('MerchantNotFound');
    const webhook = fresh(work, newId(work.clock), merchantId, settings);
    while (!(await store.insertWebhook(work.tx, webhook))) await assertPlace(work.tx, merchantId);
    await issueSecret(work, webhook.id);
    return webhook;
  },
);

/**
 * Changes a webhook, or creates it under an unused id. Enables a disabled one, and sends the messages it has missed.
 * Throws WebhookNotFound for another merchant's id, WebhookLimitReached.
 */
export const putWebhook = action(
  async (work, merchantId: string, id: string, settings: store.WebhookSettings) => {
    const made = fresh(work, id, merchantId, settings);
    for (;;) {
      const known = await store.lockWebhook(work.tx, id);
      if (known && known.merchantId !== merchantId) throw new DomainError('WebhookNotFound');
      if (known) return { webhook: await change(work, known, settings), isNew: false };
      if (await store.insertWebhook(work.tx, made)) break;
      await assertPlace(work.tx, merchantId);
    }
    await issueSecret(work, id);
    return { webhook: made, isNew: true };
  },
);

function fresh(
  ctx: AnyContext,
  id: string,
  merchantId: string,
  settings: store.WebhookSettings,
): store.Webhook {
  const lane = laneOf(settings.endpoint);
  return {
    id,
    merchantId,
    ...settings,
    lane,
    createdAt: ctx.clock.now(),
    disabledAt: null,
    disabledReason: null,
  };
}

async function assertPlace(tx: Tx, merchantId: string): Promise<void> {
  if (!(await store.hasFreePlace(tx, merchantId))) throw new DomainError('WebhookLimitReached');
}

async function change(
  work: Work,
  known: store.Webhook,
  settings: store.WebhookSettings,
): Promise<store.Webhook> {
  const webhook = {
    ...known,
    ...settings,
    lane: laneOf(settings.endpoint),
    disabledAt: null,
    disabledReason: null,
  };
  await store.updateWebhook(work.tx, webhook);
  if (known.eventType !== webhook.eventType)
    await store.endPending(work.tx, webhook, `the webhook takes ${webhook.eventType} now`);
  await enableReceiver(work, { id: webhook.id, merchantId: webhook.merchantId, webhookId: webhook.id });
  return webhook;
}

/**
 * Changes a webhook as `putWebhook` does, and makes none. Throws WebhookNotFound, and ChangedSinceSeen if its settings are
 * not those that a person saw.
 */
export function changeWebhook(
  ctx: AnyContext,
  viewer: Viewer,
  id: string,
  settings: store.WebhookSettings,
  seen?: Seen<store.WebhookSettings>,
): Promise<store.Webhook> {
  return inWork(ctx, async (work) => {
    const known = await lockSeen(work, viewer, id);
    const { endpoint, eventType, messageType } = known;
    assertAsSeen<SettingsFacts>(seen, { endpoint, eventType, messageType });
    return change(work, known, settings);
  });
}

type SettingsFacts = Pick<store.WebhookSettings, keyof store.WebhookSettings>;

/** Enables a disabled webhook, and sends the messages it has missed. Throws WebhookNotFound, DoneAlready. */
export const enableWebhook = action(async (work, viewer: Viewer, id: string): Promise<store.Webhook> => {
  const known = await lockSeen(work, viewer, id);
  if (!(await enableReceiver(work, { id, merchantId: known.merchantId, webhookId: id })))
    throw new DomainError('DoneAlready', { detail: 'the webhook is already enabled' });
  return { ...known, disabledAt: null, disabledReason: null };
});

/** Locks a webhook that a viewer sees. Throws WebhookNotFound. */
async function lockSeen({ tx }: Work, viewer: Viewer, id: string, detail?: string): Promise<store.Webhook> {
  const webhook = await store.lockWebhook(tx, id);
  if (!webhook || !sees(viewer, webhook.merchantId))
    throw new DomainError('WebhookNotFound', { ...(detail && { detail }) });
  return webhook;
}

/** A webhook that a viewer sees. Throws WebhookNotFound. */
export async function getWebhook(ctx: AnyContext, viewer: Viewer, id: string): Promise<store.Webhook> {
  const webhook = await store.findWebhook(ctx.db, viewer, id);
  if (!webhook) throw new DomainError('WebhookNotFound');
  return webhook;
}

/** Removes a webhook; what it was sent stays on record. Again, it changes nothing. Throws WebhookNotFound for another's. */
export const deleteWebhook = action(async (work, viewer: Viewer, id: string): Promise<void> => {
  const known = await store.lockWebhook(work.tx, id);
  if (known && !sees(viewer, known.merchantId)) throw new DomainError('WebhookNotFound');
  if (known) await store.deleteWebhook(work.tx, known.merchantId, id);
});

/** What to send again: of a time, or the messages that are named. */
export interface ReplayRequest {
  since?: Date;
  until?: Date;
  messageIds?: readonly string[];
  /** How many a person agreed to, as `countReplay` counted them of the same time. */
  seen?: number;
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);

const replayMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Resends messages to a webhook: those it failed to take in the last 30 days, since it was created; from `since` on
 * also skipped ones and events without a recipient; or exactly the named messages, whatever their state. Returns the
 * named messages that do not belong to the webhook: a caller that refuses those rolls the transaction back. Throws
 * WebhookNotFound, WebhookDisabled, MessageArchived; with a confirmed number, DoneAlready if nothing is left or such a
 * replay is under way, and ChangedSinceSeen if there are many more.
 */
export const replayWebhook = action(async (work, viewer: Viewer, id: string, request: ReplayRequest) => {
  // Held, so that it is not deleted before what refers to it is written.
  const webhook = await lockSeen(work, viewer, id);
  const { merchantId } = webhook;
  if (webhook.disabledAt !== null) throw new DomainError('WebhookDisabled');
  const { messageIds, seen } = request;
  if (messageIds) return sendAgain(work, webhook, messageIds);
  const now = work.clock.now();
  const isAskedForMore = request.since !== undefined;
  const { since = later(plus(now, -replayMs), webhook.createdAt), until = now } = request;
  const what = { since, until, withUnheard: isAskedForMore, failedOnly: !isAskedForMore };
  if (seen !== undefined) await assertReplayable(work, webhook, what, seen);
  await beginReplay(work, { id, merchantId, webhookId: id }, what);
  return [];
});

/** The secret that a webhook is signed with now. Throws WebhookNotFound. */
export async function readWebhookSecret(ctx: Context, viewer: Viewer, id: string): Promise<string> {
  await getWebhook(ctx, viewer, id);
  const [current] = await openWebhookSecrets(ctx, id);
  // Deleted in between.
  if (current === undefined) throw new DomainError('WebhookNotFound');
  return current;
}

/** The usable secrets of a webhook, opened, the current one first; none if there is no such webhook. */
export async function openWebhookSecrets(ctx: Context, id: string): Promise<string[]> {
  const secrets = await store.listSecrets(ctx.db, id, ctx.clock.now());
  return secrets.map(({ sealed }) => ctx.keyring.open(sealed));
}

/** A secret of a webhook as users see it. */
export interface WebhookKey extends Omit<store.SealedSecret, 'sealed'> {
  /** Its last four characters. */
  tail: string;
}

/** Returns the usable secrets of a webhook without their values, the current one first. Throws WebhookNotFound. */
export async function listWebhookKeys(ctx: AnyContext, viewer: Viewer, id: string): Promise<WebhookKey[]> {
  await getWebhook(ctx, viewer, id);
  const secrets = await store.listSecrets(ctx.db, id, ctx.clock.now());
  return secrets.map(({ sealed, ...rest }) => ({ ...rest, tail: ctx.keyring.open(sealed).slice(-4) }));
}

/**
 * Replaces a webhook's secret; for 24 hours more, or not at all with `now`, messages are signed with the old one too. `seen`
 * is the id of the current one, as a person saw it. Throws WebhookNotFound, ChangedSinceSeen.
 */
export async function rotateWebhookSecret(
  ctx: AnyContext,
  viewer: Viewer,
  id: string,
  { now = false, seen }: Rotation = {},
): Promise<Rotated> {
  const rotated = await inWork(ctx, async (work) => {
    await lockSeen(work, viewer, id, `there is no webhook ${id}`);
    if (seen !== undefined && seen !== (await store.findCurrentSecret(work.tx, id)))
      throw new DomainError('ChangedSinceSeen', {
        detail: 'the secret was replaced after you opened the page',
      });
    const oldEndsAt = endOfReplaced(work, now);
    await store.expireSecrets(work.tx, id, oldEndsAt);
    return { secret: await issueSecret(work, id), oldEndsAt };
  });
  logSecurity(ctx, now ? 'warn' : 'info', { webhookId: id, now }, 'a secret was replaced');
  return rotated;
}

async function issueSecret(work: Work, webhookId: string): Promise<string> {
  const secret = newWebhookSecret();
  const sealed = work.keyring.seal(secret);
  await store.insertSecret(work.tx, {
    id: newId(work.clock),
    webhookId,
    sealed,
    createdAt: work.clock.now(),
  });
  return secret;
}
