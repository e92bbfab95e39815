// One thing done to all payments that a filter matches: first how many, what they come to and the oldest; then a task, whose
// page shows how far it is and what became of each.

import {
  type BulkAction,
  findSeenBulkAction,
  listBulkActions,
  mostItems,
  startBulkAction,
} from '../../../core/bulk-actions/actions.ts';
import { type Action, may } from '../../../core/people/permissions.ts';
import { inThousands } from '../../../kernel/formats/text.ts';
import { type Cents, formatDecimal } from '../../../kernel/money.ts';
import { getOrThrow } from '../../../kernel/required.ts';
import { lists } from '../../../reports/lists/all.ts';
import { queryOf } from '../../../reports/lists/filters.ts';
import type { Filters, Row } from '../../../reports/lists/list.ts';
import { payments } from '../../../reports/lists/payments.ts';
import { eachMade } from '../../../reports/lists/read.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { filtersOf } from '../filter-form.ts';
import { button, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { listFor } from '../list-for.ts';
import { exportRoutes, partList } from '../list-page.ts';
import { live } from '../live/parts.ts';
import { consolePath } from '../rooms.ts';
import { idOf, whoWords } from '../things.ts';
import { empty, facts, money, state, time } from '../views/parts.ts';
import { type Fields, type FormRoute, type PageRoute, type Problem, Refusal, type Visit } from '../visit.ts';

const room = 'payments';
const taskPath = (id: string) => consolePath(room, 'tasks', id);

interface Many {
  kind: BulkAction['kind'];
  action: Action;
  title: string;
  /** What happens, in a sentence. */
  words: string;
  /** The button, before "57 payments". */
  button: string;
  /** The only state in which there is something to do. */
  state?: string;
}

const kinds: readonly Many[] = [
  {
    kind: 'resend',
    action: 'notice.resend',
    title: 'Tell the merchant again',
    words: 'Everything about each of them is sent once more, to whoever was owed it.',
    button: 'Tell again of',
  },
  {
    kind: 'cancel',
    action: 'payment.cancel',
    title: 'Cancel open payments',
    words:
      'Each that is still open is cancelled, and its merchant is told. What is paid meanwhile stays paid. To confirm, type what they come to.',
    button: 'Cancel',
    state: 'created',
  },
];

const pathOf = ({ kind }: Many) => consolePath(room, kind);

export const manyPages: PageRoute[] = [
  ...kinds.map((many): PageRoute => {
    const { action } = many;
    return {
      path: pathOf(many),
      action,
      takes: 'filters',
      show: (visit) => showMany(visit, many, visit.query),
    };
  }),
  { path: `${consolePath(room)}/tasks/:id`, action: 'payment.see', takes: 'filters', show: showTask },
  ...exportRoutes({
    path: `${consolePath(room)}/tasks/:id`,
    list: lists.taskItems,
    of: async (visit) => (await ownTask(visit)).task.id,
  }),
];

export const manyForms: FormRoute[] = kinds.map((many) => ({
  path: pathOf(many),
  action: many.action,
  // Before the transaction: the list reads with connections of its own.
  call: async (visit, fields) => void (await match(visit, many, readFilters(fields))),
  act: async (visit, work, fields) => {
    const { found, sum, filters } = await getOrThrow(matchOf, visit.request);
    assertSame(fields, found.length, sum);
    if (many.kind === 'cancel' && amountOf(fields.amount, 'amount') !== sum)
      throw new Refusal(422, `They come to ${money(sum)}: type exactly that.`, 'amount');
    const query = queryOf(filters);
    const task = await startBulkAction(work, visit.viewer, {
      kind: many.kind,
      filters: query,
      payments: found,
    });
    return {
      to: taskPath(task.id),
      said: `It has begun with ${countOf(found.length)}, and goes on by itself.`,
      subject: `task ${task.id}`,
      merchantId: visit.viewer.merchants === 'all' ? null : (visit.viewer.merchants[0] ?? null),
      after: { payments: found.length, sum: formatDecimal(sum), filters: query },
    };
  },
  again: (visit, fields, problem) => showMany(visit, many, readFilters(fields), { fields, problem }),
}));

/** The links beside the title of the list: the same filter, and what may be done to all that it matches. */
export function manyTools(visit: Visit): Html {
  const given = Object.entries(visit.query).filter(([name, text]) => name !== 'after' && text !== '');
  const query = new URLSearchParams(given).toString();
  return html`${kinds
    .filter(({ action }) => may(visit.person.rights, action))
    .map((many) => html`<a href="${pathOf(many)}${query && `?${query}`}">${many.title}</a> `)}`;
}

/** The filter travels in one field, as it stands in the address. */
function readFilters({ filters = '' }: Fields): Fields {
  return Object.fromEntries(new URLSearchParams(filters));
}

interface Match {
  filters: Filters;
  found: { merchantId: string; paymentId: string; reference: string; amountCents: Cents }[];
  sum: Cents;
  oldest: Date | undefined;
}

/** Read once for a request, before its transaction. */
const matchOf = new WeakMap<Visit['request'], Promise<Match>>();

/** Returns all payments that a filter matches, read once for a visit. Throws Refusal where they are too many. */
function match(visit: Visit, many: Many, query: Fields): Promise<Match> {
  const known = matchOf.get(visit.request) ?? readMatch(visit, many, query);
  matchOf.set(visit.request, known);
  return known;
}

async function readMatch(visit: Visit, many: Many, query: Fields): Promise<Match> {
  const { db } = visit.ctx;
  const wanted = many.state === undefined ? query : { ...query, state: query.state || many.state };
  if (many.state !== undefined && wanted.state !== many.state)
    throw new Refusal(422, `Only payments that are ${many.state} can be cancelled.`, 'state');
  const { after: _, ...rest } = wanted;
  const filters = filtersOf(
    { ...visit, query: rest },
    listFor(visit, payments),
    await findScope(db, visit.viewer),
  );
  const found: Match['found'] = [];
  let oldest: Date | undefined;
  const matchOfRow = (row: Row): Match['found'][number] => {
    oldest = row.createdAt;
    return {
      merchantId: String(row.merchantId),
      paymentId: row.id,
      reference: String(row.reference ?? ''),
      amountCents: row.amountCents as Cents,
    };
  };
  for await (const some of payments.rows((read) => read(db), visit.viewer, filters, eachMade(matchOfRow))) {
    found.push(...some);
    if (found.length > mostItems)
      throw new Refusal(422, `More than ${countOf(mostItems)} match: narrow the filter.`);
  }
  return { filters, found, sum: found.reduce((total, one) => total + one.amountCents, 0n), oldest };
}

/** Throws where others match now than the person has seen. */
function assertSame({ seenCount, seenSum }: Fields, count: number, sum: Cents): void {
  if (seenCount === String(count) && seenSum === formatDecimal(sum)) return;
  if (count === 0) throw new Refusal(409, 'Nothing matches any more.');
  throw new Refusal(409, `${countOf(count)} of ${money(sum)} match now; look at them again.`);
}

const countOf = (count: number): string =>
  `${inThousands(String(count), ' ')} ${count === 1 ? 'payment' : 'payments'}`;

async function showMany(
  visit: Visit,
  many: Many,
  query: Fields,
  again?: { fields: Fields; problem: Problem },
): Promise<Html> {
  // After a form the number is read again: it may be what has changed.
  if (again) matchOf.delete(visit.request);
  const { found, sum, oldest, filters } = await match(visit, many, query);
  const back = `${consolePath(room)}?${queryOf(filters)}`;
  const { title, words, button: verb, kind } = many;
  const given = { typed: again?.fields, problem: again?.problem };
  const main = html`<p><a href="${back}">Back to the list</a></p>
${again && found.length === 0 && html`<p class="wrong" role="alert">${again.problem.message}</p>`}
${
  found.length === 0
    ? empty('Nothing matches.')
    : html`<section class="panel" aria-label="What matches">${facts([
        ['Match', html`<strong>${countOf(found.length)}</strong>`],
        ['Together', money(sum)],
        ['Oldest', oldest && time(oldest)],
        ['Filter', queryOf(filters) || 'the last 30 days'],
      ])}
<p>${words}</p>
${form({
  to: pathOf(many),
  ...given,
  seen: { filters: queryOf(filters), seenCount: String(found.length), seenSum: formatDecimal(sum) },
  label: title,
  body: html`${kind === 'cancel' && field({ name: 'amount', label: 'Together, in rand', ...given, unit: 'R', inputMode: 'decimal', longest: 20 })}
${button(`${verb} ${countOf(found.length)}`, kind === 'cancel' ? 'danger' : 'main')}`,
})}</section>`
}
${await earlier(visit)}`;
  return consolePage(visit, { title, room, main });
}

const kindWords: Record<BulkAction['kind'], string> = { resend: 'told again', cancel: 'cancelled' };

async function earlier({ ctx, viewer }: Visit): Promise<Html | undefined> {
  const found = await listBulkActions(ctx.db, viewer, 10);
  if (found.length === 0) return undefined;
  return html`<section aria-labelledby="earlier"><h2 id="earlier">Before</h2><ul>${found.map(
    ({ id, kind, itemCount, createdAt, nextIndex }) =>
      html`<li><a href="${taskPath(id)}">${countOf(itemCount)} ${kindWords[kind]}</a>, ${time(createdAt)}${nextIndex < itemCount && ', under way'}</li>`,
  )}</ul></section>`;
}

type SeenBulkAction = NonNullable<Awaited<ReturnType<typeof findSeenBulkAction>>>;

async function ownTask(visit: Visit): Promise<SeenBulkAction> {
  const found = await findSeenBulkAction(visit.ctx, visit.viewer, idOf(visit));
  if (found) return found;
  throw new Refusal(404, 'There is no such task here, or it is not yours to see.');
}

async function showTask(visit: Visit): Promise<Html> {
  const seen = await ownTask(visit);
  const { id, kind } = seen.task;
  const shown = html`<section class="panel" aria-label="Progress">${await progress(visit, seen)}</section>`;
  if (visit.live.isStream) return shown;
  const main = html`${shown}
${await partList(visit, { list: lists.taskItems, of: id, path: taskPath(id), title: 'What became of each', none: 'None.' })}`;
  return consolePage(visit, { title: `Payments ${kindWords[kind]}`, room, main });
}

/** Returns how far a task is. It goes on by itself on a page that is read; one that was complete has nothing to wait for. */
async function progress(visit: Visit, { task, done, refused }: SeenBulkAction): Promise<Html> {
  const { id, kind, itemCount, nextIndex, sumCents, createdBy, createdAt, completedAt, filters } = task;
  const isOver = completedAt !== null;
  const words = `${nextIndex} of ${countOf(itemCount)}: ${done} ${kindWords[kind]}, ${refused} refused`;
  const shown = html`<p><progress value="${nextIndex}" max="${itemCount}" aria-label="Done">${nextIndex}</progress>
${words}</p>
${facts([
  ['State', state(isOver ? 'complete' : 'running')],
  ['Together', money(sumCents)],
  ['Filter', filters || 'the last 30 days'],
  ['Begun', time(createdAt)],
  ['By', await whoWords(visit, createdBy)],
  ['Ended', completedAt && time(completedAt)],
])}
${!isOver && html`<p class="hint">It goes on when you leave this page. <a href="${taskPath(id)}">Look again</a></p>`}
${isOver && visit.live.isStream && html`<p><a href="${taskPath(id)}">Show what became of each</a></p>`}`;
  visit.live.isDone = isOver;
  return isOver && !visit.live.isStream ? shown : live(visit, 'progress', shown, `${words}.`);
}
