// A charge of a subscription that its bank did not pay: why, and what happens next.
import type { Context } from '../../core/context.ts';
import { type ChargeFound, findChargeOfPayment, findNewestTried } from '../../core/subscriptions/actions.ts';
import { findCurrent, type TransactionState } from '../../core/transactions/actions.ts';
import { dayOf } from '../../kernel/business-days.ts';
import { type Cents, formatRand } from '../../kernel/money.ts';
import { type Html, html } from '../html.ts';
import { words } from '../words/index.ts';
import { dayText } from '../words/time.ts';
import type { MerchantFrame } from './model.ts';

export interface ChargeTrouble {
  reason: 'declined' | 'abandoned' | 'failed';
  bankName: string;
  amountCents: Cents;
  /** The day it was to be paid, "2026-12-01"; those below likewise. */
  day: string;
  /** When the bank is asked again; absent where the charge was given up. */
  againOn?: string;
  /** The day of the next charge; absent where there is none. */
  nextOn?: string;
}

/** What is wrong with the charge that a payment was made for; undefined where nothing is. */
export async function troubleOfPayment(ctx: Context, paymentId: string): Promise<ChargeTrouble | undefined> {
  return troubleOf(ctx, await findChargeOfPayment(ctx, paymentId));
}

/** What is wrong with the charge of a subscription that was tried last; undefined where nothing is. */
export async function troubleOfSubscription(ctx: Context, id: string): Promise<ChargeTrouble | undefined> {
  return troubleOf(ctx, await findNewestTried(ctx, id));
}

async function troubleOf(ctx: Context, found: ChargeFound | undefined): Promise<ChargeTrouble | undefined> {
  if (!found || !['retrying', 'failed'].includes(found.charge.state)) return undefined;
  const { charge, next } = found;
  const attempt = charge.paymentId === null ? undefined : await findCurrent(ctx, charge.paymentId);
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
  if (state === 'declined') return state;
  return state === 'abandoned' || state === 'expired' ? 'abandoned' : 'failed';
}

// That no money has left is said only where the bank has said no.
function why({ language }: MerchantFrame, { reason, bankName }: ChargeTrouble): string {
  const { notPaid, payment } = words(language);
  return `${notPaid[reason](bankName)}${reason === 'declined' ? ` ${payment.noMoneyLeft}` : ''}`;
}

/** Which payment was not made. */
function missed({ language }: MerchantFrame, { amountCents, day }: ChargeTrouble): string {
  return words(language).charge.missed(formatRand(amountCents), dayText(language, day));
}

/** Which payment was not made, and why: where the page itself says what happens next. */
export function missedAndWhy(model: MerchantFrame, trouble: ChargeTrouble): string {
  return `${missed(model, trouble)} ${why(model, trouble)}`;
}

/** Why, and what happens next. */
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

/** The same beside something else: which payment it is about stands above it. */
export function troubleNote(model: MerchantFrame, trouble: ChargeTrouble): Html {
  return html`<div class="note">
<h2>${missed(model, trouble)}</h2>
${troubleSentences(model, trouble).map((sentence) => html`<p>${sentence}</p>`)}
</div>`;
}
