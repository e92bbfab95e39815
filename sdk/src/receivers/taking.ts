// The common part of all webhook receivers: reads the bytes, verifies them, and calls the merchant's function.
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
 * Returns a receiver of messages: it responds with 204 when `take` has ended, or the status that it returns; with 401 and the reason
 * to a forged message; with 400 to one that is not JSON; with 500 if `take` throws, or if the body was parsed before, so that the message is retried.
 * Throws TypeError if the secret is missing or is not a webhook secret.
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
  // biome-ignore lint/suspicious/noConsole: otherwise the error of the merchant's own function is lost.
  console.error(error);
  return { status: 500, text: 'it could not be dealt with, and may come again' };
}
