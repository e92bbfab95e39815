// Writes docs/proofs.md: the record of the simulator's plays, planted faults and mutants.
import { listReachable } from '../test/simulator/coverage.ts';
import { type Results, readResults, type Totals } from '../test/simulator/record.ts';
import { type AnyScenario, added, listScenarios } from '../test/simulator/scenario.ts';

export async function proofsMarkdown(): Promise<string> {
  const [results, scenarios] = [readResults(), await listScenarios()];
  return `# Proofs

Tefo is tested by a simulator: merchants, payers, banks, receivers and faults, and judges of what must hold. These are its recorded plays
on versions of this code. A violation is a broken rule. ${written}

## Scenarios

\`npm run simulate -- --scenario NAME\` plays one, and prints its seed and figures. \`--seed N\` repeats it.
A recorded play can be shorter than the full size that its scenario names.

| Scenario | What must hold | Plays recorded |
|---|---|---|
${Object.entries(scenarios)
  .map(([name, { what }]) => `| \`${name}\` | ${what} | ${described(results.scenarios[name])} |`)
  .join('\n')}

## Faults

| Fault | Times |
|---|---|
${rowsOf(added(Object.values(results.scenarios).map(({ faults }) => faults)))}

${reachedSection(results)}
${plantedSection(results)}
${mutationSection(results)}
## Former scripts

Before the simulator, each proof had a separate npm script.

| Former script | Scenario |
|---|---|
${formerScripts(scenarios)}
`;
}

const written = 'Written by `npm run docs`.';
const number = (value: number): string => value.toLocaleString('en-ZA').replaceAll('\u00a0', ' ');

function described(totals: Totals | undefined): string {
  if (!totals) return 'none';
  const { date, seed, steps, seconds, violations } = totals;
  const hours = seconds < 5_400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
  return `${number(steps)} steps in ${hours}, last on ${date} (seed ${seed}): **${number(violations)} ${violations === 1 ? 'violation' : 'violations'}**`;
}

function rowsOf(counts: Record<string, number>): string {
  const rows = Object.entries(counts).filter(([, times]) => times > 0);
  return rows.map(([what, times]) => `| ${what} | ${number(times)} |`).join('\n');
}

/** The documented edges, events, postings and codes that no play has reached. */
function reachedSection({ scenarios }: Results): string {
  const reached = added(Object.values(scenarios).map((totals) => totals.reached));
  const all = listReachable().map((one) => ({ ...one, isReached: Boolean(reached[one.key]) }));
  const rows = [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, of]) => {
    const missing = of.filter(({ isReached, why }) => !isReached && why === undefined);
    const shown = missing.map(({ name }) => `\`${name}\``).join(', ');
    return `| ${kind} | ${of.filter(({ isReached }) => isReached).length} of ${of.length} | ${shown || 'none'} |`;
  });
  const reasons = all.filter(({ isReached, why }) => !isReached && why !== undefined);
  return `## Reached

Edges of [state machines](states.md), events, postings and [codes of errors](errors.md) that recorded plays have reached. Codes are
counted by surface; those of the console and of the command line together, as errors of users:

| Kind | Reached | Not reached by a recorded play |
|---|---|---|
${rows.join('\n')}

No caller reaches these in a play:

| Kind | Name | Reason |
|---|---|---|
${reasons.map(({ kind, name, why }) => `| ${kind} | \`${name}\` | ${why} |`).join('\n')}
`;
}

function plantedSection({ planted }: Results): string {
  if (!planted) return '';
  const found = planted.faults.filter(({ histories }) => histories !== null);
  const rows = planted.faults.map(
    ({ name, histories, violation }) =>
      `| ${name} | ${histories === null ? 'no' : `history ${histories}`} | ${cell(violation)} |`,
  );
  return `## Planted faults

A simulator that finds nothing proves nothing: \`npm run simulate -- --plant all\` plants each of these in the product. On
${planted.date}, ${found.length} of ${planted.faults.length} were found.

| Fault | Found in | By the rule |
|---|---|---|
${rows.join('\n')}
`;
}

const cell = (text: string): string => text.slice(0, 120).replace(/[|<>\n]/g, ' ');

function mutationSection({ mutation }: Results): string {
  if (mutation.length === 0) return '';
  const rows = mutation.map(({ part, date, mutants, killed }) => {
    const score = ((100 * killed) / mutants).toFixed(1);
    return `| ${part} | ${number(mutants)} | ${score} % | ${date} |`;
  });
  return `## Mutation score

\`npm run mutate\` changes the source in small ways; a mutant survives if all tests still pass.

| Part | Mutants | Score | Date |
|---|---|---|---|
${rows.join('\n')}
`;
}

function formerScripts(scenarios: Record<string, AnyScenario>): string {
  return Object.entries(scenarios)
    .flatMap(([name, { replaces }]) => replaces.map((former) => `| \`${former}\` | \`${name}\` |`))
    .join('\n');
}
