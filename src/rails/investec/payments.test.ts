import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openInvestec } from '../../../test/support/investec.ts';
import {
  type AnswerMeaning,
  BadAnswer,
  type FileAnswer,
  type PaymentFile,
  type PaymentProfile,
} from '../../core/payment-files/format.ts';
import { BankTimeout, BankUnavailable, type TransferAnswer } from '../../core/rails.ts';
import { manualClock } from '../../kernel/clock.ts';
import { createInvestecClient } from './client.ts';
import { createCaller } from './http.ts';
import { type AnswerRules, enquireOrder, meaningOf, sendOrder, writeOrder } from './payments.ts';

const meanings: Record<string, AnswerMeaning> = {
  RCVD: 'pending',
  PDNG: 'pending',
  ACSP: 'paid',
  RJCT: 'failed',
};
const profile: PaymentProfile = {
  name: 'a test',
  format: 'pain.001.001.09',
  extension: 'xml',
  write: ({ messageId }) => `<MsgId>${messageId}</MsgId>`,
  meaningOf: (status) => meanings[status],
};
const file: PaymentFile = {
  messageId: 'M1',
  createdAt: new Date('2026-11-22T08:00:00Z'),
  executionDate: '2026-11-23',
  account: { holder: 'Voorbeeld', accountNumber: '10012345678', branchCode: '580105', customer: null },
  payments: [
    {
      bankReference: 'PAY000000000097',
      amount: 1n,
      holder: 'T. Toets',
      accountNumber: '62012345678',
      branchCode: '250655',
      accountType: null,
      text: 'Refund',
    },
  ],
};
const order = { messageId: 'M1', bankReference: 'PAY000000000097', wasPaid: false };
const stored = {
  transferId: '4f9c6f3e-0000-4000-8000-000000000001',
  pain001: '<MsgId>M1</MsgId>',
  wasSent: false,
};

async function opened() {
  const clock = manualClock('2026-11-22T08:00:00Z');
  const bank = await openInvestec(clock);
  const { call, close } = createCaller();
  after(close);
  const client = createInvestecClient({
    banking: 'business',
    baseUrl: bank.url,
    ...bank.credentials,
    clock,
    call,
  });
  return { bank, client };
}

type Said = Partial<FileAnswer> & { own?: [status: string | null, code?: string | null, text?: string] };

function answerOf({ own, ...rest }: Said): FileAnswer {
  const [status = null, code = null, text = ''] = own ?? [];
  const reasons = code || text ? [{ code, text }] : [];
  const payments = own ? [{ bankReference: order.bankReference, status, reasons }] : [];
  return { messageId: 'A1', originalMessageId: 'M1', groupStatus: null, groupReasons: [], payments, ...rest };
}

describe('an order’s file', () => {
  test('is written by a profile of the version that the bank takes, for one payment', () => {
    assert.equal(writeOrder(profile, file), '<MsgId>M1</MsgId>');
    const older = { ...profile, format: 'pain.001.001.03' };
    assert.throws(() => writeOrder(older, file), /Investec accepts pain\.001\.001\.09/);
    const twice = { ...file, payments: [...file.payments, ...file.payments] };
    assert.throws(() => writeOrder(profile, twice), /pays one order, and this has 2/);
  });
});

describe('an order is sent', () => {
  test('under its transfer id, and pays once however often', async () => {
    const { bank, client } = await opened();
    const first = await sendOrder(client, stored);
    assert.deepEqual(await sendOrder(client, { ...stored, wasSent: true }), first);
    assert.deepEqual(
      bank.payments().map(({ key, pain001 }) => [key, pain001]),
      [[stored.transferId, stored.pain001]],
    );
  });

  test('and failed if the bank does not take the file', async () => {
    const { bank, client } = await opened();
    bank.refuseNext(1);
    assert.deepEqual(await sendOrder(client, stored), {
      failed: {
        outcome: 'failed',
        reason: 'Investec payment: the bank answered an error (400)',
        failure: 'bank',
      },
    });
    assert.deepEqual(bank.payments(), []);
  });

  test('and is in doubt for ever after a lost response, until the bank reports its id', async () => {
    const { bank, client } = await opened();
    bank.failNext(1, 'lost');
    await assert.rejects(sendOrder(client, stored), BankTimeout);
    const again = { ...stored, wasSent: true };
    for (const how of ['tooMany', 'busy', 'echo', 'broken'] as const) {
      bank.failNext(1, how);
      await assert.rejects(sendOrder(client, again), BankTimeout, how);
    }
    assert.ok('paymentId' in (await sendOrder(client, again)));
    assert.equal(bank.payments().length, 1);
  });

  test('or certainly not, if nothing was sent before', async () => {
    const { bank, client } = await opened();
    bank.failNext(1, 'broken', 'token');
    await assert.rejects(sendOrder(client, stored), BankUnavailable);
    assert.deepEqual(bank.payments(), []);
  });
});

const rules: AnswerRules = {
  profile,
  readAnswer: (xml) => JSON.parse(xml) as FileAnswer,
  isUnpaidReason: (reasons) => reasons.some(({ text }) => text.startsWith('Unpaid')),
  isDuplicateReason: (reasons) =>
    reasons.some(({ code, text }) => code === 'AM05' || text.startsWith('Duplicate')),
};

describe('an enquiry', () => {
  test('returns the status in the bank’s pain.002', async () => {
    const { bank, client } = await opened();
    const sent = (await sendOrder(client, stored)) as { paymentId: string };
    const ask = () => enquireOrder(client, { ...order, ...sent }, rules);
    assert.deepEqual(await ask(), { outcome: 'pending', reason: 'the bank has no status of it yet' });
    bank.answer(sent.paymentId, JSON.stringify(answerOf({ own: ['ACSP'] })));
    assert.deepEqual(await ask(), { outcome: 'paid', reason: null });
  });

  test('changes nothing if the response cannot be read', async () => {
    const { bank, client } = await opened();
    const sent = (await sendOrder(client, stored)) as { paymentId: string };
    bank.answer(sent.paymentId, '<html>');
    const readAnswer = () => {
      throw new BadAnswer('line 1: no pain.002');
    };
    await assert.rejects(enquireOrder(client, { ...order, ...sent }, { ...rules, readAnswer }), {
      name: 'Error',
      message: 'Investec payment status: the pain.002 cannot be read: line 1: no pain.002',
    });
  });
});

describe('a pain.002 means', () => {
  const failed = (failure: 'rejected' | 'bank', reason: string | null): TransferAnswer => ({
    outcome: 'failed',
    reason,
    failure,
  });
  const group = (groupStatus: string, text = '', code: string | null = null): Said => ({
    groupStatus,
    groupReasons: text || code ? [{ code, text }] : [],
  });
  const cases: [string, Said, TransferAnswer][] = [
    ['paid', { own: ['ACSP'] }, { outcome: 'paid', reason: null }],
    [
      'pending',
      { own: ['PDNG', null, 'a person must look'] },
      { outcome: 'pending', reason: 'a person must look' },
    ],
    ['refused by the receiver', { own: ['RJCT', 'AC04', 'closed'] }, failed('rejected', 'AC04 closed')],
    [
      'returned for an unpaid reason',
      { own: ['RJCT', 'NARR', 'Unpaid Reason Code : 03'] },
      { outcome: 'returned', reason: 'NARR Unpaid Reason Code : 03' },
    ],
    ['received as a group', group('RCVD'), { outcome: 'pending', reason: null }],
    ['paid as a group', group('ACSP'), { outcome: 'paid', reason: null }],
    [
      'its own status, whatever the group’s',
      { ...group('RJCT'), own: ['ACSP'] },
      { outcome: 'paid', reason: null },
    ],
    [
      'the group’s status where it has none',
      { ...group('ACSP'), own: [null] },
      { outcome: 'paid', reason: null },
    ],
    ['a refused group', group('RJCT', 'RUN EXCEEDS LIMIT'), failed('bank', 'RUN EXCEEDS LIMIT')],
    [
      'nothing new for a duplicate',
      group('RJCT', 'Duplicate MsgId'),
      { outcome: 'pending', reason: 'Duplicate MsgId' },
    ],
    [
      'nothing new for a duplicate payment',
      { own: ['RJCT', 'AM05', 'Duplication'] },
      { outcome: 'pending', reason: 'AM05 Duplication' },
    ],
    ['nothing new for a duplicate’s code', group('RJCT', '', 'AM05'), { outcome: 'pending', reason: 'AM05' }],
    [
      'nothing in a file of others',
      { ...group('PART'), originalMessageId: 'M1' },
      { outcome: 'pending', reason: 'the status "PART" is not known' },
    ],
    [
      'nothing for another file',
      { originalMessageId: 'M2', own: ['ACSP'] },
      { outcome: 'pending', reason: 'the answer is about another file' },
    ],
    [
      'nothing for an unknown status',
      { own: ['ZZZZ'] },
      { outcome: 'pending', reason: 'the status "ZZZZ" is not known' },
    ],
    ['nothing without any', {}, { outcome: 'pending', reason: 'the answer has no status of it' }],
  ];
  for (const [what, said, means] of cases)
    test(what, () => assert.deepEqual(meaningOf(answerOf(said), order, rules), means));

  test('returned, if it was paid before', () => {
    const answer = answerOf({ own: ['RJCT', 'AC04', 'closed'] });
    assert.deepEqual(meaningOf(answer, { ...order, wasPaid: true }, rules), {
      outcome: 'returned',
      reason: 'AC04 closed',
    });
  });

  test('failed by a refused group even then: a group’s refusal does not return money', () => {
    const answer = answerOf(group('RJCT', 'file refused'));
    assert.deepEqual(meaningOf(answer, { ...order, wasPaid: true }, rules), failed('bank', 'file refused'));
  });

  test('nothing for another order of the file', () => {
    const others = [{ bankReference: 'PAY000000000194', status: 'RJCT', reasons: [] }];
    const { outcome } = meaningOf(answerOf({ groupStatus: 'RJCT', payments: others }), order, rules);
    assert.equal(outcome, 'pending');
  });
});
