import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tefoWith } from '../../test/support/cli.ts';
import { demoKeys } from '../../test/support/policy.ts';
import { openDeposits } from '../../test/support/setup/deposits.ts';

const shop = await openDeposits();

const tefo = tefoWith({ DATABASE_URL: shop.url, TEFO_MASTER_KEYS: demoKeys });

async function json(...args: string[]) {
  const { code, out, err } = await tefo(...args, '--json');
  assert.equal(code, 0, err);
  return JSON.parse(out);
}

test('an operator lists unmatched deposits with suggested matches, and decides about each once', async () => {
  const { reference, paymentId } = await shop.single({ merchantReference: 'ORDER-7' });
  const short = await shop.single({ merchantReference: 'ORDER-8' });
  const typed = `${reference.slice(0, 5)}${reference[6]}${reference[5]}${reference.slice(7)}`;
  const mistyped = await shop.arrive(typed === reference ? reference.slice(0, -1) : typed, 10_000n);
  const wrong = await shop.arrive(short.reference, 25_000n);
  const stranger = await shop.arrive('for the goat', 5n);

  const [listed, text] = await Promise.all([
    json('deposit', 'list'),
    tefo('deposit', 'list', '--limit', '1'),
  ]);
  const ids = listed.map(({ depositId }: { depositId: string }) => depositId);
  assert.deepEqual(ids, [mistyped, wrong, stranger]);
  const [first, second] = listed;
  assert.deepEqual(first.candidates[0], {
    reference,
    purpose: 'single',
    siteCode: shop.site.code,
    paymentId,
    merchantReference: 'ORDER-7',
    customer: null,
    amountCents: '10000',
    distance: 1,
    isAmountEqual: true,
    reason: 'the reference differs in 1 place, the amount is equal',
    score: 4_500,
  });
  assert.equal(
    first.from.account,
    '******'.padEnd(first.from.account.length - 4, '*') + first.from.account.slice(-4),
  );
  assert.equal(second.held.paymentId, short.paymentId);
  assert.equal(second.held.reason, 'received R\u00a0250,00 instead of R\u00a0100,00');
  assert.match(
    text.out,
    new RegExp(`^${mistyped}.*\\n.*\\? ${reference}  .* ORDER-7, due .*differs in 1 place`),
  );
  assert.ok(!text.out.includes(wrong));

  const allocated = await json(
    'deposit',
    'allocate',
    mistyped,
    reference,
    '--by',
    'Naledi',
    '--note',
    'two exchanged',
  );
  assert.deepEqual(allocated, {
    depositId: mistyped,
    reference: typed === reference ? reference.slice(0, -1) : typed,
    amountCents: '10000',
    state: 'allocated',
    note: 'two exchanged',
    by: 'Naledi',
  });
  assert.equal((await shop.attempts(paymentId))[0]!.state, 'successful');
  const parts = [`${short.reference}=100`, `float:${shop.site.code}=149.99`];
  const [again, refused] = await Promise.all([
    tefo('deposit', 'return', mistyped),
    tefo('deposit', 'split', wrong, ...parts),
    json('deposit', 'park', stranger, '--note', 'whose goat?'),
  ]);
  assert.deepEqual([again.code, again.out], [1, '']);
  assert.match(again.err, /the deposit is already allocated/);
  assert.deepEqual([refused.code, refused.out], [1, '']);
  assert.match(refused.err, /the parts add up to 249.99, and the deposit is 250.00/);
  const split = await json('deposit', 'split', wrong, parts[0]!, `float:${shop.site.code}=150.00`);
  assert.deepEqual([split.state, await shop.float()], ['allocated', 15_000n]);

  const [left, parked] = await Promise.all([json('deposit', 'list'), tefo('deposit', 'list', '--parked')]);
  assert.deepEqual(left, []);
  assert.match(parked.out, /parked: whose goat\?/);
  assert.equal((await json('deposit', 'return', stranger.toUpperCase())).state, 'returning');
  const actors = await shop.db`select actor, reason from transitions where object_id = ${mistyped}`;
  assert.deepEqual(
    actors.map((row) => ({ ...row })),
    [{ actor: 'cli:Naledi', reason: 'two exchanged' }],
  );
  await shop.sound();
});

test('wrong usage exits with 2 and the reason', async () => {
  const nobodys = '018f0000-0000-7000-8000-000000000000';
  const cases: [args: string[], code: number, message: RegExp][] = [
    [['allocate', '17', 'DEP1'], 2, /ID must be a deposit’s id/],
    [['split', nobodys, 'DEP1=1', 'DEP2'], 2, /DEP2 is not TO=AMOUNT/],
    [['park', nobodys], 2, /required option '--note <TEXT>' not specified/],
    [['allocate', nobodys, 'DEP1'], 1, /There is no deposit with this identifier/],
  ];
  const answers = await Promise.all(cases.map(([args]) => tefo('deposit', ...args)));
  for (const [index, [args, code, message]] of cases.entries()) {
    assert.equal(answers[index]!.code, code, `${args}: ${answers[index]!.err}`);
    assert.match(answers[index]!.err, message);
  }
});
