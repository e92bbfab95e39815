// Where the programs of a cluster are: installed, or unpacked from Debian packages into a folder, which needs no root.
import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

export interface Programs {
  /** Each with its fixed arguments. */
  etcd: string[];
  patroni: string[];
  haproxy: string[];
  /**
   * Patroni before 3.0.3 does not check the owner of the lock when it writes it through etcd's version 3: a primary that
   * hung until another was chosen reclaims it. Through version 2 it checks.
   */
  etcdVersion: 2 | 3;
  /** The folder of postgres, initdb and pg_rewind. */
  postgresBin: string;
  env: NodeJS.ProcessEnv;
}

const packages = ['etcd-server', 'patroni', 'haproxy', 'postgresql'];
const run = promisify(execFile);

/**
 * Finds them on PATH and in Debian's folders, else in `folder`, to which missing packages are fetched. Throws an Error that
 * names what to install when they cannot be had.
 */
export async function findPrograms(folder: string, say: (line: string) => void): Promise<Programs> {
  const installed = await find(folder);
  if (installed) return installed;
  say(`unpacking Debian packages into ${folder}`);
  const problem = await unpackMissing(folder).then(
    () => 'they lack something',
    (error: Error) => error.message.trim().split('\n').at(-1),
  );
  const unpacked = await find(folder);
  if (unpacked) return unpacked;
  throw new Error(
    `programs are missing, and their packages could not be fetched into ${folder} (${problem}): ` +
      `apt-get update && apt-get install --no-install-recommends ${packages.join(' ')}`,
  );
}

async function find(folder: string): Promise<Programs | undefined> {
  const [etcd, haproxy] = [findProgram('etcd', folder), findProgram('haproxy', folder)];
  const patroni = findPatroni(folder);
  const postgresBin = findPostgres('/') ?? findPostgres(folder);
  if (!etcd || !haproxy || !patroni || !postgresBin) return undefined;
  const modules = join(folder, 'usr/lib/python3/dist-packages');
  const libraries = globSync(join(folder, 'usr/lib/*-linux-gnu*'));
  const env = {
    PATH: process.env.PATH,
    LC_ALL: 'C.UTF-8',
    ...(existsSync(modules) && { PYTHONPATH: modules }),
    ...(libraries.length > 0 && { LD_LIBRARY_PATH: libraries.join(delimiter) }),
  };
  const { stdout } = await run(patroni[0]!, [...patroni.slice(1), '--version'], { env });
  return { etcd: [etcd], haproxy: [haproxy], patroni, etcdVersion: etcdVersionFor(stdout), postgresBin, env };
}

function etcdVersionFor(patroni: string): 2 | 3 {
  const [major = 0, minor = 0, patch = 0] = (/\d+\.\d+\.\d+/.exec(patroni)?.[0] ?? '').split('.').map(Number);
  return major * 10_000 + minor * 100 + patch < 30_003 ? 2 : 3;
}

function findProgram(name: string, folder: string): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter);
  const unpacked = [join(folder, 'usr/bin'), join(folder, 'usr/sbin')];
  return [...path, '/usr/bin', '/usr/sbin', ...unpacked].map((place) => join(place, name)).find(existsSync);
}

/** It is a Python program, for the system's interpreter; an unpacked one may have its packages next to it. */
function findPatroni(folder: string): string[] | undefined {
  const program = findProgram('patroni', folder);
  if (!program?.startsWith(folder)) return program ? [program] : undefined;
  const python = ['/usr/bin/python3', join(folder, 'usr/bin/python3')].find(existsSync);
  return python ? [python, program] : undefined;
}

/** The newest version below `root`. */
function findPostgres(root: string): string | undefined {
  const version = (path: string): number => Number(path.split('/').at(-3));
  return globSync(join(root, 'usr/lib/postgresql/*/bin/postgres'))
    .toSorted((one, other) => version(other) - version(one))
    .map((path) => join(path, '..'))[0];
}

/** Fetches what apt would install, and unpacks it. */
async function unpackMissing(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { stdout } = await run('apt-get', ['install', '-s', '--no-install-recommends', ...packages]);
  const wanted = [...stdout.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+)/gm)];
  await run('apt-get', ['download', ...wanted.map(([, name, version]) => `${name}=${version}`)], {
    cwd: folder,
  });
  for (const archive of globSync(join(folder, '*.deb'))) await run('dpkg-deb', ['-x', archive, folder]);
}
