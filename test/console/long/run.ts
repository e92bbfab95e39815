// npm run console: the console attacked and proven, part by part, with figures; exit code 1 when a rule was broken.
//   --only isolation,once,…  (a part is the file of its name in this folder)
//   --minutes 10  (of the long day)
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const folder = fileURLToPath(new URL('.', import.meta.url));
const names = globSync(`${folder}*.proof.ts`)
  .map((file) => basename(file, '.proof.ts'))
  .sort();

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: names.join(',') },
    minutes: { type: 'string', default: '10' },
  },
});
const only = values.only.split(',');
const unknown = only.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`there is no ${unknown.join(', ')}: --only takes some of ${names.join(', ')}`);
  process.exit(2);
}

interface Row {
  part: string;
  rule: string;
  holds: boolean;
  seconds: number;
  figures: string[];
}

const rows: Row[] = [];
const partOf = (file: string | undefined): string => basename(file ?? '', '.proof.ts');

process.env.CONSOLE_MINUTES = values.minutes;
// The declarations do not know the setup yet.
const options = {
  files: only.map((name) => `${folder}${name}.proof.ts`),
  concurrency: 1,
  timeout: 3_600_000,
  globalSetupPath: fileURLToPath(new URL('../../support/global-setup.ts', import.meta.url)),
};
const results = run(options);
results.on('test:diagnostic', ({ file, message, nesting }) => {
  if (nesting === 0 && /^(?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /.test(message))
    return;
  // The diagnostics of a test follow its end.
  rows.findLast(({ part }) => part === partOf(file))?.figures.push(message);
});
results.on('test:stderr', ({ message }) => void process.stderr.write(message));
for (const event of ['test:pass', 'test:fail'] as const)
  results.on(event, ({ file, name, details, nesting }) => {
    const part = partOf(file);
    if (nesting > 0 || name.endsWith('.proof.ts')) return;
    const holds = event === 'test:pass';
    if (!holds) {
      process.exitCode = 1;
      const { error } = details as { error?: { cause?: unknown } };
      console.error(`\n${part}: ${name}\n`, error?.cause ?? error);
    }
    rows.push({
      part,
      rule: name,
      holds,
      seconds: details.duration_ms / 1000,
      figures: [],
    });
    console.error(
      `${holds ? 'holds' : 'BROKEN'}  ${part}: ${name} (${(details.duration_ms / 1000).toFixed(1)} s)`,
    );
  });
results.on('end', () => console.log(tableOf(rows)));
results.resume();

function tableOf(all: readonly Row[]): string {
  const head = ['part', 'holds', 'seconds', 'rule: figures'];
  const lines = all.map(({ part, rule, holds, seconds, figures }) => [
    part,
    holds ? 'yes' : 'NO',
    seconds.toFixed(1),
    `${rule}${figures.length > 0 ? `: ${figures.join(', ')}` : ''}`,
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column]!.length)));
  return [head, ...lines]
    .map((line) => line.map((cell, column) => (column < 3 ? cell.padEnd(widths[column]!) : cell)).join('  '))
    .join('\n');
}
