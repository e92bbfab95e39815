// Responses: one record as JSON, or as XML for clients that request it.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { writeXml } from '../../kernel/formats/xml.ts';
import { pascalCase } from '../described.ts';
import type { Operation, XmlNames } from '../operation.ts';
import type { SurfaceCall } from './deps.ts';

const json = 'application/json';
const xmlTypes = ['application/xml', 'text/xml'] as const;

/**
 * Sends the content of a response: as JSON, or as XML if Accept prefers it and the operation has that form. In XML,
 * names are in PascalCase and null values are left out. A stream is sent unchanged.
 */
export function sendContent(
  { request, reply }: SurfaceCall,
  value: unknown,
  { xml }: Operation,
): FastifyReply {
  if (value instanceof Readable) return reply.send(value);
  if (xml) reply.header('vary', 'Accept');
  const type = xml ? preferredType(request.headers.accept, [json, ...xmlTypes]) : json;
  reply.type(`${type}; charset=utf-8`);
  return reply.send(xml && type !== json ? toXml(xml.response, value) : JSON.stringify(value));
}

function toXml([root, item]: XmlNames, value: unknown): string {
  const content =
    item === undefined ? pascalKeys(value as Row) : { [item]: (value as Row[]).map(pascalKeys) };
  return writeXml(root, content);
}

type Row = Record<string, unknown>;

function pascalKeys(record: Row): Row {
  const present = Object.entries(record).filter(([, value]) => value !== null);
  return Object.fromEntries(present.map(([name, value]) => [pascalCase(name), value]));
}

/**
 * Returns the offer that an Accept header prefers: by quality, then by how exactly it is named, then by the order of
 * `offers`. Returns the first offer if none is accepted: an answer is better than a 406.
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
