// (f) deliveries per second compared with a bare loop that posts the same signed bodies through the same client, with
// the same concurrency per receiver, and the processor time of one: the simulator's scenario `outbox-speed`, as one ratio.

import { measureSpeed } from '../test/outbox/speed.ts';
import { openDurableServer } from '../test/support/durable-server.ts';
import { median } from '../test/support/figures.ts';
import { type Line, rate } from './figures.ts';

const events = 12_800;
const receivers = 32;

export async function measureDelivering(rounds: number): Promise<Line[]> {
  const server = await openDurableServer();
  try {
    const databaseUrl = await server.database('delivering');
    const { ours, bare, cost } = await measureSpeed({ databaseUrl, events, receivers, rounds });
    const each = (key: keyof (typeof cost)[number]): number => median(cost.map((round) => round[key]));
    const us = (key: keyof (typeof cost)[number]): string => `${Math.round(each(key))} us`;
    const ratio = median(ours.map((mine, round) => mine / bare[round]!));
    return [
      {
        part: 'i',
        what: `deliveries, ${receivers} receivers`,
        ours: rate(median(ours)),
        theirs: rate(median(bare)),
        ratio,
        target: '>= 0.5',
      },
      {
        part: 'i',
        what: 'processor time of one: sender + database',
        ours: `${us('senderUs')} + ${us('databaseUs')}`,
        theirs: us('bareUs'),
      },
    ];
  } finally {
    await server.end();
  }
}
