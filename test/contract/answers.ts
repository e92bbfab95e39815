// Compares every response of every test with its surface's document: its status, its headers, its media type and every
// member of its body. The end of the test file's process reports violations, and then fails.
import { appendFileSync, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type DocumentName, documentNames } from '../../src/app/document-names.ts';
import {
  type Documented,
  documents,
  escaped,
  findOperation,
  judge,
  type Part,
  prefixes,
  resolved,
} from './documents.ts';
import { type Asked, problemOfRequest } from './requests.ts';
import { readXmlAs } from './xml.ts';

export interface Exchange {
  method: string;
  /** The path, with or without a query. */
  url: string;
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

const held = new Map<string, number>();
/** The violation, with the first body that had it. */
const breaches = new Map<string, string>();
const known = new Set<unknown>();

process.once('exit', () => {
  const file = process.env.TEST_ANSWERS;
  // A script with its own setup and teardown has already removed the place.
  if (held.size > 0 && file && existsSync(dirname(file)))
    appendFileSync(file, `${JSON.stringify(Object.fromEntries(held))}\n`);
  const reported = takeBreaches();
  if (reported.length === 0) return;
  console.error(`responses that the documents do not allow:\n${reported.join('\n')}`);
  process.exitCode = 1;
});

/** Returns the violations since the last call. The caller reports them instead of the end of the process. */
export function takeBreaches(): string[] {
  const reported = [...breaches].map(([problem, body]) => `${problem}\n  ${body.slice(0, 500)}`);
  breaches.clear();
  return reported;
}

/** Checks every response of a server from now on. To be called before the server is ready. */
export function holdAnswersOf(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    const chunks: Buffer[] = [];
    let isEnding = false;
    const keep = (chunk: unknown): void => {
      // An injected response writes its body at its end.
      if (!isEnding && (typeof chunk === 'string' || chunk instanceof Uint8Array))
        chunks.push(Buffer.from(chunk as string));
    };
    const { write, end } = raw;
    raw.write = (...given: unknown[]) => {
      keep(given[0]);
      return write.apply(raw, given as never);
    };
    raw.end = (...given: unknown[]) => {
      keep(given[0]);
      isEnding = true;
      return end.apply(raw, given as never);
    };
    raw.once('finish', () => {
      const headers = reply.getHeaders();
      known.add(headers['x-correlation-id']);
      const { method, originalUrl: url } = request;
      const body = Buffer.concat(chunks).toString();
      note({ method, url, status: raw.statusCode, headers, body });
      if (raw.statusCode < 300 && !isRefusal(body))
        noteRequest(method, { url, headers: request.headers, body: request.body });
    });
    done();
  });
}

/** Checks a response of a separate process; a response that its process has checked is not checked again. */
export function holdAnswer(exchange: Exchange): void {
  if (!known.has(exchange.headers['x-correlation-id'])) note(exchange);
}

/** Reports a response outside its document when the process ends. */
export function noteBreach(problem: string, body: string): void {
  if (!breaches.has(problem)) breaches.set(problem, body);
}

function note(exchange: Exchange): void {
  const path = exchange.url.split('?')[0]!;
  const operation =
    findOperation(exchange.method, path) ?? beforeSlash(exchange.method, path, exchange.status);
  if (!operation) {
    const problem = problemElsewhere(path, exchange.status);
    if (problem) noteBreach(`${exchange.method} ${path} ${exchange.status}: ${problem}`, exchange.body);
    return;
  }
  const name = `${operation.surface} ${operation.method} ${operation.path} ${exchange.status}`;
  held.set(name, (held.get(name) ?? 0) + 1);
  const problem = problemOf(exchange, operation);
  if (problem) noteBreach(`${name}: ${problem}`, exchange.body);
}

// The One API also accepts a slash at the end. Where it refuses, the slash can precede an empty identifier.
function beforeSlash(method: string, path: string, status: number): Documented | undefined {
  return status < 400 && path.endsWith('/') ? findOperation(method, path.slice(0, -1)) : undefined;
}

/** Whether a good status holds a refusal: the older surfaces say so in the body. */
function isRefusal(body: string): boolean {
  return /"errorMessage":"|"errors":\[.|<ErrorMessage>./.test(body);
}

function noteRequest(method: string, asked: Asked): void {
  const operation = findOperation(method, asked.url.split('?')[0]!);
  const problem = operation && problemOfRequest(asked, operation);
  if (problem)
    noteBreach(
      `${operation.surface} ${operation.method} ${operation.path} was asked: ${problem}`,
      `${asked.url} ${JSON.stringify(asked.body)}`,
    );
}

/** Returns how a response violates its operation's document; undefined: it does not. */
export function problemOf(exchange: Exchange, { surface, pointer }: Documented): string | undefined {
  const { status, headers, body, method } = exchange;
  const declared = resolved(surface, `${pointer}/responses/${status}`);
  if (!declared.part) return 'the status is not declared';
  const wrongHeader = problemOfHeaders(surface, declared.part, headers);
  if (wrongHeader) return wrongHeader;
  if (method === 'HEAD') return body === '' ? undefined : 'an answer to HEAD has a body';
  const { content } = declared.part as { content?: Record<string, Part> };
  if (!content) return body === '' ? undefined : 'a body is not declared';
  const type = String(headers['content-type'] ?? '').split(';')[0]!;
  if (!content[type]) return `the media type ${type} is not declared`;
  const schema = resolved(surface, `${declared.pointer}/content/${escaped(type)}/schema`);
  try {
    return judge(surface, schema.pointer, readValue(type, body, surface, schema.part));
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns how a response outside every operation violates the documents: undocumented paths return only refusals. */
export function problemElsewhere(path: string, status: number): string | undefined {
  const isSurface = Object.values(prefixes).some((prefix) => path.toLowerCase().startsWith(`${prefix}/`));
  return isSurface && status < 400 && !path.includes('/.well-known/')
    ? 'no document has such an operation'
    : undefined;
}

/**
 * Headers with a meaning for a client's program: each must be declared where it occurs. The remaining limit of a
 * caller can be on any response.
 */
const telling = new Set([
  ...documentNames
    .flatMap((name) => Object.keys(documents[name].components.headers))
    .filter((name) => !name.startsWith('RateLimit-')),
  'Allow',
  'Sunset',
  'Set-Cookie',
]);

function problemOfHeaders(
  surface: DocumentName,
  answer: Part,
  headers: Record<string, unknown>,
): string | undefined {
  const declared = Object.keys(answer.headers ?? {});
  for (const name of declared) {
    const { pointer, part } = resolved(surface, `/components/headers/${escaped(name)}`);
    const value = headers[name.toLowerCase()];
    if (value === undefined && part.required) return `there is no ${name}`;
    if (value === undefined) continue;
    const read = part.schema.type === 'integer' ? Number(value) : String(value);
    const problem = judge(surface, `${pointer}/schema`, read);
    if (problem) return `the header ${name}: ${problem}`;
  }
  const undeclared = [...telling].find(
    (name) => headers[name.toLowerCase()] !== undefined && !declared.includes(name),
  );
  return undeclared && `the header ${undeclared} is not declared`;
}

function readValue(type: string, body: string, surface: Documented['surface'], schema: Part): unknown {
  if (type === 'application/json') return JSON.parse(body);
  if (!type.endsWith('/xml')) return body;
  return readXmlAs(surface, schema, body);
}
