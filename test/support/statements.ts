// The SQL of the sources, read from their template literals: which tables a statement names, whether it says whose rows it
// means, and what the comments around it say.
import { parseSync } from 'oxc-parser';

export interface Statement {
  /** The name of what it stands in: a function or a constant. */
  within: string;
  line: number;
  tables: string[];
  /** Whether it asks for no row, only for the first of a column's times. */
  isDueTime: boolean;
  /** Whether it names its merchant in a condition, in what it inserts, or in a value it is given. */
  hasMerchant: boolean;
  /** The reason that a comment gives for a statement on the rows of all merchants. */
  reason: string | undefined;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

interface Template {
  node: Node;
  text: string;
  isDueTime: boolean;
}

/** The tables of a schema, each with whether its rows have a merchant. */
export function tablesOf(schema: string): Map<string, boolean> {
  const created = schema.matchAll(/^create table ([\w.]+) \(\n([\s\S]*?)^\);/gm);
  return new Map([...created].map(([, name, body]) => [name!, /^ {2}merchant_id /m.test(body!)]));
}

/**
 * Returns the statements of one source that name one of the tables. What a template brings in by a function or constant of
 * the same file counts as part of it. A comment speaks for the declaration it stands before or in, one before the
 * imports of a report for the whole file.
 */
export function statementsOf(file: string, source: string, tables: ReadonlySet<string>): Statement[] {
  const { program } = parseSync(file, source) as unknown as { program: { body: Node[] } };
  const declarations = program.body.map((node, index) => ({
    name: nameOf(source.slice(node.start, node.end)),
    // The comments before it are its own; those before the imports are the file's.
    text: source.slice(index === 0 ? beginning(node) : program.body[index - 1]!.end, node.end),
    templates: templatesIn(node, source),
  }));
  const parts = new Map(declarations.flatMap(({ name, text, templates }) => partsOf(name, text, templates)));
  // Only what reads several nouns speaks for all of it at once.
  const header = file.startsWith('src/reports/')
    ? reasonIn(source.slice(0, program.body[0]?.start))
    : undefined;
  return declarations.flatMap(({ name, text, templates }) =>
    templates.flatMap((template) => {
      const named = tablesIn(template.text, tables);
      if (named.length === 0) return [];
      const line = source.slice(0, template.node.start).split('\n').length;
      const hasMerchant = namesMerchant(withParts(template.text, parts));
      const { isDueTime } = template;
      return [
        { within: name, line, tables: named, isDueTime, hasMerchant, reason: reasonIn(text) ?? header },
      ];
    }),
  );
}

function beginning(first: Node): number {
  return first.type === 'ImportDeclaration' ? first.start : 0;
}

function nameOf(declaration: string): string {
  return /\b(?:function\*?|const|class)\s+(\w+)/.exec(declaration)?.[1] ?? '';
}

/** What a declaration brings into the statements that name it: its templates, else its text; and its own constants. */
function partsOf(name: string, text: string, templates: Template[]): [string, string][] {
  const whole = templates.length > 0 ? templates.map((template) => template.text).join(' ') : text;
  const own = [...text.matchAll(/\bconst (\w+) = \w+(`[^`]*`)/g)].map(
    ([, part, template]): [string, string] => [part!, template!],
  );
  return [[name, whole], ...own];
}

/** The tagged templates that stand in no other one, but those of HTML; and tables given by name to `firstDue`. */
function templatesIn(root: unknown, source: string): Template[] {
  const found: Template[] = [];
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    const node = value as Node;
    const text = source.slice(node.start, node.end);
    if (node.type === 'TaggedTemplateExpression' && !text.startsWith('html')) {
      found.push({ node, text, isDueTime: false });
      return;
    }
    const due = node.type === 'CallExpression' && /^firstDue\([^,]*,\s*'([\w.]+)'/.exec(text);
    if (due) found.push({ node, text: `select from ${due[1]}`, isDueTime: true });
    Object.values(node).forEach(walk);
  };
  walk(root);
  return found;
}

const commonTable =
  /(?:\bwith|,|^)\s*(?:recursive\s+)?(\w+)\s*(?:\([^()]*\)\s*)?as\s+(?:not\s+)?(?:materialized\s+)?\(/gm;
// What follows a comma is looked at and not taken: an alias may be the next join.
const reference =
  /\b(?:from|join|into|update|using)\s+(?:only\s+)?([a-z_][\w.]*)(?=((?:(?:\s+(?:as\s+)?\w+)?\s*,\s*[a-z_][\w.]*)*))/g;

function tablesIn(text: string, tables: ReadonlySet<string>): string[] {
  const own = new Set([...text.matchAll(commonTable)].map(([, name]) => name!));
  const named = [...text.matchAll(reference)].flatMap(([, first, others]) => [
    first!,
    ...[...others!.matchAll(/,\s*([a-z_][\w.]*)/g)].map(([, name]) => name!),
  ]);
  return [...new Set(named)].filter((name) => tables.has(name) && !own.has(name));
}

/** The text, followed by what the functions and constants that it names bring in. */
function withParts(text: string, parts: ReadonlyMap<string, string>): string {
  const inserted = [...text.matchAll(/\$\{([^}]*)/g)].flatMap(([, code]) => code!.match(/\w+/g) ?? []);
  return [text, ...inserted.map((name) => parts.get(name) ?? '')].join(' ');
}

const merchantNamed = [
  /\bmerchant_id\s*(?:=|in\b)/,
  /=\s*(?:any\s*\(\s*)?(?:\w+\.)?merchant_id\b/,
  /\binsert into [\w.]+ (?:as \w+ )?\([^)]*\bmerchant_id\b/,
  /\busing \([^)]*\bmerchant_id\b/,
  // Several columns compared at once.
  /\(\s*(?:\w+\.)?merchant_id\b[^()]*\)\s*(?:=|in\b|<|>)/,
  /\$\{[^}]*merchant/i,
  // The columns of rows that are written as they are.
  /'merchantId'/,
];

function namesMerchant(text: string): boolean {
  return merchantNamed.some((pattern) => pattern.test(text));
}

function reasonIn(text: string): string | undefined {
  const unbroken = text.replace(/\n\s*(?:\*|\/\/)\s?/g, ' ');
  return /\ball merchants: (\S[^\n]{5,})/.exec(unbroken)?.[1];
}
