// A person's remark on a payment: it stands in its timeline, and in the audit log, where nobody changes it.

import type { Work } from '../../../core/context.ts';
import type { Payment } from '../../../core/payments/actions.ts';
import { hasAllNotes, mostNotes } from '../../../core/people/audit.ts';
import { may } from '../../../core/people/permissions.ts';
import { type Html, html } from '../../html.ts';
import { area, button, form } from '../forms.ts';
import { consolePath } from '../rooms.ts';
import { type AnyVisit, type Done, type Fields, type Problem, Refusal, type Visit } from '../visit.ts';

const longest = 1_000;

/**
 * Returns what a remark leaves: it is an entry of the audit log, and nothing else. Throws Refusal for an empty or long one, and
 * where the payment has as many as it can have.
 */
export async function remarkOn(
  { ctx, viewer }: AnyVisit,
  work: Work,
  payment: Payment,
  { text = '' }: Fields,
): Promise<Done> {
  const remark = text.replace(/\r\n/g, '\n').trim();
  if (remark === '') throw new Refusal(422, 'Type what you want to be known of this payment.', 'text');
  if (remark.length > longest) throw new Refusal(422, `A remark has at most ${longest} characters.`, 'text');
  const subject = `payment ${payment.id}`;
  // What the operator's people remark is the operator's.
  const merchantId = viewer.merchants === 'all' ? null : payment.merchantId;
  if (await hasAllNotes(work, subject, merchantId))
    throw new Refusal(429, `This payment has ${mostNotes} remarks, which is the limit.`);
  return {
    to: consolePath('payments', payment.id),
    said: 'Your remark stands in the timeline.',
    subject,
    merchantId,
    after: { at: ctx.clock.now() },
    why: remark,
  };
}

/** Returns the form of a remark, for who may leave one. */
export function remarkForm(
  { person, viewer }: Visit,
  payment: Payment,
  { fields: typed, problem }: { fields?: Fields; problem?: Problem } = {},
): Html | undefined {
  if (!may(person.rights, 'payment.note', payment.merchantId)) return undefined;
  const readers =
    viewer.merchants === 'all'
      ? 'Only the operator’s people read it.'
      : 'Your colleagues and the operator read it.';
  return html`<section class="panel" aria-labelledby="remark"><h2 id="remark">Leave a remark</h2>
${form({
  to: `${consolePath('payments', payment.id)}/note`,
  problem,
  label: 'Leave a remark',
  body: html`${area({ name: 'text', label: 'Remark', typed, problem, longest, hint: `${readers} It cannot be changed. Long numbers are masked before it is stored; the last four digits stay.` })}
${button('Leave it', 'quiet')}`,
})}</section>`;
}
