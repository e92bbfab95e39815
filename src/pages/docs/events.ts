// A page for each event: when it happens, and what is posted then.
import { type EventType, eventRegistry } from '../../core/events.ts';
import { firstOf, lastOf, memberOf } from '../../kernel/required.ts';
import { type Html, html } from '../html.ts';
import { inline, plainText, sample } from './markdown.ts';
import type { DocPage, Documents, Operation } from './model.ts';
import { type Member, membersOf, memberTable } from './schemas.ts';

/** The messages of other surfaces that tell of an event, by document. */
const alsoToldAs: Partial<Record<EventType, [document: string, message: string][]>> = {
  'transaction.complete': [['payments', 'transactionNotification']],
  'refund.complete': [['payments', 'refundNotification']],
  'payout.complete': [['payouts', 'payoutNotification']],
  'bulk.complete': [['payments', 'bulkResult']],
};

/** What a receiver does about an event. */
const advice: Record<EventType, string> = {
  'transaction.pending':
    'Show the customer that the payment is on its way, and do not ship yet. `transaction.complete` follows, hours or days later where it is a deposit.',
  'transaction.complete':
    'Find your order by its payment, compare the amount, and ship once where the status is `Successful` (`Complete` on the Payments API). After `Error` let the customer pay again. A success may still follow a failure: [late money](/docs/guides/notifications#a-correct-receiver).',
  'refund.complete':
    'Mark the refund as paid where it is `Complete`. After `Failed` or `Returned` the money is with you again: ask the customer how to pay it back. [Refunds](/docs/guides/refunds)',
  'payout.complete':
    'Mark the payout as paid where its status is 5. After 4, 90 or 99 the money is back in the float: `errorMessage` says why. [Payouts](/docs/guides/payouts)',
  'subscription.authorization.approved':
    'Begin what the customer subscribed to, or wait for the first `subscription.payment.succeeded`. [Subscriptions](/docs/guides/subscriptions)',
  'subscription.authorization.declined':
    'Offer the customer another way to pay, or a new subscription: this one has ended. [Subscriptions](/docs/guides/subscriptions)',
  'subscription.payment.succeeded':
    'Mark the charge as paid: `occurrence` says which one it is, and is absent where it was an ad-hoc charge or the first one at sign-up.',
  'subscription.payment.failed':
    'Tell the customer. Nothing more is tried for this charge; `status` says whether the subscription goes on. Its money may still come late: then `subscription.payment.succeeded` follows.',
  'subscription.completed': 'End what was subscribed to, or offer a new subscription.',
  'subscription.cancelled': 'End what was subscribed to. A charge that a bank already has may still be paid.',
  'subscription.expired': 'Nothing was authorised. Ask the customer again with a new subscription.',
  'bulk.complete':
    'Unpack `compressedData`, keep the link of each request, and mend those that have an `ErrorMessage`. [Bulk requests](/docs/guides/bulk)',
};

const types = Object.entries(eventRegistry) as [EventType, string][];

/** Returns the list of events, and a page for each. */
export function eventPages(documents: Documents): DocPage[] {
  const list: DocPage = {
    path: '/docs/events',
    title: 'Events',
    group: 'Reference',
    sections: [
      { id: 'main', title: 'Events', level: 1, text: 'Every event, and what is posted when it happens.' },
    ],
    body: html`<h1>Events</h1>
<p>What happens is told by a signed post, once for each event and receiver, and again until it is taken:
<a href="/docs/guides/notifications">notifications</a>, <a href="/docs/guides/webhooks">webhooks</a>. In the sandbox
<code>npx tefo trigger TYPE</code> makes any of them happen to real objects.</p>
<dl>${types.map(
      ([type, meaning]) =>
        html`<dt><a href="/docs/events/${type}"><code>${type}</code></a></dt><dd>${meaning}</dd>\n`,
    )}</dl>`,
  };
  return [list, ...types.map(([type, meaning]) => eventPage(documents, type, meaning))];
}

function eventPage(documents: Documents, type: EventType, meaning: string): DocPage {
  const told: [string, string][] = [['one', type], ...(alsoToldAs[type] ?? [])];
  const messages = told.flatMap(([name, message]) => {
    const post = documents[name]?.webhooks?.[message]?.post;
    return post ? [messageOf(documents, name, post)] : [];
  });
  return {
    path: `/docs/events/${type}`,
    title: type,
    sections: [{ id: 'main', title: type, level: 1, text: `${meaning} ${plainText(advice[type])}` }],
    body: html`<h1><code>${type}</code></h1>
<p>${meaning}</p>
<h2 id="what-to-do">What to do</h2>
<p>${inline(advice[type], (target) => target)}</p>
<p>Before you believe it: <a href="/docs/guides/hashes">verify the signature</a>, and take each <code>webhook-id</code> once.</p>
${messages}
<h2 id="try">Try it</h2>
${sample(`npx tefo trigger ${type}\n`, 'console')}
<p><a href="/docs/events">All events</a></p>`,
  };
}

function messageOf(documents: Documents, name: string, post: Operation): Html {
  const document = memberOf(documents, name);
  const [media, { schema, example, examples }] = firstOf(Object.entries(post.requestBody!.content));
  const shown = examples ? Object.values(examples).map(({ value }) => value) : [example];
  const forms = schema.anyOf ?? schema.oneOf ?? [schema];
  const title = document.info.title.replace('Tefo ', '');
  return html`<h2 id="${name}">On the ${title}</h2>
<p>${post.summary}. ${inline(post.description ?? '', () => undefined)}</p>
${forms.map((form, index) => {
  const kind = forms.length === 1 ? 'Payload' : index === 0 ? 'Thin payload' : 'Full payload';
  const members = membersOf(document, form);
  const inner = membersOf(document, dataOf(documents, name, form));
  return html`<h3 id="${name}-${index}">${kind}</h3>
<p class="quiet">${media}${!media.includes('json') && ', here with a line for each field'}</p>
${sample(payload(media, shown[index]), media.includes('json') ? 'json' : 'text')}
${memberTable(kind, members.map(withoutOwnTable), (member) => `${name}-${index}.${member}`)}
${inner.length > 0 && memberTable('data', inner, (member) => `${name}-${index}.data.${member}`)}`;
})}`;
}

/** The members of `data` have a table of their own, with their examples. */
const withoutOwnTable = (member: Member): Member =>
  member.name === 'data' ? { ...member, example: undefined } : member;

function dataOf(documents: Documents, name: string, form: object) {
  const { properties, $ref } = form as { properties?: Record<string, object>; $ref?: string };
  if (properties?.data) return properties.data;
  const named = memberOf(documents, name).components.schemas[lastOf(String($ref).split('/'))];
  return named?.properties?.data ?? {};
}

function payload(media: string, example: unknown): string {
  if (media.includes('json')) return JSON.stringify(example, null, 2);
  const fields = Object.entries(example as Record<string, unknown>);
  const form = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
  // A line for each field; as it is sent, there is one.
  return form.toString().replaceAll('&', '\n&');
}
