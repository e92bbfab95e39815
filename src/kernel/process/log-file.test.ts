import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openLogFile } from '../../devtools/logs/log-file.ts';
import { logFiles, openRotating, type RotatingFile } from './log-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'tefo-log-'));
after(() => rmSync(directory, { recursive: true }));

const write = (file: RotatingFile, text: string) =>
  new Promise<void>((resolve, reject) =>
    file.write(Buffer.from(text), (error) => (error ? reject(error) : resolve())),
  );
const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;
const line = (n: number) =>
  `{"level":30,"time":"2026-11-20T08:00:00.${String(n).padStart(3, '0')}Z","method":"GET","route":"/${n}","status":200,"ms":1}\n`;

test('a log is put aside when it has grown to its limit, and only some are kept', async () => {
  const path = join(directory, 'kept.log');
  const file = openRotating(path, 100);
  for (let n = 0; n < 12; n += 1) await write(file, `${String(n).padEnd(59)}\n`);
  assert.deepEqual(
    logFiles(path).map((name) => readFileSync(name, 'utf8').trim()),
    ['11', '10', '9', '8'],
  );
  assert.ok(!exists(`${path}.4`));
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('a line longer than a file can be is written whole, and a log continues in the same file', async () => {
  const path = join(directory, 'long.log');
  await write(openRotating(path, 100), 'x'.repeat(500));
  assert.ok(!exists(`${path}.1`));
  await write(openRotating(path, 100), 'again');
  assert.deepEqual([statSync(`${path}.1`).size, readFileSync(path, 'utf8')], [500, 'again']);
});

test('two processes with one log do not put it aside twice', async () => {
  const path = join(directory, 'shared.log');
  const [one, other] = [openRotating(path, 100), openRotating(path, 100)];
  await write(one, '1'.repeat(80));
  await write(other, '2'.repeat(15));
  await write(one, '3'.repeat(40));
  await write(other, '4'.repeat(90));
  assert.deepEqual(
    logFiles(path)
      .filter(exists)
      .map((name) => readFileSync(name, 'utf8')[0]),
    ['3', '1'],
  );
});

test('`tefo logs` reads across files that were put aside, each line once', async () => {
  const path = join(directory, 'read.log');
  const file = openRotating(path, 250);
  await write(file, line(0));
  const log = (await openLogFile(path, () => 0))!;
  const from = new Date('2026-11-20T00:00:00Z');
  const read = async () => (await log.read(from)).map(({ route }) => route);
  assert.deepEqual(await read(), ['/0']);
  for (let n = 1; n <= 5; n += 1) await write(file, line(n));
  assert.ok(exists(`${path}.2`));
  assert.deepEqual(await read(), ['/1', '/2', '/3', '/4', '/5']);
  assert.deepEqual(await read(), []);
  await write(file, line(6));
  assert.deepEqual(await read(), ['/6']);
  const anew = (await openLogFile(path, () => 0))!;
  assert.equal((await anew.read(from)).length, 7);
  // Truncated, as `tefo reset` does.
  for (const name of logFiles(path)) rmSync(name, { force: true });
  writeFileSync(path, line(7).replace('"level":30,', ''));
  assert.deepEqual(await read(), ['/7']);
});
