// Rooms to look at: a list, and the story of each of its things.

import { isUuid } from '../../../kernel/ids.ts';
import { lists } from '../../../reports/lists/all.ts';
import type { StoryKind } from '../../../reports/stories/actions.ts';
import { listRoutes } from '../list-page.ts';
import { consolePath } from '../rooms.ts';
import { storyOf, storyPage } from '../views/story-page.ts';
import { type PageRoute, Refusal, type Visit } from '../visit.ts';

interface Looking {
  room: string;
  list: (typeof lists)[keyof typeof lists];
  title: string;
  first: { words: string; command?: string };
  /** Whose story its things have, and what one of them is called. */
  thing?: { kind: StoryKind; noun: string };
}

const rooms: readonly Looking[] = [
  {
    room: 'notices',
    list: lists.notices,
    title: 'Notices',
    first: { words: 'What merchants are told stands here, with each try.' },
  },
  {
    room: 'webhooks',
    list: lists.webhooks,
    title: 'Webhooks',
    first: { words: 'You are told nothing yet by webhook: make one on the One API, or here.' },
  },
  {
    room: 'developers',
    list: lists.refusals,
    title: 'Refused requests',
    first: {
      words: 'Requests whose hash is wrong stand here, with the reason.',
      command: 'npx tefo hash explain',
    },
    thing: { kind: 'refused_request', noun: 'Refused request' },
  },
];

export const lookingPages: PageRoute[] = rooms.flatMap((one) => [
  ...listRoutes(one),
  ...(one.thing
    ? [
        {
          path: `${consolePath(one.room)}/:id`,
          action: one.list.action,
          show: (visit: Visit) => showThing(visit, one.room, one.thing!),
        },
      ]
    : []),
]);

async function showThing(visit: Visit, room: string, { kind, noun }: NonNullable<Looking['thing']>) {
  const id = (visit.params.id ?? '').toLowerCase();
  if (!isUuid(id)) throw new Refusal(404, 'There is no such thing here.');
  return storyPage(visit, { room, noun, story: await storyOf(visit, { kind, id }) });
}
