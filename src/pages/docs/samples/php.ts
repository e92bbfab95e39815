// A sample for PHP, with no extension but json.
import type { Style } from './literal.ts';
import { concatenated, invoked, type Language, ownLiteral, programOf, recordOf } from './program.ts';
import type { Step } from './steps.ts';

function variable(name: string): string {
  if (name === 'today') return 'substr($now, 0, 10)';
  if (name === 'nextYear') return '(substr($now, 0, 4) + 1)';
  return `$${name}`;
}

const literalKey = (key: string | number): string => (typeof key === 'number' ? String(key) : `'${key}'`);
const quote = (given: string): string => `'${given.replaceAll("'", String.raw`\'`)}'`;
const text = (given: string): string => concatenated(given, quote, variable, ' . ');

const style: Style = {
  object: ['[', ']'],
  list: ['[', ']'],
  pad: '',
  trailing: ',',
  indent: '    ',
  key: (name) => `'${name}' => `,
  text,
  truth: String,
};

const asking = `function ask(string $method, string $url, array $headers, string $body = ''): string
{
    $http = ['method' => $method, 'header' => $headers, 'content' => $body];
    $answer = file_get_contents($url, false, stream_context_create(['http' => $http]));
    return $answer === false ? exit(1) : $answer;
}
`;

const hashing = `
function hashOf(string ...$texts): string
{
    // mb_strtolower of the extension mbstring also knows letters such as É.
    return hash('sha512', strtolower(implode('', $texts)));
}
`;

const language: Language = {
  comment: '//',
  at: '',
  text,
  json: (value, hash) => `json_encode(${ownLiteral(value, style, hash, '    ')})`,
  form: (fields) => `http_build_query(${ownLiteral(Object.fromEntries(fields), style, '', '    ')})`,
  hash: (texts) => invoked('hashOf(', texts.map(text), '        ', '    '),
  ask: ({ method, url, headers, body, type }) => {
    const all = [...headers, ...(type ? [['Content-Type', `'${type}'`] as [string, string]] : [])];
    const sent = `[${all.map(([name, value]) => joined(`${name}: `, value)).join(', ')}]`;
    return invoked('ask(', [`'${method}'`, url, sent, ...(body ? [body] : [])], '', '    ');
  },
  keep: (keeps, asked) =>
    `$${keeps.name} = json_decode(${asked}, true)${[...recordOf(keeps), keeps.member].map((key) => `[${literalKey(key)}]`).join('')};`,
  print: (asked) => `echo ${asked}, "\\n";`,
  save: (asked) => `file_put_contents('invoice.pdf', ${asked});`,
  name: (name, prefix) => `$${name} = '${prefix}' . (int) (microtime(true) * 1000);`,
  program: (statements) =>
    `<?php\n${asking}${statements.includes('hashOf(') ? hashing : ''}\n${statements}\n`,
};

/** Puts a text before an expression that begins with one. */
const joined = (before: string, expression: string): string =>
  expression.startsWith("'") ? `'${before}${expression.slice(1)}` : `'${before}' . ${expression}`;

export const php = (steps: readonly Step[]): string => programOf(language, steps);
