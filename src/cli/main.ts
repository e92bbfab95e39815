// The command `tefo`. Its exit code says how it ended: 0 done, 1 refused, 2 called wrongly.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// What was compiled once is not compiled again: a command begins in half the time.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)));
const { run, sayFailure } = await import('./program.ts');

const args = process.argv.slice(2);

// Whoever reads may stop before everything is written, as head does. The service lives through it.
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
