// Reads e-mails with the facts for their text: for the sender, and for a sandbox's mailbox.
import type { AnyContext } from '../context.ts';
import type { Viewer } from '../viewer.ts';
import type { EmailFacts } from './queue.ts';
import * as store from './store.ts';

export type { Email } from './store.ts';

export interface RenderedEmail {
  /** The name of the sender, before the address of the service. */
  fromName: string;
  /** The address for replies; absent: the sender. */
  replyTo?: string | undefined;
  /** The address that stops e-mails of this kind by one POST, as RFC 8058 defines. */
  unsubscribeUrl?: string | undefined;
  subject: string;
  text: string;
  html: string;
}

/** Writes an e-mail from its row and the present state of its object. Undefined if the object is gone. */
export type RenderEmail = (email: store.Email, facts: EmailFacts) => Promise<RenderedEmail | undefined>;

/** Returns the facts of an e-mail; none if they were deleted. */
export const factsOf = (
  { keyring }: Pick<AnyContext, 'keyring'>,
  { factsSealed }: store.Email,
): EmailFacts => (factsSealed === null ? {} : (JSON.parse(keyring.open(factsSealed)) as EmailFacts));

/** An e-mail as the sandbox shows it. */
export interface MailboxEntry {
  id: string;
  kind: store.Email['kind'];
  to: string;
  subject: string;
  text: string;
  html: string;
  at: Date;
  state: store.Email['state'];
}

/** The most e-mails that a mailbox shows. */
const mostShown = 100;

/**
 * Returns the newest e-mails that a viewer sees, newest first, at most 100; with `id` only this one. `secretsOf`: the merchants whose
 * invitations and password resets are included.
 */
export async function readMailbox(
  ctx: AnyContext,
  render: RenderEmail,
  viewer: Viewer,
  { secretsOf, id }: { secretsOf: Viewer; id?: string },
): Promise<MailboxEntry[]> {
  const entries: MailboxEntry[] = [];
  for (const email of await store.listEmails(ctx.db, viewer, mostShown, { secretsOf, id })) {
    const rendered = await render(email, factsOf(ctx, email));
    if (!rendered) continue;
    const { subject, text, html } = rendered;
    const { kind, recipient, createdAt, state } = email;
    entries.push({ id: email.id, kind, to: recipient, subject, text, html, at: createdAt, state });
  }
  return entries;
}
