import { scenario } from '../scenario.ts';

export default scenario({
  what: 'deliveries a second, as a share of a bare loop that posts the same signed bodies',
  replaces: ['outbox -- --only speed'],
  settings: { events: 20_000, receivers: 32, rounds: 5 },
  play: async ({ events, receivers, rounds }) => {
    const { measureSpeed } = await import('../../outbox/speed.ts');
    const { onDurableServer } = await import('../../support/durable-server.ts');
    const { median, rounded } = await import('../../support/figures.ts');
    const each = Math.ceil(events / receivers) * receivers;
    const { ours, bare, cost } = await onDurableServer((databaseUrl) =>
      measureSpeed({ databaseUrl, events: each, receivers, rounds }),
    );
    const costOf = (key: keyof (typeof cost)[number]) => rounded(median(cost.map((one) => one[key])));
    return {
      ...{ steps: each * rounds, faults: {}, violations: [], reached: { delivered: each * rounds } },
      figures: {
        ...{ deliveriesPerSecond: rounded(median(ours)), bareLoopPerSecond: rounded(median(bare)) },
        share: rounded(median(ours) / median(bare)),
        ...{ senderUs: costOf('senderUs'), databaseUs: costOf('databaseUs'), bareUs: costOf('bareUs') },
        commits: costOf('commits'),
      },
    };
  },
});
