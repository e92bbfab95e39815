import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { caseOf, examine } from '../../test/hash-debugger/cases.ts';
import { costOf } from '../../test/support/growth.ts';
import { readFields } from '../surfaces/dialect/fields.ts';
import { readFirst } from '../surfaces/dialect/given.ts';
import { paymentEvidence } from '../surfaces/dialect/mismatch.ts';
import { payoutEvidence } from '../surfaces/payouts/mismatch.ts';
import { diagnose, SearchGivenUp } from './diagnose.ts';

/** Compares with the cost of hashing 32 million characters, the most that a search hashes. */
async function assertCheap(ms: number): Promise<void> {
  const text = 'x'.repeat(4_000);
  const hashing = await costOf(() => {
    for (let times = 0; times < 8_000; times += 1) createHash('sha512').update(text).digest('hex');
  });
  if (process.env.SHOW) console.log(ms, hashing);
  assert.ok(ms < 4 * hashing, `took ${ms} ms, where hashing takes ${hashing}`);
}

/** Returns the least of three: a busy machine makes one of them more. */
async function leastCostOf(work: () => unknown): Promise<number> {
  const costs = [await costOf(work), await costOf(work), await costOf(work)];
  return Math.min(...costs);
}

describe('the hash debugger', () => {
  test('names every known mistake of random requests, and discloses no secret', () => {
    for (const { mistake, cases, named, instead } of examine(20, 7)) {
      assert.equal(named, cases, `${mistake} was taken for ${JSON.stringify(instead)}`);
    }
  });

  test('names two simultaneous mistakes', () => {
    const { evidence, attempt } = caseOf(3);
    const values = attempt.fields.map(([, value]) => value).join('');
    const pairs: [string, string[]][] = [
      [values + attempt.apiKey, ['OtherKey', 'NotLowerCased']],
      [(attempt.privateKey + values).toUpperCase(), ['UpperCased', 'KeyFirst']],
      [`${(values + attempt.apiKey).toLowerCase()}\n`, ['OtherKey', 'TrailingCharacter']],
    ];
    const many = Array.from({ length: 20 }, (_, index) => ({
      name: 'another',
      text: `key of site ${index}`,
    }));
    const otherKeys = [...evidence.otherKeys, ...many];
    for (const [text, expected] of pairs) {
      const digest = createHash('sha512').update(text).digest('hex');
      const said = diagnose({ ...evidence, otherKeys, digest })?.map(({ mistake }) => mistake);
      assert.deepEqual(said?.toSorted(), expected.toSorted());
    }
  });

  test('names the signature of another service, with another algorithm too', () => {
    const { evidence, attempt } = caseOf(5);
    const counted = new Map(attempt.fields);
    const sent = attempt.sent.filter(([name]) => counted.has(name));
    const query = new URLSearchParams(sent).toString();
    const passphrase = new URLSearchParams({ passphrase: attempt.privateKey });
    const digest = createHash('md5').update(`${query}&${passphrase}`).digest('hex');
    const said = diagnose({ ...evidence, digest })?.map(({ mistake }) => mistake);
    assert.deepEqual(said, ['KeyNamed', 'Algorithm']);
  });

  test('names the JSON of a payout, with its nested banking details', () => {
    const body = {
      siteCode: 'S',
      amount: 25.5,
      bankingDetails: { bankGroupId: 'B', accountNumber: 'É' },
      isRtc: false,
    };
    const request = { siteCode: 'S', amountCents: 2550n, bankGroupId: 'B', accountNumber: 'É', isRtc: false };
    const usual = { merchantReference: 'M', customerBankReference: 'C', notifyUrl: null, branchCode: '1' };
    const evidence = payoutEvidence({ ...request, ...usual }, '', body);
    for (const text of [JSON.stringify(body), JSON.stringify(body).replaceAll('É', '\\u00c9')]) {
      const digest = createHash('sha512').update(`${text}the ApiKey`).digest('hex');
      const said = diagnose({ ...evidence, digest, rightKeys: ['the ApiKey'], otherKeys: [] });
      assert.equal(said?.[0]?.mistake, 'JsonText');
    }
  });

  test('finds nothing for a hash that no known mistake explains, at a bounded cost', async () => {
    const { evidence } = caseOf(4);
    const times: number[] = [];
    for (let index = 0; index < 15; index += 1) {
      const digest = createHash('sha512').update(String(index)).digest('hex');
      times.push(await costOf(() => assert.equal(diagnose({ ...evidence, digest }), undefined)));
    }
    await assertCheap(Math.min(...times));
  });

  test('has the same bounded cost with sixty thousand fields or ten thousand keys', async () => {
    const { evidence } = caseOf(4);
    const strangers = Array.from({ length: 60_000 }, (_, index) => ({ name: `x${index}`, text: '1' }));
    const keys = Array.from({ length: 10_000 }, (_, index) => ({ name: 'another', text: `key ${index}` }));
    const digest = 'ab'.repeat(64);
    const large = { sent: [...evidence.sent, ...strangers], otherKeys: [...evidence.otherKeys, ...keys] };
    await assertCheap(
      await leastCostOf(() => assert.equal(diagnose({ ...evidence, ...large, digest }), undefined)),
    );
  });

  test('gives up if the fields are too long to test every mistake', async () => {
    const { evidence } = caseOf(4);
    const fields = evidence.fields.map((field) => ({
      ...field,
      text: 'x'.repeat(900),
      kind: 'text' as const,
    }));
    await assertCheap(
      await leastCostOf(() =>
        assert.throws(() => diagnose({ ...evidence, fields, digest: 'ab' }), SearchGivenUp),
      ),
    );
  });

  test('finds no mistake in any accepted hash of a payment request', async () => {
    const { hashes, keys } = JSON.parse(await readFile('docs/hash-vectors.json', 'utf8'));
    const [{ vectors }] = hashes;
    for (const { name, fields, digest, alsoAccepted = [] } of vectors) {
      const given = readFirst(JSON.stringify(fields));
      const evidence = paymentEvidence(given, readFields(given, () => true).texts);
      const rightKeys = { rightKeys: [keys.privateKey], otherKeys: [] };
      for (const taken of [digest, ...alsoAccepted.map((one: { digest: string }) => one.digest)])
        assert.deepEqual(diagnose({ ...evidence, ...rightKeys, digest: taken }), [], name);
    }
  });

  test('finds no mistake in a right hash, even if some mistakes would not change it', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const { evidence, attempt } = caseOf(seed);
      const text = attempt.fields.map(([, value]) => value).join('') + attempt.privateKey;
      const digest = createHash('sha512').update(text.toLowerCase()).digest('hex');
      assert.deepEqual(diagnose({ ...evidence, digest }), []);
    }
  });
});
