// node test/samples/run.ts: the samples of the reference in every language, against one service. A language that this machine does not
// have is left out, and named.
//   --only Java,Go
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { globalSetup, globalTeardown } from '../support/global-setup.ts';

type Command = [program: string, ...args: string[]];

interface Language {
  file: string;
  /** Succeeds where the machine has it. */
  probe: Command;
  build?: Command;
  run: Command;
}

const languages: Record<string, Language> = {
  Shell: { file: 'sample.sh', probe: ['bash', '--version'], run: ['bash', '-eu', 'sample.sh'] },
  JavaScript: { file: 'sample.mjs', probe: ['node', '-v'], run: [process.execPath, 'sample.mjs'] },
  PHP: { file: 'sample.php', probe: ['php', '-v'], run: ['php', 'sample.php'] },
  Python: { file: 'sample.py', probe: ['python3', '-V'], run: ['python3', 'sample.py'] },
  'C#': {
    file: 'Sample.cs',
    probe: ['mcs', '--version'],
    build: ['mcs', '-r:System.Net.Http.dll', '-out:sample.exe', 'Sample.cs'],
    run: ['mono', 'sample.exe'],
  },
  Java: { file: 'Sample.java', probe: ['java', '-version'], run: ['java', 'Sample.java'] },
  Go: { file: 'sample.go', probe: ['go', 'version'], run: ['go', 'run', 'sample.go'] },
};

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = values.only?.split(',') ?? Object.keys(languages);
const folder = await mkdtemp(join(tmpdir(), 'tefo-samples-'));

const call = ([program, ...args]: Command, cwd: string): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)(program, args, { cwd, timeout: 120_000, maxBuffer: 16 * 2 ** 20 });

/** Returns why a program is not right; undefined where it is. */
async function problemOf({ file, build, run }: Language, cwd: string, source: string) {
  await writeFile(join(cwd, file), source);
  try {
    if (build) await call(build, cwd);
    const { stdout } = await call(run, cwd);
    return /"errorMessage":"|"errors":\["/.test(stdout) ? stdout : undefined;
  } catch (error) {
    return `${(error as { stderr?: string }).stderr || error}`;
  }
}

/** The result of a language's samples. */
async function tryAll(name: string, language: Language, samples: { operation: string; source: string }[]) {
  const isThere = await call(language.probe, folder).then(
    () => true,
    () => false,
  );
  if (!isThere) return console.log(`${name}: left out, there is no ${language.probe[0]} on this machine`);
  const started = performance.now();
  let taken = 0;
  for (const { operation, source } of samples) {
    const problem = await problemOf(language, folder, source);
    // This operation returns a 500, and most languages end with an error.
    if (problem === undefined || operation === 'getStatus500') taken += 1;
    else console.log(`${name} ${operation}: ${problem.slice(0, 2_000)}`);
  }
  if (taken < samples.length) process.exitCode = 1;
  console.log(
    `${name}: ${taken} of ${samples.length} taken in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}

await globalSetup();
// It reads where the database is when it is loaded.
const { startService } = await import('../support/running.ts');
const { makeDemo, servedSamples } = await import('../support/samples.ts');
const service = await startService({ started: true });
try {
  await makeDemo(service);
  execFileSync(process.execPath, ['sdk/build.mjs']);
  await mkdir(join(folder, 'node_modules/@tefo'), { recursive: true });
  await symlink(resolve('sdk'), join(folder, 'node_modules/@tefo/sdk'));
  const samples = await servedSamples(service.base);
  for (const name of wanted)
    await tryAll(
      name,
      languages[name]!,
      samples.filter(({ lang }) => lang === name),
    );
} finally {
  await service.end();
  await globalTeardown();
  await rm(folder, { recursive: true });
}
