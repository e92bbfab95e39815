// tefo resend: sends the notifications about an object again.

import { listMessages, resendMessages } from '../core/notifications/messages.ts';
import { only } from '../core/viewer.ts';
import { tellListenersAgain } from '../devtools/listen/listeners.ts';
import { Refused } from '../devtools/refused.ts';
import { type Session, until } from '../devtools/session.ts';
import { isUuid } from '../kernel/ids.ts';
import type { Line } from '../kernel/process/terminal.ts';
import { firstOf } from '../kernel/required.ts';
import { writeMessage } from '../surfaces/one/notifications.ts';
import { UsageError, type Work } from './command.ts';
import { paintState, print, table } from './output.ts';
import { withProgress } from './progress.ts';
import { withSession } from './session.ts';

/** The shown part of a message's record. */
interface Message {
  id: string;
  eventType: string;
  endpoint: string | null;
  status: string;
  reason?: string;
  attempts: { at: string; statusCode: number | null; durationMs: number; error: string | null }[];
}

const patienceMs = 5_000;

export const resendCommand: Work = async ({ values, positionals }) => {
  const id = firstOf(positionals).toLowerCase();
  if (!isUuid(id)) throw new UsageError('ID must be a UUID');
  return withSession({ site: values.site, command: 'resend', isDecided: false }, async (session) => {
    const { messages, listeners } = await resend(session, id, values.json === true);
    print(values.json, { id, messages, listeners }, () => describe(messages, listeners));
  });
};

/** Sends the notifications about an object again. Returns the messages once each has been tried, and the listeners. */
export async function resend(
  session: Session,
  id: string,
  isQuiet: boolean,
): Promise<{ messages: Message[]; listeners: string[] }> {
  const notified = await notifiedOf(session, id);
  const before = attemptsOf(await notified.messages());
  await notified.again();
  const listeners = await tellListenersAgain(session.ctx, session.site.merchantId, id);
  const messages = await withProgress(
    isQuiet,
    () => 'waiting for the receivers',
    () => untilTried(notified, before),
  );
  return { messages, listeners };
}

/** The notifications about an object. */
interface Notified {
  messages(): Promise<Message[]>;
  again(): Promise<unknown>;
}

async function notifiedOf(session: Session, id: string): Promise<Notified> {
  for (const object of [`/transactions/${id}`, `/refunds/${id}`]) {
    try {
      await session.one('GET', object);
      return {
        messages: () => session.one('GET', `${object}/notifications`),
        again: () => session.one('POST', `${object}/notifications/resend`),
      };
    } catch (error) {
      if (!(error instanceof Refused && error.status === 404)) throw error;
    }
  }
  // No surface has such operations for other objects; the core sends them in the same way.
  const { ctx, site } = session;
  const messages = async () => (await listMessages(ctx, site.merchantId, id)).map(writeMessage);
  if ((await messages()).length === 0)
    throw new Error(`the merchant of ${site.code} has no object with notifications and the id ${id}`);
  return { messages, again: () => resendMessages(ctx, only(site.merchantId), id) };
}

const attemptsOf = (messages: Message[]): Map<string, number> =>
  new Map(messages.map((message) => [keyOf(message), message.attempts.length]));

const keyOf = ({ id, endpoint }: Message): string => `${id} ${endpoint}`;

/** Returns the messages once each has been tried, or their current state when that takes too long. */
async function untilTried(notified: Notified, before: Map<string, number>): Promise<Message[]> {
  const isTried = (message: Message): boolean =>
    message.status !== 'Pending' || message.attempts.length > (before.get(keyOf(message)) ?? 0);
  const tried = await until(async () => {
    const messages = await notified.messages();
    return messages.every(isTried) ? messages : undefined;
  }, patienceMs);
  return tried ?? notified.messages();
}

function describe(messages: Message[], listeners: string[]): Line[] {
  const notified = messages.filter(({ endpoint }) => endpoint !== null);
  return [
    ...table(
      notified.map(({ eventType, endpoint, status, reason, attempts }) => {
        const last = attempts.at(-1);
        const answer = last ? `, ${last.statusCode ?? last.error} after ${last.durationMs} ms` : '';
        const said = `${status}${answer}${reason === undefined ? '' : ` (${reason})`}`;
        return [eventType, endpoint!, paintState(status, said)];
      }),
    ),
    ...(notified.length === 0 ? ['No recipient: there is no notifyUrl and no webhook.'] : []),
    ...listeners.map((name) => `also resent to tefo listen: ${name}`),
  ];
}
