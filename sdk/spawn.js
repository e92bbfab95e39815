// @ts-check

// Starts a service for tests, on its own data, which is deleted afterwards.
const { execFile, spawn } = require('node:child_process');
const { existsSync, rmSync } = require('node:fs');
const { mkdtemp, readFile } = require('node:fs/promises');
const { createServer } = require('node:net');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

const startMs = 120_000;
const stopMs = 15_000;

/** @type {typeof import('./index.js').spawnTefo} */
async function spawnTefo(options = {}) {
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

  /** @type {(...args: string[]) => Promise<any>} */
  const command = (...args) =>
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

/**
 * Whether a service that is ready answers.
 * @param {string} url
 */
async function isAnswering(url) {
  return fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}

/**
 * Returns the command of a checkout of tefo: the named one, the one with this file, or the installed one.
 * @param {string | undefined} directory
 */
function findEntry(directory) {
  const places = directory
    ? [resolve(directory)]
    : [resolve(__dirname, '..'), resolve('node_modules', 'tefo')];
  const found = places.map((place) => join(place, 'bin', 'tefo.mjs')).find((file) => existsSync(file));
  if (found) return found;
  throw new Error(`there is no tefo in ${places.join(' or ')}: name its folder in spawn: { directory }`);
}

/** The environment for a spawned service: without another service's settings and a test run's marks. */
function inherited() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(TEFO_|DATABASE_URL$|NODE_TEST_CONTEXT$|NODE_OPTIONS$|NODE_ENV$)/.test(name),
  );
  return Object.fromEntries(kept);
}

/** @returns {Promise<number>} */
async function freePort() {
  const probe = createServer();
  await new Promise((listening) => probe.listen(0, '127.0.0.1', () => listening(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
  await new Promise((closed) => probe.close(closed));
  return port;
}

module.exports = { isAnswering, spawnTefo };
