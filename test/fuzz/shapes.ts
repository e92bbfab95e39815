// Values for a schema: some valid, some nearly valid, some malicious.
import type { DocumentName } from '../../src/app/document-names.ts';
import { type Part, resolved } from '../contract/documents.ts';
import type { Random } from '../storm/random.ts';

/** Names of values in earlier responses, by the member that carries them: ids and references. */
export type Known = (member: string) => string | undefined;

export interface Asked {
  surface: DocumentName;
  random: Random;
  known: Known;
}

const dayMs = 86_400_000;
const deepest = 5;

/** A value that a schema allows, as far as the schema describes it. `member`: its name in the object. */
export function fitting(asked: Asked, given: Part, member: string, depth = 0): unknown {
  const { random } = asked;
  const schema = follow(asked.surface, given);
  const one = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (one) return fitting(asked, random.pick(one as Part[]), member, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum as unknown[]);
  const type = Array.isArray(schema.type) ? random.pick(schema.type as string[]) : schema.type;
  if (type === 'object') return objectOf(asked, schema, depth);
  if (type === 'array') return arrayOf(asked, schema, member, depth);
  return scalarOf(asked, type as string, schema, member);
}

function arrayOf(asked: Asked, schema: Part, member: string, depth: number): unknown[] {
  if (depth > deepest) return [];
  const length = asked.random.between(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 3) + 1);
  return Array.from({ length }, () => fitting(asked, schema.items ?? {}, member, depth + 1));
}

function scalarOf(asked: Asked, type: string, schema: Part, member: string): unknown {
  const { random } = asked;
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'integer')
    return random.between(schema.minimum ?? 0, Math.min(schema.maximum ?? 200, 200) + 1);
  if (type === 'number') return random.between(1, 500_000) / 100;
  return type === 'null' ? null : textOf(asked, schema, member);
}

function objectOf(asked: Asked, schema: Part, depth: number): Record<string, unknown> {
  const required: string[] = schema.required ?? [];
  const members = Object.entries((schema.properties ?? {}) as Record<string, Part>).filter(
    ([name]) => required.includes(name) || (depth < deepest && asked.random.chance(0.4)),
  );
  return Object.fromEntries(members.map(([name, part]) => [name, fitting(asked, part, name, depth + 1)]));
}

function textOf({ random, known }: Asked, schema: Part, member: string): string {
  const remembered = known(member);
  if (remembered !== undefined && random.chance(0.8)) return remembered;
  if (schema.format === 'uuid') return uuid(random);
  if (schema.format === 'date') return instant(random).slice(0, 10);
  if (schema.format === 'date-time') return instant(random);
  if (schema.format === 'uri') return `http://127.0.0.1:9/${random.between(0, 1_000)}`;
  const length = Math.min(schema.maxLength ?? 12, 12);
  return `F${random.between(0, 1_000_000)}`.slice(0, Math.max(length, schema.minLength ?? 1));
}

/** An instant of the days around today. */
function instant(random: Random): string {
  return new Date(Date.now() + random.between(-40, 40) * dayMs + random.between(0, dayMs)).toISOString();
}

export function uuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.between(0, 16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function follow(surface: DocumentName, part: Part): Part {
  return typeof part.$ref === 'string' ? resolved(surface, part.$ref.slice(1)).part : part;
}

// biome-ignore format: a list
const hostileTexts = [
  '', ' ', '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\u202e\u0007\u001b]0;x\u0007', '\r\nSet-Cookie: a=b', '%00', '%', '%zz',
  "' or 1=1 --", '"; drop table payments; --', '{{7*7}}', '<script>alert(1)</script>', '../../etc/passwd', '😀'.repeat(40),
  'ﬃ', 'İ', 'ß', 'x'.repeat(51), 'x'.repeat(256), 'x'.repeat(5_000), '9'.repeat(400), '-1', '0', '1e3', '1E+2', '0x10', 'NaN', 'Infinity', '1.005', '00000000-0000-0000-0000-000000000000',
  '0000-00-00', '2026-02-30', '9999-12-31', '+275760-09-13T00:00:00Z', '2026-11-22T10:00:00', 'true', 'false', 'null', '[]', '{}', '__proto__', 'constructor', 'toString',
  'javascript:alert(1)', 'http://169.254.169.254/', 'http://[::ffff:127.0.0.1]/', 'http://user:pw@127.0.0.1/', 'file:///etc/passwd', `http://127.0.0.1/${'a'.repeat(200)}`, '=cmd()', '@SUM(1)',
];

/** A malicious value of any kind. */
export function hostile(random: Random): unknown {
  switch (random.between(0, 6)) {
    case 0:
      return random.pick([null, true, false, [], {}, [[]], [null], { $ref: '#' }]);
    case 1:
      return random.pick([0, -1, 1e21, 1e-7, 0.1 + 0.2, 2 ** 53, -0.01, 100.001, 5e-324]);
    case 2:
      return Array.from({ length: random.between(1, 60) }, () => random.pick([1, 'a', null]));
    default:
      return random.pick(hostileTexts);
  }
}

export function hostileText(random: Random): string {
  return random.pick(hostileTexts);
}

/** The same value with one change somewhere: a member removed, added, renamed, of another kind, or hostile. */
export function spoiled(random: Random, value: unknown): unknown {
  if (Array.isArray(value)) return spoiledArray(random, value);
  if (typeof value !== 'object' || value === null) return hostile(random);
  const entries = Object.entries(value);
  if (entries.length === 0 || random.chance(0.1))
    return { ...value, [String(hostile(random))]: hostile(random) };
  const place = random.between(0, entries.length);
  const [name, member] = entries[place]!;
  const changed = spoiledMember(random, name, member);
  return Object.fromEntries([...entries.slice(0, place), ...changed, ...entries.slice(place + 1)]);
}

function spoiledMember(random: Random, name: string, member: unknown): [string, unknown][] {
  switch (random.between(0, 7)) {
    case 0:
      return [];
    case 1:
      return [
        [
          random.pick([name.toUpperCase(), name.slice(0, 1).toUpperCase() + name.slice(1), `${name} `]),
          member,
        ],
      ];
    case 2:
      return [
        [name, member],
        [name.toUpperCase(), member],
      ];
    case 3:
      return [[name, typeof member === 'number' ? String(member) : [member]]];
    case 4:
      return [[name, typeof member === 'object' ? spoiled(random, member) : hostile(random)]];
    default:
      return [[name, hostile(random)]];
  }
}

function spoiledArray(random: Random, items: unknown[]): unknown[] {
  if (items.length === 0 || random.chance(0.1)) return [...items, hostile(random)];
  if (random.chance(0.1)) return Array.from({ length: random.between(2, 600) }, () => items[0]);
  const place = random.between(0, items.length);
  return items.with(place, spoiled(random, items[place]));
}
