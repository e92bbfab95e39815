// tefo stop: ends the service of this data directory.
import { setTimeout as sleep } from 'node:timers/promises';
import { lockHolder } from '../kernel/db/embedded/data-lock.ts';
import type { Work } from './command.ts';
import { commandConfig } from './config.ts';
import { print } from './output.ts';

const lookMs = 50;
/** Beyond the time that the service gives itself. */
const graceMs = 5_000;

export const stop: Work = async ({ values }) => {
  const { dataDir, shutdownSeconds } = commandConfig();
  const pid = await lockHolder(dataDir);
  if (pid === undefined) throw new Error(`no tefo runs on the data directory ${dataDir}`);
  process.kill(pid, 'SIGTERM');
  const until = performance.now() + shutdownSeconds * 1_000 + graceMs;
  while ((await lockHolder(dataDir)) === pid) {
    if (performance.now() > until) throw new Error(`the tefo with pid ${pid} does not end`);
    await sleep(lookMs);
  }
  print(values.json, { pid }, () => [`The tefo with pid ${pid} has ended.`]);
};
