// npm run bulk: large bulk jobs against a separate service, with figures; exit code 1 when a rule was broken.
//   --items 5000  --kills 3  --json
import { parseArgs } from 'node:util';
import { type BulkReport, type JobFigures, runBulk } from './bulk.ts';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '5000' },
    kills: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
});

const report = await runBulk({
  items: Number(values.items),
  kills: Number(values.kills),
  say: (line) => void process.stderr.write(`${line}\n`),
});
process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : describe(report));
process.exitCode = report.violations.length > 0 ? 1 : 0;

function describe({ jobs, bombs, kills, violations }: BulkReport): string {
  const lines = [
    ...jobs.map((job) => `${jobLine(job)}; ${used(job.usage)}`),
    ...bombs.flatMap((bomb) => [
      `bomb, ${bomb.packedMegabytes.toFixed(1)} MB for ${bomb.unpackedMegabytes} MB: answered after ${ms(bomb.answerMs)}; ${used(bomb.usage)}`,
      `  ${bomb.answer}`,
    ]),
    ...kills.map((job) => `${jobLine(job)}, killed with ${job.doneBefore} done`),
    `violations: ${violations.length}`,
    ...violations.slice(0, 20).map((violation) => `- ${violation}`),
  ];
  return `${lines.join('\n')}\n`;
}

function jobLine({ what, items, linked, answerMs, resultMs }: JobFigures): string {
  return `${what}: ${items} requests, ${linked} links, answered after ${ms(answerMs)}, result after ${ms(resultMs)}`;
}

function used(usage: JobFigures['usage']): string {
  return usage
    ? `${ms(usage.cpuMs)} of processor, ${usage.growthMegabytes.toFixed(0)} MB more memory at the most`
    : 'usage not known';
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
