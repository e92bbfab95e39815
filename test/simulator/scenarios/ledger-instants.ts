import { scenario } from '../scenario.ts';

export default scenario({
  what: 'balances of an account with ten million entries at random instants: right, and within 50 ms',
  replaces: ['ledger -- --only instants'],
  settings: { entries: 10_000_000, days: 365, questions: 2_000 },
  play: async ({ entries, days, questions, seed, say }) => {
    const { measureInstants } = await import('../../ledger/instants.ts');
    const { onDurableServer } = await import('../../support/durable-server.ts');
    const { percentile, rounded } = await import('../../support/figures.ts');
    const { seeded } = await import('../../storm/random.ts');
    const random = seeded(seed, 'ledger');
    const { wrong, times, snapshots } = await onDurableServer((url) =>
      measureInstants({ url, entries, days, questions, random, say }),
    );
    const p99Ms = rounded(percentile(times, 99));
    const broken = [
      wrong > 0 && `${wrong} balances are not the sum of their entries`,
      p99Ms > mostMs && `the p99 of a balance is ${p99Ms} ms`,
    ];
    return {
      ...{ steps: questions, faults: {}, reached: { snapshots } },
      violations: broken.filter((text) => text !== false),
      figures: { p50Ms: rounded(percentile(times, 50)), p99Ms },
    };
  },
});

const mostMs = 50;
