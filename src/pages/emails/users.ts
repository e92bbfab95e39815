// E-mails to users of the console, in English.
import type { Email, RenderedEmail } from '../../core/emails/outbox.ts';
import type { EmailFacts } from '../../core/emails/queue.ts';
import { dateTime, dayText, monthText } from '../messages/time.ts';
import type { EmailDeps } from './deps.ts';
import { type Letter, plainSpaces, writeLetter } from './layout.ts';

interface UserLetter extends Pick<Letter, 'heading' | 'paragraphs' | 'facts' | 'sum' | 'advice'> {
  subject: string;
  /** The path of the page that the button leads to. */
  to: string;
  words: string;
  why: string;
}

type Write = (facts: EmailFacts, email: Email) => UserLetter;

const alertWhy = (who: string) => `You receive this alert because your role can ${who}.`;

type CustomerEmail = 'receipt' | 'link' | 'refund' | 'charge-reminder' | 'charge-failed';

const onboardingSubjects: Record<string, (document: string, merchant: string) => string> = {
  submitted: (document, merchant) => `Document to review: ${document} of ${merchant}`,
  declined: (document) => `Document declined: ${document}`,
  expiring: (document) => `Document expires soon: ${document}`,
  expired: (document) => `Document expired: ${document}`,
};

/** The texts of each kind. Missing facts leave their place empty: the page that the button leads to has them all. */
const letters: Record<Exclude<Email['kind'], CustomerEmail>, Write> = {
  invitation: ({ place = 'Tefo', role = '', by, token = '' }, { expiresAt }) => ({
    subject: `Invitation to ${place}`,
    heading: `You are invited to ${place}`,
    paragraphs: [
      `${by ? `${by} invited you` : 'You are invited'} to the payment console with the role ${role}.`,
      'Open the link and choose a password. If you have a login already, enter its password.',
    ],
    facts: [['Valid until', dateTime('en', expiresAt)]],
    to: `/console/invitations/${encodeURIComponent(token)}`,
    words: 'Accept invitation',
    advice: ['The link works once. Do not forward this e-mail: anyone with the link can use it.'],
    why: 'If you do not know the sender, ignore this e-mail. Nothing happens unless you accept.',
  }),
  reset: ({ by, token = '', until }, { expiresAt }) => ({
    subject: 'Reset your password',
    heading: 'Reset your password',
    paragraphs: [
      by
        ? `${by} sent you this link to choose a new password for the payment console.`
        : 'A new password was requested for your login to the payment console.',
      'After the reset, all your other sessions end. Your second factor stays.',
    ],
    facts: [['Valid until', dateTime('en', until ? new Date(until) : expiresAt)]],
    to: `/console/reset/${encodeURIComponent(token)}`,
    words: 'Choose a new password',
    advice: [
      'The link works once. If you did not request it, ignore this e-mail: your password stays as it is.',
    ],
    why: 'Tefo never requests your password.',
  }),
  'webhook-failing': ({ endpoint, error, since, until }, { objectId }) => ({
    subject: 'A webhook endpoint is failing',
    heading: 'A webhook endpoint is failing',
    paragraphs: [
      'Every delivery to this endpoint fails. The service keeps retrying.',
      `The endpoint will be disabled${until ? ` on ${dateTime('en', new Date(until))}` : ''} unless a delivery succeeds.`,
    ],
    facts: [
      ['Endpoint', endpoint],
      ['Last error', error],
      ['Failing since', since && dateTime('en', new Date(since))],
    ],
    to: `/console/webhooks/${objectId}`,
    words: 'Open endpoint',
    why: alertWhy('change webhooks'),
  }),
  'webhook-disabled': ({ endpoint, reason }, { objectId }) => ({
    subject: 'A webhook endpoint was disabled',
    heading: 'A webhook endpoint was disabled',
    paragraphs: [
      'No events are sent to this endpoint any more.',
      'Fix your server, then enable the endpoint again. Missed events will then be sent.',
    ],
    facts: [
      ['Endpoint', endpoint],
      ['Reason', reason],
    ],
    to: `/console/webhooks/${objectId}`,
    words: 'Open endpoint',
    why: alertWhy('change webhooks'),
  }),
  'payout-approval': ({ amount, reference, site, by }) => ({
    subject: 'A payout needs your approval',
    heading: 'A payout needs your approval',
    sum: amount,
    paragraphs: ['The list shows all payouts that need approval. The creator of a payout cannot approve it.'],
    facts: [
      ['Reference', reference],
      ['Site', site],
      ['Created by', by],
    ],
    to: '/console/payouts?state=approval',
    words: 'Review payouts',
    why: alertWhy('approve payouts'),
  }),
  'refund-approval': ({ amount, reference, site, account }) => ({
    subject: 'A refund needs your approval',
    heading: 'A refund to another account needs your approval',
    sum: amount,
    paragraphs: [
      'The list shows all refunds that need approval. The requester of a refund cannot approve it.',
    ],
    facts: [
      ['Reference', reference],
      ['Site', site],
      ['To', account],
    ],
    to: '/console/refunds?state=approval',
    words: 'Review refunds',
    why: alertWhy('approve refunds to other accounts'),
  }),
  onboarding: ({ news = '', document = '', merchant = '', reason, day }, { objectId }) => ({
    subject: onboardingSubjects[news]?.(document, merchant) ?? `Document: ${document}`,
    heading: onboardingSubjects[news]?.(document, merchant) ?? document,
    paragraphs: [
      news === 'submitted'
        ? 'Two users of the operator review each document. Download and read it first.'
        : 'Upload a new document at the console. The earlier one stays in the record.',
    ],
    facts: [
      ['Document', document],
      ['Merchant', merchant],
      ['Reason', reason],
      ['Valid until', day && dayText('en', day)],
    ],
    to: `/console/onboarding/${objectId}`,
    words: 'Open document',
    why: alertWhy(news === 'submitted' ? 'review documents' : 'upload documents'),
  }),
  reconciliation: ({ account = '', day, difference, rows }) => ({
    subject: `Reconciliation differs: ${account}`,
    heading: `The ledger and the statement of ${account} differ`,
    sum: difference,
    paragraphs: ['The statement’s closing balance differs from the ledger balance, or lines are open.'],
    facts: [
      ['Account', account],
      ['Day', day && dayText('en', day)],
      ['Lines to resolve', rows],
    ],
    to: `/console/reconcile?account=${encodeURIComponent(account)}`,
    words: 'Open reconciliation',
    why: alertWhy('categorise statement lines'),
  }),
  report: ({ name = '', kind, period = '', version, rows, cutOff, sha256 }) => ({
    subject: `Report ${name}: ${period}${version === '1' ? '' : `, version ${version}`}`,
    heading: `Report ${name} for ${period}`,
    paragraphs: [
      version === '1'
        ? 'The report is attached, unless it is larger than 5 MB. The console has it for 35 days.'
        : 'This version corrects an earlier one: rows arrived or changed after its cut-off. It replaces the earlier version.',
    ],
    facts: [
      ['Contents', kind],
      ['Version', version],
      ['Rows', rows],
      ['Cut-off', cutOff && dateTime('en', new Date(cutOff))],
      ['SHA-256', sha256],
    ],
    to: '/console/scheduled-reports',
    words: 'Open reports',
    why: 'You receive this report because a user of the payment console scheduled it to this address.',
  }),
  invoice: ({ number = '', kind, period = '', total }) => {
    const [title, of] = kind === 'creditNote' ? ['Credit note', 'credit note'] : ['Invoice', 'invoice'];
    const month = period && monthText('en', period);
    return {
      subject: `${title} ${number}${month && `: ${month}`}`,
      heading: `${title} ${number}`,
      sum: total,
      paragraphs: [
        `The ${of} is attached as a PDF.`,
        kind === 'creditNote'
          ? 'The amount was credited to your balance. It is part of a settlement.'
          : 'The fees were deducted from your settlements. No payment is due.',
      ],
      facts: [['Month', month]],
      to: '/console/invoices',
      words: 'Open invoices',
      why: 'You receive this e-mail because this address is set for the invoices of your account.',
    };
  },
  settlement: ({ reference, site, amount, day, account }, { objectId }) => ({
    subject: `Settlement paid${reference ? `: ${reference}` : ''}`,
    heading: 'A settlement was paid',
    sum: amount,
    paragraphs: ['The money is on its way to your settlement account.'],
    facts: [
      ['Reference', reference],
      ['Site', site],
      ['Business day', day && dayText('en', day)],
      ['To', account],
    ],
    to: `/console/settlements/${objectId}`,
    words: 'Open settlement',
    why: alertWhy('approve payouts'),
  }),
};

/** Returns an e-mail to a user. */
export function toUser({ house, publicUrl }: EmailDeps, email: Email, facts: EmailFacts): RenderedEmail {
  const write = letters[email.kind as keyof typeof letters];
  const { subject, to, words, why, ...letter } = write(facts, email);
  const { name } = house.operator;
  const written = writeLetter({
    ...letter,
    language: 'en',
    brand: { name },
    banner: house.sandbox ? 'This is a sandbox: no real money moves.' : undefined,
    button: { words, url: publicUrl + to },
    footer: [why, `This e-mail was sent by the payment service of ${name}.`],
  });
  return { fromName: name, subject: plainSpaces(subject), ...written };
}
