// What the documents name is there: links and their headings, folders, commands, npm scripts, settings.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { banksIn } from '../src/core/banks.ts';
import { ownCodes, statusOfCode, transportErrors } from '../src/surfaces/one/errors.ts';
import { sources } from './support/sources.ts';

let files: string[];
let documents: Map<string, string>;

before(async () => {
  files = await sources();
  const names = files.filter((file) => file.endsWith('.md'));
  documents = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(name, 'utf8')] as const)),
  );
});

/** Matches of a pattern's first group in the documents, as `file: text`. */
function found(pattern: RegExp, isRight: (text: string, file: string) => boolean): string[] {
  const wrong: string[] = [];
  for (const [file, text] of documents) {
    for (const [, given] of text.matchAll(pattern)) {
      if (!isRight(given!, file)) wrong.push(`${file}: ${given}`);
    }
  }
  return wrong;
}

/** The names by which GitHub knows a document's headings. */
function headings(text: string): Set<string> {
  const bare = text.replace(/^```.*?^```/gms, '');
  const names = [...bare.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!.toLowerCase());
  return new Set(names.map((name) => name.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')));
}

const folders = () => new Set(files.flatMap((file) => parents(file)));
const parents = (file: string): string[] => {
  const above = dirname(file);
  return above === '.' ? [] : [above, ...parents(above)];
};

describe('documents', () => {
  test('every link leads to a file, and to a heading in it', () => {
    const isThere = (link: string, file: string) => {
      if (/^https?:/.test(link)) return true;
      const [path, heading] = link.split('#') as [string, string?];
      const target = path === '' ? file : join(dirname(file), path);
      if (!files.includes(target) && !folders().has(target)) return false;
      return heading === undefined || headings(documents.get(target) ?? '').has(heading);
    };
    assert.deepEqual(found(/\]\(([^)\s]+)\)/g, isThere), []);
  });

  test('a guide names the status and the code that the One API really sends', () => {
    const sent = new Set([
      ...Object.entries(transportErrors).map(([code, { status }]) => `${status}, \`${code}\``),
      ...ownCodes.map((code) => `${statusOfCode(code)}, \`${code}\``),
    ]);
    const guides = /\ba(?:re a)? (\d{3}, `[A-Z][A-Za-z]+`)/g;
    assert.ok([...documents.get('docs/guides/webhooks.md')!.matchAll(guides)].length >= 3);
    assert.deepEqual(
      found(guides, (said) => sent.has(said)),
      [],
    );
  });

  test('a path that is named is there', () => {
    const path = /`((?:src|test|docs|scripts|migrations|bench|bin|sdk)\/[\w./-]+?)\/?`/g;
    assert.deepEqual(
      found(path, (name) => files.includes(name) || folders().has(name)),
      [],
    );
  });

  test('README links every guide', () => {
    const readme = documents.get('README.md')!;
    const guides = files.filter((file) => file.startsWith('docs/guides/'));
    assert.deepEqual(
      guides.filter((guide) => !readme.includes(`](${guide})`)),
      [],
    );
  });

  test('ARCHITECTURE names every folder of src and test, and the other root folders', () => {
    const text = documents.get('ARCHITECTURE.md')!;
    const rooms = [...folders()].filter((folder) =>
      /^(src|test)\/[^/]+$|^src\/core\/|^src\/surfaces\/|^[^./]+$/.test(folder),
    );
    const isNamed = (room: string) => {
      const name = room.startsWith('test/') ? room : room.split('/').at(-1)!;
      return new RegExp(`\\b${name}\\b`).test(text);
    };
    assert.deepEqual(
      rooms.filter((room) => !isNamed(room)),
      [],
    );
  });

  test('a walk through the code names files and functions that are there, and stays short', async () => {
    const text = documents.get('docs/payment-walk.md')!;
    const [, creating = '', confirming = ''] = text.split('\n## ');
    for (const [walk, most] of [
      [creating, 12],
      [confirming, 15],
    ] as const) {
      const rows = [...walk.matchAll(/^\| `(.+?)` \| (.+?) \| .+ \| (\d) \|$/gm)];
      assert.ok(rows.length > 5 && rows.length <= most, `${rows.length} files`);
      assert.equal(new Set(rows.map(([, file]) => file)).size, rows.length);
      for (const [, file = '', functions = '', times] of rows) {
        assert.ok(Number(times) <= 2, file);
        const code = await readFile(file, 'utf8');
        for (const [, name] of functions.matchAll(/`(\w+)`/g))
          assert.match(code, new RegExp(`(?:function|const) ${name}\\b`), `${name} of ${file}`);
      }
    }
  });

  test('a command that is named exists', () => {
    // The reference is written from the commands themselves.
    const [, reference] = documents.get('docs/guides/cli.md')!.split('## All commands');
    const commands = [...reference!.matchAll(/^#### (.*)$/gm)].map(([, name]) => name!);
    assert.ok(commands.length > 20);
    // "deposit" is named where all its commands are meant.
    const isCommand = (words: string) =>
      commands.some((name) => `${words} `.startsWith(`${name} `) || name.startsWith(`${words} `));
    const named = /(?:^|`|npx )tefo ((?:[a-z][a-z-]* ?){1,2})(?![\w|])/gm;
    assert.deepEqual(
      found(named, (words) => isCommand(words.trim())),
      [],
    );
  });

  test('CONTRIBUTING names every npm script, and every named script exists', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
    const usual = ['start', 'test', 'prestart', 'pretest'];
    const text = documents.get('CONTRIBUTING.md')!;
    assert.deepEqual(
      Object.keys(scripts).filter(
        (name) => !usual.includes(name) && !new RegExp(`\`(npm run )?${name}\\b`).test(text),
      ),
      [],
    );
    assert.deepEqual(
      found(/npm run (?:-s )?([a-z]+)/g, (name) => name in scripts),
      [],
    );
  });

  test('the sandbox’s guide has every bank, with its id and branch code', () => {
    const guide = documents.get('docs/guides/sandbox.md')!;
    for (const { name, id, branchCode } of banksIn('staging'))
      assert.match(guide, new RegExp(`^\\| ${name}.* \\| \`${id}\` \\| ${branchCode} \\|$`, 'm'));
  });

  test('every production dependency has its reason, and there are at most 25', async () => {
    const { dependencies, optionalDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
    const reasons = documents.get('docs/adr/0006-production-dependencies.md')!;
    assert.ok(Object.keys(dependencies).length <= 25);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies }))
      assert.ok(reasons.includes(`\n| ${name} | `), name);
  });

  test('the security page names each chapter of the standard, with its gaps or tests', () => {
    const chapters = [
      ...['Encoding and Sanitization', 'Validation and Business Logic', 'Web Frontend Security'],
      ...['API and Web Service', 'File Handling', 'Authentication', 'Session Management', 'Authorization'],
      ...['Self-contained Tokens', 'OAuth and OIDC', 'Cryptography', 'Secure Communication', 'Configuration'],
      ...[
        'Data Protection',
        'Secure Coding and Architecture',
        'Security Logging and Error Handling',
        'WebRTC',
      ],
    ];
    const rows = documents
      .get('docs/security.md')!
      .matchAll(/^\| (V\d+ .*?) \| .*? ?\| (.*?) ?\| (.*?) ?\|$/gm);
    const named = [...rows].map(([, chapter, tests, gaps]) => (tests || gaps ? chapter : ''));
    assert.deepEqual(
      named,
      chapters.map((chapter, index) => `V${index + 1} ${chapter}`),
    );
  });

  test('a setting that is named exists', () => {
    const settings = documents.get('docs/settings.md')!;
    // Of the SDK: where a test's service is.
    const others = ['TEFO_URL', 'TEFO_API_KEY', 'TEFO_CHECKOUT'];
    const isSetting = (name: string) => others.includes(name) || settings.includes(`\`${name}\``);
    assert.deepEqual(found(/\b(TEFO_[A-Z_]*[A-Z])\b/g, isSetting), []);
  });
});
