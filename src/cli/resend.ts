// tefo resend: what was told of a transaction or a refund, told once more.
import { tellListenersAgain } from '../core/listeners/actions.ts';
import { isUuid } from '../kernel/ids.ts';
import { type Command, print, readArgs, UsageError } from './command.ts';
import { withProgress } from './progress.ts';
import { Refused, type Session, until, withSession } from './session.ts';

/** Of the record of a message, what is shown. */
interface Message {
  id: string;
  eventType: string;
  endpoint: string | null;
  status: string;
  reason?: string;
  attempts: { at: string; statusCode: number | null; durationMs: number; error: string | null }[];
}

const patienceMs = 5_000;

export const resendCommand: Command = {
  usage: 'resend TRANSACTION_OR_REFUND_ID [--site CODE]',
  about:
    'Send the notifications of a transaction or a refund again, under their own ids, and say what came of it.',
  more: 'They go to everybody who was owed them, to the webhooks there are where nobody was, and to each tefo listen of the site.',
  run: async (args) => {
    const { values, positionals } = readArgs(args, ['TRANSACTION_OR_REFUND_ID'], {
      site: { type: 'string' },
    });
    const id = positionals[0]!.toLowerCase();
    if (!isUuid(id)) throw new UsageError('TRANSACTION_OR_REFUND_ID is a UUID');
    const isQuiet = values.json === true;
    return withSession({ site: values.site, command: 'resend', isDecided: false }, async (session) => {
      const object = await objectOf(session, id);
      const before = attemptsOf(await messagesOf(session, object));
      await session.one('POST', `${object}/notifications/resend`);
      const listeners = await tellListenersAgain(session.ctx, session.site.merchantId, id);
      const messages = await withProgress(
        isQuiet,
        () => 'waiting for the receivers',
        () => untilTried(session, object, before),
      );
      print(values.json, { id, messages, listeners }, () => describe(messages, listeners));
    });
  },
};

/** The path of the object: a transaction’s or a refund’s. */
async function objectOf(session: Session, id: string): Promise<string> {
  for (const object of [`/transactions/${id}`, `/refunds/${id}`]) {
    try {
      await session.one('GET', object);
      return object;
    } catch (error) {
      if (!(error instanceof Refused && error.status === 404)) throw error;
    }
  }
  throw new Error(`no transaction and no refund of ${session.site.code}’s merchant has the id ${id}`);
}

const messagesOf = (session: Session, object: string): Promise<Message[]> =>
  session.one('GET', `${object}/notifications`);

const attemptsOf = (messages: Message[]): Map<string, number> =>
  new Map(messages.map((message) => [keyOf(message), message.attempts.length]));

const keyOf = ({ id, endpoint }: Message): string => `${id} ${endpoint}`;

/** The messages once each has been tried, or as they stand when that takes too long. */
async function untilTried(session: Session, object: string, before: Map<string, number>): Promise<Message[]> {
  const isTried = (message: Message): boolean =>
    message.status !== 'Pending' || message.attempts.length > (before.get(keyOf(message)) ?? 0);
  const tried = await until(async () => {
    const messages = await messagesOf(session, object);
    return messages.every(isTried) ? messages : undefined;
  }, patienceMs);
  return tried ?? messagesOf(session, object);
}

function describe(messages: Message[], listeners: string[]): string {
  const told = messages.filter(({ endpoint }) => endpoint !== null);
  return [
    ...told.map(({ eventType, endpoint, status, reason, attempts }) => {
      const last = attempts.at(-1);
      const answer = last ? `, ${last.statusCode ?? last.error} after ${last.durationMs} ms` : '';
      return `${eventType}  ${endpoint}  ${status}${answer}${reason === undefined ? '' : ` (${reason})`}`;
    }),
    ...(told.length === 0 ? ['Nobody is told of it: it has no notifyUrl, and there is no webhook.'] : []),
    ...listeners.map((name) => `also told again: tefo listen, as ${name}`),
  ].join('\n');
}
