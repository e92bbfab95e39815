// A sample for bash, with curl, sed and openssl.
import { firstOf, lastOf } from '../../../kernel/required.ts';
import { json, literal, partsOf } from './literal.ts';
import { type Call, type Naming, type Signing, type Step, screaming } from './steps.ts';

const longest = 100;
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export const shell = (steps: readonly Step[]): string => `${steps.map(write).join('\n\n')}\n`;

function write(step: Step): string {
  if (step.kind === 'signing') return sign(step);
  return step.kind === 'naming' ? name(step) : ask(step);
}

const name = ({ name, prefix }: Naming): string => `${screaming(name)}=${prefix}$RANDOM$RANDOM`;

/** Lower case by sed: not every bash knows \${TEXT,,}. The hash is of the text without a line's end. */
function sign({ texts }: Signing): string {
  const joined = wrapped(
    texts.map((text) => double(text, /^[\w.:/-]+$/.test(text) ? '' : '"')),
    '  ',
  );
  return `# The values in their order, then the key, in lower case.
TEXT=$(printf %s ${joined} \\
  | sed y/${capitals}/${capitals.toLowerCase()}/)
HASH_CHECK=$(printf %s "$TEXT" | openssl dgst -sha512 -r | sed 's/ .*//')`;
}

/** Words, on as many lines as they need. */
function wrapped(words: readonly string[], indent: string): string {
  const lines = [''];
  for (const word of words) {
    if (lines.at(-1) !== '' && lastOf(lines).length + word.length > longest - 20) lines.push('');
    lines[lines.length - 1] += lines.at(-1) === '' ? word : ` ${word}`;
  }
  return lines.join(` \\\n${indent}`);
}

function ask(call: Call): string {
  const { says, keeps } = call;
  const isFailing = call.operation === 'getStatus500';
  const first = `curl ${isFailing ? '-sS' : '-fsS'}${methodOf(call)} ${double(addressOf(call))}`;
  const parts = [first, ...headersOf(call), ...bodyOf(call)];
  if (call.file !== undefined) parts.push(`-o ${call.file}`);
  if (call.isSilent) parts.push(String.raw`-w '%{http_code}\n'`);
  const comment = says === '' ? '' : `# ${says}\n`;
  if (!keeps) return comment + arranged(parts);
  const found = `| sed -E 's/.*"${keeps.member}":"([^"]*)".*/\\1/'`;
  return `${comment}${screaming(keeps.name)}=$(${arranged([...parts, found])})`;
}

function methodOf({ method, body }: Call): string {
  const usual = body === undefined ? 'GET' : 'POST';
  return method === usual ? '' : ` -X ${method}`;
}

const addressOf = ({ url, query }: Call): string =>
  query.length === 0 ? url : `${url}?${query.map(([key, value]) => `${key}=${value}`).join('&')}`;

function headersOf({ auth, body, isForm, headers }: Call): string[] {
  const own = Object.entries(headers).map(([key, value]) => `-H '${key}: ${value}'`);
  if (auth === 'oauth') own.push('-H "Authorization: Bearer $TOKEN"');
  if (auth === 'bearer') own.push('-H "Authorization: Bearer $BEARER"');
  if (auth === 'apiKey' || auth === 'pair') own.push("-H 'ApiKey: YOUR_API_KEY'");
  if (auth === 'pair') own.push("-H 'SiteCode: YOUR_SITE_CODE'");
  return body === undefined || isForm ? own : [...own, "-H 'Content-Type: application/json'"];
}

function bodyOf({ body, isForm }: Call): string[] {
  if (body === undefined) return [];
  if (isForm) return Object.entries(body as object).map(([key, value]) => `-d ${double(`${key}=${value}`)}`);
  return [`-d '${literal(body, { ...json, text: quoted }, '  ', 4)}'`];
}

/** A JSON text within single quotes: they end where a variable stands. */
const quoted = (text: string): string =>
  `"${partsOf(text)
    .map(({ text = '', name }) =>
      name ? `'"${variable(name)}"'` : JSON.stringify(text).slice(1, -1).replaceAll("'", `'\\''`),
    )
    .join('')}"`;

/** A word with its variables, in double quotes where it needs them. */
function double(text: string, quote = /[{&?' ]/.test(text) ? '"' : ''): string {
  const inner = partsOf(text)
    .map((part) => (part.name ? variable(part.name) : part.text))
    .join('');
  return quote + inner + quote;
}

function variable(name: string): string {
  if (name === 'today') return `\${NOW%%T*}`;
  if (name === 'nextYear') return `$((\${NOW%%-*} + 1))`;
  return `$${screaming(name)}`;
}

/** A command on one line, or on as many as its parts need. */
function arranged(parts: readonly string[]): string {
  const line = parts.join(' ');
  if (line.length <= longest && !line.includes('\n')) return line;
  const lines = [firstOf(parts)];
  for (const part of parts.slice(1)) {
    const isJoined =
      lastOf(lines).length + firstOf(part.split('\n')).length < longest && !part.startsWith('|');
    if (isJoined) lines[lines.length - 1] += ` ${part}`;
    else lines.push(part);
  }
  return lines.join(' \\\n  ');
}
