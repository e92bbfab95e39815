// Pages that show a record and offer no action: a charge of a subscription, and an account verification.
import { consolePath } from '../rooms.ts';
import { idOf } from '../things.ts';
import { storyOf, storyPage } from '../views/story-page.ts';
import type { PageRoute } from '../visit.ts';

export const toldPages: PageRoute[] = [
  {
    path: `${consolePath('charges')}/:id`,
    action: 'subscription.see',
    show: async (visit) => {
      const story = await storyOf(visit, { kind: 'charge', id: idOf(visit) });
      return storyPage(visit, { room: 'subscriptions', noun: 'Charge', story });
    },
  },
  {
    path: `${consolePath('verifications')}/:id`,
    action: 'payout.see',
    show: async (visit) => {
      const story = await storyOf(visit, { kind: 'verification', id: idOf(visit) });
      return storyPage(visit, { room: 'payouts', noun: 'Account verification', story });
    },
  },
];
