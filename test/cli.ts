// The command line, run within the test.
import { mock } from 'node:test';
import { run, sayFailure } from '../src/cli/program.ts';

/** Runs a command as `tefo` does, in this process. */
export async function tefo(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const texts = { stdout: '', stderr: '' };
  const mocks = (['stdout', 'stderr'] as const).map((name) => {
    const write = process[name].write.bind(process[name]);
    // The runner of the tests writes bytes.
    return mock.method(process[name], 'write', (chunk: string | Buffer, ...more: never[]) => {
      if (typeof chunk !== 'string') return write(chunk, ...more);
      texts[name] += chunk;
      return true;
    });
  });
  try {
    const code = await run(args).catch((error) => sayFailure(error, args));
    return { code, out: texts.stdout, err: texts.stderr };
  } finally {
    for (const one of mocks) one.mock.restore();
  }
}
