// The command `tefo`. Exit codes: 0 done, 1 refused, 2 wrong usage.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code is cached: a command starts in half the time.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)));
const { run, sayFailure } = await import('./program.ts');

const args = process.argv.slice(2);

// A reader such as `head` may close the pipe early. The service must survive that.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (args[0] === 'start') return;
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

run(args).then(
  // The service keeps running after its command has ended.
  (code) => {
    process.exitCode = code;
  },
  async (error) => process.exit(await sayFailure(error, args)),
);
