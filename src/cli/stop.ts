// tefo stop: ends the service of this data directory.
import { until } from '../devtools/session.ts';
import { lockHolder } from '../kernel/db/embedded/data-lock.ts';
import type { Work } from './command.ts';
import { commandConfig } from './config.ts';
import { print } from './output.ts';

/** Longer than the time that the service gives itself. */
const graceMs = 5_000;

export const stop: Work = async ({ values }) => {
  const { dataDir, shutdownSeconds } = commandConfig();
  const pid = await lockHolder(dataDir);
  if (pid === undefined) throw new Error(`no tefo is running on the data directory ${dataDir}`);
  process.kill(pid, 'SIGTERM');
  const hasEnded = async () => (await lockHolder(dataDir)) !== pid || undefined;
  if (!(await until(hasEnded, shutdownSeconds * 1_000 + graceMs)))
    throw new Error(`the tefo process ${pid} does not end`);
  print(values.json, { pid }, () => [`The tefo process ${pid} has ended.`]);
};
