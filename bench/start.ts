// (e) from the start of the process to /health/ready, on an empty and on an existing data directory; and the memory of
// the service's process after ten idle seconds.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTefo } from '../test/storm/process.ts';
import { median } from '../test/support/figures.ts';
import { type Line, milliseconds } from './figures.ts';

const idleMs = 10_000;
/** As in `npm start`: compiled modules are cached. */
const env = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/node') };

export async function measureStart(rounds: number): Promise<Line[]> {
  const firsts: number[] = [];
  const laters: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const tefo = await makeTefo({ env });
    tefo.launch();
    firsts.push(await tefo.ready());
    await tefo.credentials();
    await tefo.stop();
    tefo.launch();
    laters.push(await tefo.ready());
    if (round === 0) {
      await sleep(idleMs);
      memory.push(residentMegabytes(tefo.pid()!));
    }
    await tefo.remove();
  }
  return [
    { part: 'e', what: 'start to ready, first start', ours: milliseconds(median(firsts)) },
    {
      part: 'e',
      what: 'start to ready, later start',
      ours: milliseconds(median(laters)),
      target: '< 800 ms',
    },
    {
      part: 'e',
      what: 'memory of the idle process',
      ours: `${Math.round(median(memory))} MB`,
      target: '< 130 MB',
    },
  ];
}

/** NaN when the system has no /proc. */
function residentMegabytes(pid: number): number {
  const file = `/proc/${pid}/status`;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1]) / 1024;
}
