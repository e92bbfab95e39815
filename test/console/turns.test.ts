// One session that sends everything at once waits for itself: another one is served meanwhile.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { limits } from '../../src/pages/console/live/hub.ts';
import { clientOf, openService } from '../support/opening.ts';
import { type Visitor, visitorsOf } from './support.ts';

Object.assign(limits, { streams: 200, ofUser: 200, ofMerchant: 200 });
const service = await openService();
const shop = clientOf(service);
const { body } = await shop.createPayments({ transactionReference: 'TURNS' });
const page = `/console/payments/${body.paymentRequestId}`;
const [greedy, patient] = await visitorsOf(service, 'support', 'admin');

const floods: Record<string, [count: number, send: (visitor: Visitor) => Promise<{ status: number }>]> = {
  forms: [60, (visitor) => visitor.post(`${page}/note`, { form: randomUUID(), text: 'A note.' })],
  pages: [120, (visitor) => visitor.get(page)],
  'live pages': [120, openLive],
};

/** Opens a live page and leaves it as soon as it is shown. */
async function openLive({ cookie }: Visitor): Promise<{ status: number }> {
  const address = new URL(`/console/live?page=${encodeURIComponent(page)}`, service.base);
  const { status, body } = await fetch(address, { headers: { cookie } });
  await body?.cancel();
  return { status };
}

describe('a session with many requests at once keeps only itself waiting, with', () => {
  for (const [name, [count, send]] of Object.entries(floods))
    test(name, async () => {
      let answered = 0;
      const flood = Array.from({ length: count }, () =>
        send(greedy).then(({ status }) => {
          answered += 1;
          return status;
        }),
      );
      await Promise.race(flood);
      await send(patient);
      assert.ok(answered < count / 2, `${answered} of ${count} were served before the other session`);
      const served = new Set(await Promise.all(flood));
      assert.deepEqual([...served], [name === 'forms' ? 303 : 200]);
    });
});
