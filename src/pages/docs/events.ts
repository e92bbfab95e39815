// A page for each event: when it happens, and the notification that it sends.
import { type EventType, eventRegistry } from '../../core/events.ts';
import { firstOf, lastOf, memberOf } from '../../kernel/required.ts';
import { type Html, html } from '../html.ts';
import { inline, plainText, sample } from './markdown.ts';
import type { DocPage, Documents, Operation } from './model.ts';
import { type Field, fieldList, fieldsOf } from './schemas.ts';

/** The messages of other surfaces for an event, by document. */
const alsoSentAs: Partial<Record<EventType, [document: string, message: string][]>> = {
  'transaction.complete': [['payments', 'transactionNotification']],
  'refund.complete': [['payments', 'refundNotification']],
  'payout.complete': [['payouts', 'payoutNotification']],
  'bulk.complete': [['payments', 'bulkResult']],
};

/** How a receiver handles an event. */
const advice: Record<EventType, string> = {
  'transaction.pending':
    'Show the customer that the payment is pending, and do not ship yet. `transaction.complete` follows; for a deposit it can take hours or days.',
  'transaction.complete':
    'Find your order by its payment, compare the amount, and ship once if the status is `Successful` (`Complete` on the Payments API). After `Error` let the customer pay again. A success can still follow a failure: [late payments](/docs/guides/notifications#a-correct-receiver).',
  'refund.complete':
    'Mark the refund as paid if it is `Complete`. After `Failed` or `Returned` the amount is back in your balance: ask the customer for another way to refund it. [Refunds](/docs/guides/refunds)',
  'payout.complete':
    'Mark the payout as paid if its status is 5. After 4, 90 or 99 the amount is back in the float: `errorMessage` gives the reason. [Payouts](/docs/guides/payouts)',
  'subscription.authorization.approved':
    'Start the service for the customer, or wait for the first `subscription.payment.succeeded`. [Subscriptions](/docs/guides/subscriptions)',
  'subscription.authorization.declined':
    'Offer the customer another way to pay, or a new subscription: this one has ended. [Subscriptions](/docs/guides/subscriptions)',
  'subscription.payment.succeeded':
    'Mark the charge as paid. `occurrence` is its number in the schedule; it is absent for an ad-hoc charge and for the first one at sign-up.',
  'subscription.payment.failed':
    'Notify the customer. This charge is not retried; `status` shows whether the subscription continues. A late payment is still possible: then `subscription.payment.succeeded` follows.',
  'subscription.completed': 'End the service, or offer a new subscription.',
  'subscription.cancelled': 'End the service. A charge that is already at a bank can still be paid.',
  'subscription.expired':
    'The customer did not authorise it in time. Create a new subscription to try again.',
  'report.ready':
    'Fetch `links.file` with a token of scope `settlements`, and compare the bytes with `sha256`. A higher `version` of a period replaces the earlier one. [Scheduled reports](/docs/guides/reports)',
  'bulk.complete':
    'Decompress `compressedData`, store the link of each request, and fix those that have an `ErrorMessage`. [Bulk requests](/docs/guides/bulk)',
};

const types = Object.entries(eventRegistry) as [EventType, string][];

export function eventPages(documents: Documents): DocPage[] {
  const list: DocPage = {
    path: '/docs/events',
    title: 'Events',
    group: 'Reference',
    sections: [
      { id: 'main', title: 'Events', level: 1, text: 'Every event, and the notification that it sends.' },
    ],
    body: html`<h1>Events</h1>
<p>The service sends each event to each receiver as a signed POST, and retries until the receiver accepts it:
<a href="/docs/guides/notifications">notifications</a>, <a href="/docs/guides/webhooks">webhooks</a>. In the sandbox
<code>npx tefo trigger TYPE</code> triggers any of them with real objects.</p>
<dl>${types.map(
      ([type, meaning]) =>
        html`<dt><a href="/docs/events/${type}"><code>${type}</code></a></dt><dd>${meaning}</dd>\n`,
    )}</dl>`,
  };
  return [list, ...types.map(([type, meaning]) => eventPage(documents, type, meaning))];
}

function eventPage(documents: Documents, type: EventType, meaning: string): DocPage {
  const sent: [string, string][] = [['one', type], ...(alsoSentAs[type] ?? [])];
  const messages = sent.flatMap(([name, message]) => {
    const post = documents[name]?.webhooks?.[message]?.post;
    return post ? [messageOf(documents, name, post)] : [];
  });
  return {
    path: `/docs/events/${type}`,
    title: type,
    parent: '/docs/events',
    sections: [{ id: 'main', title: type, level: 1, text: `${meaning} ${plainText(advice[type])}` }],
    body: html`<h1><code>${type}</code></h1>
<p>${meaning}</p>
<h2 id="what-to-do">What to do</h2>
<p>${inline(advice[type], (target) => target)}</p>
<p>First <a href="/docs/guides/hashes">verify the signature</a>, and process each <code>webhook-id</code> once.</p>
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
  const fields = fieldsOf(document, form, 1);
  const inner = fieldsOf(document, dataOf(documents, name, form), 1);
  return html`<h3 id="${name}-${index}">${kind}</h3>
<p class="quiet">${media}${!media.includes('json') && ', here with a line for each field'}</p>
${sample(payload(media, shown[index]), media.includes('json') ? 'json' : 'text')}
${fieldList(
  `${name}-${index}.`,
  fields.map((field) => withData(field, inner)),
)}`;
})}`;
}

/** `data` with its own fields below it. */
const withData = (field: Field, inner: Field[]): Field =>
  field.name === 'data' ? { ...field, fields: inner } : field;

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
