import { scenario } from '../scenario.ts';

export default scenario({
  what: 'a hundred requests at once for the same money: no race pays out more than there is, and all observers see the same',
  replaces: ['rounds'],
  // `only=refunds,payouts` runs some races; each ends after so many seconds.
  settings: { rounds: 1_000, seconds: 3_600, only: 'refunds,payouts,cancelling,settling' },
  play: async ({ only, ...options }) => {
    const { runRaces } = await import('../../races/races.ts');
    const { sumOf } = await import('../../support/figures.ts');
    const { added } = await import('../scenario.ts');
    const reports = await runRaces({ ...options, only: only.split(',') });
    const counts = reports.map((report) =>
      Object.fromEntries(
        Object.entries(report.counts).map(([what, times]) => [`${report.race}: ${what}`, times]),
      ),
    );
    const figures = reports.map(({ race, rounds, seconds }) => ({ race, rounds, seconds }));
    return {
      steps: sumOf(reports, ({ requests }) => requests),
      faults: { 'concurrent requests': sumOf(reports, ({ requests }) => requests) },
      violations: reports.flatMap(({ race, violations }) => violations.map((text) => `${race}, ${text}`)),
      reached: added([...counts, ...reports.map(({ reached }) => reached)]),
      figures,
    };
  },
});
