// The time left, as text: rendered here, updated by the script.
import { minuteMs } from '../../kernel/clock.ts';
import { type Html, html } from '../html.ts';
import { words } from '../messages/index.ts';
import { shortTime } from '../messages/time.ts';
import type { Deadline } from './model.ts';

const countedMs = 60 * minuteMs;

/**
 * Returns the deadline in the words of `before`, and in the last hour the time left. Screen readers announce each
 * minute once.
 */
export function timeLeft(model: Deadline, before: (time: string) => string): Html {
  const { payment } = words(model.language);
  const left = model.expiresAt.getTime() - model.now.getTime();
  return html`<p class="small"><span data-left="${left}" data-minutes="${payment.minutesLeft('{n}')}" data-minute="${payment.oneMinuteLeft}" data-seconds="${payment.secondsLeft('{n}')}">${countdown(model, left)}</span>
${before(shortTime(model.language, model.expiresAt, model.now))}</p>
<p class="unseen" role="status" data-spoken></p>`;
}

function countdown(model: Deadline, left: number): string {
  const { payment } = words(model.language);
  if (left >= countedMs) return '';
  const minutes = Math.floor(left / minuteMs);
  if (minutes > 1) return payment.minutesLeft(minutes.toString());
  if (minutes === 1) return payment.oneMinuteLeft;
  return payment.secondsLeft(Math.max(0, Math.floor(left / 1000)).toString());
}
