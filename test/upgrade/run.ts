// npm run upgrade: the version before and this one side by side over one database, under load, forward, back and forward
// again; exit code 1 when a request failed, or when anything was lost or doubled. The last line is JSON.
//   --from REV (default: the newest commit that lacks a migration of this tree)
//   --payments 0 (how many are filled in before; they have no books, so these are not judged then)  --seconds 15  --shoppers 6  --seed 1
import { parseArgs } from 'node:util';
import { proveUpgrade } from './upgrade.ts';
import { unpack, versionBefore } from './versions.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    payments: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '15' },
    shoppers: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const before = await unpack(values.from ?? (await versionBefore()));
try {
  say(`from ${before.commit}, whose newest migration is ${before.migrations.at(-1)}`);
  const report = await proveUpgrade(before, {
    filled: Number(values.payments),
    seconds: Number(values.seconds),
    shoppers: Number(values.shoppers),
    seed: Number(values.seed),
    say,
  });
  for (const text of [...report.failures.slice(0, 20), ...report.violations]) say(`- ${text}`);
  const tidy = (value: number): number => Number(value.toFixed(1));
  const figures = {
    from: before.commit,
    ...report,
    migrateSeconds: tidy(report.migrateSeconds),
    longestLockMs: tidy(report.longestLockMs),
    slowestMs: tidy(report.slowestMs),
    failures: report.failures.length,
    violations: report.violations.length,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  process.exitCode = figures.failures + figures.violations > 0 || report.check === false ? 1 : 0;
} finally {
  await before.remove();
}
