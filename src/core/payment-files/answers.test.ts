// Responses of a bank to payment files, in every order, and its statement: the money is as the bank has it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { budget } from '../../../test/support/budget.ts';
import { standardBank, writeAnswer } from '../../../test/support/pain.ts';
import { openBanking } from '../../../test/support/setup/statements.ts';
import { BadAnswer } from './format.ts';

const bank = await openBanking();
const paying = { paymentProfile: 'standardbank', opening: 1_000_000n } as const;

let drawn = 0;
const ids = (originalMessageId: string) => {
  drawn += 1;
  return { messageId: `ANSWER-${drawn}`, originalMessageId };
};

/** Orders in one file of an account. */
async function sent(id: string, ...amounts: bigint[]) {
  const pending = [];
  for (const amount of amounts) pending.push(await bank.owe(id, amount));
  const files = await bank.exportNow(id);
  assert.equal(files.length, 1);
  return { messageId: files[0]!.file.messageId, owed: pending };
}

const states = (pending: readonly { depositId: string }[]) =>
  Promise.all(pending.map(async ({ depositId }) => (await bank.deposit(depositId)).state));

describe('a response', () => {
  test('is taken once; unknown ids are reported, and duplicates change nothing', async () => {
    await bank.account('plain', paying);
    const { messageId, owed: pending } = await sent('plain', 1_000n, 2_000n);
    const [one, two] = pending;
    const ack = standardBank.ack(ids(messageId));
    const acked = await bank.answer('plain', ack);
    assert.deepEqual(
      [acked.status, acked.messageId, acked.groupStatus, acked.unknown],
      ['taken', messageId, 'RCVD', []],
    );
    assert.deepEqual(
      acked.payments.map(({ said, meaning, status }) => [said, meaning, status]),
      [
        ['RCVD', 'pending', 'pending'],
        ['RCVD', 'pending', 'pending'],
      ],
    );
    const finaud = standardBank.finaud(ids(messageId), [one!, { bankReference: 'PAY000000000000' }], [two!]);
    const taken = await bank.answer('plain', finaud);
    assert.deepEqual(taken.unknown, ['PAY000000000000']);
    assert.deepEqual(
      taken.payments.map(({ bankReference, said, meaning, status }) => [
        bankReference,
        said,
        meaning,
        status,
      ]),
      [
        [one!.bankReference, 'ACSP', 'paid', 'paid'],
        [two!.bankReference, 'RJCT', 'failed', 'failed'],
      ],
    );
    assert.deepEqual(await states(pending), ['returned', 'waiting']);
    const before = await bank.counts();
    assert.equal((await bank.answer('plain', finaud)).status, 'duplicate');
    assert.deepEqual(await bank.counts(), before);
    await bank.sound();
  });

  test('to an unknown file, or to another account’s file, is refused', async () => {
    await bank.account('own', paying);
    await bank.account('other', paying);
    const { messageId } = await sent('own', 1_000n);
    const before = await bank.counts();
    await assert.rejects(bank.answer('own', standardBank.ack(ids('TEFO000000000000'))), BadAnswer);
    await assert.rejects(bank.answer('other', standardBank.ack(ids(messageId))), BadAnswer);
    await assert.rejects(bank.answer('own', 'not an answer'), BadAnswer);
    await assert.rejects(bank.answer('own', ''), BadAnswer);
    assert.deepEqual(await bank.counts(), before);
  });

  test('that refuses the file fails all of it; one that has it already changes nothing', async () => {
    await bank.account('refusing', paying);
    const first = await sent('refusing', 1_000n, 2_000n);
    await bank.answer('refusing', standardBank.nack(ids(first.messageId), 'Duplicate MsgId'));
    await bank.answer('refusing', standardBank.nack(ids(first.messageId), 'Duplicate File'));
    assert.deepEqual(await states(first.owed), ['returning', 'returning']);
    const taken = await bank.answer(
      'refusing',
      standardBank.nack(ids(first.messageId), 'Invalid ordering account'),
    );
    assert.deepEqual(
      taken.payments.map(({ meaning, status }) => [meaning, status]),
      [
        ['failed', 'failed'],
        ['failed', 'failed'],
      ],
    );
    assert.deepEqual(await states(first.owed), ['waiting', 'waiting']);
    await bank.sound();
  });

  for (const [said, meaning, state] of [
    ['RCVD', 'pending', 'returning'],
    ['ACTC', 'pending', 'returning'],
    ['ACCP', 'pending', 'returning'],
    ['PDNG', 'pending', 'returning'],
    ['ACSP', 'paid', 'returned'],
    ['ACSC', 'paid', 'returned'],
    ['ACCC', 'paid', 'returned'],
    ['ACWC', 'paid', 'returned'],
    ['RJCT', 'failed', 'waiting'],
  ] as const)
    test(`${said} means ${meaning}`, async () => {
      const id = `means-${said.toLowerCase()}`;
      await bank.account(id, paying);
      const { messageId, owed: pending } = await sent(id, 1_000n);
      const [only] = pending;
      const payments = [{ bankReference: only!.bankReference, status: said }];
      const taken = await bank.answer(id, writeAnswer({ ...ids(messageId), groupStatus: 'PART', payments }));
      assert.deepEqual(
        taken.payments.map((one) => [one.said, one.meaning, one.status]),
        [[said, meaning, meaning]],
      );
      assert.deepEqual(await states(pending), [state]);
    });

  test('RJCT after paid, or with an unpaid reason, means returned; a paid after it changes nothing', async () => {
    await bank.account('unpaid', paying);
    const { messageId, owed: pending } = await sent('unpaid', 1_000n, 2_000n);
    const [one, two] = pending;
    await bank.answer('unpaid', standardBank.finaud(ids(messageId), [one!]));
    const after = await bank.answer('unpaid', standardBank.unpData(ids(messageId), [one!, two!]));
    assert.deepEqual(
      after.payments.map(({ meaning, status }) => [meaning, status]),
      [
        ['returned', 'returned'],
        ['returned', 'returned'],
      ],
    );
    const late = await bank.answer('unpaid', standardBank.finaud(ids(messageId), [one!, two!]));
    assert.deepEqual(
      late.payments.map(({ meaning, status }) => [meaning, status]),
      [
        ['paid', 'returned'],
        ['paid', 'returned'],
      ],
    );
    assert.deepEqual(await states(pending), ['waiting', 'waiting']);
    await bank.sound();
  });

  test('whose group is paid and names some pays those only; one that names none pays all', async () => {
    await bank.account('named', paying);
    const { messageId, owed: pending } = await sent('named', 1_000n, 2_000n);
    await bank.answer('named', standardBank.finaud(ids(messageId), pending.slice(0, 1)));
    assert.deepEqual(await states(pending), ['returned', 'returning']);
    await bank.answer('named', writeAnswer({ ...ids(messageId), groupStatus: 'ACSC' }));
    assert.deepEqual(await states(pending), ['returned', 'returned']);
    await bank.sound();
  });

  test('a return 60 days later reopens a paid deposit; it can be sent back again, and be paid', async () => {
    await bank.account('later', paying);
    const { messageId, owed: pending } = await sent('later', 3_000n);
    await bank.answer('later', standardBank.finaud(ids(messageId), pending));
    assert.deepEqual(await states(pending), ['returned']);
    await bank.wait(60 * 86_400);
    await bank.answer('later', standardBank.unpData(ids(messageId), pending));
    assert.deepEqual(await states(pending), ['waiting']);
    await bank.sound();
  });
});

describe('any order of responses and statements', () => {
  const runs = budget(2, 60);
  test(`the money is as the bank has it, in ${runs} orders`, async () => {
    await bank.account('shuffled', paying);
    const events = [
      'ack',
      'intaud',
      'finaud',
      'unpaid',
      'vet',
      'nack',
      'statement',
      'finaud',
      'unpaid',
      'nack',
    ] as const;
    const order = fc.shuffledSubarray(
      events.map((_, index) => index),
      { minLength: events.length },
    );
    await fc.assert(
      fc.asyncProperty(order, async (indices) => {
        const before = await bank.books('shuffled');
        const { messageId, owed: pending } = await sent('shuffled', 1_000n, 2_000n, 4_000n, 8_000n);
        const [paid, returned, stopped, refused] = pending as [
          (typeof pending)[0],
          (typeof pending)[0],
          (typeof pending)[0],
          (typeof pending)[0],
        ];
        const today = bank.clock.now().toISOString().slice(0, 10);
        const written = new Map<string, string>();
        const say = {
          ack: () => standardBank.ack(ids(messageId)),
          intaud: () => standardBank.intaud(ids(messageId), [paid, returned, stopped], [refused]),
          finaud: () => standardBank.finaud(ids(messageId), [paid, returned]),
          unpaid: () => standardBank.unpData(ids(messageId), [returned]),
          vet: () => standardBank.vetData(ids(messageId), [stopped]),
          nack: () => standardBank.nack(ids(messageId)),
        };
        for (const index of indices) {
          const event = events[index]!;
          if (event === 'statement') {
            await bank.tell('shuffled', [
              [today, -1_000n, `EFT ${paid.bankReference}`],
              [today, -2_000n, `EFT ${returned.bankReference}`],
              [today, 2_000n, `UNPAID ${returned.bankReference}`],
            ]);
            continue;
          }
          if (!written.has(event)) written.set(event, say[event]());
          await bank.answer('shuffled', written.get(event)!);
        }
        await bank.jobs.drain();
        assert.deepEqual(await states(pending), ['returned', 'waiting', 'waiting', 'waiting']);
        assert.equal(await bank.books('shuffled'), before + 15_000n - 1_000n);
        const { difference, rows } = await bank.reconcile('shuffled');
        assert.deepEqual([difference, rows], [0n, []]);
      }),
      { numRuns: runs },
    );
    await bank.agreed('shuffled');
  });
});

describe('a statement', () => {
  const show = (id: string, ...moved: [bigint, string][]) =>
    bank.tell(
      id,
      moved.map(([amount, text]) => [bank.clock.now().toISOString().slice(0, 10), amount, text] as const),
    );

  test('that shows a payment by its reference pays it, before any response and after it, once', async () => {
    await bank.account('shown', paying);
    const { messageId, owed: pending } = await sent('shown', 1_000n, 2_000n);
    const [one, two] = pending;
    await bank.answer('shown', standardBank.finaud(ids(messageId), [two!]));
    const reported = await show(
      'shown',
      [-1_000n, `BOL ${one!.bankReference} X`],
      [-2_000n, two!.bankReference],
    );
    assert.deepEqual([reported.explained, reported.open], [2, 0]);
    assert.deepEqual(await states(pending), ['returned', 'returned']);
    const line = (await bank.lines('shown')).find(({ text }) => text.includes(one!.bankReference));
    assert.deepEqual(
      [line!.as, line!.object, line!.rule],
      ['payment', one!.depositId, `the bank reference ${one!.bankReference} and its amount`],
    );
    await bank.agreed('shown');
    const twice = await show('shown', [-1_000n, `BOL AGAIN ${one!.bankReference}`]);
    assert.deepEqual([twice.explained, twice.open], [0, 1]);
    const { difference, rows } = await bank.reconcile('shown');
    assert.deepEqual([difference, rows.map(({ kind }) => kind)], [-1_000n, ['open']]);
    await bank.sound();
  });

  test('that shows another amount leaves the line open, and the payment alone', async () => {
    await bank.account('amount', paying);
    const { owed: pending } = await sent('amount', 1_000n);
    const reported = await show('amount', [-1_001n, pending[0]!.bankReference]);
    assert.deepEqual([reported.explained, reported.open, await states(pending)], [0, 1, ['returning']]);
    await bank.sound();
  });

  test('that shows a reference of another account explains nothing', async () => {
    await bank.account('mine', paying);
    await bank.account('yours', paying);
    const { owed: pending } = await sent('mine', 1_000n);
    const reported = await show('yours', [-1_000n, pending[0]!.bankReference]);
    assert.deepEqual([reported.explained, reported.open, await states(pending)], [0, 1, ['returning']]);
  });

  test('that shows the message id and the sum of what did not fail pays all of that', async () => {
    await bank.account('summed', paying);
    const { messageId, owed: pending } = await sent('summed', 1_000n, 2_000n, 4_000n);
    await bank.answer('summed', standardBank.intaud(ids(messageId), pending.slice(0, 2), pending.slice(2)));
    const wrong = await show('summed', [-7_000n, `BULK ${messageId}`]);
    assert.deepEqual([wrong.explained, wrong.open], [0, 1]);
    const reported = await show('summed', [-3_000n, `BULK ${messageId}`]);
    assert.deepEqual([reported.explained, reported.open], [1, 0]);
    assert.deepEqual(await states(pending), ['returned', 'returned', 'waiting']);
    // Shown one by one afterwards, it would be paid twice.
    const again = await show('summed', [-1_000n, pending[0]!.bankReference], [-3_000n, `AGAIN ${messageId}`]);
    assert.deepEqual([again.explained, again.open], [0, 2]);
    await bank.sound();
  });

  test('that shows the sum of a file of which a payment had come back unpaid has that in transit until its credit', async () => {
    await bank.account('bulk', paying);
    const { messageId, owed: pending } = await sent('bulk', 1_000n, 2_000n);
    await bank.answer('bulk', standardBank.unpData(ids(messageId), pending.slice(1)));
    const reported = await show('bulk', [-3_000n, `BULK ${messageId}`]);
    assert.deepEqual([reported.explained, await states(pending)], [1, ['returned', 'waiting']]);
    await bank.agreed('bulk');
    await show('bulk', [2_000n, `UNPAID ${pending[1]!.bankReference}`]);
    assert.equal(await bank.books('bulk'), 1_002_000n);
    await bank.agreed('bulk');
  });

  test('whose credit carries a known reference is its return, once, before any response too', async () => {
    await bank.account('credited', paying);
    const { messageId, owed: pending } = await sent('credited', 1_000n, 2_000n);
    const [one, two] = pending;
    await bank.answer('credited', standardBank.finaud(ids(messageId), [one!]));
    await show('credited', [-1_000n, one!.bankReference], [1_000n, `UNPAID ${one!.bankReference}`]);
    assert.deepEqual(await states([one!]), ['waiting']);
    const reported = await show(
      'credited',
      [-2_000n, two!.bankReference],
      [2_000n, `R/D ${two!.bankReference}`],
    );
    assert.deepEqual([reported.explained, await states([two!])], [2, ['waiting']]);
    await bank.agreed('credited');
    const late = await bank.answer('credited', standardBank.unpData(ids(messageId), pending));
    assert.deepEqual(
      late.payments.map(({ status }) => status),
      ['returned', 'returned'],
    );
    const twice = await show('credited', [1_000n, `UNPAID AGAIN ${one!.bankReference}`]);
    assert.equal(twice.open, 1);
    await bank.sound();
  });

  test('that shows a failed payment is money in transit until it comes back', async () => {
    await bank.account('transit', paying);
    const { messageId, owed: pending } = await sent('transit', 1_000n);
    await bank.answer('transit', standardBank.vetData(ids(messageId), pending));
    assert.deepEqual(await states(pending), ['waiting']);
    const reported = await show('transit', [-1_000n, pending[0]!.bankReference]);
    assert.equal(reported.explained, 1);
    assert.deepEqual(await states(pending), ['waiting']);
    const line = (await bank.lines('transit')).find(({ as }) => as === 'payment')!;
    assert.deepEqual(await bank.booked(line.id), { payments_in_transit: 1_000n, bank_clearing: -1_000n });
    await bank.agreed('transit');
    await show('transit', [1_000n, `BACK ${pending[0]!.bankReference}`]);
    await bank.agreed('transit');
    assert.equal(await bank.books('transit'), 1_001_000n);
  });

  test('that lacks a payment reported as paid causes a difference, with the row that explains it', async () => {
    await bank.account('missing', paying);
    const { messageId, owed: pending } = await sent('missing', 1_000n);
    await bank.answer('missing', standardBank.finaud(ids(messageId), pending));
    const until = await bank.reconcile('missing');
    assert.deepEqual(
      [until.difference, until.rows.map(({ kind, amount, lineId }) => [kind, amount, lineId])],
      [1_000n, [['missing', -1_000n, null]]],
    );
    await bank.sound();
    await show('missing', [-1_000n, pending[0]!.bankReference]);
    await bank.agreed('missing');
  });

  test('is explained by a user if the bank writes no reference', async () => {
    await bank.account('person', paying);
    const { owed: pending } = await sent('person', 1_000n);
    await show('person', [-1_000n, 'BATCH PAYMENT'], [-1_000n, 'BATCH PAYMENT 2']);
    const open = (await bank.lines('person')).filter(({ status }) => status === 'open');
    await bank.explain(open[0]!.id, 'payment', pending[0]!.depositId);
    assert.deepEqual(await states(pending), ['returned']);
    await assert.rejects(
      bank.explain(open[1]!.id, 'payment', pending[0]!.depositId),
      /another line is already matched/,
    );
    await bank.explain(open[1]!.id, 'own');
    await bank.agreed('person');
    await show('person', [1_000n, 'CAME BACK']);
    const deposit = (await bank.lines('person')).find(({ text }) => text === 'CAME BACK')!;
    // It came without a known reference, so it waits as a deposit.
    assert.equal(deposit.as, 'deposit');
    await bank.sound();
  });
});
