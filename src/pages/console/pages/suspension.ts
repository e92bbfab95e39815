// Suspending a merchant and resuming it, on its page, with a reason.
import type { Merchant } from '../../../core/merchants/actions.ts';
import { findSuspension, suspendMerchant } from '../../../core/merchants/suspension.ts';
import { may } from '../../../core/users/permissions.ts';
import { resumeMerchant, whyNotResume } from '../../../core/users/suspension.ts';
import { type Html, html } from '../../html.ts';
import { button, field, form } from '../forms.ts';
import { consolePath } from '../navigation.ts';
import { sentence } from '../problems.ts';
import { idOf, whoWords } from '../records.ts';
import { time } from '../views/parts.ts';
import { type Again, type FormRoute, Refusal, type Visit } from '../visit.ts';

const pathOf = (id: string, ...more: string[]): string => consolePath('merchants', id, ...more);

export const suspensionForms = (show: (visit: Visit, again: Again) => Promise<Html>): FormRoute[] => [
  {
    path: `${consolePath('merchants')}/:id/suspend`,
    action: 'merchant.suspend',
    act: async (visit, work, { reason = '' }) => {
      const id = idOf(visit);
      await suspendMerchant(work, visit.viewer, id, reason);
      return {
        to: pathOf(id),
        said: 'Merchant suspended. Its requests are refused within five seconds.',
        subject: `merchant ${id}`,
        merchantId: id,
        before: { suspended: false },
        after: { suspended: true },
        why: reason.trim(),
      };
    },
    again: (visit, again) => show(visit, again),
  },
  {
    path: `${consolePath('merchants')}/:id/resume`,
    action: 'merchant.resume',
    act: async (visit, work, { reason = '' }) => {
      const id = idOf(visit);
      const why = reason.trim();
      if (why === '' || why.length > 200)
        throw new Refusal(422, 'Enter a reason of 1 to 200 characters.', 'reason');
      await resumeMerchant(work, visit.viewer, id, visit.deps.isStaging);
      return {
        to: pathOf(id),
        said: 'Merchant resumed. Its requests are accepted within five seconds.',
        subject: `merchant ${id}`,
        merchantId: id,
        before: { suspended: true },
        after: { suspended: false },
        why,
      };
    },
    again: (visit, again) => show(visit, again),
  },
];

/** Returns the state of a merchant's suspension, with the form that changes it. */
export async function suspensionPanel(
  visit: Visit,
  merchant: Merchant,
  again?: Again,
): Promise<Html | undefined> {
  const { ctx, viewer, user, deps } = visit;
  const { id, name } = merchant;
  const suspension = await findSuspension(ctx, viewer, id);
  const reason = field({
    name: 'reason',
    label: 'Reason',
    hint: 'For the audit log.',
    ...again,
    longest: 200,
  });
  if (!suspension?.suspendedAt)
    return may(user.rights, 'merchant.suspend', id)
      ? html`<details class="panel"${again && html` open`}><summary>Suspend merchant</summary>${form({
          to: pathOf(id, 'suspend'),
          ...again,
          label: 'Suspend this merchant',
          body: html`<p>API requests, new payments, charges and payouts of ${name} are refused, customers cannot pay it, and settlements wait. Payments at banks still end, pending refunds are still paid, and notifications are still sent.</p>
${reason}
${button('Suspend', 'danger')}`,
        })}</details>`
      : undefined;
  const why = await whyNotResume(ctx, suspension, deps.isStaging);
  return html`<section class="panel" aria-labelledby="suspended"><h2 id="suspended">Suspended</h2>
<p class="attention">Suspended ${time(suspension.suspendedAt)} by ${await whoWords(visit, suspension.suspendedBy)}: ${suspension.suspendedWhy}</p>
${
  may(user.rights, 'merchant.resume', id) &&
  (why === undefined
    ? form({
        to: pathOf(id, 'resume'),
        ...again,
        label: 'Resume this merchant',
        body: html`<p>If you resume ${name}, it can receive payments again, and its settlements are paid on the next business day.</p>
${reason}
${button('Resume')}`,
      })
    : html`${again && html`<p class="wrong" role="alert">${again.problem.message}</p>`}<p>${sentence(why)}</p>`)
}</section>`;
}
