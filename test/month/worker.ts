// The service as a separate process on the month's database, for the month to kill: it runs the work that is due at one time. Its
// task is JSON in its first argument.
import { manualClock } from '../../src/kernel/clock.ts';
import { startService } from '../support/running.ts';

export interface WorkerTask {
  databaseUrl: string;
  merchant: never;
  at: string;
  env: Record<string, string>;
}

const { databaseUrl, merchant, at, env } = JSON.parse(process.argv[2] ?? '') as WorkerTask;
const service = await startService({ over: { databaseUrl, merchant }, clock: manualClock(at), env });
process.stdout.write('ready\n');
await service.drain();
await service.end();
process.exit(0);
