// Pages that show a record and offer no action: a charge of a subscription, and an account verification.
import { consolePath } from '../navigation.ts';
import { idOf } from '../records.ts';
import { recordPage, timelineOf } from '../views/record-page.ts';
import type { PageRoute } from '../visit.ts';

export const readOnlyPages: PageRoute[] = [
  {
    path: `${consolePath('charges')}/:id`,
    action: 'subscription.see',
    show: async (visit) => {
      const timeline = await timelineOf(visit, { kind: 'charge', id: idOf(visit) });
      return recordPage(visit, { page: 'subscriptions', noun: 'Charge', timeline });
    },
  },
  {
    path: `${consolePath('verifications')}/:id`,
    action: 'payout.see',
    show: async (visit) => {
      const timeline = await timelineOf(visit, { kind: 'verification', id: idOf(visit) });
      return recordPage(visit, { page: 'payouts', noun: 'Account verification', timeline });
    },
  },
];
