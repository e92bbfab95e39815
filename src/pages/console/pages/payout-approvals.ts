// Payouts awaiting approval, approved together: chosen, added up, and approved when the total is typed.
// Either all of them are approved, or none.
import { bankById } from '../../../core/banks.ts';
import { DomainError } from '../../../core/errors.ts';
import { approvePayout, listWaitingPayouts, mayDecide, type Payout } from '../../../core/payouts/actions.ts';
import { record } from '../../../core/users/audit.ts';
import { judgeSameness } from '../../../core/users/grants.ts';
import { may } from '../../../core/users/permissions.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { type Cents, formatDecimal } from '../../../kernel/money.ts';
import { getOrThrow } from '../../../kernel/required.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { button, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { sentence } from '../problems.ts';
import { empty, listTime, money } from '../views/parts.ts';
import {
  type Again,
  type AnyVisit,
  type Fields,
  type FormRoute,
  type PageRoute,
  type Problem,
  Refusal,
  type Visit,
} from '../visit.ts';

const page = 'payouts';
const path = consolePath(page, 'approve');
const action = 'payout.approve';
/** A form has at most a hundred fields. */
const mostAtOnce = 80;

export const approvalsPage: PageRoute = { path, action, show: (visit) => showChoice(visit) };

export const approvalsForm: FormRoute = {
  path,
  action,
  preview: async (visit, fields) => {
    if (fields.amount !== undefined) return undefined;
    const wanted = chosenIn(fields);
    const chosen = (await approvable(visit)).filter(({ id }) => wanted.has(id));
    if (chosen.length === 0) throw new Refusal(422, 'Choose at least one payout.');
    if (chosen.length < wanted.size)
      throw new Refusal(409, 'Some of these payouts no longer await your approval. Choose again.');
    return showSum(visit, chosen);
  },
  act: async (visit, work, fields) => {
    const chosen = [...chosenIn(fields)].toSorted(([one], [other]) => one.localeCompare(other));
    if (chosen.length === 0) throw new Refusal(422, 'Choose at least one payout.');
    const approved: Payout[] = [];
    for (const [id, seen] of chosen) approved.push(await approveOne(visit, work, id, seen));
    const sum = sumOf(approved);
    // After the action, which first reports a decision by another user.
    if (amountOf(fields.amount, 'amount') !== sum)
      throw new Refusal(422, `The total is ${money(sum)}. Enter exactly that amount.`, 'amount');
    const [last, ...others] = approved.toReversed();
    for (const payout of others) await noteOne(visit, work, payout);
    return {
      to: consolePath(page),
      said: `${countOf(approved.length)} for ${money(sum)} approved and being processed.`,
      ...deedOf(last!),
    };
  },
  again: async (visit, again) => {
    const { typed, problem } = again;
    const wanted = chosenIn(typed);
    const chosen = (await approvable(visit)).filter(({ id }) => wanted.has(id));
    const isSame = typed.amount !== undefined && chosen.length === wanted.size && problem.status === 422;
    return isSame && chosen.length > 0 ? showSum(visit, chosen, again) : showChoice(visit, wanted, problem);
  },
};

async function approveOne(
  visit: AnyVisit,
  work: Parameters<FormRoute['act']>[1],
  id: string,
  seen: string,
): Promise<Payout> {
  const [amount = '', account = ''] = seen.split(' ');
  try {
    return await approvePayout(work, visit.viewer, id, {
      ...(amount !== '' && { amount: amountOf(amount, 'amount') }),
      account: account === '' ? null : account,
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'MakerMayNotDecide')
      throw new Refusal(403, `${sentence(error.message)} No payout was approved.`);
    if (error.code === 'PayoutNotFound') throw error;
    throw new Refusal(
      409,
      `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}. No payout was approved.`,
    );
  }
}

const deedOf = ({ id, merchantId, state, amountCents }: Payout) => ({
  subject: `payout ${id}`,
  merchantId,
  before: { state: 'approval' },
  after: { state, amount: formatDecimal(amountCents) },
});

/** Writes an audit entry for each payout, as if it were approved alone; the frame writes the last one. */
async function noteOne({ user, request }: AnyVisit, work: Parameters<FormRoute['act']>[1], payout: Payout) {
  await record(work, { who: user.id, action, ...deedOf(payout), network: request.ip });
}

/** Returns the chosen payouts as they were shown, by id. */
function chosenIn(fields: Fields): Map<string, string> {
  return new Map(
    Object.entries(fields).flatMap(([name, seen]) => {
      const id = name.startsWith('pay:') ? name.slice(4) : '';
      return isUuid(id) ? [[id.toLowerCase(), seen] as const] : [];
    }),
  );
}

/** Returns the payouts that the user can approve, oldest first. */
async function approvable({ ctx, viewer, user }: Visit): Promise<Payout[]> {
  const found = await listWaitingPayouts(ctx.db, viewer, { limit: mostAtOnce });
  const allowed = found.filter(({ merchantId }) => may(user.rights, action, merchantId));
  const judges = new Map<string, Awaited<ReturnType<typeof judgeSameness>>>();
  for (const { merchantId } of allowed)
    if (!judges.has(merchantId)) judges.set(merchantId, await judgeSameness(ctx, ctx.actor, merchantId));
  const others = allowed.filter(({ createdBy, merchantId }) => !getOrThrow(judges, merchantId)(createdBy));
  const theirs = await Promise.all(others.map((payout) => mayDecide(ctx, viewer, payout)));
  return others.filter((_, index) => theirs[index]);
}

const sumOf = (payouts: readonly Payout[]): Cents =>
  payouts.reduce((sum, { amountCents }) => sum + amountCents, 0n);
const countOf = (count: number): string => `${count} ${count === 1 ? 'payout' : 'payouts'}`;
const seenOf = ({ amountCents, account }: Payout): string => `${formatDecimal(amountCents)} ${account ?? ''}`;

async function showChoice(
  visit: Visit,
  chosen?: ReadonlyMap<string, string>,
  problem?: Problem,
): Promise<Html> {
  const waiting = await approvable(visit);
  const main =
    waiting.length === 0
      ? html`${problem && html`<p class="wrong" role="alert">${problem.message}</p>`}${empty('No payouts await your approval.')}`
      : form({
          to: path,
          problem,
          label: 'Choose payouts',
          body: html`${payoutsTable(waiting, (payout) => {
            const isChosen = chosen === undefined || chosen.has(payout.id);
            return html`<input type="checkbox" name="pay:${payout.id}" value="${seenOf(payout)}" aria-label="${payout.merchantReference}"${isChosen && html` checked`}>`;
          })}
${button('Continue')}`,
        });
  return consolePage(visit, { title: 'Approve payouts', page, main });
}

function showSum(visit: Visit, chosen: readonly Payout[], again?: Again): Html {
  const sum = sumOf(chosen);
  const main = html`<p><strong>${countOf(chosen.length)}</strong>, total <strong>${money(sum)}</strong>. Type the total to approve all of them.</p>
${payoutsTable(chosen)}
<section class="panel" aria-label="Approve">${form({
    to: path,
    ...again,
    seen: Object.fromEntries(chosen.map((payout) => [`pay:${payout.id}`, seenOf(payout)])),
    label: 'Approve these payouts',
    body: html`${field({ name: 'amount', label: 'Total, in rand', ...again, unit: 'R', inputMode: 'decimal', longest: 20 })}
${button(`Approve ${countOf(chosen.length)}`)}`,
  })}<p><a href="${path}">Change selection</a></p></section>`;
  return consolePage(visit, { title: 'Approve payouts', page, main });
}

function payoutsTable(payouts: readonly Payout[], choose?: (payout: Payout) => Html): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="Payouts"><table class="cards">
<caption>${countOf(payouts.length)}, oldest first</caption>
<thead><tr>${choose && html`<th scope="col">Select</th>`}<th scope="col">Reference</th><th scope="col" class="money">Amount</th><th scope="col">Bank</th><th scope="col">Account</th><th scope="col">Created</th></tr></thead>
<tbody>${payouts.map(
    (
      one,
    ) => html`<tr>${choose && html`<td data-label="Select">${choose(one)}</td>`}<td data-label="Reference"><a href="${consolePath(page, one.id)}">${one.merchantReference}</a></td>
<td class="money" data-label="Amount">${money(one.amountCents)}</td><td data-label="Bank">${bankById(one.bankGroupId)?.name}</td>
<td data-label="Account">${one.account}</td><td data-label="Created">${listTime(one.createdAt)}</td></tr>`,
  )}</tbody></table></div>`;
}
