// A sandbox's responses and notifications, one line of JSON each. In a merchant's repository, it shows how a change in
// their code or in Tefo affects them.
import { closeSync, openSync, writeSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kernel/clock.ts';
import type { Post } from '../kernel/http/outbound.ts';
import { isAskedAnyTime } from '../kernel/http/server.ts';
import { fileReason } from '../kernel/process/files.ts';
import { sha256Hex } from '../kernel/security/crypto.ts';

/** Records a response or a notification, with the clock's time. */
type Note = (entry: object) => void;

/** Starts a transcript of the responses of `serve` and the posts of `through`, in a file that it overwrites. */
export function openTranscript(path: string, clock: Clock) {
  const file = begin(path);
  const note: Note = (entry) =>
    void writeSync(file, `${JSON.stringify({ at: clock.now().toISOString(), ...entry })}\n`);
  return {
    serve: (server: FastifyInstance) => recordAnswers(server, note),
    through: (post: Post) => recordPosts(post, note),
    close: () => closeSync(file),
  };
}

function begin(path: string): number {
  try {
    return openSync(path, 'w', 0o600);
  } catch (error) {
    throw new Error(`TEFO_TRANSCRIPT_FILE is ${path}, which cannot be written: ${fileReason(error)}`);
  }
}

const answerHeaders = ['content-type', 'location', 'retry-after', 'idempotency-replayed', 'x-correlation-id'];

/** Records every response of a server; for a page, only its digest. */
function recordAnswers(server: FastifyInstance, note: Note): void {
  server.addHook('onSend', async (request, reply, payload) => {
    if (isAskedAnyTime(request.url)) return;
    const { method, url } = request;
    const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? String(payload) : '';
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    note({
      request: `${method} ${url}`,
      status: reply.statusCode,
      headers: pick(answerHeaders, (name) => reply.getHeader(name)),
      ...(isPage ? { page: sha256Hex(text) } : { body: text }),
    });
  });
}

// A signature depends on the time, which is the machine's for notifications, so that libraries accept it.
const sentHeaders = ['content-type', 'webhook-id', 'x-correlation-id', 'accesstoken'];

/** Returns the same post, which records each message and its response. */
function recordPosts(post: Post, note: Note): Post {
  return async (request) => {
    const answer = await post(request);
    const { url, body } = request;
    const given = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    note({
      told: url,
      headers: pick(sentHeaders, (name) => given[name]),
      body,
      answered: answer.statusCode ?? answer.error,
    });
    return answer;
  };
}

function pick(headers: string[], read: (name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    headers.map((name) => [name, read(name)]).filter(([, value]) => value !== undefined),
  );
}
