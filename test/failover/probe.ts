// A merchant who creates a payment every fifth of a second, independent of the others: unacknowledged
// payments measure the time without service.
import { setTimeout as sleep } from 'node:timers/promises';
import { sum, zarOf } from '../races/merchant.ts';
import { type Calls, jsonType } from '../storm/calls.ts';
import { type Asked, isExpected, type Journal, type OnePayment } from '../storm/journal.ts';
import { farFuture } from '../storm/shopper.ts';

export type Probe = ReturnType<typeof startProbe>;

const everyMs = 200;
/** Two acknowledgements so far apart had no service between them; nearer ones are a service that was slow. */
const gapMs = 1_000;

export function startProbe(calls: Calls, journal: Journal, isOver: () => boolean) {
  const acknowledged: number[] = [];
  const under = new Set<Promise<void>>();

  async function create(number: number): Promise<void> {
    const reference = `probe-${number}`;
    const asked: Asked = { reference, contract: 'one', key: reference, cents: 4_200, ids: new Set() };
    journal.asked.push(asked);
    const body = JSON.stringify({
      siteCode: calls.credentials.siteCode,
      amount: zarOf(asked.cents),
      merchantReference: reference,
      beneficiaryReference: 'Probe',
      expireAt: farFuture,
    });
    const headers = { ...jsonType, 'idempotency-key': reference, ...(await calls.bearer()) };
    const answer = await calls.once('/one/v1/payments', { headers, body });
    if (!isExpected(journal, answer, [201], `the probe ${number}`)) return;
    acknowledged.push(performance.now());
    asked.record = JSON.parse(answer.text) as OnePayment;
    asked.ids.add(asked.record.id);
  }

  async function go(): Promise<void> {
    for (let number = 1; !isOver(); number += 1) {
      const creating = create(number).finally(() => under.delete(creating));
      under.add(creating);
      await sleep(everyMs);
    }
    await Promise.all(under);
  }

  return {
    /** Seconds without service from one instant of `performance.now()` to another: all of them, and the longest time. */
    without: (from: number, to: number): { total: number; longest: number } => {
      const gaps = acknowledged
        .slice(1)
        .map((at, index) => ({ begins: acknowledged[index]!, ms: at - acknowledged[index]! }))
        .filter(({ begins, ms }) => begins >= from && begins < to && ms > gapMs)
        .map(({ ms }) => (ms - everyMs) / 1000);
      return { total: sum(gaps), longest: Math.max(0, ...gaps) };
    },
    ended: go(),
  };
}
