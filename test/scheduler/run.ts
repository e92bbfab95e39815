// npm run scheduler: the scheduler killed and doubled, as real processes; exit code 1 when a charge is doubled or missing.
//   --rounds 100  --seed 1  --here (instances in one process: faster, by cut connections)  --json
import { parseArgs } from 'node:util';
import { globalSetup, globalTeardown } from '../support/global-setup.ts';
import { runScheduler } from './scheduler.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    here: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

await globalSetup();
try {
  const began = performance.now();
  const report = await runScheduler({
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    isReal: !values.here,
    say: (line) => void process.stderr.write(`${line}\n`),
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const { rounds, kills, subscriptions, paid, failed, violations } = report;
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ seed: Number(values.seed), ...report }, null, 2)}\n`
      : [
          `seed ${values.seed}: ${rounds} rounds of two schedulers, ${kills} killed, in ${seconds} s`,
          `${subscriptions} subscriptions: ${paid} charges paid once, ${failed} failed as their amounts say`,
          `${violations.length} violations`,
          ...violations.map((text) => `- ${text}`),
          '',
        ].join('\n'),
  );
  process.exitCode = violations.length > 0 ? 1 : 0;
} finally {
  await globalTeardown();
}
