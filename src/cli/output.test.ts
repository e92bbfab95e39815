import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Line, paint, rendered, sayLines } from '../kernel/process/terminal.ts';
import { paragraph, table, widthOf } from './output.ts';
import { barOf, withProgress } from './progress.ts';
import { momentOf } from './times.ts';

const texts = (lines: readonly Line[]): string[] => lines.map((line) => rendered(line, false));

/** Runs `work` as at a terminal of so many columns; returns its output. */
async function atTerminal(work: () => unknown, settings: Record<string, string> = {}): Promise<string> {
  // Also clears CI: Node shows no colour there.
  const { NO_COLOR, FORCE_COLOR, TERM, NODE_DISABLE_COLORS, CI } = process.env;
  const known = { NO_COLOR, FORCE_COLOR, TERM, NODE_DISABLE_COLORS, CI };
  for (const name of Object.keys(known)) delete process.env[name];
  Object.assign(process.env, { TERM: 'xterm-256color', ...settings });
  let written = '';
  const streams = [process.stdout, process.stderr];
  const before = streams.map(({ isTTY, hasColors }) => ({ isTTY, hasColors }));
  const { WriteStream } = await import('node:tty');
  const mocks = streams.map((stream) => {
    Object.assign(stream, { isTTY: true, hasColors: WriteStream.prototype.hasColors });
    Object.assign(stream, { getColorDepth: WriteStream.prototype.getColorDepth });
    const write = stream.write.bind(stream);
    return mock.method(stream, 'write', (chunk: string | Buffer, ...more: never[]) => {
      if (typeof chunk !== 'string') return write(chunk, ...more);
      written += chunk;
      return true;
    });
  });
  try {
    await work();
    return written;
  } finally {
    for (const one of mocks) one.mock.restore();
    for (const [index, stream] of streams.entries()) Object.assign(stream, before[index]);
    for (const [name, value] of Object.entries(known))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}

test('columns stand below each other, also of texts that fill two columns a letter', () => {
  assert.deepEqual([widthOf('Thabo'), widthOf('漢字'), widthOf('e\u0301'), widthOf('🛒é')], [5, 4, 1, 3]);
  const rows = [
    ['a', '漢字', 'x'],
    [paint('good', 'abc'), 'é', 'y'],
  ];
  assert.deepEqual(texts(table(rows, undefined)), ['a    漢字  x', 'abc  é     y']);
});

test('the last column is wrapped within the terminal, or printed on separate lines if it is too narrow', () => {
  const words = 'one two three four five six seven eight';
  assert.deepEqual(texts(table([['name', words]], 34)), [
    'name  one two three four five six',
    '      seven eight',
  ]);
  assert.deepEqual(texts(table([['a name of twenty chars', words]], 40)), [
    'a name of twenty chars',
    '    one two three four five six seven',
    '    eight',
  ]);
  assert.deepEqual(
    texts(table([['name', words]], undefined)),
    [`name  ${words}`],
    'elsewhere it is one line',
  );
  for (const width of [80, 100, 200])
    for (const line of texts([
      ...table([['00:00', words.repeat(9)]], width),
      ...paragraph(8, words.repeat(9), width),
    ]))
      assert.ok(widthOf(line) <= width, line);
});

test('colour is only for terminals, and surrounds escaped text', async () => {
  const line: Line = ['a ', paint('bad', 'x\u001b[2Jy')];
  assert.equal(rendered(line, true), 'a \u001b[31mx\\x1b[2Jy\u001b[39m');
  assert.equal(await atTerminal(() => sayLines([line])), 'a \u001b[31mx\\x1b[2Jy\u001b[39m\n');
  const without: Record<string, string>[] = [{ NO_COLOR: '1' }, { TERM: 'dumb' }];
  for (const settings of without)
    assert.equal(await atTerminal(() => sayLines([line]), settings), 'a x\\x1b[2Jy\n');
  assert.equal(rendered(line, false), 'a x\\x1b[2Jy');
});

test('the date stands with a time that is not of today, South African or UTC', () => {
  const now = new Date('2026-11-20T22:30:00Z');
  const read = (text: string, isUtc = false) => momentOf(new Date(text), { now, isUtc });
  assert.equal(read('2026-11-20T22:00:00Z'), '00:00:00.000');
  assert.equal(read('2026-11-20T21:59:59.5Z'), '2026-11-20 23:59:59.500');
  assert.equal(read('2026-11-20T21:59:59.5Z', true), '21:59:59.500Z');
});

test('a task of over a second shows its progress, only at a terminal, and leaves no trace there', async () => {
  assert.equal(barOf({ what: '', done: 1, of: 2 }, 0), `${'█'.repeat(12)}${'░'.repeat(12)}  50 %`);
  assert.match(barOf('', 2_300), /^░*███░* {3}2 s$/);
  const state = () => ({ what: '3 of 4 things', done: 3, of: 4 });
  const work = () => withProgress(false, state, () => sleep(1_600));
  const shown = await atTerminal(work, { NO_COLOR: '1' });
  assert.ok(shown.startsWith(`\r\u001b[K${'█'.repeat(18)}${'░'.repeat(6)}  75 % 3 of 4 things\r`), shown);
  assert.ok(shown.endsWith('\r\u001b[K'), JSON.stringify(shown));
  const write = mock.method(process.stderr, 'write', () => true);
  await withProgress(true, state, () => sleep(1));
  assert.equal(write.mock.callCount(), 0);
  write.mock.restore();
});
