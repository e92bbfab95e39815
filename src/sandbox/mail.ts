// The mailbox of a sandbox: the e-mails that a merchant's payments, links and users would have caused to be sent.
import { type MailboxEntry, readMailbox } from '../core/emails/outbox.ts';
import { only } from '../core/viewer.ts';
import { SandboxRefusal } from './body.ts';
import type { SandboxDeps } from './deps.ts';

/** Returns a merchant's e-mails, newest first. Throws SandboxRefusal if a mail server sends them. */
export async function readMail(
  { ctx, renderEmail }: SandboxDeps,
  merchantId: string,
): Promise<Omit<MailboxEntry, 'state'>[]> {
  if (ctx.policy.mail === 'smtp')
    throw new SandboxRefusal(
      409,
      'SMTP_URL is set, so the mail server sends the e-mails and no mailbox keeps them',
    );
  const own = only(merchantId);
  const emails = await readMailbox(ctx, renderEmail, own, { secretsOf: own });
  return emails.map(({ state: _, ...email }) => email);
}
