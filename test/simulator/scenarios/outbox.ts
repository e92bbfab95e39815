import { scenario } from '../scenario.ts';

export default scenario({
  what: 'notifications to receivers that fail, hang and respond late, while senders are killed: all arrive, in order, under one id',
  replaces: ['outbox'],
  // The sender waits 400 ms, in production 15 s: a message is then under way for a like part of the time between two kills.
  settings: { events: 100_000, receivers: 32, workers: 2, killEveryMs: 4_000, timeoutMs: 400, failing: 0.4 },
  play: async ({ events, ...options }) => {
    const { runStorm } = await import('../../outbox/storm.ts');
    const { onDurableServer } = await import('../../support/durable-server.ts');
    // Two events of each object, the same number of objects for each receiver.
    const all = Math.ceil(events / options.receivers / 2) * options.receivers * 2;
    const report = await onDurableServer((databaseUrl) => runStorm({ ...options, databaseUrl, events: all }));
    const { kills, takenLate, duplicates, duplicatesOfLate, requests, delivered, leaps, seconds } = report;
    const isOften = duplicates >= all * mostDuplicates;
    const repeated = isOften ? [`${duplicates} of ${all} events arrived twice`] : [];
    return {
      steps: all,
      faults: { 'kill of a sender': kills, 'late response': takenLate, 'clock jump': leaps },
      violations: [...report.violations, ...repeated],
      reached: { delivered, duplicates, 'exhausted and replayed': report.exhausted },
      figures: { requests, duplicatesOfLate, seconds },
    };
  },
});

/** The largest share of events that can arrive twice. */
const mostDuplicates = 0.02;
