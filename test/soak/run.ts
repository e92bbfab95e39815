// npm run soak: half of full load for hours, with its figures; exit code 1 when a rule was broken. The last line is JSON.
//   --minutes 120  --seed 1  --shoppers 12
import { parseArgs } from 'node:util';
import { driftOf, slopeOf } from './figures.ts';
import { soak } from './soak.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    shoppers: { type: 'string', default: '12' },
  },
});
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const { full, half, payments, minutes, check, violations } = await soak({
  minutes: Number(values.minutes),
  seed: Number(values.seed),
  shoppers: Number(values.shoppers),
  say,
});
for (const violation of violations) say(`- ${violation}`);
const tidy = (value: number): number => Number(value.toFixed(2));
const memory = minutes.map(({ megabytes }) => megabytes);
const slowest = minutes.map(({ p99Ms }) => p99Ms);
const backlog = minutes.map((minute) => minute.backlog);
const figures = {
  minutes: minutes.length,
  payments,
  paymentsPerSecond: { full: tidy(full), soak: tidy(half) },
  memory: {
    firstMegabytes: memory[0],
    lastMegabytes: memory.at(-1),
    megabytesPerHour: tidy(60 * slopeOf(memory)),
  },
  p99: { firstMs: slowest[0], lastMs: slowest.at(-1), drift: tidy(driftOf(slowest)) },
  backlog: { largest: Math.max(...backlog), last: backlog.at(-1) },
  check,
  violations: violations.length,
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
process.exitCode = violations.length > 0 || !check ? 1 : 0;
