// What goes out: one record as JSON, or as XML for those who ask for it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeXml } from '../../kernel/formats/xml.ts';
import { pascalCase } from '../described.ts';

const json = 'application/json';
const xmlTypes = ['application/xml', 'text/xml'];

/**
 * Sends a record as JSON, or as XML under `root` where Accept prefers it. In XML the names are in PascalCase, and
 * what is null is left out.
 */
export function sendRecord(
  request: FastifyRequest,
  reply: FastifyReply,
  root: string,
  record: Record<string, unknown>,
): FastifyReply {
  reply.header('vary', 'Accept');
  const type = preferredType(request.headers.accept, [json, ...xmlTypes]);
  if (type === json) return reply.type(`${json}; charset=utf-8`).send(JSON.stringify(record));
  return reply.type(`${type}; charset=utf-8`).send(writeXml(root, pascalKeys(record)));
}

/**
 * Sends records as a JSON array, or as XML under `root` with one `element` each; without `element` it is one record.
 */
export function sendRecords(
  request: FastifyRequest,
  reply: FastifyReply,
  root: string,
  element: string | undefined,
  records: Record<string, unknown> | Record<string, unknown>[],
): FastifyReply {
  if (element === undefined || !Array.isArray(records)) {
    return sendRecord(request, reply, root, records as Record<string, unknown>);
  }
  reply.header('vary', 'Accept');
  const type = preferredType(request.headers.accept, [json, ...xmlTypes]);
  if (type === json) return sendJson(reply, records);
  return reply.type(`${type}; charset=utf-8`).send(writeXml(root, { [element]: records.map(pascalKeys) }));
}

function pascalKeys(record: Record<string, unknown>): Record<string, unknown> {
  const present = Object.entries(record).filter(([, value]) => value !== null);
  return Object.fromEntries(present.map(([name, value]) => [pascalCase(name), value]));
}

/** Sends any value as JSON. */
export function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.type(`${json}; charset=utf-8`).send(JSON.stringify(value));
}

/**
 * Which of `offers` an Accept header likes best: the highest quality first, then what it names most exactly, then
 * the order of the offers. The first offer where it accepts none of them: an answer beats a 406.
 */
export function preferredType(accept: string | undefined, offers: readonly [string, ...string[]]): string {
  const qualities = new Map((accept ?? '').split(',').map(readRange));
  let best = { offer: offers[0], quality: 0, exactness: 0 };
  for (const offer of offers) {
    const patterns = ['*/*', `${offer.split('/')[0]}/*`, offer];
    const exactness = patterns.findLastIndex((pattern) => qualities.has(pattern));
    const quality = qualities.get(patterns[exactness] ?? '') ?? 0;
    if (quality > best.quality || (quality > 0 && quality === best.quality && exactness > best.exactness)) {
      best = { offer, quality, exactness };
    }
  }
  return best.offer;
}

function readRange(text: string): [type: string, quality: number] {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [type, quality === undefined ? 1 : Number(quality) || 0];
}
