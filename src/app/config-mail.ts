// The settings of e-mail: a part of config-table.ts.
import { readEmail } from '../kernel/formats/contact.ts';
import { parseSmtpUrl } from '../kernel/mail/smtp.ts';
import { checked, secret, setting, whole } from '../kernel/process/settings.ts';

export const mailSettings = {
  smtpUrl: secret(
    'SMTP_URL',
    checked('an address like `smtps://user:password@mail.example.com:465`', parseSmtpUrl),
    'The mail server for e-mails to customers and users: `smtps://` with TLS, or `smtp://`, which switches to TLS (port 587); `smtp://…?tls=off` is not encrypted. Without it no e-mails are sent: in staging they are in the mailbox at `/console/sandbox/mail`. See docs/guides/email.md.',
  ),
  mailFrom: setting(
    'TEFO_MAIL_FROM',
    checked('an e-mail address', readEmail),
    '',
    'The sender’s address of e-mails, at a domain whose SPF and DKIM records permit the mail server. Required with SMTP_URL.',
  ),
  mailHourLimit: setting(
    'TEFO_MAIL_HOUR_LIMIT',
    whole(1, 1_000_000),
    '1000',
    'The maximum number of e-mails of one merchant in an hour. Others wait. Invitations and password resets do not count.',
  ),
};
