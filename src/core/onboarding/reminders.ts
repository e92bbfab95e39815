// When a merchant is reminded of a document that expires: 30 and 7 days before its last day, on that day, and when it has expired.
import { at } from '../../kernel/business-days.ts';

const daysBefore = [30, 7, 0, -1] as const;
const reminderTime = '08:00';

/** Returns the time of the next reminder or of the expiry after an instant; null for a document without a last day. */
export function nextReminder(expiresOn: string | null, after: Date): Date | null {
  if (expiresOn === null) return null;
  const last = Temporal.PlainDate.from(expiresOn);
  const times = daysBefore.map((days) => at(last.subtract({ days }), reminderTime));
  return times.find((time) => time > after) ?? after;
}
