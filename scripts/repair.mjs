// After every install, and before every start: applies `patches/<package>.diff` to node_modules/<package>, once. Plain
// JavaScript, as an install may run it by another Node. A diff fits one version, line by line: where a line differs, the
// install fails.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

for (const name of readdirSync(join(root, 'patches'))) {
  const folder = join(root, 'node_modules', name.replace(/\.diff$/, ''));
  for (const { path, hunks } of readDiff(readFileSync(join(root, 'patches', name), 'utf8'))) {
    const file = join(folder, path);
    const lines = readFileSync(file, 'utf8').split('\n');
    if (hunks.every(({ newAt, after }) => stands(lines, newAt, after))) continue;
    if (!hunks.every(({ oldAt, before }) => stands(lines, oldAt, before)))
      throw new Error(`patches/${name} does not fit ${file}`);
    // From the end, so that the places before stay.
    for (const { oldAt, before, after } of hunks.reverse()) lines.splice(oldAt, before.length, ...after);
    // A new file: the installed one may be a hard link into a store that other installs share.
    writeFileSync(`${file}.repaired`, lines.join('\n'));
    renameSync(`${file}.repaired`, file);
  }
}

/** Returns the files of a unified diff, each with its hunks: where they begin, from 0, and their lines before and after. */
function readDiff(text) {
  const files = [];
  for (const line of text.split('\n')) {
    const [mark, rest] = [line[0], line.slice(1)];
    const hunk = files.at(-1)?.hunks.at(-1);
    const begins = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    if (line.startsWith('--- a/')) continue;
    if (line.startsWith('+++ b/')) files.push({ path: line.slice('+++ b/'.length), hunks: [] });
    else if (begins)
      files.at(-1).hunks.push({ oldAt: begins[1] - 1, newAt: begins[2] - 1, before: [], after: [] });
    else if (mark === '+') hunk.after.push(rest);
    else if (mark === '-') hunk.before.push(rest);
    else if (mark === ' ') {
      hunk.before.push(rest);
      hunk.after.push(rest);
    }
  }
  return files;
}

function stands(lines, at, wanted) {
  return wanted.every((line, place) => lines[at + place] === line);
}
