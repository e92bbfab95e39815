// Checks the dependency rule in .dependency-cruiser.cjs. dependency-cruiser cannot read TypeScript 7, so it gets a copy of the
// sources that has only their imports, those of types included.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { parseSync } from 'oxc-parser';
import { sources } from '../test/support/sources.ts';

const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
const copy = await mkdtemp(join(tmpdir(), 'tefo-arrow-'));

try {
  const all = await sources();
  const files = all.filter((file) => /^(src|sdk)\/.*\.ts$/.test(file));
  for (const file of files) await copyImports(file);
  for (const file of all.filter((file) => /^src\/.*\.(?:json|js)$/.test(file))) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(file, join(copy, file));
  }
  const { output } = await cruise([...new Set(files.map((file) => file.split('/')[0]!))], {
    ...config.options,
    ruleSet: { forbidden: config.forbidden },
    validate: true,
    baseDir: copy,
    outputType: 'json',
  });
  report(JSON.parse(String(output)).summary, files.length);
} finally {
  await rm(copy, { recursive: true });
}

/** Writes a file with the imports of the source alone, also those of types. */
async function copyImports(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ].map((name) => `import ${JSON.stringify(asScript(name))};`);
  const loaded = module.dynamicImports.map(
    ({ moduleRequest: { start, end } }) => `import(${asScript(text.slice(start, end))});`,
  );
  const target = join(copy, asScript(file));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, [...named, ...loaded].join('\n'));
}

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
  cycle?: { name: string }[];
}

function report(summary: { violations: Violation[]; totalDependenciesCruised: number }, files: number): void {
  for (const { from, to, rule, cycle } of summary.violations) {
    const { comment } = config.forbidden.find((known: { name: string }) => known.name === rule.name);
    const way = cycle ? cycle.map((step) => asSource(step.name)).join(' -> ') : asSource(to);
    console.error(`${asSource(from)} -> ${way}\n    ${rule.name}: ${comment}`);
  }
  // Finding no files must not look like finding no violations.
  const blind = files > 20 && summary.totalDependenciesCruised < files;
  if (blind)
    console.error(
      `only ${summary.totalDependenciesCruised} imports seen in ${files} files: the check is blind`,
    );
  if (blind || summary.violations.length > 0) process.exitCode = 1;
}

function asScript(file: string): string {
  return file.replace(/\.ts(?=['"]?$)/, '.mjs');
}

function asSource(file: string): string {
  return file.replace(/\.mjs$/, '.ts');
}
