// Saved views: a name for the address of a list.
import { removeView, saveView } from '../../../core/people/views.ts';
import { filterNames } from '../../../reports/lists/list.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { consolePage } from '../frame.ts';
import { problemPage } from '../problems.ts';
import { areas, consolePath } from '../rooms.ts';
import { saveForm, viewPath } from '../views/saved-views.ts';
import { type AnyVisit, type Fields, type FormRoute, Refusal } from '../visit.ts';

const title = 'Save a view';

export const viewForms: FormRoute[] = [
  {
    path: consolePath('views'),
    action: 'view.save',
    act: async (visit, work, fields) => {
      const view = await saveView(work, visit.person, visit.viewer, {
        ...addressIn(fields),
        name: fields.name ?? '',
        merchantId: await teamIn(visit, fields),
      });
      return {
        to: viewPath(view),
        said: `The view ${view.name} is saved.`,
        subject: `view ${view.id}`,
        merchantId: view.merchantId,
        after: { name: view.name, room: view.room, query: view.query },
      };
    },
    again: async (visit, fields, problem) => {
      const address = addressIn(fields);
      const main = await saveForm(visit, address, fields, problem);
      return consolePage(visit, { title, room: address.room, main });
    },
  },
  {
    path: `${consolePath('views')}/:id/remove`,
    action: 'view.save',
    act: async (visit, work) => {
      const view = await removeView(work, visit.person, visit.viewer, visit.params.id ?? '');
      return {
        to: viewPath(view),
        said: `The view ${view.name} is removed. Its filters are still set.`,
        subject: `view ${view.id}`,
        merchantId: view.merchantId,
        before: { name: view.name, room: view.room, query: view.query },
      };
    },
    again: async (visit, _fields, problem) => problemPage(visit, problem),
  },
];

/** Returns the room and the filters; anything else that came along is left out. Throws Refusal for a room that is none. */
function addressIn({ room = '', query = '' }: Fields): { room: string; query: string } {
  const isRoom = areas.some(({ rooms }) => rooms.some(({ name }) => name === room && name !== ''));
  if (!isRoom) throw new Refusal(422, 'There is no such list.', 'room');
  const given = new URLSearchParams(query);
  const known = filterNames.flatMap((name) => {
    const word = name === 'after' ? null : given.get(name);
    return word ? [[name, word]] : [];
  });
  return { room, query: new URLSearchParams(known).toString() };
}

async function teamIn({ ctx, viewer }: AnyVisit, { team = '' }: Fields): Promise<string | null> {
  if (team === '') return null;
  const { merchants } = await findScope(ctx.db, viewer);
  const merchant = merchants.find(({ code }) => code === team);
  if (!merchant || viewer.merchants === 'all') throw new Refusal(422, 'This is no team of yours.', 'team');
  return merchant.id;
}
