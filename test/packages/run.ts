// `npm run packages`: packs both packages, and runs the unchanged recipes for continuous integration, each in an empty folder
// with a copy of the example: installs, starts, accepts a payment. Prints sizes and seconds.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { freePort } from '../support/ports.ts';
import { answersReady } from '../support/process.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const root = resolve('.');
const home = await mkdtemp(join(tmpdir(), 'tefo-packages-'));
const { version } = JSON.parse(await readFile('package.json', 'utf8'));

/** The environment of a machine without this checkout, but with its Node. */
function outside(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(TEFO_|DATABASE_URL$|NODE_|npm_)/.test(name),
  );
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  return {
    ...Object.fromEntries(kept),
    PATH: path,
    npm_config_loglevel: 'error',
    npm_config_prefer_offline: 'true',
  };
}

async function pack(folder: string): Promise<string> {
  const options = ['--json', '--pack-destination', home];
  const { stdout } = await run('npm', ['pack', ...options, folder], { env: outside(), maxBuffer: 1 << 24 });
  const reported = Object.values<{ filename: string; size: number; unpackedSize: number }>(
    JSON.parse(stdout),
  );
  const { filename, size, unpackedSize } = reported[0]!;
  assert.ok(filename.endsWith(`-${version}.tgz`));
  console.log(`${filename}: ${size} bytes, ${unpackedSize} unpacked`);
  return join(home, filename);
}

/** Runs each script in a separate bash, as the pipelines do, and stops its leftover processes. */
async function play(name: string, scripts: string[], tarballs: Record<string, string>): Promise<void> {
  const folder = join(home, name);
  await cp(join(root, 'recipes/ci/example'), folder, { recursive: true });
  const port = await freePort();
  // Reads by the test kit do not prevent a start, even where it names another Tefo.
  const misleading = { TEFO_URL: 'http://tefo.invalid', TEFO_API_KEY: 'of another' };
  const env = { ...outside(), ...tarballs, ...misleading, TEFO_PORT: String(port) };
  const groups: number[] = [];
  const seconds: string[] = [];
  let said = '';
  try {
    for (const script of scripts) {
      const began = performance.now();
      const options = { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] as const };
      const child = spawn('bash', ['-eo', 'pipefail', '-c', script], {
        ...options,
        stdio: [...options.stdio],
      });
      groups.push(child.pid!);
      child.stdout.on('data', (text) => {
        said += text;
      });
      const [code] = await once(child, 'exit');
      assert.equal(code, 0, `${name}: ${script}\n${said}`);
      seconds.push(((performance.now() - began) / 1000).toFixed(1));
    }
    assert.match(said, /pass 1\b/);
    const docs = await fetch(`http://127.0.0.1:${port}/docs`);
    assert.equal(docs.status, 200, 'it shows its documents');
    await access(join(folder, '.tefo'));
    console.log(
      `${name}: ${seconds.join(' + ')} s; installed ${await megabytes(join(folder, 'node_modules'))} MB`,
    );
  } finally {
    for (const group of groups) stop(group);
    await until(async () => !(await answersReady(port)));
  }
}

/** Ends a process group, if anybody of it is left. */
function stop(group: number): void {
  try {
    process.kill(-group, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}

async function megabytes(folder: string): Promise<string> {
  const { stdout } = await run('du', ['-sm', folder]);
  return stdout.split('\t')[0]!;
}

try {
  const tarballs = { NPM_TEFO: await pack('.'), NPM_TEFO_SDK: await pack('./sdk') };
  assert.ok((await stat(tarballs.NPM_TEFO)).size < 2_500_000);
  const recipe = async (name: string) => parse(await readFile(`recipes/ci/${name}.yml`, 'utf8'));
  const { steps } = (await recipe('github-actions')).jobs.test;
  const isRun = (step: { run?: string; if?: string }) => step.run !== undefined && step.if === undefined;
  await play(
    'github',
    steps.filter(isRun).map((step: { run: string }) => step.run),
    tarballs,
  );
  await play('gitlab', [(await recipe('gitlab-ci')).test.script.join('\n')], tarballs);
} finally {
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
}
