// After every install: applies `patches/<package>.diff` to node_modules/<package>, once. Plain JavaScript, as an install may
// run it by another Node. A package that a diff does not fit, such as another version, fails the install.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyPatch, parsePatch, reversePatch } from 'diff';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

for (const name of readdirSync(join(root, 'patches'))) {
  const folder = join(root, 'node_modules', name.replace(/\.diff$/, ''));
  for (const patch of parsePatch(readFileSync(join(root, 'patches', name), 'utf8'))) {
    const path = join(folder, patch.newFileName.replace(/^b\//, ''));
    const source = readFileSync(path, 'utf8');
    const isRepaired = applyPatch(source, reversePatch(patch)) !== false;
    if (isRepaired) continue;
    const repaired = applyPatch(source, patch);
    if (repaired === false) throw new Error(`patches/${name} does not fit ${path}`);
    writeFileSync(path, repaired);
  }
}
