// Every answer of every test here is held against what its operation declares: status, members, types.
import assert from 'node:assert/strict';
import type { TSchema } from 'typebox';
import { type Judge, judgeOf } from '../../kernel/validate.ts';
import { oneOperations } from './index.ts';
import { pathPattern } from './route.ts';
import { ErrorObject } from './wire.ts';

/** What any operation may answer besides what it declares. */
const anywhere = [401, 403, 405, 413, 415, 500, 503];

/** The schema with no room for members that it does not name. */
function strict(schema: TSchema): TSchema {
  const copy = structuredClone(schema) as Record<string, unknown>;
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    if ('properties' in node) Object.assign(node, { additionalProperties: false });
    Object.values(node).forEach(visit);
  };
  visit(copy);
  return copy as TSchema;
}

const judgeError = judgeOf(strict(ErrorObject));
const judges = new Map<TSchema, Judge>();

function judgeFor(schema: TSchema): Judge {
  const judge = judges.get(schema) ?? judgeOf(strict(schema));
  judges.set(schema, judge);
  return judge;
}

const operations = oneOperations.map((operation) => ({
  ...operation,
  pattern: pathPattern(`/one/v1${operation.path}`),
}));

export function holdToContract(
  method: string,
  path: string,
  answer: { status: number; text: string; body: unknown },
): void {
  const operation = operations.find(
    ({ method: own, pattern }) => own === method && pattern.test(path.split('?')[0]!),
  );
  if (!operation) return;
  const { responses, errors } = operation;
  const { status, text, body } = answer;
  const name = `${method} ${operation.path} ${status}`;
  if (status in responses) {
    const schema = responses[status]!;
    if (schema === null) assert.equal(text, '', `${name} has no body`);
    else assert.equal(judgeFor(schema)(body), undefined, `${name}: ${text}`);
    return;
  }
  assert.ok([...errors, ...anywhere].includes(status), `${name} is not declared`);
  assert.equal(judgeError(body), undefined, `${name}: ${text}`);
}
