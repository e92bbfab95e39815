// Sends e-mails to a mail server by SMTP. The library is loaded with the first e-mail.
import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Mail {
  /** The Message-ID without brackets. The same e-mail always has the same, so that a copy is recognisable. */
  messageId: string;
  from: { name: string; address: string };
  replyTo?: string | undefined;
  unsubscribeUrl?: string | undefined;
  to: string;
  subject: string;
  text: string;
  html: string;
  date: Date;
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[];
}

/** The server's response: rejected for good, or a failure after which it may have the e-mail or not. */
export type MailResult = { kind: 'sent' } | { kind: 'rejected' | 'failed'; error: string };

/** The time for one e-mail, in milliseconds. */
const mostMs = 100_000;
const stepMs = 20_000;
const silenceMs = 60_000;

interface Server {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** Nothing is sent unless the connection is encrypted. */
  requireTLS: boolean;
  ignoreTLS: boolean;
  auth?: { user: string; pass: string };
}

/**
 * Reads the address of a mail server: `smtps://user:password@host:465`, or `smtp://user:password@host:587`, which switches to TLS. On
 * this machine, or with `?tls=off`, an smtp address is not encrypted. Throws for any other address.
 */
export function parseSmtpUrl(given: string): Server {
  const { protocol, hostname, port, username, password, search, hash, pathname } = new URL(given);
  const isOff = search === '?tls=off';
  const isWhole = hostname !== '' && hash === '' && /^\/?$/.test(pathname) && (search === '' || isOff);
  if (!isWhole || !/^smtps?:$/.test(protocol) || (password !== '' && username === ''))
    throw new Error('no address of a mail server');
  const secure = protocol === 'smtps:';
  if (secure && isOff) throw new Error('smtps is encrypted');
  const host = hostname.replace(/^\[|\]$/g, '');
  const isPlain = !secure && (isOff || isHere(host));
  return {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isPlain,
    ignoreTLS: isPlain,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  };
}

const isHere = (host: string): boolean =>
  host === 'localhost' || (isIP(host) === 4 ? host.startsWith('127.') : host === '::1');

/** Returns a function that sends one e-mail over a separate connection. It never throws. */
export function createSmtp(url: string): (mail: Mail) => Promise<MailResult> {
  const server = parseSmtpUrl(url);
  return async (mail) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      ...server,
      ...{ connectionTimeout: stepMs, greetingTimeout: stepMs, dnsTimeout: stepMs, socketTimeout: silenceMs },
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
    const given = new AbortController();
    try {
      const sending = transport.sendMail(messageOf(mail)).then(
        (): MailResult => ({ kind: 'sent' }),
        (error: unknown) => resultOf(error as SmtpError),
      );
      const tooLong = sleep(mostMs, undefined, { signal: given.signal, ref: false }).then(
        (): MailResult => ({ kind: 'failed', error: `the mail server took longer than ${mostMs / 1_000} s` }),
        (): MailResult => ({ kind: 'failed', error: 'the mail server was not asked' }),
      );
      return await Promise.race([sending, tooLong]);
    } finally {
      given.abort();
      transport.close();
    }
  };
}

function messageOf({ messageId, from, to, subject, replyTo, unsubscribeUrl, ...rest }: Mail) {
  return {
    ...rest,
    from: { name: oneLine(from.name), address: from.address },
    to: { name: '', address: to },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    subject: oneLine(subject),
    messageId: `<${messageId}>`,
    envelope: { from: from.address, to },
    // Absence notes are not sent in response.
    headers: {
      ...{ 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}

/** Returns a text as one line: a header ends where its line ends. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200);

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

function resultOf({ code, command = '', responseCode = 0, message }: SmtpError): MailResult {
  const error = oneLine(message);
  // The sender's address or password can be wrong for a while; the recipient's address or the text stay as they are.
  const isOfMessage = (code === 'EENVELOPE' && command.startsWith('RCPT')) || code === 'EMESSAGE';
  return { kind: isOfMessage && responseCode >= 500 ? 'rejected' : 'failed', error };
}
