// Requests for an object that disappears at the same time.
// alone: faces.ts has one service for a process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask } from '../support/merchant.ts';
import { base, faces } from './faces.ts';

test('a replay and the secret of a webhook that is being deleted are there or a 404, never a 500', async () => {
  const { headers } = faces['One API']!;
  const json = { ...headers, 'content-type': 'application/json' };
  const body = JSON.stringify({ endpoint: 'https://shop.example/hooks', eventType: 'transaction.complete' });
  const statuses = { replay: new Set<number>(), secret: new Set<number>() };
  for (let round = 0; round < 40; round += 1) {
    const made = await ask(`${base}/one/v1/webhooks`, { method: 'POST', headers: json, body });
    const url = `${base}/one/v1/webhooks/${made.body.id}`;
    const since = JSON.stringify({ since: '2026-11-01T00:00:00Z' });
    const replays = [1, 2, 3].map(() =>
      ask(`${url}/replay`, { method: 'POST', headers: json, body: since }).then(({ status }) =>
        statuses.replay.add(status),
      ),
    );
    const deleting = ask(url, { method: 'DELETE', headers });
    const secrets = [1, 2, 3].map(() =>
      ask(`${url}/secret`, { headers }).then(({ status }) => statuses.secret.add(status)),
    );
    await Promise.all([...replays, ...secrets]);
    assert.equal((await deleting).status, 204);
  }
  assert.ok(
    [...statuses.replay].every((status) => status === 202 || status === 404),
    [...statuses.replay].join(),
  );
  assert.ok(
    [...statuses.secret].every((status) => status === 200 || status === 404),
    [...statuses.secret].join(),
  );
});
