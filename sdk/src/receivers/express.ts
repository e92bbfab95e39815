import type { MessageType } from '../events.ts';
import type { RawBody, VerifyOptions } from '../webhooks.ts';
import { mostBytes, type SecretSource, type Take, TooLong, taking } from './taking.ts';

/** The part of a request of node:http or Express that a handler uses. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  headers: Record<string, string | string[] | undefined>;
  readableDidRead?: boolean;
  /** As some platforms keep it. */
  rawBody?: unknown;
  /** As a body parser leaves it. */
  body?: unknown;
}

/** The part of a response of node:http or Express that a handler uses. */
export interface NodeResponse {
  destroyed: boolean;
  writeHead(status: number, headers: Record<string, string>): { end(text: string): unknown };
}

/**
 * A request handler for node:http and Express (`app.post('/hook', receiveWebhooks(…))`) that reads the bytes itself.
 * Mount it before body parsers; after one, it responds with 500 and the reason.
 */
export function receiveWebhooks<Message extends MessageType = 'thin'>(
  secret: SecretSource,
  take: Take<Message>,
  options?: VerifyOptions,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  const receive = taking(secret, take, options);
  return async (request, response) => {
    const { status, text } = await receive(() => bytesOf(request), request.headers);
    if (!response.destroyed)
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
  };
}

/** Returns the raw body, or the rest of it if something has already read a part. */
async function bytesOf(request: NodeRequest): Promise<RawBody> {
  if (request.rawBody !== undefined) return request.rawBody as RawBody;
  if (request.readableDidRead) return request.body as RawBody;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > mostBytes) throw new TooLong();
    chunks.push(chunk);
  }
  return joined(chunks, length);
}

function joined(chunks: Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
