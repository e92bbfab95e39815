// npm run month: April to June 2028, with Good Friday, Family Day, Freedom Day, Workers' Day and Youth Day; VAT from May, another rate
// from 10 June; invoices, credit notes and reports; a mail server that is down for two days; processes that are killed at work. Exit
// code 1 when anything does not agree.
//   --sales 2 (of a shop, four times a day)  --seed 1  --to 2028-06-30  --kills 3 (on each day of invoices)  --json (the last line)
import { parseArgs } from 'node:util';
import { globalSetup, globalTeardown } from '../support/global-setup.ts';
import { formatReport, runMonth } from './month.ts';

const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '2' },
    from: { type: 'string', default: '2028-04-01' },
    to: { type: 'string', default: '2028-06-30' },
    kills: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    json: { type: 'boolean', default: false },
  },
});

await globalSetup();
try {
  const report = await runMonth({
    from: values.from,
    to: values.to,
    kills: Number(values.kills),
    sales: Number(values.sales),
    seed: Number(values.seed),
    say: (line) => void process.stderr.write(`${line}\n`),
  });
  process.stdout.write(values.json ? `${JSON.stringify(report)}\n` : formatReport(report, values.seed));
  process.exitCode = report.violations.length > 0 ? 1 : 0;
} finally {
  await globalTeardown();
}
