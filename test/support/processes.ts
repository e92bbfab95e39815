// Child processes that report when they are ready, and end with this one.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts the test program `folder/name` with `input`. Resolves when it reports that it is ready. */
export async function start(program: string, args: string[] = [], input = ''): Promise<ChildProcess> {
  const file = fileURLToPath(new URL(`../${program}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  child.stdin!.end(input);
  await once(child.stdout!, 'data');
  return child;
}

/** kill -9, and waits until the process is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
