// Kills in a month: a second process does the work that is due, and is killed in the middle of it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../storm/random.ts';
import type { TestService } from '../support/running.ts';

/** The longest work of a process before it is killed, in milliseconds. */
const longestMs = 400;

export function openKills(service: TestService, env: Record<string, string>, random: Random) {
  let killed = 0;
  const worker = new URL('./worker.ts', import.meta.url).pathname;
  const { config, databaseUrl, merchant, clock, base } = service;
  const settings = {
    ...env,
    ...{ TEFO_MASTER_KEYS: config.masterKeys, TEFO_REPORTS_DIR: config.reportsDir, TEFO_PUBLIC_URL: base },
  };
  return {
    /** How many processes were killed at work. */
    count: () => killed,
    /** Kills a process that runs the work due at the clock's time, unless it ends before. */
    once: async (): Promise<void> => {
      const task = { databaseUrl, merchant, at: clock.now().toISOString(), env: settings };
      const text = JSON.stringify(task, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      const child = spawn(process.execPath, [worker, text], { stdio: ['ignore', 'pipe', 'pipe'] });
      const ended = once(child, 'exit');
      let said = '';
      child.stderr.on('data', (chunk) => {
        said += chunk;
      });
      const isReady = await Promise.race([
        once(child.stdout, 'data').then(() => true),
        ended.then(() => false),
      ]);
      if (!isReady) throw new Error(`a process of the month did not start: ${said}`);
      await sleep(random.between(0, longestMs));
      child.kill('SIGKILL');
      const [, signal] = await ended;
      if (signal === 'SIGKILL') killed += 1;
    },
  };
}
