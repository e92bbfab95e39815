// The surfaces' documents as tests use them: which operation a request meets, and a judge for any of their schemas.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type DocumentName, documentNames } from '../../src/app/document-names.ts';
import { writeDocuments } from '../../src/app/documents.ts';

/** A part of a document. */
// biome-ignore lint/suspicious/noExplicitAny: a document's parts have the shapes of OpenAPI
export type Part = Record<string, any>;

/** The path of each surface. */
export const prefixes: Record<DocumentName, string> = {
  one: '/one/v1',
  payments: '/payments',
  payouts: '/payouts/v1',
  external: '/external',
};

const caseBlind: readonly DocumentName[] = ['payments', 'external'];

const base = 'http://localhost:8420';
export const documents: Record<DocumentName, Part> = writeDocuments({
  oneUrl: base + prefixes.one,
  paymentsUrl: base + prefixes.payments,
  payoutsUrl: base + prefixes.payouts,
  externalUrl: base + prefixes.external,
});

export interface Documented {
  surface: DocumentName;
  method: string;
  /** As the document writes it. */
  path: string;
  /** JSON Pointer to the operation. */
  pointer: string;
  operation: Part;
  pattern: RegExp;
}

export const operations: readonly Documented[] = documentNames.flatMap((surface) =>
  Object.entries(documents[surface].paths as Record<string, Part>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      surface,
      method: method.toUpperCase(),
      path,
      pointer: `/paths/${escaped(path)}/${method}`,
      operation,
      pattern: patternOf(surface, path),
    })),
  ),
);

function patternOf(surface: DocumentName, path: string): RegExp {
  const whole = RegExp.escape(prefixes[surface] + path).replaceAll(/\\\{\w+\\\}/g, '[^/]+');
  // On the One API, a slash at the end can precede an empty identifier.
  return new RegExp(`^${whole}${surface === 'one' ? '' : '/?'}$`, caseBlind.includes(surface) ? 'i' : '');
}

/** The operation that a request meets; undefined where none is documented. A HEAD meets the GET. */
export function findOperation(method: string, path: string): Documented | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  const found = operations.filter((candidate) => candidate.method === asked && candidate.pattern.test(path));
  // A literal path precedes one with a parameter.
  return found.find((candidate) => !candidate.path.includes('{')) ?? found[0];
}

const ajv = new Ajv2020({ strict: false, validateFormats: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
for (const name of documentNames) ajv.addSchema(documents[name], name);

/** Whether a text is of a format, as the judge has it. */
export const isOfFormat = (format: string, text: string): boolean =>
  ajv.validate({ type: 'string', format }, text);

const compiled = new Map<string, ValidateFunction>();

/** Returns how a value violates the schema at a JSON Pointer of a document; undefined: it does not. */
export function judge(surface: DocumentName, pointer: string, value: unknown): string | undefined {
  const key = `${surface}#${pointer.replaceAll('%', '%25')}`;
  const validate = compiled.get(key) ?? ajv.getSchema(key);
  if (!validate) throw new Error(`there is no schema at ${key}`);
  compiled.set(key, validate);
  if (validate(value)) return undefined;
  const [error] = validate.errors!;
  return `${error!.instancePath || 'the body'} ${error!.message} ${JSON.stringify(error!.params)}`;
}

/** One step of a JSON Pointer. */
export function escaped(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function resolved(surface: DocumentName, pointer: string): { pointer: string; part: Part } {
  let part: Part = documents[surface];
  for (const step of pointer.split('/').slice(1))
    part = part?.[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  return typeof part?.$ref === 'string' ? resolved(surface, part.$ref.slice(1)) : { pointer, part };
}
