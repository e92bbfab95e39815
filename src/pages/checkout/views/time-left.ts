// The time left to pay, as text: made here, kept true by the script.
import { type Html, html } from '../../html.ts';
import { words } from '../../words/index.ts';
import { shortTime } from '../../words/time.ts';
import type { PaymentFrame } from '../model.ts';

const minuteMs = 60_000;
const countedMs = 60 * minuteMs;

/** Until when one can pay; in the last hour also how long that is. Screen readers hear each minute once. */
export function timeLeft(model: PaymentFrame): Html {
  const { payment } = words(model.language);
  const left = model.expiresAt.getTime() - model.now.getTime();
  return html`<p class="small"><span data-left="${left}" data-minutes="${payment.minutesLeft('{n}')}" data-minute="${payment.oneMinuteLeft}" data-seconds="${payment.secondsLeft('{n}')}">${countdown(model, left)}</span>
${payment.payBefore(shortTime(model.language, model.expiresAt, model.now))}</p>
<p class="unseen" role="status" data-spoken></p>`;
}

function countdown(model: PaymentFrame, left: number): string {
  const { payment } = words(model.language);
  if (left >= countedMs) return '';
  const minutes = Math.floor(left / minuteMs);
  if (minutes > 1) return payment.minutesLeft(minutes.toString());
  if (minutes === 1) return payment.oneMinuteLeft;
  return payment.secondsLeft(Math.max(0, Math.floor(left / 1000)).toString());
}
