// The parameters of the reads.
import type { FastifyRequest } from 'fastify';
import { Refusal } from './errors.ts';
import { readBoolean } from './fields.ts';
import { type GivenFields, givenOnce } from './given.ts';

/** The named parameters, all of them required. Throws a 400 that names the first one missing. */
export function requireParameters<Name extends string>(
  request: FastifyRequest,
  ...names: Name[]
): Record<Name, string> & { isTest: boolean } {
  const query = givenOnce(request.query as Record<string, unknown>);
  const required = Object.fromEntries(names.map((name) => [name, requireText(query, name)]));
  return { ...(required as Record<Name, string>), isTest: readIsTest(query) };
}

function requireText(query: GivenFields, name: string): string {
  const given = query.get(name.toLowerCase());
  if (!given) throw new Refusal(400, `${name} is required`);
  if (given.kind !== 'text') throw new Refusal(400, `${name} has characters that are not allowed`);
  return given.text;
}

function readIsTest(query: GivenFields): boolean {
  const given = query.get('istest');
  if (!given) return false;
  const isTest = readBoolean(given.text);
  if (isTest === undefined) throw new Refusal(400, 'isTest must be true or false');
  return isTest;
}
