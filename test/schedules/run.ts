// npm run schedules: random schedules against the oracle; exit code 1 when one disagrees.
//   --number 100000  --seed 1  --json
import { parseArgs } from 'node:util';
import { compareSchedules } from './schedules.ts';

const { values } = parseArgs({
  options: {
    number: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    json: { type: 'boolean', default: false },
  },
});

const began = performance.now();
const report = compareSchedules(Number(values.number), Number(values.seed));
const seconds = (performance.now() - began) / 1000;
const { schedules, occurrences, moved, cut, disagreements } = report;
process.stdout.write(
  values.json
    ? `${JSON.stringify({ seed: Number(values.seed), ...report }, null, 2)}\n`
    : [
        `seed ${values.seed}: ${schedules} schedules, ${occurrences} occurrences in ${seconds.toFixed(1)} s`,
        `${moved} were moved by a holiday or weekend, ${cut} fell on a shorter month's last day`,
        `${disagreements.length} disagreements`,
        ...disagreements.map((text) => `- ${text}`),
        '',
      ].join('\n'),
);
process.exitCode = disagreements.length > 0 ? 1 : 0;
