// Posting to a receiver under examination: whole, in pieces, cut off, one after the other on one connection. Addresses are
// judged as those of every notification are.
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { guardedLookup, judgeAddress, type OutboundPolicy } from '../../kernel/http/outbound.ts';

export interface Message {
  headers: Record<string, string>;
  body: string;
}

/** How a message is sent, where it is not sent whole on a connection of its own. */
export interface Manner {
  /** POST, unless it says another. */
  method?: 'GET' | 'PUT';
  /** The body, in place of the message's. */
  pieces?: AsyncIterable<Buffer> | Iterable<Buffer>;
  /** Keeps its connection for the next. */
  agent?: http.Agent;
  /** The connection is cut when all pieces are sent, before the body has ended. */
  isCutOff?: boolean;
}

export interface Answer {
  /** Null when no answer came: see `error`. */
  status: number | null;
  error: string | null;
  /** What was answered, as far as 64 kB. */
  text: string;
  /** Whether the other side closed the connection instead of answering. */
  isClosed: boolean;
  ms: number;
  /** Whether every byte was taken before the answer came. */
  isAllSent: boolean;
}

export type Send = (message: Message, manner?: Manner) => Promise<Answer>;

export interface Target {
  url: URL;
  policy: OutboundPolicy;
  /** How long an answer may take. */
  timeoutMs: number;
}

const answerLimitBytes = 64 * 1024;
const closed = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Keeps one connection for all that is sent through it. */
export const oneConnection = ({ protocol }: URL): http.Agent =>
  new (protocol === 'https:' ? https : http).Agent({ keepAlive: true, maxSockets: 1 });

/** A function that posts a message and answers what came of it; it never throws for what the other side does. */
export function createSend({ url, policy, timeoutMs }: Target): Send {
  const lookup = guardedLookup(policy);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const literal = net.isIP(host) ? judgeAddress(host, policy) : { allowed: true, reason: '' };
  return async (message, manner = {}) => {
    if (!literal.allowed) throw new Error(`${url.host} is not called: ${literal.reason}`);
    const { agent = false, method = 'POST' } = manner;
    const headers = {
      ...message.headers,
      ...(manner.pieces ? {} : { 'content-length': String(Buffer.byteLength(message.body)) }),
    };
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers,
      agent,
      lookup,
    });
    return exchange(request, message, manner, timeoutMs);
  };
}

async function exchange(
  request: http.ClientRequest,
  message: Message,
  manner: Manner,
  timeoutMs: number,
): Promise<Answer> {
  const began = performance.now();
  const progress = { isAllSent: false };
  const timer = setTimeout(
    () => request.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)),
    timeoutMs,
  );
  const outcome = answerOf(request);
  void write(request, message, manner, progress);
  const { status, error, code, text } = await outcome;
  clearTimeout(timer);
  return {
    status,
    error,
    text,
    isClosed: status === null && (closed.includes(code ?? '') || error === 'socket hang up'),
    ms: Math.round(performance.now() - began),
    isAllSent: progress.isAllSent,
  };
}

interface Outcome {
  status: number | null;
  error: string | null;
  text: string;
  code?: string;
}

/** Settles with the first of: an answer, read to its end; an error. */
function answerOf(request: http.ClientRequest): Promise<Outcome> {
  return new Promise((resolve) => {
    request.on('error', (error: Error & { code?: string }) =>
      resolve({ status: null, error: error.message || String(error.code), text: '', code: error.code }),
    );
    request.on('response', (response) => {
      const status = response.statusCode ?? null;
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > answerLimitBytes) response.destroy();
      });
      const end = () => {
        resolve({ status, error: null, text: Buffer.concat(chunks).toString('utf8') });
        // It answered before it had heard all: there is nobody to go on for.
        if (!request.writableFinished) request.destroy();
      };
      for (const event of ['end', 'error', 'close']) response.on(event, end);
    });
  });
}

async function write(
  request: http.ClientRequest,
  { body }: Message,
  { pieces, isCutOff }: Manner,
  progress: { isAllSent: boolean },
): Promise<void> {
  const gone = new Promise((done) => request.once('close', done));
  try {
    for await (const piece of pieces ?? [Buffer.from(body)]) {
      if (request.destroyed) return;
      if (!request.write(piece))
        await Promise.race([new Promise((done) => request.once('drain', done)), gone]);
    }
    if (isCutOff) {
      await new Promise((done) => setTimeout(done, 50));
      request.destroy();
      return;
    }
    request.end(() => {
      progress.isAllSent = true;
    });
  } catch {
    // What went wrong is the outcome's to tell.
  }
}
