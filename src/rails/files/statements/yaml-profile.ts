// A profile that an operator writes as YAML, for a bank whose CSV is not known here.
import { createRequire } from 'node:module';
import { RE2JS, RE2JSException } from 're2js';
import type { Document } from 'yaml';
import { onFirstUse } from '../../../kernel/process/first-use.ts';
import { firstOf } from '../../../kernel/required.ts';
import { titleOf } from './csv-fit.ts';
import { isDateForm } from './days.ts';
import type { Columns, Matcher, Profile } from './profile.ts';

// Loaded with the first profile: most services have none.
const yaml = onFirstUse(() => createRequire(import.meta.url)('yaml') as typeof import('yaml'));

/** A profile cannot be used. The message names the field and its rule. */
export class BadProfile extends Error {}

/** In characters. */
const longestProfile = 64 * 1024;
const mostPatterns = 100;
const mostColumns = 200;
/** Of all patterns of a field together, in RE2's instructions: each is tried at each character of a description. */
const mostInstructions = 5_000;

const fields = [
  ...['name', 'delimiter', 'decimals', 'header', 'columns', 'date', 'files', 'order'],
  ...['skip', 'pending', 'charges', 'interest'],
];
const columnFields = [
  ...['date', 'valueDate', 'description', 'reference', 'amount', 'in', 'out', 'fee', 'balance', 'account'],
] as const;

type Fields = Record<string, unknown>;

function refuse(field: string, rule: string): never {
  throw new BadProfile(`${field}: ${rule}`);
}

/** Reads a profile. Throws BadProfile for the first mistake. */
export function profileFromYaml(text: string): Profile {
  const given = assertFields(parse(text), '', fields);
  const header = textsOf(given.header, 'header', mostColumns);
  if (new Set(header.map(titleOf)).size !== header.length) refuse('header', 'has a column title twice');
  return {
    name: nameOf(given.name),
    delimiter: delimiterOf(given.delimiter),
    decimals: oneOf(given.decimals, 'decimals', ['.', ','] as const, '.'),
    layouts: [{ header, columns: columnsOf(given.columns, header) }],
    date: datesOf(given.date),
    files: oneOf(given.files, 'files', ['cumulative', 'incremental'] as const, 'cumulative'),
    order: oneOf(given.order, 'order', ['auto', 'oldest-first', 'newest-first'] as const, 'auto'),
    skip: matcherOf(given.skip, 'skip'),
    pending: matcherOf(given.pending, 'pending'),
    charges: matcherOf(given.charges, 'charges'),
    interest: matcherOf(given.interest, 'interest'),
  };
}

function parse(text: string): unknown {
  if (text.length > longestProfile) refuse('the profile', `is longer than ${longestProfile / 1024} KB`);
  try {
    // Pretty errors and unique keys would cost the whole text for each of thousands.
    const options = { schema: 'core', uniqueKeys: false, stringKeys: true, prettyErrors: false } as const;
    const document = yaml().parseDocument(text, options);
    const [error] = document.errors;
    if (error) {
      const line = text.slice(0, error.pos[0]).split('\n').length;
      refuse('the profile', `is not valid YAML: line ${line}: ${error.message.split('\n')[0]}`);
    }
    assertKeysOnce(document);
    return document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    if (error instanceof BadProfile) throw error;
    return refuse('the profile', `is not valid YAML: ${(error as Error).message.split('\n')[0]}`);
  }
}

function assertKeysOnce(document: Document.Parsed): void {
  yaml().visit(document, {
    Map: (_key, { items }) => {
      const keys = new Set<string>();
      for (const { key } of items) {
        const name = String(key);
        if (keys.has(name)) refuse(name.slice(0, 60), 'is there twice');
        keys.add(name);
      }
    },
  });
}

function assertFields(value: unknown, within: string, known: readonly string[]): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return refuse(within === '' ? 'the profile' : within, 'must be names with values');
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined)
    refuse(`${within === '' ? '' : `${within}.`}${unknown}`, `is not known; there are ${known.join(', ')}`);
  return value as Fields;
}

function nameOf(value: unknown): string {
  if (typeof value !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/.test(value))
    return refuse('name', 'must be letters, digits, dots, dashes and underscores, at most 32');
  return value;
}

function delimiterOf(value: unknown): string {
  const given = value ?? ',';
  if (typeof given !== 'string' || !/^[,;|\t:~^]$/.test(given))
    return refuse('delimiter', 'must be one of , ; | : ~ ^ or a tab');
  return given;
}

function oneOf<T extends string>(value: unknown, field: string, known: readonly T[], absent: T): T {
  if (value === undefined || value === null) return absent;
  const found = known.find((one) => one === value);
  return found ?? refuse(field, `must be one of ${known.join(' ')}`);
}

/** One or more texts. */
function textsOf(value: unknown, field: string, most: number): string[] {
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0 || list.length > most) refuse(field, `must have 1 to ${most} entries`);
  return list.map((one) => {
    if (typeof one !== 'string' || one.trim() === '' || one.length > 1_000)
      return refuse(field, 'must be texts of 1 to 1000 characters');
    return one;
  });
}

function datesOf(value: unknown): string[] {
  const forms = value === undefined || value === null ? ['yyyy-MM-dd'] : textsOf(value, 'date', 10);
  for (const form of forms)
    if (!isDateForm(form))
      refuse(
        'date',
        `"${form}" must name day, month and year once, such as yyyy-MM-dd, dd/MM/yyyy or ddMMMyyyy`,
      );
  return forms;
}

function columnsOf(value: unknown, header: readonly string[]): Columns {
  const given = assertFields(value, 'columns', columnFields);
  const titles = new Set(header.map(titleOf));
  const assertTitle = (title: string, field: string) => {
    if (!titles.has(titleOf(title))) refuse(field, `"${title}" is not in the header`);
    return title;
  };
  const single = (name: string) => {
    if (given[name] === undefined || given[name] === null) return undefined;
    const field = `columns.${name}`;
    return assertTitle(firstOf(textsOf(given[name], field, 1)), field);
  };
  const columns = {
    date: single('date') ?? refuse('columns.date', 'is missing'),
    valueDate: single('valueDate'),
    description: textsOf(given.description, 'columns.description', 10).map((title) =>
      assertTitle(title, 'columns.description'),
    ),
    reference: single('reference'),
    amount: single('amount'),
    in: single('in'),
    out: single('out'),
    fee: single('fee'),
    balance: single('balance'),
    account: single('account'),
  };
  assertAmount(columns);
  return columns;
}

function assertAmount({ amount, in: into, out }: Columns): void {
  if (amount === undefined && (into === undefined || out === undefined))
    refuse('columns.amount', 'is missing: amount, or in and out, is required');
  if (amount !== undefined && (into !== undefined || out !== undefined))
    refuse('columns.amount', 'cannot be combined with in and out');
}

/** Users write patterns: in RE2's syntax, in time linear in the text. One is found anywhere, in any letter case. */
function matcherOf(value: unknown, field: string): Matcher | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value) && value.length === 0) return undefined;
  const patterns = textsOf(value, field, mostPatterns);
  for (const pattern of patterns) compiled(pattern, field);
  const any = compiled(patterns.map((pattern) => `(?:${pattern})`).join('|'), field);
  if (any.programSize() > mostInstructions)
    refuse(field, 'is too complex: use fewer patterns, or smaller counts in braces');
  return { test: (text) => any.matcher(text).find() };
}

function compiled(pattern: string, field: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return refuse(field, `"${pattern.slice(0, 60)}" is not a valid RE2 pattern`);
  }
}
