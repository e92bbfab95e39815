// Reads the SQL of the sources from their template literals: the tables of a statement, its restriction to a merchant,
// and the comments around it.
import { parseSync } from 'oxc-parser';

export interface Statement {
  /** The name of its function or constant. */
  within: string;
  line: number;
  tables: string[];
  /** Whether it reads no row, only the first of a column's times. */
  isDueTime: boolean;
  /** Whether it names its merchant in a condition, in an insert, or in a parameter. */
  hasMerchant: boolean;
  /** The reason in a comment for a statement on rows of all merchants. */
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
  const created = schema.matchAll(/^create table ([\w.]+) \(\n([\s\S]*?)^\).*;$/gm);
  return new Map([...created].map(([, name, body]) => [name!, /^ {2}merchant_id /m.test(body!)]));
}

/**
 * Returns the statements of one source that name one of the tables. Parts inserted by a function or constant of the
 * same file belong to it. A comment applies to the declaration that it precedes or is in; before the imports of a
 * report, to the whole file.
 */
export function statementsOf(file: string, source: string, tables: ReadonlySet<string>): Statement[] {
  const { program } = parseSync(file, source) as unknown as { program: { body: Node[] } };
  const declarations = program.body.map((node, index) => ({
    name: nameOf(source.slice(node.start, node.end)),
    // Comments before it belong to it; those before the imports belong to the file.
    text: source.slice(index === 0 ? beginning(node) : program.body[index - 1]!.end, node.end),
    templates: templatesIn(node, source),
  }));
  const parts = new Map(declarations.flatMap(({ name, text, templates }) => partsOf(name, text, templates)));
  // Only reports, which read several nouns, may have one reason for the whole file.
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

/** Returns what a declaration adds to statements that name it: its templates, else its text; its constants. */
function partsOf(name: string, text: string, templates: Template[]): [string, string][] {
  const whole = templates.length > 0 ? templates.map((template) => template.text).join(' ') : text;
  const own = [...text.matchAll(/\bconst (\w+) = \w+(`[^`]*`)/g)].map(
    ([, part, template]): [string, string] => [part!, template!],
  );
  return [[name, whole], ...own];
}

/** Returns the outermost tagged templates except those of HTML; and tables passed by name to `firstDue`. */
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
// Text after a comma is not consumed: an alias may precede the next join.
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

/** Returns the text, followed by the parts of the functions and constants that it names. */
function withParts(text: string, parts: ReadonlyMap<string, string>): string {
  const inserted = [...text.matchAll(/\$\{([^}]*)/g)].flatMap(([, code]) => code!.match(/\w+/g) ?? []);
  return [text, ...inserted.map((name) => parts.get(name) ?? '')].join(' ');
}

const merchantNamed = [
  /\bmerchant_id\s*(?:=|in\b)/,
  /=\s*(?:any\s*\(\s*)?(?:\w+\.)?merchant_id\b/,
  /\binsert into [\w.]+ (?:as \w+ )?\([^)]*\bmerchant_id\b/,
  /\busing \([^)]*\bmerchant_id\b/,
  // Several columns in one comparison.
  /\(\s*(?:\w+\.)?merchant_id\b[^()]*\)\s*(?:=|in\b|<|>)/,
  /\$\{[^}]*merchant/i,
  // The scope of a viewer.
  /\$\{[^}]*\bseenBy\(/,
  // The rows of a described table, which are inserted with all columns.
  /\$\{[^}]*\binsertRows\(/,
  // The columns of rows that are inserted as objects.
  /'merchantId'/,
];

function namesMerchant(text: string): boolean {
  return merchantNamed.some((pattern) => pattern.test(text));
}

function reasonIn(text: string): string | undefined {
  const unbroken = text.replace(/\n\s*(?:\*|\/\/)\s?/g, ' ');
  return /\ball merchants: (\S[^\n]{5,})/.exec(unbroken)?.[1];
}
