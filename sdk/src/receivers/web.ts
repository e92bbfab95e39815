// Receivers for runtimes with Request and Response.
import { SignatureError } from '../signature-error.ts';
import type { VerifyOptions } from '../webhooks.ts';
import { mostBytes, type SecretSource, type Take, TooLong, taking } from './taking.ts';

/** Returns the answer to a request that a webhook posts. */
export async function answerTo(
  request: Request,
  secret: SecretSource,
  take: Take,
  options?: VerifyOptions,
): Promise<Response> {
  const { status, text } = await taking(() => bodyOf(request), request.headers, secret, take, options);
  return new Response(text === '' ? null : text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}

async function bodyOf(request: Request): Promise<ArrayBuffer> {
  if (request.bodyUsed)
    throw new SignatureError(
      'BodyAlreadyParsed',
      'something has already read the body: what was signed is its bytes, so let the receiver read it first',
    );
  if (Number(request.headers.get('content-length')) > mostBytes) throw new TooLong();
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > mostBytes) throw new TooLong();
  return bytes;
}
