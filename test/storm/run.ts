// npm run storm: a kill storm with its figures; exit code 1 when a rule was broken.
//   --kills 50  --seed 1  --shoppers 12  --postgres (kill the database instead)  --json
//   --bank-apart (the bank has a separate database, which is never killed)
//   --night 5 (every fifth kill comes while a day passes and is settled; 0: never)
import { parseArgs } from 'node:util';
import { runStorm, type StormReport } from './storm.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    shoppers: { type: 'string', default: '12' },
    night: { type: 'string', default: '5' },
    postgres: { type: 'boolean', default: false },
    'bank-apart': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const report = await runStorm({
  kills: Number(values.kills),
  seed: Number(values.seed),
  shoppers: Number(values.shoppers),
  payouts: true,
  nightEvery: Number(values.night),
  target: values.postgres ? 'postgres' : 'tefo',
  bankApart: values['bank-apart'],
  say: (line) => void process.stderr.write(`${line}\n`),
});
process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : describe(report));
process.exitCode = report.violations.length > 0 ? 1 : 0;

function describe(of: StormReport): string {
  const shown = of.violations.slice(0, 20).map((violation) => `  - ${violation}\n`);
  return `
${of.kills} kills of ${of.target} in ${of.seconds} s (seed ${of.seed})
  acknowledged   ${of.acknowledged.payments} payments, ${of.acknowledged.outcomes} outcomes, ${of.acknowledged.refunds} refunds, ${of.acknowledged.payouts} payouts
  nights         ${of.nights}, in which ${of.settlements} settlements were made and paid
  lost answers   ${of.lostAnswers}
  ready again    ${of.readyMs.median} ms in the median, ${of.readyMs.longest} ms at the longest
  notifications  ${of.notifications.received} received, ${of.notifications.duplicates} of them repeats
  quiet after    ${of.quietSeconds} s
  violations     ${of.violations.length}
${shown.join('')}`;
}
