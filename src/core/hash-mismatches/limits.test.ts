import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readFields } from '../../surfaces/dialect/fields.ts';
import { readFirst } from '../../surfaces/dialect/given.ts';
import { hashedFields } from '../../surfaces/dialect/hash.ts';
import { paymentEvidence } from '../../surfaces/dialect/mismatch.ts';
import { payoutEvidence } from '../../surfaces/payouts/mismatch.ts';
import { withinLimits } from './limits.ts';

const bytesOf = (value: object): number => Buffer.byteLength(JSON.stringify(value));

function evidenceOf(body: Record<string, unknown>) {
  const given = readFirst(JSON.stringify(body));
  return paymentEvidence(given, readFields(given, () => true).texts);
}

const many = (count: number, text = '') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, `${index}${text}`]));

describe('the stored part of a request', () => {
  test('is every field that counts and a few of the others, and how many were left out', () => {
    const evidence = evidenceOf({
      ...many(4),
      siteCode: 'S',
      ...many(150),
      amount: '5.00',
      customer: 'Naledi',
    });
    const names = evidence.sent.map(({ name }) => name);
    const strangers = Array.from({ length: 10 }, (_, index) => `x${index}`);
    assert.deepEqual(names, [
      ...strangers.slice(0, 4),
      'sitecode',
      ...strangers.slice(4),
      'amount',
      'customer',
    ]);
    assert.deepEqual([evidence.dropped, evidence.cut], [140, undefined]);
    assert.equal(evidence.fields.find(({ name }) => name === 'customer')?.text, 'Naledi');
  });

  test('is whole if every field is at its longest, in characters of four bytes', () => {
    const longest = Object.fromEntries(hashedFields.map((name) => [name, '🦓'.repeat(55)]));
    const evidence = evidenceOf({ ...longest, ...many(10, 'x'.repeat(200)) });
    assert.deepEqual([evidence.dropped, evidence.cut], [undefined, undefined]);
    assert.deepEqual([evidence.sent.length, evidence.fields[11]!.text], [38, '🦓'.repeat(55)]);
    assert.ok(bytesOf(evidence) < 32 * 1024, `${bytesOf(evidence)} bytes`);
  });

  test('is limited in bytes, whatever the fields contain, and names the fields that were cut', () => {
    const worst = Object.fromEntries(hashedFields.map((name) => [name, '\u0001'.repeat(30_000)]));
    const evidence = evidenceOf({
      ...worst,
      hashCheck: '\u0001'.repeat(30_000),
      ...many(10, '\u0001'.repeat(250)),
    });
    assert.ok(bytesOf(evidence) < 32 * 1024, `${bytesOf(evidence)} bytes`);
    assert.ok(evidence.cut!.includes('customer') && evidence.dropped! > 0);
    const pairs = evidenceOf({ customer: '🦓'.repeat(40_000) });
    assert.ok(pairs.fields.every(({ text }) => text.isWellFormed()));
  });

  test('is the same when its limits are put on again', () => {
    const evidence = evidenceOf({ ...many(50, 'y'), siteCode: 'S', customer: 'z'.repeat(5_000) });
    const { dropped, cut, ...kept } = evidence;
    assert.deepEqual([dropped, cut], [41, ['customer']]);
    assert.deepEqual(withinLimits(kept), kept);
  });

  test('has a field once, however many members of a payout hold one of its name', () => {
    const inside = (name: string, index: number) => [`in${index}`, { [name]: 'q'.repeat(200) }];
    const body = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => inside(index % 2 ? 'amount' : 'branchCode', index)),
    );
    const usual = { siteCode: 'S', merchantReference: 'M', customerBankReference: 'C', notifyUrl: null };
    const request = {
      ...usual,
      amountCents: 5n,
      bankGroupId: 'B',
      accountNumber: '1',
      branchCode: '1',
      isRtc: false,
    };
    const evidence = payoutEvidence(request, 'ab', body);
    assert.deepEqual([evidence.sent.length, evidence.dropped], [12, 2_988]);
    assert.ok(bytesOf(evidence) < 8_192);
  });
});
