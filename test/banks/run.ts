// npm run banks: a month without a simulator, with its figures; exit code 1 when anything does not agree.
//   --days 30  --kills 40  --seed 1  --json  --sftp (one of the banks has an SFTP server)
import { parseArgs } from 'node:util';
import { globalSetup, globalTeardown } from '../support/global-setup.ts';
import { type Report, runBanks } from './month.ts';

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '30' },
    kills: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    sftp: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

await globalSetup();
try {
  const report = await runBanks({
    days: Number(values.days),
    kills: Number(values.kills),
    seed: Number(values.seed),
    sftp: values.sftp,
    say: (line) => void process.stderr.write(`${line}\n`),
  });
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : describe(report));
  process.exitCode = report.violations.length > 0 ? 1 : 0;
} finally {
  await globalTeardown();
}

function describe({ days, kills, seconds, counts, violations }: Report): string {
  const rows = Object.entries(counts).map(([what, number]) => `  ${what.padEnd(36)} ${number}\n`);
  const shown = violations.slice(0, 30).map((violation) => `  - ${violation}\n`);
  return `
${days} days and ${kills} kills in ${seconds} s (seed ${values.seed})
${rows.join('')}  ${'violations'.padEnd(36)} ${violations.length}
${shown.join('')}`;
}
