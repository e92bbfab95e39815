// Sends due e-mails: claim, commit, send, record. At least once: if the process ends between sending and recording, the next claim
// sends the e-mail again, with the same Message-ID.
import { dayMs, hourMs, minuteMs, plus } from '../../kernel/clock.ts';
import { firstDue, type Sweep } from '../../kernel/concurrency/jobs.ts';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import type { Context } from '../context.ts';
import { advance, change } from '../transitions.ts';
import { inWork } from '../unit-of-work.ts';
import { kindOf } from './kinds.ts';
import { factsOf, type RenderEmail, type RenderedEmail } from './outbox.ts';
import { emailSweep } from './queue.ts';
import { delayAfter, type MailOutcome } from './schedule.ts';
import { emailMachine } from './state.ts';
import * as store from './store.ts';

/** An e-mail for a mail server. */
export interface OutgoingEmail extends RenderedEmail {
  /** Becomes the Message-ID: the same for each attempt. */
  id: string;
  to: string;
  at: Date;
  attachments: readonly Attachment[];
}

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** Returns the attachments of an e-mail, which are the same for each attempt. */
export type AttachFiles = (email: store.Email) => Promise<Attachment[]>;

/** Hands an e-mail to a mail server. Never throws, and takes at most two minutes. */
export type SendEmail = (email: OutgoingEmail) => Promise<MailOutcome>;

/** Longer than an attempt takes. */
const leaseMs = 5 * minuteMs;
/** Attempts at the same time. */
const places = 5;
/** At most so many belong to one merchant, so that a busy merchant delays no other. */
const placesPerMerchant = 3;
/** After this time an e-mail over a limit is looked at again. */
const postponedMs = 10 * minuteMs;
/** E-mails to one address in a day, of one merchant. */
const mostToRecipient = 50;

interface Options {
  ctx: Context;
  render: RenderEmail;
  /** Absent: no e-mail has attachments. */
  attach?: AttachFiles;
  send: SendEmail;
  /** The most e-mails of one merchant in an hour. */
  mostOfMerchant: number;
}

export function createEmailSweep(options: Options): Sweep {
  const { ctx } = options;
  const underWay = new Map<string, Promise<void>>();
  let wake = () => {};

  function begin(email: store.Email): void {
    const sending = attempt(options, email)
      .catch((error) => {
        ctx.log.warn({ error, emailId: email.id }, 'an e-mail could not be sent and recorded; it is retried');
      })
      .finally(() => {
        underWay.delete(email.id);
        wake();
      });
    underWay.set(email.id, sending);
  }

  return {
    name: emailSweep,
    intervalMs: 1_000,
    nextDue: (after) => firstDue(ctx.db, 'emails', 'due_at', after),
    connect: (wakeUp) => {
      wake = wakeUp;
    },
    run: async () => {
      const limit = places - underWay.size;
      if (limit <= 0) return 0;
      const now = ctx.clock.now();
      const claim = { now, leaseUntil: plus(now, leaseMs), limit, perMerchant: placesPerMerchant };
      const claimed = await store.claimEmails(ctx.db, claim);
      // A sandbox's clock can move past the lease of an e-mail that is under way.
      for (const email of claimed) if (!underWay.has(email.id)) begin(email);
      return claimed.length;
    },
    settle: async () => void (await Promise.all(underWay.values())),
  };
}

async function attempt(options: Options, email: store.Email): Promise<void> {
  const { ctx, mostOfMerchant } = options;
  const now = ctx.clock.now();
  if (email.expiresAt <= now) return record(ctx, email, { kind: 'rejected', error: 'its time ran out' });
  const limit = await limitOf(ctx, email, mostOfMerchant, now);
  if (limit !== undefined) return postpone(ctx, email, limit, now);
  const outcome = await outcomeOf(options, email);
  await record(ctx, email, outcome);
  ctx.meter?.email(email.kind, outcome.kind);
  const { correlationId, kind, attempts, id } = email;
  const error = 'error' in outcome ? outcome.error : undefined;
  ctx.log.info(
    { correlationId, emailId: id, kind, attempt: attempts, outcome: outcome.kind, error },
    'e-mail',
  );
}

async function outcomeOf({ ctx, render, send, attach }: Options, email: store.Email): Promise<MailOutcome> {
  try {
    const rendered = await render(email, factsOf(ctx, email));
    if (!rendered) return { kind: 'rejected', error: 'its object does not exist any more' };
    const attachments = (await attach?.(email)) ?? [];
    return await send({ ...rendered, attachments, id: email.id, to: email.recipient, at: email.createdAt });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    ctx.log.error({ error, emailId: email.id }, 'an e-mail could not be written');
    return { kind: 'failed', error: 'it could not be written' };
  }
}

/** Returns the limit that an e-mail exceeds; undefined if it can be sent. */
async function limitOf(
  ctx: Context,
  { id, merchantId, recipient, kind }: store.Email,
  mostOfMerchant: number,
  now: Date,
): Promise<string | undefined> {
  // A user who cannot sign in waits for these.
  if (kindOf(kind).isSecret) return undefined;
  const sent = await store.countSent(ctx.db, merchantId, plus(now, -hourMs), mostOfMerchant);
  if (sent >= mostOfMerchant) return `${mostOfMerchant} e-mails of the merchant in an hour`;
  const to = { merchantId, recipient, except: id };
  const received = await store.countTo(ctx.db, to, plus(now, -dayMs), mostToRecipient);
  return received >= mostToRecipient ? `${mostToRecipient} e-mails to the address in a day` : undefined;
}

/** An e-mail over a limit was not attempted. */
function postpone(ctx: Context, email: store.Email, limit: string, now: Date): Promise<void> {
  return ofClaim(ctx, email, (work, row) => {
    const dueAt = plus(now, postponedMs);
    const lastError = `waits: ${limit}`;
    change(work, store.emails, row, { dueAt, lastError, attempts: Math.max(row.attempts - 1, 0) });
  });
}

function record(ctx: Context, email: store.Email, outcome: MailOutcome): Promise<void> {
  return ofClaim(ctx, email, (work, row) => {
    const now = work.clock.now();
    if (outcome.kind === 'failed') {
      const dueAt = plus(now, delayAfter(row.attempts));
      change(work, store.emails, row, {
        dueAt: dueAt < row.expiresAt ? dueAt : row.expiresAt,
        lastError: outcome.error,
      });
      return;
    }
    const isSent = outcome.kind === 'sent';
    advance(work, emailMachine, row, isSent ? 'send' : 'fail', isSent ? null : outcome.error);
    // A sandbox's mailbox shows the e-mail for longer; retention deletes it.
    const isKept = work.policy.mail === 'mailbox';
    change(work, store.emails, row, { dueAt: null, ...(!isKept && { factsSealed: null }) });
  });
}

/** Runs a step on an e-mail that still waits. */
function ofClaim(
  ctx: Context,
  { id, correlationId }: store.Email,
  step: (work: Parameters<typeof advance>[0], row: store.Email) => void,
): Promise<void> {
  return inWork({ ...ctx, correlationId }, async (work) => {
    const row = await store.lockEmail(work.tx, id);
    if (row?.state === 'pending') step(work, row);
  });
}

/** How long an e-mail is kept after it was sent, in milliseconds. */
const keptMs = 30 * dayMs;
const batch = 1_000;

/** Deletes e-mails a month after their end, and the links of invitations and resets as soon as they are not valid any more. */
export function createEmailRetention({ db, clock }: Context): Sweep {
  return {
    name: 'emails.forget',
    intervalMs: hourMs,
    run: async () => {
      const now = clock.now();
      const deleted = await store.deleteEnded(db, plus(now, -keptMs), batch);
      return deleted + (await store.clearExpired(db, now, batch));
    },
  };
}
