// Starts a service for tests, on its own data, which is deleted afterwards.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { SpawnOptions } from './types.ts';

const startMs = 120_000;
const stopMs = 15_000;

/** A service that was started for tests. */
export interface SpawnedTefo {
  url: string;
  apiKey: string;
  /** Runs `tefo` with these arguments as the service's operator; returns its JSON output. */
  command<Output = unknown>(...args: string[]): Promise<Output>;
  stop(): Promise<void>;
}

/** Starts a service with its own data, which is deleted when it stops: for a global set-up. Takes seconds. */
export async function spawnTefo(options: SpawnOptions = {}): Promise<SpawnedTefo> {
  const entry = findEntry(options.directory);
  const port = options.port ?? (await freePort());
  const url = `http://localhost:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'tefo-sandbox-'));
  // In the data directory, so that no other .env file is read.
  const cwd = dataDir;
  const env = {
    ...inherited(),
    TEFO_DATA_DIR: dataDir,
    TEFO_PORT: String(port),
    TEFO_PUBLIC_URL: url,
    ...options.env,
  };
  const child = spawn(process.execPath, [entry, 'start'], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said = `${said}${text}`.slice(-4_000);
  });
  const ended = new Promise((done) => child.once('close', done));
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);

  const command = <Output>(...args: string[]): Promise<Output> =>
    new Promise((done, fail) => {
      execFile(process.execPath, [entry, ...args, '--json'], { cwd, env }, (error, stdout, stderr) => {
        if (stdout !== '') done(JSON.parse(stdout));
        else fail(new Error(stderr.trim() || error?.message));
      });
    });

  const stop = async () => {
    process.off('exit', kill);
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const isEnded = await Promise.race([ended.then(() => true), sleep(stopMs, false, { ref: false })]);
    if (!isEnded) child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };

  try {
    const deadline = performance.now() + startMs;
    while (!(await isAnswering(url))) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`tefo did not start: ${said.trim() || 'it has ended without a word'}`);
      if (performance.now() > deadline) throw new Error(`tefo did not start within ${startMs / 1000} s`);
      await sleep(50);
    }
    // Another service may have taken the port meanwhile, so that ours has stopped.
    const credentials = await readFile(join(dataDir, 'credentials.json'), 'utf8').catch(() => {
      throw new Error(
        `another service has started at ${url} meanwhile: start one for all test files, in a global set-up`,
      );
    });
    return { url, apiKey: JSON.parse(credentials).apiKey, command, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Whether a service that is ready answers. */
export async function isAnswering(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** Returns the command of tefo: in the named folder, in the checkout with this file, or the installed one. */
function findEntry(directory: string | undefined): string {
  const places = directory
    ? [resolve(directory)]
    : [fileURLToPath(new URL('../../..', import.meta.url)), resolve('node_modules', 'tefo')];
  const found = places.map((place) => join(place, 'bin', 'tefo.mjs')).find((file) => existsSync(file));
  if (found) return found;
  throw new Error(`there is no tefo in ${places.join(' or ')}: name its folder in spawn: { directory }`);
}

/** The environment for a spawned service: without another service's settings and a test run's marks. */
function inherited(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(TEFO_|DATABASE_URL$|NODE_TEST_CONTEXT$|NODE_OPTIONS$|NODE_ENV$)/.test(name),
  );
  return Object.fromEntries(kept);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}
