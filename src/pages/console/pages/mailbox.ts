// The sandbox's mailbox: every e-mail that the service would send, with both of its parts.
import type { FastifyReply } from 'fastify';
import type { MailboxEntry } from '../../../core/emails/outbox.ts';
import { merchantsFor } from '../../../core/users/permissions.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { type Html, html } from '../../html.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { idOf } from '../records.ts';
import { empty, facts, listTime, state, time } from '../views/parts.ts';
import { type PageRoute, Refusal, type Visit } from '../visit.ts';

const page = 'sandbox';
const path = consolePath(page, 'mail');
const action = 'sandbox.use';

export const mailboxPages: PageRoute[] = [
  { path, action, show: showMailbox },
  { path: `${path}/:id`, action, show: showEmail },
  { path: `${path}/:id/html`, action, isExport: true, show: sendHtml },
];

/** Links of invitations and password resets give access: only users who manage users see these e-mails. */
async function read(visit: Visit, id?: string): Promise<MailboxEntry[]> {
  const { deps, viewer, user } = visit;
  if (!deps.sandbox) throw new Refusal(404, 'The sandbox is not available here.');
  const secretsOf = { merchants: merchantsFor(user.rights, 'user.see') };
  return deps.sandbox.mailbox(viewer, { secretsOf, ...(id !== undefined && { id }) });
}

async function showMailbox(visit: Visit): Promise<Html> {
  const emails = await read(visit);
  const main =
    visit.ctx.policy.mail === 'smtp'
      ? html`<p class="empty">E-mails are sent by the mail server of <code>SMTP_URL</code>.</p>`
      : emails.length === 0
        ? empty(
            'No e-mails yet. Receipts, payment links, invitations, password resets and alerts appear here.',
          )
        : html`<div class="table" tabindex="0" role="region" aria-label="E-mails"><table class="cards">
<caption>${emails.length === 1 ? '1 e-mail' : `The newest ${emails.length} e-mails`}</caption>
<thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Kind</th><th scope="col">Created</th></tr></thead>
<tbody>${emails.map(
            ({ id, subject, to, kind, at }) => html`<tr>
<td data-label="Subject"><a href="${path}/${id}">${subject}</a></td><td data-label="To">${to}</td>
<td data-label="Kind">${kind}</td><td data-label="Created">${listTime(at)}</td></tr>`,
          )}</tbody></table></div>`;
  return consolePage(visit, {
    title: 'Mailbox',
    page,
    tools: html`<a href="${consolePath(page)}">Sandbox</a>`,
    main: html`<p class="hint">The sandbox sends no e-mails. They are kept here instead.</p>${main}`,
  });
}

async function emailOf(visit: Visit): Promise<MailboxEntry> {
  const id = idOf(visit);
  const [found] = isUuid(id) ? await read(visit, id) : [];
  if (!found) throw new Refusal(404, 'E-mail not found, or you do not have access.');
  return found;
}

async function showEmail(visit: Visit): Promise<Html> {
  const { id, subject, to, kind, at, text, state: word } = await emailOf(visit);
  return consolePage(visit, {
    title: subject,
    page,
    tools: html`<a class="act-button act-main" href="${path}/${id}/html" target="_blank" rel="noopener">View as HTML</a>`,
    main: html`<p><a href="${path}">Mailbox</a></p>
<div class="thing facts-first"><div><section class="panel" aria-label="Text"><pre class="mail">${linked(visit, text)}</pre></section></div>
<aside aria-label="About"><section class="panel" aria-label="Facts"><p>${state(word)}</p>${facts([
      ['To', to],
      ['Kind', kind],
      ['Created', time(at)],
    ])}</section></aside></div>`,
  });
}

/** Returns a text in which the addresses of this service are links. */
function linked({ deps }: Visit, text: string): Html[] {
  return text.split('\n').map((line) => {
    const isOwn = line.startsWith(`${deps.publicUrl}/`) && !/\s/.test(line);
    return html`${isOwn ? html`<a href="${line}">${line}</a>` : line}${'\n'}`;
  });
}

/** The HTML part as a mail program shows it: it runs no scripts, and leads nowhere by itself. */
async function sendHtml(visit: Visit): Promise<FastifyReply> {
  const { html: markup } = await emailOf(visit);
  return visit.reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .send(markup);
}
