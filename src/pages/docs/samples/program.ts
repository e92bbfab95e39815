// A sample as a program over HTTP: the common part of the languages without an SDK.
import { literal, partsOf, type Style } from './literal.ts';
import type { Call, Keeps, Step } from './steps.ts';

export interface Asked {
  method: string;
  /** These are expressions of the language. */
  url: string;
  headers: [name: string, value: string][];
  body?: string;
  type?: string;
}

export interface Language {
  comment: '#' | '//';
  /** The indentation of a statement. */
  at: string;
  /** An expression for a text with references. */
  text(text: string): string;
  /** An expression for a JSON body. `hash` is one for `{hashCheck}`. */
  json(value: unknown, hash: string): string;
  form(fields: [name: string, value: string][]): string;
  hash(texts: string[]): string;
  ask(asked: Asked): string;
  /** Keeps a member of a response. `isKnown`: the variable is declared already. */
  keep(keeps: Keeps, asked: string, isKnown: boolean): string;
  print(asked: string): string;
  /** Writes a response that is a file, such as a PDF. Without it, the sample prints the response. */
  save?(asked: string): string;
  name(name: string, prefix: string): string;
  /** The whole program around its statements. */
  program(statements: string): string;
}

export function programOf(language: Language, steps: readonly Step[]): string {
  let hash = '';
  const statements: string[] = [];
  const known = new Set<string>();
  for (const step of steps) {
    if (step.kind === 'signing') hash = language.hash(step.texts);
    else if (step.kind === 'naming') statements.push(language.name(step.name, step.prefix));
    else statements.push(said(language, step, hash, known));
    if (step.kind === 'call' && step.keeps) known.add(step.keeps.name);
  }
  return language.program(statements.map((one) => language.at + one).join('\n\n'));
}

/** Returns the keys of the record that has the member: of a list, the first. */
export const recordOf = ({ list }: Keeps): (string | number)[] => {
  if (!list) return [];
  return list === 'results' ? ['results', 0] : [0];
};

function said(language: Language, call: Call, hash: string, known: ReadonlySet<string>): string {
  const { says, keeps } = call;
  const asked = language.ask(askedOf(language, call, hash));
  const show = (call.file !== undefined && language.save) || language.print;
  const statement = keeps ? language.keep(keeps, asked, known.has(keeps.name)) : show(asked);
  return says === '' ? statement : `${language.comment} ${says}\n${language.at}${statement}`;
}

function askedOf(language: Language, call: Call, hash: string): Asked {
  const { method, url, query, auth, body, isForm } = call;
  const search = query.length === 0 ? '' : `?${query.map(([key, value]) => `${key}=${value}`).join('&')}`;
  const headers: [string, string][] = [];
  if (auth === 'oauth') headers.push(['Authorization', language.text('Bearer {token}')]);
  if (auth === 'bearer') headers.push(['Authorization', language.text('Bearer {bearer}')]);
  if (auth === 'apiKey' || auth === 'pair') headers.push(['ApiKey', language.text('YOUR_API_KEY')]);
  if (auth === 'pair') headers.push(['SiteCode', language.text('YOUR_SITE_CODE')]);
  const asked = { method, url: language.text(url + search), headers };
  if (body === undefined) return asked;
  return isForm
    ? {
        ...asked,
        body: language.form(Object.entries(body as Record<string, string>)),
        type: 'application/x-www-form-urlencoded',
      }
    : { ...asked, body: language.json(body, hash), type: 'application/json' };
}

/** Returns the text of an invocation: on one line where it fits, else an argument a line. */
export function invoked(
  open: string,
  given: readonly string[],
  at: string,
  indent: string,
  end = ')',
): string {
  const line = `${open}${given.join(', ')}${end}`;
  if (at.length + line.length <= 90 && !line.includes('\n')) return line;
  const last = end.startsWith(',') ? ',' : '';
  return `${open}\n${given.map((one) => at + indent + one).join(',\n')}${last}\n${at}${end.replace(/^,/, '')}`;
}

/** A value in the language's own literals, `hash` in the place of its reference. */
export const ownLiteral = (value: unknown, style: Style, hash: string, at: string): string =>
  literal(value, { ...style, text: (text) => (text === '{hashCheck}' ? hash : style.text(text)) }, at);

/** Joins a text's parts by an operator. */
export function concatenated(
  text: string,
  quote: (text: string) => string,
  variable: (name: string) => string,
  operator: string,
): string {
  const parts = partsOf(text);
  if (parts.length === 0) return quote('');
  return parts.map((part) => (part.name ? variable(part.name) : quote(part.text!))).join(operator);
}

/** Returns a JSON text whose references are `mark`, and the expressions that stand for them. */
export function template(
  text: string,
  mark: string,
  variable: (name: string) => string,
): [text: string, given: string[]] {
  const parts = partsOf(text);
  return [
    parts.map((part) => (part.name ? mark : part.text)).join(''),
    parts.flatMap((part) => (part.name ? [variable(part.name)] : [])),
  ];
}

/** "paymentId" as payment_id. */
export const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The names whose packages a program uses, of all that it might. */
export const usedIn = (program: string, packages: Readonly<Record<string, string>>): string[] =>
  Object.entries(packages).flatMap(([use, name]) => (program.includes(use) ? [name] : []));
