// A page for each event: when it happens, and what is posted then.
import { type EventType, eventRegistry } from '../../core/events.ts';
import { type Html, html } from '../html.ts';
import { sample } from './markdown.ts';
import type { DocPage, Documents, Operation } from './model.ts';
import { exampleOf, membersOf, memberTable } from './schemas.ts';

/** The messages of other surfaces that tell of an event, by document. */
const alsoToldAs: Partial<Record<EventType, [document: string, message: string][]>> = {
  'transaction.complete': [['payments', 'transactionNotification']],
  'refund.complete': [['payments', 'refundNotification']],
  'payout.complete': [['payouts', 'payoutNotification']],
  'bulk.complete': [['payments', 'bulkResult']],
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
    sections: [{ id: 'main', title: type, level: 1, text: meaning }],
    body: html`<h1><code>${type}</code></h1>
<p>${meaning}</p>
${messages}
<h2 id="try">Try it</h2>
${sample(`npx tefo trigger ${type}\n`, 'console')}
<p><a href="/docs/events">All events</a></p>`,
  };
}

function messageOf(documents: Documents, name: string, post: Operation): Html {
  const document = documents[name]!;
  const [media, { schema }] = Object.entries(post.requestBody!.content)[0]!;
  const forms = schema.anyOf ?? schema.oneOf ?? [schema];
  const title = document.info.title.replace('Tefo ', '');
  return html`<h2 id="${name}">On the ${title}</h2>
<p>${post.summary}. ${(post.description ?? '').replaceAll('`', '')}</p>
${forms.map((form, index) => {
  const kind = forms.length === 1 ? 'Payload' : index === 0 ? 'Thin payload' : 'Full payload';
  const data = membersOf(document, form).find((member) => member.name === 'data');
  const inner = data && membersOf(document, dataOf(documents, name, form));
  return html`<h3 id="${name}-${index}">${kind}</h3>
<p class="quiet">${media}</p>
${sample(payload(media, exampleOf(document, form)), media.includes('json') ? 'json' : 'text')}
${memberTable(kind, membersOf(document, form), (member) => `${name}-${index}.${member}`)}
${inner && inner.length > 0 && memberTable('data', inner, (member) => `${name}-${index}.data.${member}`)}`;
})}`;
}

function dataOf(documents: Documents, name: string, form: object) {
  const { properties, $ref } = form as { properties?: Record<string, object>; $ref?: string };
  if (properties?.data) return properties.data;
  const named = documents[name]!.components.schemas[String($ref).split('/').at(-1)!];
  return named?.properties?.data ?? {};
}

function payload(media: string, example: unknown): string {
  if (media.includes('json')) return JSON.stringify(example, null, 2);
  const fields = Object.entries(example as Record<string, unknown>);
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString();
}
