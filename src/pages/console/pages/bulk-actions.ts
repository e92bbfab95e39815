// Bulk actions on all payments that match a filter: first a preview with count, total and oldest payment; then a task, whose
// page shows its progress and the outcome of each payment.

import {
  type BulkAction,
  findSeenBulkAction,
  listBulkActions,
  mostItems,
  startBulkAction,
} from '../../../core/bulk-actions/actions.ts';
import { type Action, may } from '../../../core/users/permissions.ts';
import { inThousands } from '../../../kernel/formats/text.ts';
import { type Cents, formatDecimal } from '../../../kernel/money.ts';
import { getOrThrow } from '../../../kernel/required.ts';
import { lists } from '../../../reports/lists/all.ts';
import { queryOf, recordedWords } from '../../../reports/lists/filters.ts';
import type { Filters, Row } from '../../../reports/lists/list.ts';
import { payments } from '../../../reports/lists/payments.ts';
import { eachMade } from '../../../reports/lists/read.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { filtersOf } from '../filter-form.ts';
import { button, field, form, menu } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { listFor } from '../list-for.ts';
import { exportRoutes, partList } from '../list-page.ts';
import { live } from '../live/parts.ts';
import { consolePath } from '../navigation.ts';
import { idOf, whoWords } from '../records.ts';
import { empty, facts, money, state, time } from '../views/parts.ts';
import { type Again, type Fields, type FormRoute, type PageRoute, Refusal, type Visit } from '../visit.ts';

const page = 'payments';
const taskPath = (id: string) => consolePath(page, 'tasks', id);

interface Many {
  kind: BulkAction['kind'];
  action: Action;
  title: string;
  /** The effect, in a sentence. */
  words: string;
  /** The verb of the button, before "57 payments". */
  button: string;
  /** The only state in which the action has an effect. */
  state?: string;
}

const kinds: readonly Many[] = [
  {
    kind: 'resend',
    action: 'notice.resend',
    title: 'Resend notifications',
    words: 'All notifications of these payments are sent again.',
    button: 'Resend for',
  },
  {
    kind: 'cancel',
    action: 'payment.cancel',
    title: 'Cancel open payments',
    words:
      'Open payments will be cancelled and the merchant notified. Payments completed meanwhile are not affected. Type the total to confirm.',
    button: 'Cancel',
    state: 'created',
  },
];

const pathOf = ({ kind }: Many) => consolePath(page, kind);

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
  { path: `${consolePath(page)}/tasks/:id`, action: 'payment.see', takes: 'filters', show: showTask },
  ...exportRoutes({
    path: `${consolePath(page)}/tasks/:id`,
    list: lists.taskItems,
    of: async (visit) => (await ownTask(visit)).task.id,
  }),
];

export const manyForms: FormRoute[] = kinds.map((many) => ({
  path: pathOf(many),
  action: many.action,
  // Before the transaction, because the list reads with its own connections.
  call: async (visit, fields) => void (await match(visit, many, readFilters(fields))),
  act: async (visit, work, fields) => {
    const { found, sum, filters } = await getOrThrow(matchOf, visit.request);
    assertSame(fields, found.length, sum);
    if (many.kind === 'cancel' && amountOf(fields.amount, 'amount') !== sum)
      throw new Refusal(422, `The total is ${money(sum)}. Enter exactly that amount.`, 'amount');
    const query = queryOf({ words: recordedWords(filters) });
    const task = await startBulkAction(work, visit.viewer, {
      kind: many.kind,
      filters: query,
      payments: found,
    });
    return {
      to: taskPath(task.id),
      said: `Started for ${countOf(found.length)}. It continues in the background.`,
      subject: `task ${task.id}`,
      merchantId: visit.viewer.merchants === 'all' ? null : (visit.viewer.merchants[0] ?? null),
      after: { payments: found.length, sum: formatDecimal(sum), filters: query },
    };
  },
  again: (visit, again) => showMany(visit, many, readFilters(again.typed), again),
}));

/** Links next to the title of the list: the same filter, with each bulk action. */
export function manyTools(visit: Visit): Html | undefined {
  const shown = kinds.filter(({ action }) => may(visit.user.rights, action));
  if (shown.length === 0) return undefined;
  const given = Object.entries(visit.query).filter(([name, text]) => name !== 'after' && text !== '');
  const query = new URLSearchParams(given).toString();
  return menu(
    'Bulk actions',
    html`${shown.map((many) => html`<a href="${pathOf(many)}${query && `?${query}`}">${many.title}</a>`)}`,
  );
}

/** The filter is sent in one field, as a query string. */
function readFilters({ filters = '' }: Fields): Fields {
  return Object.fromEntries(new URLSearchParams(filters));
}

interface Match {
  filters: Filters;
  found: { merchantId: string; paymentId: string; reference: string; amountCents: Cents }[];
  sum: Cents;
}

/** Read once per request, before its transaction. */
const matchOf = new WeakMap<Visit['request'], Promise<Match>>();

/** Returns all payments that match a filter, read once per visit. Throws Refusal if there are too many. */
function match(visit: Visit, many: Many, query: Fields): Promise<Match> {
  const known = matchOf.get(visit.request) ?? readMatch(visit, many, query);
  matchOf.set(visit.request, known);
  return known;
}

/** Returns the filters of an action, whose payments are all in the one state that it has an effect on. */
async function filtersFor(visit: Visit, many: Many, query: Fields): Promise<Filters> {
  const wanted = many.state === undefined ? query : { ...query, state: query.state || many.state };
  if (many.state !== undefined && wanted.state !== many.state)
    throw new Refusal(422, 'Only open payments can be cancelled.', 'state');
  const { after: _, ...rest } = wanted;
  const scope = await findScope(visit.ctx.db, visit.viewer);
  return filtersOf({ ...visit, query: rest }, listFor(visit, payments), scope);
}

const tooMany = () => new Refusal(422, `More than ${countOf(mostItems)} match. Narrow the filter.`);

interface Preview {
  filters: Filters;
  count: number;
  sum: Cents;
  oldest: Date | undefined;
}

/** Returns what a filter matches, without reading each payment. Throws Refusal if there are too many. */
async function preview(visit: Visit, many: Many, query: Fields): Promise<Preview> {
  const filters = await filtersFor(visit, many, query);
  const { db } = visit.ctx;
  const { count, cents, isMore } = await payments.totals(db, visit.viewer, filters);
  if (isMore || count > mostItems || cents === null) throw tooMany();
  const first = { ...filters, sort: 'created', order: 'asc' } as const;
  const { rows } = await payments.page(db, visit.viewer, first, { limit: 1, offset: 0 });
  return { filters, count, sum: cents, oldest: rows[0]?.createdAt };
}

async function readMatch(visit: Visit, many: Many, query: Fields): Promise<Match> {
  const { db } = visit.ctx;
  const filters = await filtersFor(visit, many, query);
  const found: Match['found'] = [];
  const matchOfRow = (row: Row): Match['found'][number] => ({
    merchantId: String(row.merchantId),
    paymentId: row.id,
    reference: String(row.reference ?? ''),
    amountCents: row.amountCents as Cents,
  });
  for await (const some of payments.rows((read) => read(db), visit.viewer, filters, eachMade(matchOfRow))) {
    found.push(...some);
    if (found.length > mostItems) throw tooMany();
  }
  return { filters, found, sum: found.reduce((total, one) => total + one.amountCents, 0n) };
}

/** Throws if the matching payments differ from those that the user saw. */
function assertSame({ seenCount, seenSum }: Fields, count: number, sum: Cents): void {
  if (seenCount === String(count) && seenSum === formatDecimal(sum)) return;
  if (count === 0) throw new Refusal(409, 'No payments match any more.');
  throw new Refusal(409, `${countOf(count)} for ${money(sum)} match now. Check them again.`);
}

const countOf = (count: number): string =>
  `${inThousands(String(count), ' ')} ${count === 1 ? 'payment' : 'payments'}`;

async function showMany(visit: Visit, many: Many, query: Fields, again?: Again): Promise<Html> {
  const { count, sum, oldest, filters } = await preview(visit, many, query);
  const back = `${consolePath(page)}?${queryOf(filters)}`;
  const { title, words, button: verb, kind } = many;

  const main = html`<p><a href="${back}">Back to payments</a></p>
${again && count === 0 && html`<p class="wrong" role="alert">${again.problem.message}</p>`}
${
  count === 0
    ? empty('No payments match.')
    : html`<section class="panel" aria-label="Matching payments">${facts([
        ['Matches', html`<strong>${countOf(count)}</strong>`],
        ['Total', money(sum)],
        ['Oldest', oldest && time(oldest)],
        ['Filter', queryOf(filters) || 'last 30 days'],
      ])}
<p>${words}</p>
${form({
  to: pathOf(many),
  ...again,
  seen: { filters: queryOf(filters), seenCount: String(count), seenSum: formatDecimal(sum) },
  label: title,
  body: html`${kind === 'cancel' && field({ name: 'amount', label: 'Total, in rand', ...again, unit: 'R', inputMode: 'decimal', longest: 20 })}
${button(`${verb} ${countOf(count)}`, kind === 'cancel' ? 'danger' : 'main')}`,
})}</section>`
}
${await earlier(visit)}`;
  return consolePage(visit, { title, page, main });
}

const kindWords: Record<BulkAction['kind'], string> = { resend: 'resent', cancel: 'cancelled' };

async function earlier({ ctx, viewer }: Visit): Promise<Html | undefined> {
  const found = await listBulkActions(ctx.db, viewer, 10);
  if (found.length === 0) return undefined;
  return html`<section aria-labelledby="earlier"><h2 id="earlier">Earlier bulk actions</h2><ul>${found.map(
    ({ id, kind, itemCount, createdAt, nextIndex }) =>
      html`<li><a href="${taskPath(id)}">${countOf(itemCount)} ${kindWords[kind]}</a>, ${time(createdAt)}${nextIndex < itemCount && ', in progress'}</li>`,
  )}</ul></section>`;
}

type SeenBulkAction = NonNullable<Awaited<ReturnType<typeof findSeenBulkAction>>>;

async function ownTask(visit: Visit): Promise<SeenBulkAction> {
  const found = await findSeenBulkAction(visit.ctx, visit.viewer, idOf(visit));
  if (found) return found;
  throw new Refusal(404, 'Bulk action not found, or you do not have access.');
}

async function showTask(visit: Visit): Promise<Html> {
  const seen = await ownTask(visit);
  const { id, kind } = seen.task;
  const shown = html`<section class="panel" aria-label="Progress">${await progress(visit, seen)}</section>`;
  if (visit.live.isStream) return shown;
  const main = html`${shown}
${await partList(visit, { list: lists.taskItems, of: id, path: taskPath(id), title: 'Payments', none: 'No payments.' })}`;
  return consolePage(visit, {
    title: kind === 'resend' ? 'Resend notifications' : 'Cancel open payments',
    page,
    main,
  });
}

/** Returns the progress of a task. It updates by itself until the task is complete. */
async function progress(visit: Visit, { task, done, refused }: SeenBulkAction): Promise<Html> {
  const { id, kind, itemCount, nextIndex, sumCents, createdBy, createdAt, completedAt, filters } = task;
  const isOver = completedAt !== null;
  const words = `${nextIndex} of ${countOf(itemCount)}: ${done} ${kindWords[kind]}, ${refused} failed`;
  const shown = html`<p><progress value="${nextIndex}" max="${itemCount}" aria-label="Done">${nextIndex}</progress>
${words}</p>
${facts([
  ['State', state(isOver ? 'complete' : 'running')],
  ['Total', money(sumCents)],
  ['Filter', filters || 'last 30 days'],
  ['Started', time(createdAt)],
  ['By', await whoWords(visit, createdBy)],
  ['Completed', completedAt && time(completedAt)],
])}
${!isOver && html`<p class="hint">It continues when you leave this page. <a href="${taskPath(id)}">Refresh</a></p>`}
${isOver && visit.live.isStream && html`<p><a href="${taskPath(id)}">Show the outcome of each payment</a></p>`}`;
  visit.live.isDone = isOver;
  return isOver && !visit.live.isStream ? shown : live(visit, 'progress', shown, `${words}.`);
}
