// The command `tefo`. Its exit code says how it ended: 0 done, 1 refused, 2 called wrongly.
import { run, sayFailure } from './program.ts';

// Whoever reads may stop before everything is written, as head does. The service lives through it.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (process.argv[2] === 'start') return;
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

run(process.argv.slice(2)).then(
  // The service keeps running after its command has ended.
  (code) => {
    process.exitCode = code;
  },
  (error) => process.exit(sayFailure(error)),
);
