// tefo rail check: reports which rules of the rail interface a rail passes.
import { addressOfRail, loadRail } from '../app/rails.ts';
import { type Line, paint } from '../kernel/process/terminal.ts';
import { firstOf } from '../kernel/required.ts';
import { checkModule } from '../rail-check/module.ts';
import { groupTitles, type Report } from '../rail-check/report.ts';
import type { CheckOptions } from '../rail-check/run.ts';
import type { Work } from './command.ts';
import { print, table } from './output.ts';
import { withProgress } from './progress.ts';

/** A rail that does not stop must not block the command. In milliseconds. */
const patience = 500;

export const railCheck: Work = async ({ values, positionals }) => {
  const name = firstOf(positionals);
  const progress = { what: 'a rule', done: 0, of: 0 };
  const onProgress = (rule: string, done: number, of: number) =>
    void Object.assign(progress, { what: rule, done, of });
  const report = await withProgress(
    values.json === true,
    () => progress,
    () => checkNamed(name, onProgress),
  );
  print(values.json, report, () => toText(report));
  setTimeout(() => process.exit(), patience).unref();
  return report.ok ? 0 : 1;
};

async function checkNamed(
  name: string,
  onProgress: NonNullable<CheckOptions['onProgress']>,
): Promise<Report> {
  const { builtInNames } = await import('../rail-check/built-in/check.ts');
  if (!builtInNames.includes(name))
    return checkModule(name, addressOfRail(name), () => loadRail(name), { onProgress });
  const { checkInThrowAway } = await import('./built-in-rails.ts');
  return checkInThrowAway(name, { onProgress });
}

function toText({ ok, rail, abilities, rules }: Report): Line[] {
  const rows = rules.map((one) => [
    paint('faint', `${one.group} ${groupTitles[one.group]}`),
    one.ok ? paint('good', 'ok') : paint('bad', 'not ok'),
    one.rule,
    one.detail,
  ]);
  const amiss = rules.filter((one) => !one.ok).length;
  const end = ok ? `passes all ${rules.length} rules` : `fails ${amiss} of ${rules.length} rules`;
  return [...table(rows), `${rail} (${abilities.join(', ')}) ${end}`];
}
