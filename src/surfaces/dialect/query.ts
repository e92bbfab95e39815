// The parameters of the read operations.
import type { FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import { Refusal } from './errors.ts';
import { readBoolean } from './fields.ts';
import { type Given, givenOnce } from './given.ts';

/**
 * Returns the parameters that a schema names, with the defaults of booleans. Throws a 400 that names the first one that
 * is missing or cannot be read. The operation itself checks the form of texts.
 */
export function readParameters<Query extends TObject>(request: FastifyRequest, schema: Query): Static<Query> {
  const query = givenOnce(request.query as Record<string, unknown>);
  const required = schema.required as readonly string[] | undefined;
  const read: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema.properties)) {
    const given = query.get(name.toLowerCase());
    const isBoolean = 'type' in member && member.type === 'boolean';
    if (!given && required?.includes(name)) throw new Refusal(400, `${name} is required`);
    if (given) read[name] = isBoolean ? readFlag(name, given) : readText(name, given);
    else if ('default' in member) read[name] = member.default;
  }
  return read as Static<Query>;
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
