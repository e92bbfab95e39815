// Colours code by comments, strings, numbers and keywords. The output has classes only: pages have no inline styles.
import { type Html, html } from '../html.ts';

/** The parts of a language; the first that matches at a place is taken. */
interface Grammar {
  comment?: string;
  string: string;
  word: string;
  keywords: ReadonlySet<string>;
}

const keywordsOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const slashes = String.raw`\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/`;
const hash = String.raw`#[^\n]*`;
const double = String.raw`"(?:[^"\\]|\\[^])*"`;
const single = String.raw`'(?:[^'\\]|\\[^])*'`;
const name = String.raw`[A-Za-z_$@][\w$]*`;

const script: Grammar = {
  comment: slashes,
  string: `${double}|${single}|${String.raw`\`(?:[^\`\\]|\\[^])*\``}`,
  word: name,
  keywords: keywordsOf(
    'async await break case catch class const continue default delete do else export extends false finally for from function if import in instanceof interface let new null of return switch this throw true try type typeof undefined var void while yield as',
  ),
};
const shell: Grammar = {
  comment: hash,
  // A text between quotes, in which a single quote ends it.
  string: `${double}|'[^']*'`,
  word: String.raw`\$\{?\w+\}?|[^\s"'#$]+`,
  keywords: keywordsOf('if then else fi for in do done while case esac export'),
};
const classes =
  'abstract as async await base bool boolean break byte case catch char class const continue default do double else enum extends false final finally float for foreach if implements import in int interface internal is long namespace new null out override package private protected public readonly ref return static string struct super switch this throw throws true try using var void while';

const grammars: Readonly<Record<string, Grammar>> = {
  js: script,
  ts: script,
  sh: shell,
  console: shell,
  json: { string: double, word: name, keywords: keywordsOf('true false null') },
  php: {
    comment: `${slashes}|${hash}`,
    string: `${double}|${single}`,
    word: name,
    keywords: keywordsOf(
      'array as break case catch class const continue declare default do echo else elseif false final finally fn for foreach function if implements instanceof interface match namespace new null private protected public readonly require require_once return self static switch throw true try use while php',
    ),
  },
  python: {
    comment: hash,
    string: `${double}|${single}`,
    word: name,
    keywords: keywordsOf(
      'and as assert async await break class continue def del elif else except False finally for from if import in is lambda None not or pass raise return True try while with yield',
    ),
  },
  csharp: { comment: slashes, string: `${double}|${single}`, word: name, keywords: keywordsOf(classes) },
  java: { comment: slashes, string: `${double}|${single}`, word: name, keywords: keywordsOf(classes) },
  go: {
    comment: slashes,
    string: `${double}|${String.raw`\`[^\`]*\``}`,
    word: name,
    keywords: keywordsOf(
      'break case chan const continue default defer else err fallthrough for func go goto if import interface map nil package range return select struct switch type var true false string int byte error',
    ),
  },
  sql: {
    comment: '--[^\\n]*',
    string: `'[^']*'`,
    word: name,
    keywords: keywordsOf(
      'select from where and or not insert into values update set delete as order by limit group on join null is',
    ),
  },
  yaml: { comment: hash, string: `${double}|${single}`, word: String.raw`[^\s"'#]+`, keywords: new Set() },
};

const patterns = new Map(
  Object.entries(grammars).map(([language, { comment = '(?!)', string, word }]) => [
    language,
    new RegExp(String.raw`(${comment})|(${string})|(\d[\d._]*)|(${word})|[^]`, 'g'),
  ]),
);

/** Returns code with a class for each part; unchanged if the language is not known. */
export function highlight(code: string, language: string): Html {
  const [grammar, pattern] = [grammars[language], patterns.get(language)];
  if (!grammar || !pattern) return html`${code}`;
  const parts: Html[] = [];
  let plain = '';
  const add = (kind: string, text: string): void => {
    parts.push(html`${plain}<span class="t-${kind}">${text}</span>`);
    plain = '';
  };
  for (const [text, comment, string, number, word] of code.matchAll(pattern)) {
    if (comment !== undefined) add('c', text);
    else if (string !== undefined) add('s', text);
    else if (number !== undefined) add('n', text);
    else if (
      word !== undefined &&
      (grammar.keywords.has(word) || (grammar === shell && word.startsWith('$')))
    )
      add('k', text);
    else plain += text;
  }
  return html`${parts}${plain}`;
}
