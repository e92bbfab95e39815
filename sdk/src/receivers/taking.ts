// What every receiver of webhooks does with a message: reads the bytes, believes or refuses them, hands them on.
import type { MessageType, WebhookEvent } from '../events.ts';
import { SignatureError } from '../signature-error.ts';
import {
  assertSecrets,
  headerOf,
  type RawBody,
  type Secrets,
  type VerifyOptions,
  verifyWebhook,
  type WebhookHeaders,
} from '../webhooks.ts';

/** As for verifyWebhook, or a function that finds it for each message. */
export type SecretSource = Secrets | (() => Secrets | Promise<Secrets>);

/**
 * Takes a message. It may come repeatedly and late: recognise it by `id`, and answer before long work. A number that is
 * returned is the answer's status: 409 means not yet, and the message comes again in five seconds.
 */
export type Take<Message extends MessageType = 'thin'> = (
  event: WebhookEvent<Message>,
  message: { id: string; headers: WebhookHeaders },
) => unknown;

export interface Answer {
  status: number;
  /** Why it was refused. */
  text: string;
}

/** Returns what to answer to a message. */
export type Receive = (read: () => Promise<RawBody>, headers: WebhookHeaders) => Promise<Answer>;

/**
 * Returns what receives messages: it answers 204 when `take` has ended, or the number that it returns; 401 with the reason
 * to a forged message, 400 to one that is no JSON; 500 where `take` throws, or where something has parsed the body before, so that the message comes again.
 * Throws TypeError where the secret is missing or is no webhook secret.
 */
export function taking<Message extends MessageType>(
  secret: SecretSource,
  take: Take<Message>,
  options?: VerifyOptions,
): Receive {
  if (typeof secret !== 'function') assertSecrets(secret);
  return async (read, headers) => {
    try {
      const secrets = typeof secret === 'function' ? await secret() : secret;
      const event = await verifyWebhook<Message>(await read(), headers, secrets, options);
      if (typeof event !== 'object' && !isForm(headers)) return { status: 400, text: 'the body is no JSON' };
      const id = headerOf(headers, 'webhook-id') ?? headerOf(headers, 'svix-id') ?? '';
      const said = await take(event, { id, headers });
      return { status: typeof said === 'number' ? said : 204, text: '' };
    } catch (error) {
      return refusalOf(error);
    }
  };
}

/** No notification is longer. In bytes. */
export const mostBytes = 1024 * 1024;

/** A body that is longer than any notification. */
export class TooLong extends Error {
  constructor() {
    super(`a notification is never longer than ${mostBytes} bytes`);
  }
}

const isForm = (headers: WebhookHeaders): boolean =>
  headerOf(headers, 'content-type')?.startsWith('application/x-www-form-urlencoded') ?? false;

function refusalOf(error: unknown): Answer {
  if (error instanceof TooLong) return { status: 413, text: error.message };
  // The body was parsed on this side: the message is good, and will be sent again.
  if (error instanceof SignatureError)
    return { status: error.code === 'BodyAlreadyParsed' ? 500 : 401, text: error.message };
  // biome-ignore lint/suspicious/noConsole: nobody else hears what the merchant's own function threw.
  console.error(error);
  return { status: 500, text: 'it could not be dealt with, and may come again' };
}
