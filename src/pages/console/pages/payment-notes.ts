// A user's note on a payment: it appears in its timeline and in the audit log, where no one can change it.

import type { Work } from '../../../core/context.ts';
import type { Payment } from '../../../core/payments/actions.ts';
import { hasAllNotes, mostNotes } from '../../../core/users/audit.ts';
import { may } from '../../../core/users/permissions.ts';
import { type Html, html } from '../../html.ts';
import { area, button, form } from '../forms.ts';
import { consolePath } from '../navigation.ts';
import { type Again, type AnyVisit, type Done, type Fields, Refusal, type Visit } from '../visit.ts';

const longest = 1_000;

/**
 * Returns the result of a note: it is an entry of the audit log, and nothing else. Throws Refusal for an empty or long note, and
 * if the payment has the maximum number of notes.
 */
export async function remarkOn(
  { ctx, viewer }: AnyVisit,
  work: Work,
  payment: Payment,
  { text = '' }: Fields,
): Promise<Done> {
  const remark = text.replace(/\r\n/g, '\n').trim();
  if (remark === '') throw new Refusal(422, 'Enter a note.', 'text');
  if (remark.length > longest)
    throw new Refusal(422, `A note can have at most ${longest} characters.`, 'text');
  const subject = `payment ${payment.id}`;
  // Notes of operators are visible to operators only.
  const merchantId = viewer.merchants === 'all' ? null : payment.merchantId;
  if (await hasAllNotes(work, subject, merchantId))
    throw new Refusal(429, `This payment has ${mostNotes} notes, which is the limit.`);
  return {
    to: consolePath('payments', payment.id),
    said: 'Note added.',
    subject,
    merchantId,
    after: { at: ctx.clock.now() },
    why: remark,
  };
}

/** Returns the form of a note, for users who can add one. */
export function remarkForm({ user, viewer }: Visit, payment: Payment, again?: Again): Html | undefined {
  if (!may(user.rights, 'payment.note', payment.merchantId)) return undefined;
  const readers =
    viewer.merchants === 'all'
      ? 'Only operators can read it.'
      : 'Your colleagues and the operator can read it.';
  return html`<section class="panel" aria-labelledby="remark"><h2 id="remark">Add note</h2>
${form({
  to: `${consolePath('payments', payment.id)}/note`,
  ...again,
  label: 'Add note',
  body: html`${area({ name: 'text', label: 'Note', ...again, longest, hint: `${readers} It cannot be changed. Long numbers are masked.` })}
${button('Save note', 'quiet')}`,
})}</section>`;
}
