// A scheduler as a process of its own, which kills itself with a signal that nobody can catch. Its task is JSON in its
// first argument.
import { openInstance, type Task } from './instance.ts';

const instance = openInstance(JSON.parse(process.argv[2]!) as Task, () =>
  process.kill(process.pid, 'SIGKILL'),
);
await instance.drain();
await instance.end();
