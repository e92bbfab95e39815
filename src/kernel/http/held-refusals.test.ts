import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { inOneMinute } from '../../../test/support/one-minute.ts';
import { startService } from '../../../test/support/running.ts';
import { until } from '../../../test/support/until.ts';

test('a flood of refused requests gets its responses late, and no other client does', async () => {
  const service = await startService({ env: { TEFO_ADDRESS_LIMIT: '10', TEFO_KEY_LIMIT: '10' } });
  after(() => service.end());
  const statusOf = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(path, service.base), { headers });
    await response.text();
    return response.status;
  };
  const { apiKey, siteCode } = service.merchant;
  const read = () =>
    statusOf(`/external/api/MerchantApiV1/GetBanks?siteCode=${siteCode}`, { apikey: apiKey });
  await inOneMinute(async () => {
    assert.equal(await read(), 200);

    let ended = 0;
    const flood = Array.from({ length: 200 }, async () => {
      const status = await statusOf('/console/sign-in');
      ended += 1;
      return { status, place: ended };
    });
    await until(() => ended >= 60);
    const ofKey = await Promise.all(Array.from({ length: 60 }, read));
    assert.equal(ofKey.filter((status) => status === 429).length, 51);
    assert.ok(ended < 200, 'ten are served, fifty refused at once, and the others wait');
    const responses = await Promise.all(flood);
    assert.equal(responses.filter(({ status }) => status === 429).length, 190);
    // Each is held for longer than the one before, so that they do not come back together.
    const [early, late] = [responses.slice(60, 100), responses.slice(160)];
    const placesOf = (some: typeof responses) => some.map(({ place }) => place);
    assert.ok(Math.max(...placesOf(early)) < Math.min(...placesOf(late)));
  });
});

test('refusals that are held keep no other request of their address out', async () => {
  const service = await startService({ env: { TEFO_ADDRESS_CONCURRENCY: '60' } });
  after(() => service.end());
  const statusOf = async (path: string) =>
    (await fetch(new URL(path, service.base), { redirect: 'manual' })).status;
  // Without a session, an export is refused, and a page leads to the sign-in.
  const [refused, served] = ['/console/payments.csv', '/console/payments'];
  await inOneMinute(async () => {
    const atOnce = Array.from({ length: 50 }, () => statusOf(refused));
    assert.deepEqual(new Set(await Promise.all(atOnce)), new Set([401]));
    const held: Promise<number>[] = [];
    while (held.length < 100) {
      held.push(statusOf(refused));
      assert.equal(await statusOf(served), 303, `while ${held.length} are held`);
    }
    await Promise.all(held);
  });
});
