// How a payment lives, and everything else that has states: drawn from the tables that the code walks.
import { deliveryMachine } from '../../core/notifications/actions.ts';
import { firstOf, getOrThrow } from '../../kernel/required.ts';
import type { Machine } from '../../kernel/state-machine.ts';
import { machines } from '../../reports/timelines/steps.ts';
import { type Html, html } from '../html.ts';
import type { Section } from './markdown.ts';
import type { StateWords, SurfaceWords } from './model.ts';

const across = 192;
const down = 52;
const [boxWidth, boxHeight] = [156, 30];
/** The bulge of an arrow to another state of the same column. */
const loop = 26;

/** Returns the page and its sections. `words` are the surfaces' names for the states, by object. */
export function lifecyclePage(words: SurfaceWords['states']): {
  title: string;
  body: Html;
  sections: Section[];
} {
  const title = 'Payment lifecycle';
  const all = [...machines, deliveryMachine];
  const body = html`<h1>${title}</h1>
<p>A merchant requests a <strong>payment</strong>, and sends the customer to its page. There each attempt at a bank is a
<strong>transaction</strong>. A payment has one after another until one is paid, the merchant cancels, or the payment expires.
When a transaction ends, the merchant receives one signed notification, which is retried until it is accepted. Money returned to the customer
is a <strong>refund</strong>. The balance of each business day is paid out as a <strong>settlement</strong>.</p>
<p>The drawings and tables below are generated from the service’s own state machines, so they show every possible transition.
States with a heavy border are final, although some can still change, as their table shows. The APIs show merchants fewer states, under
their own names, which a table lists.</p>
${all.map((machine) => machineSection(machine, words[machine.object]))}`;
  const sections = all.map(({ object, states, edges }) => ({
    id: object,
    title: `States of ${object.replaceAll('_', ' ')}`,
    level: 2,
    text: [...states, ...edges.map(({ verb }) => verb)].join(', '),
  }));
  return { title, body, sections: [{ id: 'main', title, level: 1, text: '' }, ...sections] };
}

function machineSection(machine: Machine, words: readonly StateWords[] | undefined): Html {
  return html`<h2 id="${machine.object}">${machine.object.replaceAll('_', ' ')}</h2>
<div class="scroll" tabindex="0" role="group" aria-label="Drawing of ${machine.object}">${drawing(machine)}</div>
${words && wordsTable(machine, words)}<div class="scroll" tabindex="0" role="group" aria-label="Table of ${machine.object}"><table>
<thead><tr><th scope="col">From</th><th scope="col">Action</th><th scope="col">To</th><th scope="col">Event</th></tr></thead>
<tbody>${machine.edges.map(
    ({ from, verb, to, event }) => html`<tr><td>${from.join(', ')}</td><td>${verb}</td><td>${to}</td>
<td>${event && html`<a href="/docs/events/${event}">${event}</a>`}</td></tr>\n`,
  )}</tbody></table></div>`;
}

/** Draws each surface's names for the states. */
function wordsTable({ object, states }: Machine, all: readonly StateWords[]): Html {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Names of the states of ${object}"><table>
<thead><tr><th scope="col">State</th>${all.map(({ surface }) => html`<th scope="col">On the ${surface}</th>`)}</tr></thead>
<tbody>${states.map(
    (state) =>
      html`<tr><td>${state}</td>${all.map(({ words }) => html`<td>${String(words[state] ?? '')}</td>`)}</tr>\n`,
  )}</tbody></table></div>\n`;
}

/** Draws the states in columns, by how many steps they are from the beginning. */
function drawing(machine: Machine): Html {
  const columns = columnsOf(machine);
  const at = new Map<string, [x: number, y: number]>();
  const tallest = Math.max(...columns.map(({ length }) => length));
  for (const [x, column] of columns.entries()) {
    const top = ((tallest - column.length) * down) / 2;
    for (const [y, state] of column.entries()) at.set(state, [8 + x * across, 24 + top + y * down]);
  }
  const width = 16 + (columns.length - 1) * across + boxWidth + loop;
  const height = 32 + tallest * down;
  const pairs = new Set(machine.edges.flatMap(({ from, to }) => from.map((one) => `${one} ${to}`)));
  return html`<svg class="states" role="img" aria-label="The states of ${machine.object} and the steps between them; the table below says the same" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<defs><marker id="tip-${machine.object}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>
${[...pairs].map((pair) => arrow(machine, pair, at))}
${[...at].map(([state, place]) => box(machine, state, place))}
</svg>`;
}

/** Returns the states by their distance from the initial one. */
function columnsOf({ initial, states, edges }: Machine): string[][] {
  const columns = [[initial]];
  const seen = new Set([initial]);
  for (let last = firstOf(columns); last.length > 0; ) {
    const reached = edges.filter(({ from, to }) => !seen.has(to) && from.some((one) => last.includes(one)));
    last = [...new Set(reached.map(({ to }) => to))];
    for (const state of last) seen.add(state);
    if (last.length > 0) columns.push(last);
  }
  const apart = states.filter((state) => !seen.has(state));
  return apart.length > 0 ? [...columns, apart] : columns;
}

function arrow({ object }: Machine, pair: string, at: Map<string, [number, number]>): Html {
  const [from, to] = pair.split(' ') as [string, string];
  const [[x1, y1], [x2, y2]] = [getOrThrow(at, from), getOrThrow(at, to)];
  const middle = boxHeight / 2;
  const path =
    x1 < x2
      ? `M${x1 + boxWidth} ${y1 + middle}C${x1 + boxWidth + 24} ${y1 + middle} ${x2 - 28} ${y2 + middle} ${x2} ${y2 + middle}`
      : x1 > x2
        ? `M${x1} ${y1 + middle}C${x1 - 24} ${y1 - 12} ${x2 + boxWidth + 28} ${y2 - 12} ${x2 + boxWidth} ${y2 + middle}`
        : sameColumn(x1, y1, y2);
  return html`<path class="step" d="${path}" marker-end="url(#tip-${object})"/>`;
}

function sameColumn(x: number, y1: number, y2: number): string {
  const out = x + boxWidth;
  const [from, to] = [y1 + boxHeight / 2 + 5, y2 + boxHeight / 2 - 5];
  return `M${out} ${from}C${out + loop} ${from} ${out + loop} ${to} ${out} ${to}`;
}

function box(machine: Machine, state: string, [x, y]: [number, number]): Html {
  const kind = machine.ended.includes(state) ? 'state state-ended' : 'state';
  return html`<rect class="${kind}" x="${x}" y="${y}" width="${boxWidth}" height="${boxHeight}" rx="6"/>
<text x="${x + boxWidth / 2}" y="${y + 20}" text-anchor="middle">${state.replaceAll('_', ' ')}</text>`;
}
