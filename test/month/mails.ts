// The e-mails of a month's papers: each invoice and each version of a report once, with its content.
import { createHash } from 'node:crypto';
import { listInvoices } from '../../src/core/invoices/actions.ts';
import { everything } from '../../src/core/viewer.ts';
import type { ReceivedMail } from '../support/smtp-server.ts';
import type { Month } from './stage.ts';

type Say = (what: string) => void;

/** Compares the received e-mails with what was issued. A killed process may have sent one twice, with the same Message-ID. */
export async function judgeMails({ service, mail }: Month, say: Say) {
  const bySubject = new Map<string, Set<string>>();
  for (const one of mail.received) {
    const subject = subjectOf(one);
    bySubject.set(subject, (bySubject.get(subject) ?? new Set()).add(one.messageId));
  }
  for (const [subject, ids] of bySubject)
    if (ids.size > 1) say(`${subject} was mailed as ${ids.size} e-mails`);
  const issued = await listInvoices(service.ctx, everything);
  const subjects = [...bySubject.keys()];
  for (const { number, kind } of issued) {
    const start = `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`;
    if (!subjects.some((subject) => subject.startsWith(start))) say(`${number} was not mailed`);
  }
  return {
    reportMails: await judgeReports({ service, mail }, say),
    invoiceMails: issued.length,
    repeatedMails: mail.received.length - [...bySubject.values()].reduce((all, ids) => all + ids.size, 0),
  };
}

interface SentReport {
  sha256: string | null;
  name: string;
  period: string;
  version: number;
  isDone: boolean;
}

/** Returns how many versions of reports were mailed. */
async function judgeReports({ service, mail }: Pick<Month, 'service' | 'mail'>, say: Say): Promise<number> {
  const reports = await service.db<SentReport[]>`
    select report.sha256, schedule.name, report.period::text as period, report.version,
      report.delivered_at is not null as is_done
    from reports report join report_schedules schedule on schedule.id = report.schedule_id`;
  for (const { name, period, version, isDone } of reports)
    if (!isDone) say(`version ${version} of ${name} of ${period} was not delivered`);
  const sent = new Set(mail.received.map(attachmentDigest));
  const mailed = reports.filter(({ name }) => name === 'mailed' || name === 'daily');
  for (const { name, period, sha256 } of mailed)
    if (sha256 === null || !sent.has(sha256)) say(`the content of ${name} of ${period} did not arrive`);
  return mailed.length;
}

const subjectOf = ({ raw }: ReceivedMail): string =>
  /^subject: *(.*(?:\r\n[ \t].*)*)/im.exec(raw)?.[1]?.replace(/\r\n[ \t]+/g, ' ') ?? '';

function attachmentDigest({ raw }: ReceivedMail): string | undefined {
  const [, encoded] = /filename="?[^"\r\n]+\.csv"?[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw) ?? [];
  return encoded === undefined
    ? undefined
    : createHash('sha256').update(Buffer.from(encoded, 'base64')).digest('hex');
}
