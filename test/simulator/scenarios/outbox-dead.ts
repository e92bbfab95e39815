import { scenario } from '../scenario.ts';

export default scenario({
  what: 'one receiver that hangs or refuses with ten thousand pending events: the times of the others without and with it',
  replaces: ['outbox -- --only dead'],
  settings: { waiting: 10_000, events: 500, everyMs: 20, rounds: 5 },
  play: async ({ say, waiting, events, everyMs, rounds }) => {
    const { measureDead } = await import('../../outbox/dead.ts');
    const { onDurableServer } = await import('../../support/durable-server.ts');
    const { percentile, rounded } = await import('../../support/figures.ts');
    const timesOf = (times: number[]) => ({
      p50Ms: rounded(percentile(times, 50)),
      p99Ms: rounded(percentile(times, 99)),
    });
    const figures: Record<string, object> = {};
    for (const death of ['hangs', 'refuses'] as const) {
      say(`with a receiver that ${death}`);
      const { alone, beside } = await onDurableServer((databaseUrl) =>
        measureDead({ databaseUrl, death, waiting, events, everyMs, rounds }),
      );
      figures[death] = { alone: timesOf(alone), beside: timesOf(beside) };
    }
    const steps = 2 * 2 * rounds * events;
    return { steps, faults: { 'dead receiver': 2 }, violations: [], reached: { delivered: steps }, figures };
  },
});
