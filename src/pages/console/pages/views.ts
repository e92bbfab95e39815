// Saved views: a name for the address of a list.
import { removeView, saveView } from '../../../core/users/views.ts';
import { personalFilters } from '../../../reports/lists/filters.ts';
import { filterNames } from '../../../reports/lists/list.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { consolePage } from '../frame.ts';
import { consolePath, isListedPage } from '../navigation.ts';
import { problemPage } from '../problems.ts';
import { saveForm, viewPath } from '../views/saved-views.ts';
import { type AnyVisit, type Fields, type FormRoute, Refusal } from '../visit.ts';

const title = 'Save a view';

export const viewForms: FormRoute[] = [
  {
    path: consolePath('views'),
    action: 'view.save',
    act: async (visit, work, fields) => {
      refusePersonal(fields);
      const view = await saveView(work, visit.user, visit.viewer, {
        ...addressIn(fields),
        name: fields.name ?? '',
        merchantId: await teamIn(visit, fields),
      });
      return {
        to: viewPath(view),
        said: `View ${view.name} saved.`,
        subject: `view ${view.id}`,
        merchantId: view.merchantId,
        after: { name: view.name, room: view.room, query: view.query },
      };
    },
    again: async (visit, again) => {
      const address = addressIn(again.typed);
      const main = await saveForm(visit, address, again);
      return consolePage(visit, { title, page: address.room, main });
    },
  },
  {
    path: `${consolePath('views')}/:id/remove`,
    action: 'view.save',
    act: async (visit, work) => {
      const view = await removeView(work, visit.user, visit.viewer, visit.params.id ?? '');
      return {
        to: viewPath(view),
        said: `View ${view.name} removed. Its filters are still set.`,
        subject: `view ${view.id}`,
        merchantId: view.merchantId,
        before: { name: view.name, room: view.room, query: view.query },
      };
    },
    again: async (visit, { problem }) => problemPage(visit, problem),
  },
];

/** Returns the page and the filters, without other parameters. Throws Refusal for an unknown page. */
function addressIn({ room = '', query = '' }: Fields): { room: string; query: string } {
  if (!isListedPage(room)) throw new Refusal(422, 'Unknown list.', 'room');
  const given = new URLSearchParams(query);
  const known = filterNames.flatMap((name) => {
    const word = name === 'after' ? null : given.get(name);
    return word ? [[name, word]] : [];
  });
  return { room, query: new URLSearchParams(known).toString() };
}

/** Views are shared, and no record: they keep no personal data. Throws Refusal. */
function refusePersonal({ query = '' }: Fields): void {
  const given = new URLSearchParams(query);
  if (personalFilters.some((name) => given.get(name)))
    throw new Refusal(
      422,
      'A view cannot keep a customer’s name, address or number: clear that filter first.',
    );
}

async function teamIn({ ctx, viewer }: AnyVisit, { team = '' }: Fields): Promise<string | null> {
  if (team === '') return null;
  const { merchants } = await findScope(ctx.db, viewer);
  const merchant = merchants.find(({ code }) => code === team);
  if (!merchant || viewer.merchants === 'all')
    throw new Refusal(422, 'You do not belong to this team.', 'team');
  return merchant.id;
}
