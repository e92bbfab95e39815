// The command line, run inside the test: a process takes half a second to start. process.ts and src/cli/program.test.ts
// prove that the program does the same.
import { mock } from 'node:test';
import { run, sayFailure } from '../../src/cli/program.ts';

export interface Said {
  code: number;
  out: string;
  err: string;
}

let last: Promise<unknown> = Promise.resolve();

/** Runs a command as `tefo` does, in this process, after the previous one. */
export function tefo(...args: string[]): Promise<Said> {
  const said = last.then(() => runHere(args));
  last = said.catch(() => {});
  return said;
}

/** Returns a `tefo` with only these settings. */
export function tefoWith(settings: Record<string, string>): typeof tefo {
  return (...args) => {
    const said = last.then(() => runUnder(settings, args));
    last = said.catch(() => {});
    return said;
  };
}

/** Returns a `tefo` on a service's database, with settings like the service's. */
export function tefoOn(service: {
  databaseUrl: string;
  config: { dataDir: string; masterKeys: string };
}): typeof tefo {
  const { databaseUrl, config } = service;
  return tefoWith({
    DATABASE_URL: databaseUrl,
    TEFO_DATA_DIR: config.dataDir,
    TEFO_MASTER_KEYS: config.masterKeys,
  });
}

async function runUnder(settings: Record<string, string>, args: string[]): Promise<Said> {
  const outside = { ...process.env };
  for (const name of Object.keys(outside)) if (/^TEFO_|^DATABASE_URL$/.test(name)) delete process.env[name];
  Object.assign(process.env, settings);
  try {
    return await runHere(args);
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
    Object.assign(process.env, outside);
  }
}

async function runHere(args: string[]): Promise<Said> {
  const texts = { stdout: '', stderr: '' };
  const mocks = (['stdout', 'stderr'] as const).map((name) => {
    const write = process[name].write.bind(process[name]);
    // The test runner writes bytes.
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
