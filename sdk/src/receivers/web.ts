// Receivers for runtimes with Request and Response.
import type { MessageType } from '../events.ts';
import { SignatureError } from '../signature-error.ts';
import type { VerifyOptions } from '../webhooks.ts';
import { mostBytes, type SecretSource, type Take, TooLong, taking } from './taking.ts';

/** Returns a function that handles the requests of a webhook. */
export function answering<Message extends MessageType = 'thin'>(
  secret: SecretSource,
  take: Take<Message>,
  options?: VerifyOptions,
): (request: Request) => Promise<Response> {
  const receive = taking(secret, take, options);
  return async (request) => {
    const { status, text } = await receive(() => bodyOf(request), request.headers);
    return new Response(text === '' ? null : text, {
      status,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  };
}

async function bodyOf(request: Request): Promise<ArrayBuffer> {
  if (request.bodyUsed)
    throw new SignatureError(
      'BodyAlreadyParsed',
      'the body was already read, but the signature covers its bytes: let the receiver read it first',
    );
  if (Number(request.headers.get('content-length')) > mostBytes) throw new TooLong();
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > mostBytes) throw new TooLong();
  return bytes;
}
