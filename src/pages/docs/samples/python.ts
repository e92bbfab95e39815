// A sample for Python, with its standard library alone.
import { partsOf, type Style } from './literal.ts';
import { invoked, type Language, ownLiteral, programOf, recordOf, snake, usedIn } from './program.ts';
import type { Step } from './steps.ts';

function variable(name: string): string {
  if (name === 'today') return 'now[:10]';
  if (name === 'nextYear') return 'int(now[:4]) + 1';
  return snake(name);
}

function text(given: string): string {
  const parts = partsOf(given);
  const [only] = parts;
  if (parts.length === 1 && only?.name) return variable(only.name);
  const inner = parts.map((part) => (part.name ? `{${variable(part.name)}}` : part.text)).join('');
  return `${parts.some((part) => part.name) ? 'f' : ''}"${inner}"`;
}

const style: Style = {
  object: ['{', '}'],
  list: ['[', ']'],
  pad: '',
  trailing: ',',
  indent: '    ',
  key: (name) => `"${name}": `,
  text,
  truth: (value) => (value ? 'True' : 'False'),
};

const imports = {
  'hashlib.': 'import hashlib',
  'json.': 'import json',
  'time.': 'import time',
  'urllib.request.': 'import urllib.request',
  'urlencode(': 'from urllib.parse import urlencode',
};

const hashing = `

def hash_of(*texts):
    return hashlib.sha512("".join(texts).lower().encode()).hexdigest()
`;

const language: Language = {
  comment: '#',
  at: '',
  text,
  json: (value, hash) => `json.dumps(${ownLiteral(value, style, hash, '    ')})`,
  form: (fields) => `urlencode(${ownLiteral(Object.fromEntries(fields), style, '', '    ')})`,
  hash: (texts) => invoked('hash_of(', texts.map(text), '        ', '    ', ')'),
  ask: ({ method, url, headers, body, type }) => {
    const all = [...headers, ...(type ? [['Content-Type', `"${type}"`]] : [])];
    const sent = `{${all.map(([key, value]) => `"${key}": ${value}`).join(', ')}}`;
    return invoked('ask(', [`"${method}"`, url, sent, ...(body ? [body] : [])], '', '    ');
  },
  keep: (keeps, asked) =>
    `${snake(keeps.name)} = json.loads(${asked})${[...recordOf(keeps), keeps.member].map((key) => `[${JSON.stringify(key)}]`).join('')}`,
  print: (asked) => `print(${asked}.decode())`,
  save: (asked) => `open("invoice.pdf", "wb").write(${asked})`,
  name: (name, prefix) => `${snake(name)} = f"${prefix}{time.time_ns() // 1000000}"`,
  program: (statements) => {
    const asking = `

def ask(method, url, headers, body=None):
    request = urllib.request.Request(url, body and body.encode(), headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return answer.read()
`;
    const program = `${asking}${statements.includes('hash_of(') ? hashing : ''}\n\n${statements}\n`;
    return `${usedIn(program, imports).join('\n')}\n${program}`;
  },
};

export const python = (steps: readonly Step[]): string => programOf(language, steps);
