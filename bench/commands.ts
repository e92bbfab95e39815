// (h) the processor time of a command before its work, compared with an idle Node.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median } from '../test/support/figures.ts';
import { type Line, milliseconds } from './figures.ts';

const command = resolve('src/cli/main.ts');
// The command line's entry, and a command on a database that is not there.
const measured: [what: string, args: string[]][] = [
  ['tefo --help', [command, '--help']],
  ['tefo payments --help', [command, 'payments', '--help']],
  [
    'modules that a command loads to open its database',
    ['--import', resolve('src/cli/context.ts'), '--eval', ''],
  ],
];

export function measureCommands(rounds: number): Line[] {
  const folder = mkdtempSync(join(tmpdir(), 'tefo-commands-'));
  try {
    const all: [string, string[]][] = [['node', ['--eval', '']], ...measured];
    const times = all.map((): number[] => []);
    // In turn, so that disturbances hit all; the first round fills the compile cache.
    for (let round = -1; round < rounds * 3; round += 1) {
      for (const [index, [, args]] of all.entries()) {
        const taken = processorMs(args, folder);
        if (round >= 0) times[index]!.push(taken);
      }
    }
    const [bare = Number.NaN, ...ours] = times.map(median);
    return measured.map(([what], index) => ({
      part: 'h',
      what: `${what}, processor time beyond bare Node`,
      ours: milliseconds(ours[index]! - bare),
      theirs: milliseconds(bare),
      target: '< 150 ms',
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns a Node process's processor time, as it reports at its end. */
function processorMs(args: string[], folder: string): number {
  const report = `import { writeSync } from 'node:fs';
    process.on('exit', () => {
      const { user, system } = process.cpuUsage();
      writeSync(3, String((user + system) / 1000));
    });`;
  const preload = `data:text/javascript,${encodeURIComponent(report)}`;
  const { output } = spawnSync(process.execPath, ['--import', preload, ...args], {
    env: { PATH: process.env.PATH, TEFO_DATA_DIR: folder, NODE_COMPILE_CACHE: 'node_modules/.cache/node' },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  return Number(output[3]);
}
