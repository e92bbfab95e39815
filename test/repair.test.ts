// The repair of installed packages: once, line by line, or not at all.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openFolder } from './support/opening.ts';

const root = await openFolder('repair');
const file = join(root, 'node_modules/thing/src/a.js');
for (const folder of ['scripts', 'patches', 'node_modules/thing/src'])
  mkdirSync(join(root, folder), { recursive: true });
cpSync('scripts/repair.mjs', join(root, 'scripts/repair.mjs'));
writeFileSync(
  join(root, 'patches/thing.diff'),
  `--- a/src/a.js
+++ b/src/a.js
@@ -2,3 +2,4 @@
 two
-three
+3
+3.5
 four
@@ -6,2 +7,1 @@
 six
--- seven
`,
);

const repair = (before: string): { text: string; error: string } => {
  writeFileSync(file, before);
  const { stderr } = spawnSync(process.execPath, [join(root, 'scripts/repair.mjs')], { encoding: 'utf8' });
  return { text: readFileSync(file, 'utf8'), error: stderr };
};

test('a package is repaired where every line fits, and left alone when it is', () => {
  const repaired = 'one\ntwo\n3\n3.5\nfour\nfive\nsix\neight\n';
  const original = 'one\ntwo\nthree\nfour\nfive\nsix\n-- seven\neight\n';
  assert.deepEqual(repair(original), { text: repaired, error: '' });
  assert.deepEqual(repair(repaired), { text: repaired, error: '' });
});

test('one that differs in a line, or has all of them one line later, fails and stays unchanged', () => {
  for (const other of [
    'one\ntwo\nthree\nfour\nfive\nsix\n-- 7\neight\n',
    'zero\none\ntwo\nthree\nfour\nfive\nsix\n-- seven\neight\n',
  ]) {
    const { text, error } = repair(other);
    assert.equal(text, other);
    assert.match(error, /patches\/thing\.diff does not fit .*a\.js/);
  }
});
