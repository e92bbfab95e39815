// The saved views of a list, above its filters: links, and the forms to save and remove one.
import { listViews, mayRemove, type SavedView } from '../../../core/users/views.ts';
import { personalFilters } from '../../../reports/lists/filters.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePath, isListedPage } from '../navigation.ts';
import type { Again, Visit } from '../visit.ts';

export const viewPath = ({ room, query }: Pick<SavedView, 'room' | 'query'>): string =>
  `${consolePath(room)}?${query}`;

/** Returns the views of a page, and forms for the open address; nothing without both. */
export async function savedViews(visit: Visit, room: string, query: string): Promise<Html | undefined> {
  if (!isListedPage(room)) return undefined;
  const views = await listViews(visit.ctx.db, visit.user, visit.viewer, room);
  if (views.length === 0 && query === '') return undefined;
  const open = views.find((view) => view.query === query);
  return html`<nav class="saved-views" aria-label="Saved views">${views.map((view) => link(view, view === open))}
${query !== '' && !open && !isPersonal(query) && html`<details><summary>Save this view</summary>${await saveForm(visit, { room, query })}</details>`}
${open && mayRemove(visit.user, open) && removeForm(open)}</nav>`;
}

/** A query with a customer's name, address or number is not saved. */
function isPersonal(query: string): boolean {
  const given = new URLSearchParams(query);
  return personalFilters.some((name) => given.has(name));
}

const link = (view: SavedView, isOpen: boolean): Html =>
  html`<a class="chip" href="${viewPath(view)}"${isOpen && html` aria-current="page"`}>${view.name}${view.merchantId !== null && html` <span class="hint">(team)</span>`}</a> `;

const removeForm = ({ id, name }: SavedView): Html =>
  form({
    to: consolePath('views', id, 'remove'),
    label: `Remove the view ${name}`,
    body: button('Remove view', 'quiet'),
  });

/** Returns the form that names the open address. */
export async function saveForm(
  visit: Visit,
  seen: { room: string; query: string },
  again?: Again,
): Promise<Html> {
  const teams =
    visit.viewer.merchants === 'all' ? [] : (await findScope(visit.ctx.db, visit.viewer)).merchants;
  const options: [string, string][] = [
    ['', 'Only me'],
    ...teams.map(({ code }): [string, string] => [code, `All users of ${code}`]),
  ];
  return form({
    to: consolePath('views'),
    ...again,
    seen,
    label: 'Save this view',
    body: html`${field({ name: 'name', label: 'Name', ...again, hint: 'Relative dates such as 7d or yesterday stay relative.', longest: 60 })}
${teams.length > 0 && choice({ name: 'team', label: 'Visible to', options, chosen: again?.typed.team, id: 'f-view-team' })}
${button('Save view')}`,
  });
}
