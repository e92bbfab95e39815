// Another version of the service, from the repository's history, in a separate folder.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));

export interface Version {
  /** Its commit, in short. */
  commit: string;
  folder: string;
  /** Of its migrations, the newest last. */
  migrations: string[];
  remove(): Promise<void>;
}

/** Returns the newest commit that lacks a migration of this tree. */
export async function versionBefore(): Promise<string> {
  const newest = (await migrationsOf(repository)).at(-1)!;
  const { stdout } = await git('log', '--format=%h', '--diff-filter=A', '-1', '--', `migrations/${newest}`);
  return stdout.trim() === '' ? 'HEAD' : `${stdout.trim()}^`;
}

/** Unpacks a version; it runs with the packages of this one. */
export async function unpack(revision: string): Promise<Version> {
  const folder = await mkdtemp(join(tmpdir(), 'tefo-version-'));
  const archive = join(folder, 'tree.tar');
  await git('archive', '--format=tar', '-o', archive, revision);
  await run('tar', ['-xf', archive, '-C', folder]);
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const { stdout } = await git('rev-parse', '--short', revision);
  return {
    commit: stdout.trim(),
    folder,
    migrations: await migrationsOf(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function migrationsOf(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'migrations'));
  return names.filter((name) => /^\d{4}_/.test(name)).sort();
}

const git = (...args: string[]) => run('git', ['-C', repository, ...args]);
