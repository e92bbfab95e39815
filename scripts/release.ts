// `npm run release -- --dry-run`: checks that the version of package.json can be released, packs both packages, and prints what
// a release does. Without --dry-run it also closes the changelog's section, records the APIs, commits and tags. The pushed tag
// starts .github/workflows/release.yml, which publishes. `--notes` prints the changelog's section of this version.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { breakingChanges, factsOf, readFacts, written } from './api-facts.ts';
import { productionDependencies } from './licences.ts';
import { readApiDocuments, releasedFile } from './released.ts';

const run = promisify(execFile);
const textOf = (file: string): Promise<string> => readFile(file, 'utf8');
const versionIn = async (file: string): Promise<string> => JSON.parse(await textOf(file)).version;

/** Returns the changelog with its section *Unreleased* as the section of a version, or undefined without entries. */
export function closed(changelog: string, version: string, day: string): string | undefined {
  const heading = '\n## Unreleased\n';
  const [start, rest = ''] = changelog.split(heading, 2);
  const section = rest.split('\n## ')[0] ?? '';
  if (!/^- /m.test(section)) return undefined;
  return `${start}${heading}\n## ${version} (${day})\n${rest}`;
}

/** Returns the section of a version, or undefined. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const [, rest] = changelog.split(`\n## ${version} (`, 2);
  return rest?.slice(rest.indexOf('\n')).split('\n## ')[0]?.trim();
}

/** The facts that can prevent a release. */
interface State {
  version: string;
  /** The versions in the lockfile, the SDK and the bill of materials, by their file. */
  versions: Readonly<Record<string, string>>;
  tags: readonly string[];
  changelog: string;
  /** The production packages that the bill of materials lacks, or has too many. */
  wrongComponents: readonly string[];
  breaking: readonly string[];
  /** The output of `git status --porcelain`. */
  changes: string;
}

/** Returns the reasons against a release. */
export function problemsOf(state: State): string[] {
  const { version, versions, tags, changelog, wrongComponents, breaking, changes } = state;
  const others = Object.entries(versions).filter(([, one]) => one !== version);
  const isMajor = tags.length > 0 && /^[1-9]\d*\.0\.0$/.test(version);
  const hasSection =
    closed(changelog, version, '') !== undefined || sectionOf(changelog, version) !== undefined;
  return [
    ...(/^\d+\.\d+\.\d+$/.test(version)
      ? []
      : [`package.json has the version ${version}, which is not MAJOR.MINOR.PATCH`]),
    ...others.map(([file, one]) => `${file} has the version ${one}, and package.json has ${version}`),
    ...(tags.includes(`v${version}`) ? [`the tag v${version} exists: raise the version`] : []),
    ...(hasSection ? [] : ['CHANGELOG.md has no entries under Unreleased']),
    ...(wrongComponents.length === 0
      ? []
      : [`docs/sbom.cdx.json differs (${wrongComponents.join(', ')}): npm run sbom`]),
    ...(isMajor ? [] : breaking.map((text) => `breaks clients of the last release: ${text}`)),
    ...(changes === '' ? [] : ['there are changes that are not committed']),
  ];
}

async function readState(): Promise<State> {
  const version = await versionIn('package.json');
  const bill = JSON.parse(await textOf('docs/sbom.cdx.json'));
  const listed = new Set<string>(
    bill.components.map(({ name, version: one }: Record<string, string>) => `${name}@${one}`),
  );
  const needed = new Set((await productionDependencies()).map(({ name, version: one }) => `${name}@${one}`));
  return {
    version,
    versions: {
      'package-lock.json': await versionIn('package-lock.json'),
      'sdk/package.json': await versionIn('sdk/package.json'),
      'docs/sbom.cdx.json': bill.metadata.component.version,
    },
    tags: (await run('git', ['tag', '--list', 'v*'])).stdout.split('\n').filter(Boolean),
    changelog: await textOf('CHANGELOG.md'),
    wrongComponents: [...listed.symmetricDifference(needed)],
    breaking: breakingChanges(readFacts(await textOf(releasedFile)), factsOf(await readApiDocuments())),
    changes: (await run('git', ['status', '--porcelain'])).stdout.trim(),
  };
}

/** Packs a package as it is published; returns its name, size and digest. */
async function pack(folder: string, target: string): Promise<string> {
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--loglevel=error', '--pack-destination', target, folder],
    {
      maxBuffer: 1 << 24,
    },
  );
  const packed = Object.values<{ id: string; filename: string; size: number; entryCount: number }>(
    JSON.parse(stdout),
  )[0];
  if (!packed) throw new Error(`npm pack ${folder} said nothing`);
  const digest = createHash('sha256')
    .update(await readFile(join(target, packed.filename)))
    .digest('hex');
  // Fails if the registry would refuse the package.
  await run('npm', ['publish', '--dry-run', join(target, packed.filename)]);
  return `${packed.id}: ${packed.entryCount} files, ${(packed.size / 1_000).toFixed(0)} kB, sha256 ${digest}`;
}

async function release(isDry: boolean): Promise<number> {
  const state = await readState();
  const problems = problemsOf(state);
  const tag = `v${state.version}`;
  console.log(`Release ${tag}${isDry ? ' (dry run: nothing is changed)' : ''}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'tefo-release-'));
  try {
    for (const one of ['.', './sdk']) console.log(`packed ${await pack(one, folder)}`);
  } finally {
    await rm(folder, { recursive: true });
  }
  for (const problem of problems) console.log(`problem: ${problem}`);
  if (problems.length > 0 && !isDry) return 1;
  const day = new Date().toISOString().slice(0, 10);
  const changelog = closed(state.changelog, state.version, day);
  console.log(`
A release:
  1. ${changelog ? `closes Unreleased in CHANGELOG.md as ${state.version} (${day})` : 'keeps CHANGELOG.md'}
  2. records the facts of the APIs in ${releasedFile}
  3. commits "Release ${state.version}" and creates the tag ${tag}
Then \`git push --follow-tags\`. The workflow of the tag runs the tests, publishes both packages with provenance, pushes the image, and
creates a release with the packages, the bill of materials and their attestations.`);
  if (isDry) return problems.length > 0 ? 1 : 0;
  if (changelog) await writeFile('CHANGELOG.md', changelog);
  await writeFile(releasedFile, written(factsOf(await readApiDocuments())));
  await run('git', [
    'commit',
    '--quiet',
    '--message',
    `Release ${state.version}`,
    'CHANGELOG.md',
    releasedFile,
  ]);
  await run('git', ['tag', '--annotate', tag, '--message', `Release ${state.version}`]);
  return 0;
}

/** Prints the section of this version, which is the text of the release. */
async function notes(): Promise<number> {
  const version = await versionIn('package.json');
  const section = sectionOf(await textOf('CHANGELOG.md'), version);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section ${version}`);
  console.log(section);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = process.argv.includes('--notes')
    ? await notes()
    : await release(process.argv.includes('--dry-run'));
