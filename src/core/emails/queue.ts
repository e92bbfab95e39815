// Adds e-mails to the outbox, in the transaction of their cause. A sweep sends them after it.
import { hourMs, plus } from '../../kernel/clock.ts';
import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { readEmail } from '../../kernel/formats/contact.ts';
import { unseededBytes, unseededId } from '../../kernel/security/secure-random.ts';
import type { AnyContext, Work, Writer } from '../context.ts';
import { invalidField } from '../invalid-field.ts';
import { save } from '../unit-of-work.ts';
import { type EmailKind, kindOf } from './kinds.ts';
import * as store from './store.ts';

export const emailSweep = 'emails.send';

/** Facts for the text of an e-mail, which are not read from its object. */
export type EmailFacts = Readonly<Record<string, string>>;

export interface NewEmail {
  kind: EmailKind;
  /** Null for the operator's own matters. */
  merchantId: string | null;
  siteId?: string | null;
  recipient: string;
  objectId?: string | null;
  facts?: EmailFacts;
  /** Absent: the object says it, or English. */
  language?: string | undefined;
}

/** The language tags of customers' e-mails. The checkout has the same. */
export const emailLanguages = ['en', 'af', 'zu', 'xh', 'st'] as const;

/** True if e-mails are sent, or kept in the sandbox's mailbox. */
export const isMailOn = ({ policy }: Pick<AnyContext, 'policy'>): boolean => policy.mail !== 'off';

const writer: Writer<store.NewEmailRow> = {
  place: 'emails',
  statements: (work, rows) => [{ query: store.insertEmails(work.tx, rows) }],
};

/**
 * Adds an e-mail, and returns true; without an e-mail server it adds none. A recipient whose address is not valid gets none: the
 * caller that lets users type addresses validates them.
 */
export async function queueEmail(work: Work, email: NewEmail): Promise<boolean> {
  const { kind, merchantId, siteId = null, objectId = null, facts, language = null } = email;
  const recipient = addressOf(email.recipient);
  if (!isMailOn(work) || recipient === undefined) return false;
  const { lastsMs, gatherMs = 0 } = kindOf(kind);
  const createdAt = work.clock.now();
  save(work, writer, {
    // A click in the console must not change the next random values of a seeded run.
    ...{ id: unseededId(work.clock), merchantId, siteId, kind, recipient, language, objectId },
    factsSealed: facts ? work.keyring.seal(JSON.stringify(facts), unseededBytes(12)) : null,
    ...{ createdBy: work.actor, correlationId: work.correlationId, createdAt },
    ...{ expiresAt: plus(createdAt, lastsMs), dueAt: plus(createdAt, gatherMs) },
  });
  await wakeAfterCommit(work.tx, emailSweep);
  return true;
}

function addressOf(given: string): string | undefined {
  try {
    return readEmail(given.trim());
  } catch {
    return undefined;
  }
}

/** E-mails that users of a merchant can cause to one address in an hour. */
const mostToRecipient = 5;

/**
 * Throws InvalidField (email) if a user's e-mail would be one too many to its recipient in the last hour. Several users at once can exceed
 * the limit by a few.
 */
export async function assertMayEmail(
  { db, clock }: AnyContext,
  to: { merchantId: string | null; recipient: string },
): Promise<void> {
  const sent = await store.countTo(db, to, plus(clock.now(), -hourMs), mostToRecipient);
  if (sent < mostToRecipient) return;
  const detail = `this address has received ${mostToRecipient} e-mails within an hour; wait, or send the link yourself`;
  throw invalidField('email', detail);
}
