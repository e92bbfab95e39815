// A log that cannot be written: lines are lost and counted, and nothing else.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '../support/database.ts';
import { ask, createMerchantOf } from '../support/merchant.ts';
import { makeTefo, outsideEnvironment } from '../support/process.ts';
import { until } from '../support/until.ts';

const entry = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const masterKeys = `k1:${Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')}`;

const metricsToken = 'a-token-for-the-metrics';

async function droppedLines(base: string): Promise<number> {
  const { text } = await ask(`${base}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(/^tefo_log_lines_dropped_total (\d+)$/m.exec(text)?.[1]);
}

describe('the log', { concurrency: 3 }, async () => {
  const database = await testDatabase();
  after(() => database.drop());

  test('on a full disk in staging: requests continue, lost lines are counted, and SIGTERM stops the service in order', async () => {
    const tefo = await makeTefo();
    after(() => tefo.remove());
    symlinkSync('/dev/full', join(tefo.dataDir, 'tefo.log'));
    const running = tefo.start();
    await running.ready();
    const merchant = createMerchantOf(tefo.base, await tefo.credentials());
    const token = (await merchant.token()).body.access_token;
    const lost = await droppedLines(tefo.base);
    assert.ok(lost > 0);
    for (let index = 0; index < 5; index += 1) assert.equal((await merchant.createOne(token)).status, 201);
    assert.ok((await droppedLines(tefo.base)) >= lost + 5);
    running.signal('SIGTERM');
    assert.deepEqual(await running.ended.then(({ code, stderr }) => [code, stderr]), [0, '']);
    assert.equal(await tefo.postmaster(), undefined);
  });

  /** The service in production, on the test's database, with its own standard output. */
  async function inProduction(stdout: number | 'pipe') {
    const tefo = await makeTefo();
    after(() => tefo.remove());
    const child = spawn(process.execPath, [entry], {
      cwd: tefo.dataDir,
      env: {
        ...outsideEnvironment(),
        TEFO_MODE: 'production',
        TEFO_HTTP_ALLOWED: 'true',
        TEFO_METRICS_TOKEN: metricsToken,
        TEFO_HOST: '127.0.0.1',
        TEFO_PORT: String(tefo.port),
        TEFO_MASTER_KEYS: masterKeys,
        DATABASE_URL: database.url,
        // Long lines, so that what waits for a reader is soon too much.
        TEFO_LOG_LEVEL: 'info',
      },
      stdio: ['ignore', stdout, 'inherit'],
    });
    after(() => child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    const live = `${tefo.base}/health/live`;
    await until(async () => {
      assert.equal(child.exitCode, null, 'it has ended');
      return (await fetch(live).catch(() => undefined))?.ok;
    });
    return { base: tefo.base, child, ended };
  }

  test('to a full disk, in production: the service responds, counts and ends', async () => {
    const full = openSync('/dev/full', 'w');
    const { base, child, ended } = await inProduction(full);
    closeSync(full);
    assert.ok((await droppedLines(base)) > 0);
    for (let index = 0; index < 20; index += 1) assert.equal((await ask(`${base}/health/live`)).status, 200);
    assert.ok((await droppedLines(base)) > 20);
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });

  test('with a log reader that has stopped reading: the service responds, drops excess lines, reports the loss later, and stops', async () => {
    const { base, child, ended } = await inProduction('pipe');
    // No one reads: the pipe takes 64 kB, the process a megabyte.
    const filler = 'x'.repeat(8_000);
    for (let round = 0; (await droppedLines(base)) === 0; round += 1) {
      assert.ok(round < 100, 'nothing was ever dropped');
      await Promise.all(
        Array.from({ length: 20 }, () =>
          ask(`${base}/nothing/${filler}`).then(({ status }) => assert.equal(status, 404)),
        ),
      );
    }
    assert.equal((await ask(`${base}/health/live`)).status, 200);
    let text = '';
    child.stdout!.setEncoding('utf8').on('data', (more) => {
      text += more;
    });
    await until(async () => {
      await ask(`${base}/health/live`);
      return /lines of this log could not be written/.test(text);
    });
    child.stdout!.removeAllListeners('data').pause();
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    for (const line of text.slice(0, text.lastIndexOf('\n')).split('\n')) JSON.parse(line);
  });
});
