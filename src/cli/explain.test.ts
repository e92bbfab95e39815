import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tefoWith } from '../../test/support/cli.ts';
import { demoKeys } from '../../test/support/policy.ts';
import { openWorld } from '../../test/support/world.ts';

const world = await openWorld();

const tefo = tefoWith({ DATABASE_URL: world.url, TEFO_MASTER_KEYS: demoKeys });
const explain = (...args: string[]) => tefo('explain', ...args);

test('an operator reads what happened to an order, in South African time, or in UTC', async () => {
  world.clock.set(new Date('2026-11-20T22:30:00Z'));
  const { payment, transaction } = await world.paid({ merchantReference: 'ORDER-7' });
  const [text, utc, json] = await Promise.all([
    explain('ORDER-7'),
    explain('ORDER-7', '--utc'),
    explain(transaction.id, '--json'),
  ]);
  assert.match(utc.out, /^Friday, 20 November 2026 \(UTC\)$/m);
  assert.match(utc.out, /^22:30:00\.000Z {2}payment/m);
  assert.equal(text.code, 0, text.err);
  assert.match(text.out, /^payment ORDER-7, R\u00a0100,00, complete\n/);
  assert.match(text.out, /^Saturday, 21 November 2026 \(South African time\)$/m);
  assert.match(text.out, /^00:30:00\.000 {2}payment \w{6}: Payment of R\u00a0100,00 created/m);
  assert.match(text.out, /transaction \w{6}: Bank confirmed payment\n +by customer/);
  const timeline = JSON.parse(json.out);
  assert.deepEqual(
    [timeline.subject.id, timeline.subject.state, timeline.subject.amountCents],
    [payment.id, 'complete', '10000'],
  );
  const paid = timeline.steps.find(({ what }: { what: string }) => what.includes('(pay)'));
  assert.deepEqual(
    [paid.at, paid.atSouthAfrica],
    ['2026-11-20T22:30:00.000Z', '2026-11-21T00:30:00.000+02:00'],
  );
});

test('several with one reference are listed, of one site where it is named; nothing is a refusal', async () => {
  const payments = [
    await world.ask({ merchantReference: 'TWICE' }),
    await world.ask({ merchantReference: 'TWICE' }),
  ];
  const [listed, json, ofSite, nothing] = await Promise.all([
    explain('TWICE'),
    explain('TWICE', '--json'),
    explain('TWICE', '--site', 'NOBODY'),
    explain('NO-SUCH-ORDER'),
  ]);
  assert.match(listed.out, /^2 matches; explain one of them by its id:\n/);
  for (const { id } of payments)
    assert.match(
      listed.out,
      new RegExp(`^${id} {2}2026-11-21 00:30:00\\.\\d{3} .*payment TWICE, R\u00a0100,00, created`, 'm'),
    );
  assert.equal(JSON.parse(json.out).matches.length, 2);
  for (const { code, out, err } of [ofSite, nothing]) {
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /no object has the id or reference/);
  }
});

test('wrong usage exits with 2 and the reason', async () => {
  const [none, empty] = await Promise.all([explain(), explain(' ')]);
  assert.deepEqual([none.code, empty.code], [2, 2]);
  assert.match(none.err, /missing required argument 'REFERENCE_OR_ID'\nusage: tefo explain REFERENCE_OR_ID/);
});
