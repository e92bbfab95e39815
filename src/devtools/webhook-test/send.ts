// Posts to a receiver in a receiver test: whole, in pieces, cut off, or several on one connection. Addresses pass the same
// policy as those of notifications.
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { guardedLookup, judgeAddress, type OutboundPolicy } from '../../kernel/http/allowed-addresses.ts';

export interface Message {
  headers: Record<string, string>;
  body: string;
}

/** How a message is sent, if not whole and on its own connection. */
export interface Manner {
  /** POST if absent. */
  method?: 'GET' | 'PUT';
  /** The body, instead of the message's own. */
  pieces?: AsyncIterable<Buffer> | Iterable<Buffer>;
  /** Keeps its connection for the next message. */
  agent?: http.Agent;
  /** The connection is cut after all pieces, before the body has ended. */
  isCutOff?: boolean;
}

export interface Answer {
  /** Null without a response: see `error`. */
  status: number | null;
  error: string | null;
  /** The first 64 kB of the response. */
  text: string;
  /** Whether the other side closed the connection instead of responding. */
  isClosed: boolean;
  ms: number;
  /** Whether all bytes were sent before the response came. */
  isAllSent: boolean;
}

export type Send = (message: Message, manner?: Manner) => Promise<Answer>;

export interface Target {
  url: URL;
  policy: OutboundPolicy;
  /** The time limit for a response. */
  timeoutMs: number;
}

const answerLimitBytes = 64 * 1024;
const closed = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Returns an agent that uses one connection for all its requests. */
export const oneConnection = ({ protocol }: URL): http.Agent =>
  new (protocol === 'https:' ? https : http).Agent({ keepAlive: true, maxSockets: 1 });

/** Returns a function that posts a message and returns the outcome. It never throws because of the other side. */
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
    () => request.destroy(new Error(`no response within ${timeoutMs / 1000} s`)),
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

/** Settles with a complete response or with an error, whichever comes first. */
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
        // The receiver responded before reading everything, so the rest is not sent.
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
    // The outcome reports the error.
  }
}
