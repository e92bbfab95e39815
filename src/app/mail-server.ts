// The mail server of the settings. Without one, a sandbox keeps e-mails in its mailbox.
import type { SendEmail } from '../core/emails/jobs.ts';
import { createSmtp } from '../kernel/mail/smtp.ts';
import type { Config } from './config.ts';

export function mailServerOf({
  smtpUrl,
  mailFrom,
  mode,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'mode'>): SendEmail {
  if (!smtpUrl) {
    // E-mails that were waiting when the setting was removed stay until their time has run out.
    const error = 'SMTP_URL is not set';
    return async () => (mode === 'staging' ? { kind: 'sent' } : { kind: 'failed', error });
  }
  const send = createSmtp(smtpUrl);
  const host = mailFrom.slice(mailFrom.lastIndexOf('@') + 1);
  return ({ id, at, fromName, ...email }) =>
    send({ ...email, messageId: `${id}@${host}`, from: { name: fromName, address: mailFrom }, date: at });
}
