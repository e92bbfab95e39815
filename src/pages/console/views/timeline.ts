// The timeline of one record: its entries in causal order, the next steps, and related records.
import { itemAt } from '../../../kernel/required.ts';
import type {
  Due,
  Exchange,
  Journal,
  Related,
  Step,
  StepKind,
  Timeline,
} from '../../../reports/timelines/actions.ts';
import { type Entry, entriesOf } from '../../../reports/timelines/entries.ts';
import { type Html, html } from '../../html.ts';
import { facts, id, money, pathOfThing, state, time } from './parts.ts';

const shapes: Record<StepKind, string> = {
  refused: 'trouble',
  hash: 'request',
  key: 'request',
  begin: 'request',
  consent: 'request',
  bank: 'bank',
  state: 'state',
  part: 'state',
  ledger: 'books',
  settled: 'books',
  event: 'notice',
  attempt: 'notice',
  note: 'note',
};

/** Returns the entries as a list. Without `ledger`, bookings are left out. */
export function timelineList(steps: readonly Step[], ledger: boolean): Html {
  const entries = entriesOf(steps, { ledger });
  return html`<ol class="timeline" aria-label="Timeline">
${entries.map((entry, index) => entryView(entry, entries[index - 1]?.step.at))}
</ol>`;
}

export const anchorOf = (record: string): string => record.replaceAll('/', '-');

/** `before` is the time of the entry before. */
function entryView(entry: Entry, before: Date | undefined): Html {
  const { step, title, why, retryAt } = entry;
  return html`<li id="${anchorOf(step.record)}" class="of-${step.isTrouble ? 'trouble' : shapes[step.kind]}">
<p class="step-head">${time(step.at)}${sinceWords(before && step.at.getTime() - before.getTime())}${step.by && html`<span>by ${step.by}</span>`}</p>
<p><strong>${title}</strong>${why && html`: ${why}`}${retryAt && html`, retry at ${time(retryAt)}`}</p>
${entry.attempts.length > 0 ? attemptsView(entry.attempts) : detailsView(entry)}
</li>`;
}

function attemptsView(attempts: readonly Step[]): Html {
  const last = attempts.length - 1;
  return html`<details class="fold"><summary>${attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}</summary>
${attempts.map(
  (
    { record, at, delivery, why, exchange },
    index,
  ) => html`<div class="attempt"${index < last && html` id="${anchorOf(record)}"`}>
<p>${time(at)} <strong>Attempt ${delivery!.attempt!}: ${delivery!.result}</strong>${why && html`: ${why}`}</p>
${exchange && exchangeView(exchange)}</div>`,
)}</details>`;
}

/** Returns the internals of an entry, folded; nothing without any. */
function detailsView({ step, details }: Entry): Html | undefined {
  const { journal, exchange, correlationId } = step;
  if (details.length === 0 && !journal && !correlationId) return exchange && exchangeView(exchange);
  return html`<details class="fold"><summary>Details</summary>
${details.map((one) => html`<p>${one}</p>`)}
${correlationId && html`<p>Correlation id <a href="/console/search?q=${encodeURIComponent(correlationId)}">${correlationId}</a></p>`}
${journal && journalView(journal)}</details>
${exchange && exchangeView(exchange)}`;
}

function journalView({ template, rows, position }: Journal): Html {
  const place = position === null ? 'not in the hash chain yet' : `no. ${position} in the hash chain`;
  const name = `${template.replaceAll('_', ' ')}, ${place}`;
  return html`<div class="table" tabindex="0" role="region" aria-label="${name}"><table><caption>${name}</caption>
<thead><tr><th scope="col">Account</th><th scope="col" class="money">Debit</th><th scope="col" class="money">Credit</th></tr></thead>
<tbody>${rows.map(
    ({ account, amountCents }) => html`<tr><th scope="row">${account}</th>
<td class="money">${amountCents > 0n && money(amountCents)}</td><td class="money">${amountCents < 0n && money(-amountCents)}</td></tr>`,
  )}</tbody></table></div>`;
}

export function exchangeView({ request, answer }: Exchange): Html {
  const head = request.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return html`<details class="fold"><summary>Request and response</summary>
<p><strong>Request</strong></p><pre>${request.method} ${request.url ?? '…'}
${head}

${request.body ?? '(too large to show)'}</pre>
${answer && html`<p><strong>Response${answer.status !== null && ` ${answer.status}`}, after ${answer.durationMs} ms</strong></p><pre>${answer.error ?? answer.body ?? '(empty)'}</pre>`}
</details>`;
}

const units: readonly [ms: number, name: string][] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
];

/** Returns the time since the entry before; nothing below a second. */
function sinceWords(ms: number | undefined): Html | undefined {
  if (ms === undefined || ms < 1_000) return undefined;
  const at = units.findIndex(([size]) => ms >= size);
  const [size, name] = itemAt(units, at);
  const finer = units[at + 1];
  const rest = finer && Math.floor((ms % size) / finer[0]);
  return html`<span>${Math.floor(ms / size)} ${name}${rest ? ` ${rest} ${finer[1]}` : ''} later</span>`;
}

export function due(all: readonly Due[]): Html {
  return html`<section class="panel" aria-labelledby="due"><h2 id="due">Next steps</h2>
${
  all.length === 0
    ? html`<p>No further automatic steps.</p>`
    : html`<ul>${all.map((one) => html`<li>${time(one.at)} ${one.what}</li>`)}</ul>`
}</section>`;
}

/** Returns links to related records; nothing without related records. */
export function related(all: readonly Related[]): Html | undefined {
  if (all.length === 0) return undefined;
  return html`<section class="panel" aria-labelledby="related"><h2 id="related">See also</h2><ul>${all.map(
    (one) => {
      const to = pathOfThing(one.kind, one.id);
      return html`<li>${to ? html`<a href="${to}">${one.what}</a>` : one.what}</li>`;
    },
  )}</ul></section>`;
}

/** Warns that notifications were not delivered, with a link to the last attempt of each. */
function undeliveredWords(anchors: readonly string[]): Html {
  if (anchors.length === 1)
    return html`<p class="wrong">Notification not delivered: <a href="#${anchors[0]}">view last attempt</a></p>`;
  const links = anchors.map(
    (anchor, index) => html`${index > 0 && ', '}<a href="#${anchor}">${index + 1}</a>`,
  );
  return html`<p class="wrong">${anchors.length} notifications not delivered: view last attempts ${links}</p>`;
}

/** Returns the facts of the record; without its state if the page shows an outcome instead. */
export function subject({ subject: about, undelivered }: Timeline, hasOutcome: boolean): Html {
  return html`<section class="panel" aria-label="Facts">
${about.amountCents !== null && html`<p class="sum">${money(about.amountCents)}</p>`}
${about.state !== null && !hasOutcome && html`<p>${state(about.state)}${about.stateReason && html` <span class="hint">${about.stateReason}</span>`}</p>`}
${undelivered.length > 0 && undeliveredWords(undelivered.map(anchorOf))}
${facts([
  ['Reference', about.reference],
  ['Site', about.siteName === null ? about.siteCode : `${about.siteName} (${about.siteCode})`],
  ['Merchant', about.merchant],
  ['Created', time(about.createdAt)],
  ['Id', id(about.id)],
])}</section>`;
}
