// The parameters of the read operations.
import type { FastifyRequest } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import type { Operation } from '../operation.ts';
import { Refusal } from './errors.ts';
import { readBoolean } from './fields.ts';
import { type Given, type GivenFields, givenOnce } from './given.ts';

/**
 * Returns the reader of an operation's parameters. It throws a 400 that names the first one that is missing or cannot be
 * read. The operation itself checks the form of texts, and reads numbers.
 */
export function readerOf({ query: schema }: Pick<Operation, 'query'>) {
  const { properties = {}, required = [] } = (schema ?? {}) as Partial<
    TObject<Record<string, TSchema & { type?: string }>>
  >;
  const members = Object.entries(properties).filter(([, { type }]) => type !== 'number');
  return (request: FastifyRequest) => {
    const query: GivenFields = schema ? givenOnce(request.query as Record<string, unknown>) : new Map();
    const read: Record<string, unknown> = {};
    for (const [name, { type }] of members) {
      const given = query.get(name.toLowerCase());
      if (given) read[name] = type === 'boolean' ? readFlag(name, given) : readText(name, given);
      else if ((required as readonly string[]).includes(name)) throw new Refusal(400, `${name} is required`);
    }
    return { query: read, body: undefined };
  };
}

function readText(name: string, given: Given): string {
  if (given.kind !== 'text') throw new Refusal(400, `${name} has characters that are not allowed`);
  return given.text;
}

function readFlag(name: string, given: Given): boolean {
  const flag = readBoolean(given.text);
  if (flag === undefined) throw new Refusal(400, `${name} must be true or false`);
  return flag;
}
