// Subscriptions: the list, and one subscription with its charges.
import type { AnyContext } from '../../../core/context.ts';
import { DomainError } from '../../../core/errors.ts';
import {
  cancelSubscription,
  chargeNow,
  findAnySubscription,
  type Subscription,
  subscriptionMachine,
} from '../../../core/subscriptions/actions.ts';
import { adhocTerms } from '../../../core/subscriptions/adhoc.ts';
import { may } from '../../../core/users/permissions.ts';
import { sees } from '../../../core/viewer.ts';
import { formatDecimal } from '../../../kernel/money.ts';
import { lists } from '../../../reports/lists/all.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { button, field, form } from '../forms.ts';
import { exportRoutes, listRoutes, partList } from '../list-page.ts';
import { consolePath } from '../navigation.ts';
import { idOf } from '../records.ts';
import { facts, money } from '../views/parts.ts';
import { recordPage, timelineOf } from '../views/record-page.ts';
import {
  type Again,
  type AnyVisit,
  type FormRoute,
  type PageRoute,
  type Problem,
  Refusal,
  type Visit,
} from '../visit.ts';
import { chargesPath, showCharges } from './charges.ts';

const page = 'subscriptions';
const action = 'subscription.see';
const pathOf = (id: string, ...more: string[]) => consolePath(page, id, ...more);

export const subscriptionPages: PageRoute[] = [
  ...listRoutes({
    page,
    list: lists.subscriptions,
    title: 'Subscriptions',
    tools: () => html`<a href="${chargesPath}">Failed and upcoming charges</a>`,
    first: { words: 'No subscriptions yet. They are created through the One API.' },
  }),
  { path: chargesPath, action, show: showCharges },
  { path: `${consolePath(page)}/:id`, action, takes: 'filters', show: (visit) => showSubscription(visit) },
  ...exportRoutes({
    path: `${consolePath(page)}/:id`,
    list: lists.charges,
    of: async (visit) => (await own(visit, visit.ctx)).id,
  }),
];

export const subscriptionForms: FormRoute[] = [
  {
    path: `${consolePath(page)}/:id/cancel`,
    action: 'subscription.cancel',
    act: async (visit, work, fields) => {
      const { id, merchantId, state } = await own(visit, work);
      if (state === 'canceled')
        throw new DomainError('DoneAlready', { detail: 'the subscription is already cancelled' });
      const seen = (fields.seenState ?? state) as typeof state;
      await cancelSubscription(work, visit.viewer, id, { state: seen });
      return {
        to: pathOf(id),
        said: 'Subscription cancelled. Future charges stop.',
        subject: `subscription ${id}`,
        merchantId,
        before: { state: fields.seenState ?? state },
        after: { state: 'canceled' },
      };
    },
    again: (visit, { problem }) => showSubscription(visit, undefined, problem),
  },
  {
    path: `${consolePath(page)}/:id/charge`,
    action: 'subscription.charge',
    act: async (visit, work, fields) => {
      const subscription = await own(visit, work);
      const amount = amountOf(fields.amount, 'amount');
      const merchantReference = (fields.reference ?? '').trim();
      if (!/^[^\p{C}]{1,50}$/u.test(merchantReference))
        throw new Refusal(422, 'Enter a reference of 1 to 50 characters.', 'reference');
      const charge = await chargeNow(work, subscription, { amount, merchantReference });
      return {
        to: pathOf(subscription.id),
        said: `Charge of ${money(amount)} created.`,
        subject: `subscription ${subscription.id}`,
        merchantId: subscription.merchantId,
        after: { charge: charge.id, amount: formatDecimal(amount), reference: merchantReference },
      };
    },
    again: (visit, again) => showSubscription(visit, again),
  },
];

/** Throws Refusal for a subscription that does not exist or is not the viewer's. */
async function own(visit: AnyVisit, scope: AnyContext): Promise<Subscription> {
  const found = await findAnySubscription(scope.db, idOf(visit));
  if (found && sees(visit.viewer, found.merchantId)) return found;
  throw new Refusal(404, 'Subscription not found, or you do not have access.');
}

async function showSubscription(visit: Visit, again?: Again, problem?: Problem): Promise<Html> {
  const subscription = await own(visit, visit.ctx);
  const { id } = subscription;
  const timeline = await timelineOf(visit, { kind: 'subscription', id });
  const charges = { list: lists.charges, of: id, path: pathOf(id), title: 'Charges' };
  return recordPage(visit, {
    page,
    noun: 'Subscription',
    timeline,
    above: html`${problem && html`<p class="wrong" role="alert">${problem.message}</p>`}${await partList(visit, { ...charges, none: 'No charges yet.' })}`,
    aside: html`<section class="panel" aria-label="Terms"><h2>Terms</h2>
${facts([
  ['Amount', money(subscription.amountCents)],
  ['Frequency', `${subscription.frequency}, ${subscription.occurrences} times`],
  ['First charge', subscription.firstPaymentDate],
  ['Bank', subscription.bankName],
  ['Account', subscription.payerAccount],
  ['Description', subscription.description],
])}</section>${chargeForm(visit, subscription, again)}${cancelForm(visit, subscription)}`,
  });
}

function chargeForm({ user }: Visit, subscription: Subscription, again: Again | undefined): Html | undefined {
  const { id, merchantId, state } = subscription;
  const terms = adhocTerms(subscription);
  if (!terms || state !== 'active' || !may(user.rights, 'subscription.charge', merchantId)) return undefined;
  const band = `From ${money(terms.minimum)} to ${money(terms.maximum)}`;
  return html`<details class="panel"${again && html` open`}><summary>Charge now</summary>
${form({
  to: pathOf(id, 'charge'),
  ...again,
  label: 'Charge this subscription now',
  body: html`<p>${band}, in addition to the scheduled charges.</p>
${field({ name: 'amount', label: 'Amount, in rand', ...again, unit: 'R', inputMode: 'decimal', longest: 20 })}
${field({ name: 'reference', label: 'Your reference', ...again, longest: 50 })}
${button('Charge now')}`,
})}</details>`;
}

function cancelForm({ user }: Visit, { id, merchantId, state }: Subscription): Html | undefined {
  if (subscriptionMachine.ended.includes(state) || !may(user.rights, 'subscription.cancel', merchantId))
    return undefined;
  return html`<section class="panel" aria-label="More">${form({
    to: pathOf(id, 'cancel'),
    seen: { seenState: state },
    label: 'Cancel this subscription',
    body: html`<p>Future charges stop. Charges already sent to the bank may complete.</p>${button('Cancel subscription', 'quiet')}`,
  })}</section>`;
}
