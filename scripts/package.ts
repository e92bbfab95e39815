// `npm pack` runs this before and after. The package contains JavaScript, because Node strips no types in node_modules, and a
// separate manifest. Both exist only while packing: a `bin` in a checkout would make npx install the checkout again.
import { execFile } from 'node:child_process';
import { cp, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findSources } from '../src/pages/docs/sources.ts';

const root = resolve(import.meta.dirname, '..');
const compiler = join(root, 'node_modules/typescript/bin/tsc');

/** The files of the package in addition to `dist`, and to the README and licence that npm adds: also every document that the service shows. */
export const packed = [
  ...['bin', 'docs', 'migrations'],
  ...['php/src', 'php/autoload.php', 'php/composer.json', 'php/README.md'],
  ...findSources()
    .map(({ file }) => file)
    .filter((file) => !file.startsWith('docs/')),
];

/**
 * The manifest that is packed: without `private`, which keeps the checkout from being published. Publish the tarball.
 * Provenance needs `repository`, which the release workflow sets.
 * Patched packages are bundled, so that an install without scripts has them too.
 */
export function packedManifest(manifest: Record<string, unknown>): Record<string, unknown> {
  const { name, version, description, license, repository, type, engines } = manifest;
  const { dependencies, optionalDependencies } = manifest;
  const { prepack, postpack } = manifest.scripts as Record<string, string>;
  return {
    ...{ name, version, description, license, repository, type, engines },
    keywords: ['payments', 'eft', 'south-africa', 'self-hosted', 'ledger', 'sandbox', 'mcp'],
    publishConfig: { access: 'public', provenance: true },
    bin: { tefo: 'bin/tefo.mjs' },
    // It is a program: nothing in it can be imported.
    exports: { './package.json': './package.json' },
    // Only the README shows the pictures, and npm's website loads them from the repository.
    files: [...packed, 'dist', '!docs/images'],
    // So that a pack that was interrupted is undone by the next.
    scripts: { prepack, postpack },
    ...{ dependencies, optionalDependencies },
    bundleDependencies: ['postgres', 'undici'],
  };
}

/** Compiles the sources to JavaScript, and copies the other files of `src`, into `dist`. */
export async function compile(dist: string): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  const options = ['--project', join(root, 'tsconfig.package.json'), '--outDir', dist];
  await promisify(execFile)(process.execPath, [compiler, ...options]);
  for await (const file of glob('**/*.js', { cwd: dist })) {
    const path = join(dist, file);
    const source = await readFile(path, 'utf8');
    // The compiler rewrites imports, but no addresses of threads.
    const fixed = source.replace(/(new URL\('[^':]*)\.ts'/g, "$1.js'");
    if (fixed !== source) await writeFile(path, fixed);
  }
  const src = join(root, 'src');
  for await (const entry of glob('**/*', { cwd: src, withFileTypes: true })) {
    if (entry.isDirectory() || entry.name.endsWith('.ts')) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(dist, from.slice(src.length));
    await mkdir(dirname(to), { recursive: true });
    await cp(from, to);
  }
}

const manifestFile = join(root, 'package.json');
const kept = join(root, 'node_modules/.cache/tefo/package.json');

async function before(): Promise<void> {
  await after();
  await promisify(execFile)(process.execPath, [join(root, 'scripts/repair.mjs')]);
  await compile(join(root, 'dist'));
  const manifest = await readFile(manifestFile, 'utf8');
  await mkdir(dirname(kept), { recursive: true });
  await writeFile(kept, manifest);
  await writeFile(manifestFile, `${JSON.stringify(packedManifest(JSON.parse(manifest)), null, 2)}\n`);
}

async function after(): Promise<void> {
  await rename(kept, manifestFile).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rm(join(root, 'dist'), { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await (process.argv[2] === 'after' ? after() : before());
