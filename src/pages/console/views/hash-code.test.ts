import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { hashCode } from './hash-code.ts';

const key = 'Secret';
const texts = ['it\'s $HOME "{$x}" \\ \\n', 'Zoë 🎈\u2028', 'line\nline\ttab\r\u0001\u007f', '#*/ //'];
const wanted = createHash('sha512')
  .update((texts.join('') + key).toLowerCase())
  .digest('hex');
const programs = hashCode(
  texts.map((text, index) => ({ name: `field${index} */\n`, text })),
  'PRIVATE_KEY',
);
const codeOf = (name: string): string => programs.find((one) => one.name === name)!.code;

test('the programs for Node, Python and PHP print the right hash of any text', () => {
  const env = { ...process.env, PRIVATE_KEY: key };
  const node = execFileSync(
    process.execPath,
    ['--input-type=module', '-e', `${codeOf('Node')}console.log(hashCheck);`],
    { env },
  );
  assert.equal(String(node).trim(), wanted);
  for (const [name, command, probe] of [
    ['Python', 'python3', ['-c', '']],
    ['PHP', 'php', ['-r', 'mb_strtolower("");']],
  ] as const) {
    // The machine may lack the language, or PHP without mbstring.
    if (spawnSync(command, probe).status !== 0) continue;
    const run = spawnSync(command, [], { input: codeOf(name), env });
    assert.equal(String(run.stdout).trim(), wanted, `${name}: ${run.stderr}`);
  }
});

test('a text cannot end its line or its string', () => {
  for (const name of ['Java', 'Go', 'C#']) {
    const lines = codeOf(name)
      .split('\n')
      .filter((line) => line.includes('// field'));
    assert.equal(lines.length, texts.length, name);
    for (const line of lines) assert.match(line, /^\s*"(?:[^"\\]|\\.)*",? \/\/ field\d ?$/u, name);
  }
});
