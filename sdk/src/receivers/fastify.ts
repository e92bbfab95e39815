import type { MessageType } from '../events.ts';
import type { VerifyOptions } from '../webhooks.ts';
import { mostBytes, type SecretSource, type Take, taking } from './taking.ts';

interface FastifyRequestPart {
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

interface FastifyReplyPart {
  code(status: number): FastifyReplyPart;
  type(type: string): FastifyReplyPart;
  send(body: string): unknown;
}

/** The part of a Fastify instance that the plugin uses. */
export interface FastifyPart {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parse: (request: unknown, body: Uint8Array, done: (error: null, body: Uint8Array) => void) => void,
  ): void;
  post(
    path: string,
    handle: (request: FastifyRequestPart, reply: FastifyReplyPart) => Promise<unknown>,
  ): unknown;
}

/** A plugin that answers POST at its prefix: `app.register(receiveWebhooks(secret, take), { prefix: '/hook' })`. */
export function receiveWebhooks<Message extends MessageType = 'thin'>(
  secret: SecretSource,
  take: Take<Message>,
  options?: VerifyOptions,
): (app: FastifyPart) => Promise<void> {
  const receive = taking(secret, take, options);
  return async (app) => {
    // Only within the plugin: the signature covers the bytes.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    );
    app.post('/', async (request, reply) => {
      const read = async () => request.body as Uint8Array;
      const { status, text } = await receive(read, request.headers);
      return reply.code(status).type('text/plain; charset=utf-8').send(text);
    });
  };
}
