// npm run hashes: 500 random requests with each known mistake, and how many of them the hash debugger names.
//   --cases 500  --seed 1
import { parseArgs } from 'node:util';
import { examine } from './cases.ts';

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' } },
});

const scores = examine(Number(values.cases), Number(values.seed));
for (const { mistake, cases, named, medianMs, mostMs, longestMs, instead } of scores) {
  const others = Object.entries(instead).map(([what, times]) => `${what} ${times}`);
  process.stdout.write(
    `${mistake.padEnd(20)} ${named} of ${cases}  median ${medianMs.toFixed(2)} ms, 99 % within ${mostMs.toFixed(1)} ms, longest ${longestMs.toFixed(1)} ms  ${others.join(', ')}\n`,
  );
}
const named = scores.reduce((sum, score) => sum + score.named, 0);
const seen = scores.reduce((sum, score) => sum + score.cases, 0);
process.stdout.write(`\n${((named / seen) * 100).toFixed(2)} % of ${seen} named rightly\n`);
process.exitCode = named / seen >= 0.99 ? 0 : 1;
