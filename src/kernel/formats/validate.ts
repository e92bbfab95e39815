// Validates values against the schemas of requests and reports one problem per field.
import { createRequire } from 'node:module';
import Type, { type TSchema } from 'typebox';
import { onFirstUse } from '../process/first-use.ts';
import { unreadable, whyUnreadable } from './json.ts';

export interface Problem {
  /** JSON Pointer (RFC 6901) to the value, or to the member that is missing; "" means the whole value. */
  pointer: string;
  /** What is wrong, as a phrase that follows the field's name: "must have at most 50 characters". */
  rule: string;
}

export type Validator = (value: unknown) => Problem | undefined;

interface SchemaError {
  keyword: string;
  instancePath: string;
  message: string;
  params: Record<string, unknown>;
}

// The compiler is a third of the code that a start would load, so it is loaded with the first value to validate. Each
// schema is compiled on its first use.
const require = createRequire(import.meta.url);
const compile = (schema: TSchema) =>
  (require('typebox/compile') as typeof import('typebox/compile')).Compile(schema);

/** Compiles a schema into a function that returns the first problem of a value, or undefined. */
export function validatorOf(schema: TSchema): Validator {
  const open = onFirstUse(() => compile(schema));
  return (value) => {
    const compiled = open();
    if (compiled.Check(value)) return undefined;
    const errors = compiled.Errors(value) as unknown as SchemaError[];
    return describe(errors[0], value);
  };
}

/** Compiles a schema into a function that returns the problems of a value, the first of each field, at most `most`. */
export function listingValidatorOf(schema: TSchema, most: number): (value: unknown) => Problem[] {
  const open = onFirstUse(() => compile(schema));
  return (value) => {
    const compiled = open();
    if (compiled.Check(value)) return [];
    const found = new Map<string, Problem>();
    for (const error of compiled.Errors(value) as unknown as SchemaError[]) {
      const problem = describe(error, value);
      if (!found.has(problem.pointer)) found.set(problem.pointer, problem);
    }
    return [...found.values()].slice(0, most);
  };
}

function describe(error: SchemaError | undefined, value: unknown): Problem {
  if (!error) return { pointer: '', rule: 'is not valid' };
  const { keyword, instancePath, params } = error;
  if (keyword === 'required') {
    const [name = ''] = params.requiredProperties as string[];
    return { pointer: `${instancePath}/${escapePointer(name)}`, rule: 'is required' };
  }
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const [name] = (params.additionalProperties ?? params.unevaluatedProperties) as string[];
    return { pointer: `${instancePath}/${escapePointer(name ?? '')}`, rule: 'is not a known field' };
  }
  if (isUnreadable(value, instancePath)) return { pointer: instancePath, rule: whyUnreadable };
  return { pointer: instancePath, rule: ruleOf(keyword, params, error.message) };
}

// The value may have had the right type, so naming the type would not help.
function isUnreadable(value: unknown, pointer: string): boolean {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return (
    steps.reduce((at, step) => (at as Record<string, unknown> | undefined)?.[step], value) === unreadable
  );
}

function ruleOf(keyword: string, params: Record<string, unknown>, message: string): string {
  switch (keyword) {
    // The schema "false" covers every member that a closed object does not name.
    case 'boolean':
      return 'is not a known field';
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'minItems':
      return `must have at least ${counted(params.limit)}`;
    case 'maxItems':
      return `must have at most ${counted(params.limit)}`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'exclusiveMinimum':
      return `must be more than ${params.limit}`;
    case 'exclusiveMaximum':
      return `must be less than ${params.limit}`;
    case 'format':
      return `must be ${withArticle(String(params.format))}`;
    case 'pattern':
      return formRules.get(String(params.pattern)) ?? 'has the wrong form';
    case 'type':
      return `must be ${[params.type].flat().map(String).map(withArticle).join(' or ')}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    default:
      return message;
  }
}

// "a uuid" and "a uri": by pronunciation.
const withArticle = (noun: string): string => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`;
const counted = (count: unknown): string => `${count} ${count === 1 ? 'item' : 'items'}`;

/** The rule of each pattern, in words. */
const formRules = new Map<string, string>();

/** Registers a pattern's rule as a phrase that follows the field's name: "must be 6 digits". Returns the pattern. */
export function worded(pattern: string, rule: string): string {
  formRules.set(pattern, rule);
  return pattern;
}

/** A string schema with a pattern and its rule in words. */
export function formed(
  pattern: string,
  rule: string,
  more: { minLength?: number; maxLength?: number; description?: string } = {},
) {
  return Type.String({ pattern: worded(pattern, rule), ...more });
}

/** Returns one step of a JSON Pointer with "~" and "/" escaped. */
export function escapePointer(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

const wholeNumber = /^(?:\d{1,9}|-[1-9]\d{0,8})$/;

/**
 * Query values arrive as text: converts whole numbers to numbers if the schema requires one. Other values stay text,
 * and the schema then reports them.
 */
export function readQuery(schema: TSchema, query: Record<string, unknown>): Record<string, unknown> {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {};
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const isInteger = properties[name]?.type === 'integer';
      return [
        name,
        isInteger && typeof value === 'string' && wholeNumber.test(value) ? Number(value) : value,
      ];
    }),
  );
}
