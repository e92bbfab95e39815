// A scheduler as a separate process, which kills itself with an uncatchable signal. Its task is JSON in its first
// argument.
import { openInstance, type Task } from './instance.ts';

const instance = openInstance(JSON.parse(process.argv[2]!) as Task, () =>
  process.kill(process.pid, 'SIGKILL'),
);
await instance.drain();
await instance.end();
