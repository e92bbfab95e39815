// `npm pack` runs this: src becomes dist, JavaScript with types, by the compiler of the repository. The comments of each
// function are in its types: edge runtimes load no comments.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const compiler = createRequire(import.meta.url)
  .resolve('typescript/package.json')
  .replace('package.json', 'bin/tsc');
rmSync(`${here}dist`, { recursive: true, force: true });
const compile = (...options) =>
  execFileSync(process.execPath, [compiler, '--project', here, ...options], { stdio: 'inherit' });
compile('--emitDeclarationOnly');
compile('--declaration', 'false', '--removeComments');
// npm packs the licence of a package only from its own folder.
cpSync(`${here}../LICENSE`, `${here}LICENSE`);
