// npm run answers: reads changed reports of banks; exit code 1 when one crashed or hung.
//   --mutations 1000000  --seed 1  --json
import { parseArgs } from 'node:util';
import { tryMutations } from './mutations.ts';

/** Far more than any report of these sizes takes, and far less than a hang. */
const mostMs = 1_000;

const { values } = parseArgs({
  options: {
    mutations: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    json: { type: 'boolean', default: false },
  },
});
const report = tryMutations(Number(values.seed), Number(values.mutations));
if (values.json) console.log(JSON.stringify({ seed: values.seed, ...report }));
else {
  const { tried, read, refused, slowestMs, faults } = report;
  console.log(
    `${tried} tried: ${read} read, ${refused} refused, slowest ${Math.round(slowestMs)} ms, seed ${values.seed}`,
  );
  for (const fault of faults.slice(0, 5)) console.error(fault);
}
if (report.faults.length > 0 || report.slowestMs > mostMs) process.exitCode = 1;
