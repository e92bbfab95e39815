// The panels of the sandbox: time, an outcome, a deposit, and faults.
import type { Merchant } from '../../../core/merchants/actions.ts';
import { type Html, html } from '../../html.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePath } from '../rooms.ts';
import type { Fields, LineOfFaults, Problem, Sandbox } from '../visit.ts';
import { time } from './parts.ts';

const path = consolePath('sandbox');

/** What was typed into one of the forms, and what was wrong with it. */
export interface Again {
  of: 'clock' | 'outcome' | 'deposit' | 'faults';
  typed: Fields;
  problem: Problem;
}

const panel = (name: string, title: string, body: Html): Html =>
  html`<section class="panel" aria-labelledby="s-${name}"><h2 id="s-${name}">${title}</h2>${body}</section>`;

/** Returns what a form shows again, if it is the one that was sent. */
const shown = (again: Again | undefined, of: Again['of']) =>
  again?.of === of ? { typed: again.typed, problem: again.problem } : {};

const advances = [
  ['PT1H', 'an hour'],
  ['P1D', 'a day'],
  ['P3D', 'three days'],
  ['P7D', 'a week'],
  ['P30D', 'thirty days'],
] as const;

/** Time is moved from the moment that was shown, so that a form sent twice moves it once. */
export function clockPanel(now: Date, again?: Again): Html {
  const { typed, problem } = shown(again, 'clock');
  return panel(
    'clock',
    'Time',
    html`<p>It is ${time(now)} in this sandbox. Whatever falls due on the way is done, each at its own time.</p>
${form({
  to: `${path}/clock`,
  problem,
  seen: { from: now.toISOString() },
  label: 'Time',
  body: html`${choice({ name: 'advance', label: 'Move on by', options: advances, chosen: typed?.advance })}${button('Move time')}`,
})}`,
  );
}

export function outcomePanel(
  { id }: Pick<Merchant, 'id'>,
  outcomes: Sandbox['outcomes'],
  again?: Again,
): Html {
  const { typed, problem } = shown(again, 'outcome');
  return panel(
    'outcome',
    'Decide a payment',
    html`<p>In place of its payer and their bank.</p>
${form({
  to: `${path}/outcome`,
  problem,
  seen: { merchantId: id },
  label: 'Decide a payment',
  body: html`${field({ name: 'id', label: 'Payment or transaction', hint: 'Its id', typed, problem, longest: 40 })}
${choice({ name: 'outcome', label: 'Outcome', options: outcomes.map((one) => [one, one.replace('-', ' ')]), chosen: typed?.outcome })}
${button('Decide')}`,
})}`,
  );
}

export function depositPanel({ id }: Pick<Merchant, 'id'>, again?: Again): Html {
  const { typed, problem } = shown(again, 'deposit');
  return panel(
    'deposit',
    'Pay money in',
    html`<p>As somebody does at their bank, by EFT.</p>
${form({
  to: `${path}/deposit`,
  problem,
  seen: { merchantId: id },
  label: 'Pay money in',
  body: html`${field({ name: 'reference', label: 'Reference', typed, problem, longest: 50 })}
${field({ name: 'amount', label: 'Amount, in rand', typed, problem, unit: 'R', inputMode: 'decimal', longest: 20 })}
${button('Pay in')}`,
})}`,
  );
}

const lines = [
  ['bank', 'The line to the bank'],
  ['notifications', 'The line to receivers of notices'],
] as const;

const words: Record<string, string> = {
  latencyMs: 'Delay of each call, in milliseconds',
  errorRate: 'Share of calls that fail, 0 to 1',
  timeoutAfterCommit: 'Answers are lost after the work is done',
  duplicateCallbacks: 'Each callback comes twice',
  reorderCallbacks: 'A stale answer follows the final one',
  down: 'Nobody answers',
};

export function faultsPanel(
  { id }: Pick<Merchant, 'id'>,
  faults: Record<'bank' | 'notifications', LineOfFaults>,
  again?: Again,
): Html {
  const { typed, problem } = shown(again, 'faults');
  return panel(
    'faults',
    'Faults',
    form({
      to: `${path}/faults`,
      problem,
      seen: { merchantId: id },
      label: 'Faults',
      body: html`${lines.map(
        ([line, title]) => html`<fieldset><legend>${title}</legend>
${Object.entries(faults[line]).map(([name, value]) => faultField(`${line}.${name}`, words[name] ?? name, value, typed))}</fieldset>`,
      )}${button('Set faults')}`,
    }),
  );
}

function faultField(name: string, label: string, value: boolean | number, typed: Fields | undefined): Html {
  const now = { [name]: typed?.[name] ?? String(value === true ? 'on' : value || '') };
  if (typeof value === 'number')
    return field({ name, label, typed: now, inputMode: 'decimal', isOptional: true, longest: 10 });
  const options = [
    ['', 'no'],
    ['on', 'yes'],
  ] as const;
  return choice({ name, label, options, chosen: now[name] });
}
