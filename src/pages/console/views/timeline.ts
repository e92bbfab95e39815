// The timeline of one thing: what happened in the order of cause, what is due next, and what else it touches.
import type { Due, Related, Step, StepKind, Story } from '../../../reports/stories/actions.ts';
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
};

/** Returns the steps as a list. */
export function timeline(steps: readonly Step[]): Html {
  return html`<ol class="timeline" aria-label="Timeline">
${steps.map((step, index) => stepView(step, steps[index - 1]))}
</ol>`;
}

/** Returns the part of an address that leads to a step. */
export const anchorOf = (record: string): string => record.replaceAll('/', '-');

function stepView(step: Step, before: Step | undefined): Html {
  const since = before && sinceWords(step.at.getTime() - before.at.getTime());
  return html`<li id="${anchorOf(step.record)}" class="of-${shapes[step.kind]}">
<p class="step-head">${time(step.at)}${since && html`<span>${since}</span>`}${step.by && html`<span>by ${step.by}</span>`}</p>
<p><strong>${step.what}</strong>${step.why && html` – ${step.why}`}</p>
${step.correlationId && html`<p class="hint">Request <a href="/console/search?q=${encodeURIComponent(step.correlationId)}">${step.correlationId}</a></p>`}
</li>`;
}

/** Says how long after the step before one came; nothing below a second. */
function sinceWords(ms: number): string | undefined {
  if (ms < 1_000) return undefined;
  const units: [number, string][] = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1_000, 's'],
  ];
  const at = units.findIndex(([size]) => ms >= size);
  const parts = units.slice(at, at + 2).map(([size, name], index) => {
    const whole = index === 0 ? ms : ms % units[at]![0];
    return `${Math.floor(whole / size)} ${name}`;
  });
  return `${parts.filter((part) => !part.startsWith('0 ')).join(' ')} later`;
}

/** Returns what happens next by itself. */
export function due(all: readonly Due[]): Html {
  return html`<section class="panel" aria-labelledby="due"><h2 id="due">What is due next</h2>
${
  all.length === 0
    ? html`<p>Nothing. Whatever happens next, somebody does.</p>`
    : html`<ul>${all.map((one) => html`<li>${time(one.at)} ${one.what}</li>`)}</ul>`
}</section>`;
}

/** Returns links to other stories; nothing where there are none. */
export function related(all: readonly Related[]): Html | undefined {
  if (all.length === 0) return undefined;
  return html`<section class="panel" aria-labelledby="related"><h2 id="related">See also</h2><ul>${all.map(
    (one) => {
      const to = pathOfThing(one.kind, one.id);
      return html`<li>${to ? html`<a href="${to}">${one.what}</a>` : one.what}</li>`;
    },
  )}</ul></section>`;
}

/** Returns what a story is about. */
export function subject({ subject: about }: Story): Html {
  return html`<section class="panel" aria-label="Facts">
${about.amountCents !== null && html`<p class="sum">${money(about.amountCents)}</p>`}
${about.state !== null && html`<p>${state(about.state)}${about.stateReason && html` <span class="hint">${about.stateReason}</span>`}</p>`}
${facts([
  ['Reference', about.reference],
  ['Site', about.siteName === null ? about.siteCode : `${about.siteName} (${about.siteCode})`],
  ['Merchant', about.merchant],
  ['Created', time(about.createdAt)],
  ['Id', id(about.id)],
])}</section>`;
}
