// The panels of the sandbox: clock, outcome, deposit and faults.
import type { Merchant } from '../../../core/merchants/actions.ts';
import { type Html, html } from '../../html.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePath } from '../navigation.ts';
import type { Again, Fields, LineOfFaults, Sandbox } from '../visit.ts';
import { time } from './parts.ts';

const path = consolePath('sandbox');

/** The input of one of the forms, and its error. */
export interface ControlAgain extends Again {
  of: 'clock' | 'outcome' | 'deposit' | 'faults';
}

const panel = (name: string, title: string, body: Html): Html =>
  html`<section class="panel" aria-labelledby="s-${name}"><h2 id="s-${name}">${title}</h2>${body}</section>`;

/** Returns the input that a form shows again, if it is the form that was sent. */
const shown = (again: ControlAgain | undefined, of: ControlAgain['of']): Partial<Again> =>
  again?.of === of ? again : {};

const advances = [
  ['PT1H', '1 hour'],
  ['P1D', '1 day'],
  ['P3D', '3 days'],
  ['P7D', '7 days'],
  ['P30D', '30 days'],
] as const;

/** Time advances from the moment that was shown, so that a form that is sent twice advances it once. */
export function clockPanel(now: Date, again?: ControlAgain): Html {
  const { typed, problem } = shown(again, 'clock');
  return panel(
    'clock',
    'Test clock',
    html`<p>The time in this sandbox is ${time(now)}. Everything that becomes due on the way is carried out, each at its own time.</p>
${form({
  to: `${path}/clock`,
  problem,
  seen: { from: now.toISOString() },
  label: 'Test clock',
  body: html`${choice({ name: 'advance', label: 'Advance by', options: advances, chosen: typed?.advance })}${button('Advance the test clock')}`,
})}`,
  );
}

export function outcomePanel(
  { id }: Pick<Merchant, 'id'>,
  outcomes: Sandbox['outcomes'],
  again?: ControlAgain,
): Html {
  const { typed, problem } = shown(again, 'outcome');
  return panel(
    'outcome',
    'Set the outcome of a payment',
    html`<p>Simulates the payer and the bank.</p>
${form({
  to: `${path}/outcome`,
  problem,
  seen: { merchantId: id },
  label: 'Set the outcome of a payment',
  body: html`${field({ name: 'id', label: 'Payment or transaction id', typed, problem, longest: 40 })}
${choice({ name: 'outcome', label: 'Outcome', options: outcomes.map((one) => [one, one.replace('-', ' ')]), chosen: typed?.outcome })}
${button('Set outcome')}`,
})}`,
  );
}

export function depositPanel({ id }: Pick<Merchant, 'id'>, again?: ControlAgain): Html {
  const { typed, problem } = shown(again, 'deposit');
  return panel(
    'deposit',
    'Create a deposit',
    html`<p>Simulates an EFT from a customer’s bank.</p>
${form({
  to: `${path}/deposit`,
  problem,
  seen: { merchantId: id },
  label: 'Create a deposit',
  body: html`${field({ name: 'reference', label: 'Reference', typed, problem, longest: 50 })}
${field({ name: 'amount', label: 'Amount, in rand', typed, problem, unit: 'R', inputMode: 'decimal', longest: 20 })}
${button('Create deposit')}`,
})}`,
  );
}

const lines = [
  ['bank', 'Connection to the bank'],
  ['notifications', 'Connection to notification recipients'],
] as const;

const words: Record<string, string> = {
  latencyMs: 'Delay of each call, in milliseconds',
  errorRate: 'Share of failing calls, 0 to 1',
  timeoutAfterCommit: 'Response is lost after the work is done',
  duplicateCallbacks: 'Each callback is sent twice',
  reorderCallbacks: 'An outdated callback follows the final one',
  down: 'No response',
};

export function faultsPanel(
  { id }: Pick<Merchant, 'id'>,
  faults: Record<'bank' | 'notifications', LineOfFaults>,
  again?: ControlAgain,
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
