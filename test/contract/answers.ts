// Every answer of every test is held against its surface's document: its status, its headers, its media type and every
// member of its body. What is wrong is told when the test file's process ends, which then fails.
import { appendFileSync, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Documented, escaped, findOperation, judge, type Part, resolved } from './documents.ts';
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
/** What was wrong, with the first body it was wrong about. */
const breaches = new Map<string, string>();
const known = new Set<unknown>();

process.once('exit', () => {
  const file = process.env.TEST_ANSWERS;
  // A script that sets up and takes down by itself has taken the place down already.
  if (held.size > 0 && file && existsSync(dirname(file)))
    appendFileSync(file, `${JSON.stringify(Object.fromEntries(held))}\n`);
  if (breaches.size === 0) return;
  const told = [...breaches].map(([problem, body]) => `${problem}\n  ${body.slice(0, 500)}`);
  console.error(`what the documents do not allow:\n${told.join('\n')}`);
  process.exitCode = 1;
});

/** Holds every answer that a server gives from now on. To be called before it is ready. */
export function holdAnswersOf(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply;
    const chunks: Buffer[] = [];
    let isEnding = false;
    const keep = (chunk: unknown): void => {
      // An injected answer writes what it ends with.
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
      note({ method, url, status: raw.statusCode, headers, body: Buffer.concat(chunks).toString() });
    });
    done();
  });
}

/** Holds an answer that a process of its own gave; one that was held where it was given is not held again. */
export function holdAnswer(exchange: Exchange): void {
  if (!known.has(exchange.headers['x-correlation-id'])) note(exchange);
}

/** Tells of something that its document does not allow when the process ends. */
export function noteBreach(problem: string, body: string): void {
  if (!breaches.has(problem)) breaches.set(problem, body);
}

function note(exchange: Exchange): void {
  const operation = findOperation(exchange.method, exchange.url.split('?')[0]!);
  if (!operation) return;
  const name = `${operation.surface} ${operation.method} ${operation.path} ${exchange.status}`;
  held.set(name, (held.get(name) ?? 0) + 1);
  const problem = problemOf(exchange, operation);
  if (problem) noteBreach(`${name}: ${problem}`, exchange.body);
}

/** What an answer has against its operation's document; undefined: nothing. */
export function problemOf(exchange: Exchange, { surface, pointer }: Documented): string | undefined {
  const { status, headers, body, method } = exchange;
  const declared = resolved(surface, `${pointer}/responses/${status}`);
  if (!declared.part) return 'the status is not declared';
  const missing = requiredHeaders(surface, declared.part).find(
    (name) => headers[name.toLowerCase()] === undefined,
  );
  if (missing) return `there is no ${missing}`;
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

function requiredHeaders(surface: Documented['surface'], answer: Part): string[] {
  const names = Object.keys(answer.headers ?? {});
  return names.filter((name) => resolved(surface, `/components/headers/${name}`).part.required);
}

function readValue(type: string, body: string, surface: Documented['surface'], schema: Part): unknown {
  if (type === 'application/json') return JSON.parse(body);
  if (!type.endsWith('/xml')) return body;
  return readXmlAs(surface, schema, body);
}
