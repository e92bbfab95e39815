// A charge of a subscription that its bank did not pay, or took back: why, and what happens next.
import type { Context } from '../../core/context.ts';
import { type ChargeFound, findChargeOfPayment, findNewestTried } from '../../core/subscriptions/actions.ts';
import { findCurrent, type TransactionState } from '../../core/transactions/actions.ts';
import { dayOf } from '../../kernel/business-days.ts';
import { type Cents, formatRand } from '../../kernel/money.ts';
import { type Html, html } from '../html.ts';
import { words } from '../messages/index.ts';
import { dayText } from '../messages/time.ts';
import type { MerchantFrame } from './model.ts';

export interface ChargeTrouble {
  /** "reversed": the bank paid it, and then reversed it. */
  reason: 'declined' | 'abandoned' | 'failed' | 'reversed';
  bankName: string;
  amountCents: Cents;
  /** The day it was due, like "2026-12-01"; the days below have the same form. */
  day: string;
  /** The day of the next attempt; absent if the charge was abandoned. */
  againOn?: string;
  /** The day of the next charge; absent without one. */
  nextOn?: string;
}

/** Returns the problem of the charge behind a payment, or undefined without one. */
export async function troubleOfPayment(ctx: Context, paymentId: string): Promise<ChargeTrouble | undefined> {
  return troubleOf(ctx, await findChargeOfPayment(ctx, paymentId));
}

/** Returns the problem of the latest charge of a subscription, or undefined without one. */
export async function troubleOfSubscription(ctx: Context, id: string): Promise<ChargeTrouble | undefined> {
  return troubleOf(ctx, await findNewestTried(ctx, id));
}

async function troubleOf(ctx: Context, found: ChargeFound | undefined): Promise<ChargeTrouble | undefined> {
  if (!found || !['retrying', 'failed'].includes(found.charge.state)) return undefined;
  const { charge, next } = found;
  const attempt = charge.paymentId === null ? undefined : await findCurrent(ctx.db, charge.paymentId);
  const isAgain = charge.state === 'retrying' && charge.dueAt !== null;
  return {
    reason: reasonOf(attempt?.state),
    bankName: attempt?.bankName ?? 'EFT',
    amountCents: charge.amountCents,
    day: charge.chargeDate,
    ...(isAgain && { againOn: dayOf(charge.dueAt!).toString() }),
    ...(!isAgain && next && { nextOn: next.chargeDate }),
  };
}

function reasonOf(state: TransactionState | undefined): ChargeTrouble['reason'] {
  if (state === 'declined' || state === 'reversed') return state;
  return state === 'abandoned' || state === 'expired' ? 'abandoned' : 'failed';
}

// Says that no money has left only if the bank declined.
function why({ language }: MerchantFrame, { reason, bankName }: ChargeTrouble): string {
  const { notPaid, payment } = words(language);
  return `${notPaid[reason](bankName)}${reason === 'declined' ? ` ${payment.noMoneyLeft}` : ''}`;
}

/** Returns which payment was not made, or did not stay made. */
function missed({ language }: MerchantFrame, { reason, amountCents, day }: ChargeTrouble): string {
  const { charge } = words(language);
  return charge[reason === 'reversed' ? 'takenBack' : 'missed'](
    formatRand(amountCents),
    dayText(language, day),
  );
}

/** Returns which payment was not made, and why, for a page that itself says what happens next. */
export function missedAndWhy(model: MerchantFrame, trouble: ChargeTrouble): string {
  return `${missed(model, trouble)} ${why(model, trouble)}`;
}

/** Returns why, and what happens next. */
export function troubleSentences(model: MerchantFrame, trouble: ChargeTrouble): string[] {
  const { charge } = words(model.language);
  const { againOn, nextOn } = trouble;
  const day = (text: string) => dayText(model.language, text);
  return [
    why(model, trouble),
    ...(againOn
      ? [charge.again(day(againOn))]
      : [
          `${charge.givenUp} ${nextOn ? charge.nextOn(day(nextOn)) : charge.noneNext}`,
          charge.ask(model.merchantName),
        ]),
  ];
}

/** Returns the same as a note with a heading that names the payment. */
export function troubleNote(model: MerchantFrame, trouble: ChargeTrouble): Html {
  return html`<div class="note">
<h2>${missed(model, trouble)}</h2>
${troubleSentences(model, trouble).map((sentence) => html`<p>${sentence}</p>`)}
</div>`;
}
