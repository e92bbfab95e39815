// npm run month: April 2028, with Good Friday, Family Day and Freedom Day; exit code 1 when anything does not agree.
//   --sales 5 (of a shop, four times a day)  --seed 1  --json
import { parseArgs } from 'node:util';
import { globalSetup, globalTeardown } from '../support/global-setup.ts';
import { formatReport, runMonth } from './month.ts';

const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    json: { type: 'boolean', default: false },
  },
});

await globalSetup();
try {
  const report = await runMonth({
    from: '2028-04-01',
    to: '2028-04-30',
    sales: Number(values.sales),
    seed: Number(values.seed),
    say: (line) => void process.stderr.write(`${line}\n`),
  });
  process.stdout.write(
    values.json ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report, values.seed),
  );
  process.exitCode = report.violations.length > 0 ? 1 : 0;
} finally {
  await globalTeardown();
}
