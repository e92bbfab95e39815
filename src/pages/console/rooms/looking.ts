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
    room: 'refunds',
    list: lists.refunds,
    title: 'Refunds',
    first: { words: 'Refunds stand here. Ask for one on the page of a paid payment.' },
  },
  {
    room: 'payouts',
    list: lists.payouts,
    title: 'Payouts',
    first: { words: 'Payouts to people and suppliers stand here, from the float of a site.' },
    thing: { kind: 'payout', noun: 'Payout' },
  },
  {
    room: 'subscriptions',
    list: lists.subscriptions,
    title: 'Subscriptions',
    first: { words: 'Subscriptions stand here once a payer was asked for a debit order.' },
    thing: { kind: 'subscription', noun: 'Subscription' },
  },
  {
    room: 'bulk',
    list: lists.bulkJobs,
    title: 'Bulk jobs',
    first: { words: 'Jobs of many payments, refunds or payouts at once stand here.' },
    thing: { kind: 'bulk_job', noun: 'Bulk job' },
  },
  {
    room: 'settlements',
    list: lists.settlements,
    title: 'Settlements',
    first: { words: 'What each site is paid for a business day stands here the morning after.' },
    thing: { kind: 'settlement', noun: 'Settlement' },
  },
  {
    room: 'deposits',
    list: lists.deposits,
    title: 'Unmatched deposits',
    first: {
      words: 'Money whose reference nobody knows waits here for a person.',
      command: 'npx tefo deposit list',
    },
    thing: { kind: 'deposit', noun: 'Deposit' },
  },
  {
    room: 'merchants',
    list: lists.merchants,
    title: 'Merchants',
    first: { words: 'Merchants stand here.', command: 'npx tefo merchant create --name NAME' },
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
