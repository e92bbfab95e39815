import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../../test/storm/random.ts';
import { budget } from '../../../test/support/budget.ts';
import { type Deposits, openDeposits } from '../../../test/support/setup/deposits.ts';
import { checkDigits } from '../../kernel/check-digits.ts';
import { everything } from '../viewer.ts';
import { guesses } from './candidates.ts';
import { listOpenDeposits, readDeposit } from './listing.ts';
import { referencesIn } from './reference-search.ts';
import { comparable } from './references.ts';

const drawn = fc.stringMatching(/^\d{10}$/).map((digits) => `DEP${digits}${checkDigits(digits)}`);
const isReference = (text: string) =>
  /^(DEP|TOPUP)\d{12}$/.test(text) && text.slice(-2) === checkDigits(text.slice(-12, -2));
const keys = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const seed = Date.now() % 1_000_000;
const random = seeded(seed, 'references');

/** Every text with one typing error: a character wrong, left out, added, or swapped with its neighbour. */
function slips(text: string): string[] {
  const made: string[] = [];
  for (let at = 0; at <= text.length; at += 1) {
    const [before, after] = [text.slice(0, at), text.slice(at + 1)];
    made.push(
      before + after,
      ...keys.flatMap((key) => [before + key + after, before + key + text.slice(at)]),
    );
    if (at > 0 && at < text.length) made.push(text.slice(0, at - 1) + text[at] + text[at - 1] + after);
  }
  return made.filter((slip) => slip !== text);
}

async function withCandidates({ ctx }: Deposits) {
  const open = await listOpenDeposits(ctx, everything, { parked: false, limit: 500 });
  return Promise.all(open.map(({ deposit }) => readDeposit(ctx, everything, deposit.id)));
}

describe('a reference', () => {
  test('is short, and never another one by a slip of the finger', async () => {
    fc.assert(
      fc.property(drawn, (reference) => {
        assert.ok(reference.length <= 20 && isReference(reference));
        assert.deepEqual(slips(reference).filter(isReference), []);
      }),
      { numRuns: budget(40, 300) },
    );
  });

  test('has check digits as ISO 7064 has them', () => {
    // The example of IBANs: the digits and their check make one more than a multiple of 97.
    for (const digits of ['0000000000', '9999999999', '1234567890', '0000000001']) {
      assert.equal(BigInt(digits + checkDigits(digits)) % 97n, 1n);
    }
    assert.equal(checkDigits('0000000794'), '44');
  });

  test('is compared without spaces, dashes of any kind and letter case', () => {
    assert.equal(comparable(' dep 12-34\u201356\u2014\u00a078\t'), 'DEP12345678');
  });
});

describe('a text that came', () => {
  test('is matched to the references that it may have been, however it was mistyped', () => {
    fc.assert(
      fc.property(drawn, fc.nat(), fc.stringMatching(/^[A-Z]{0,8}$/), (reference, pick, word) => {
        const digitSlips = slips(reference).filter((slip) => slip.startsWith('DEP') && /^\D+\d+$/.test(slip));
        const mistyped = digitSlips[pick % digitSlips.length]!;
        for (const text of [
          mistyped,
          reference.slice(3),
          reference.replaceAll('0', 'O'),
          `${word}${reference}${word}`,
        ]) {
          assert.ok(guesses(text, 1).includes(reference), text);
        }
        for (const missing of [1, 2, 3]) {
          assert.ok(guesses(reference.slice(0, -missing), 1).includes(reference), `${missing} missing`);
        }
        assert.ok(guesses(mistyped, 1).every(isReference));
        assert.ok(guesses(mistyped, 1).length <= 60);
        // The number of lookups is bounded for any text.
        assert.ok(guesses(mistyped, 2).length <= 1_000);
      }),
      { numRuns: budget(5, 60) },
    );
  });
});

describe('the probable target of a deposit', () => {
  test('is ranked first, among a thousand open ones, in at least 95 of 100 mistyped deposits, and none of them is allocated by itself', async () => {
    const shop = await openDeposits();
    const { db, site, clock } = shop;
    // Shops have the same prices again and again.
    const prices = [9_900n, 14_900n, 19_900n, 24_900n, 49_900n];
    const open = [];
    for (let count = 0; count < 40; count += 1) {
      const amount = random.pick(prices);
      open.push({ ...(await shop.single({ amount, merchantReference: `ORDER-${count}` })), amount });
    }
    const more = await db<{ reference: string; amount: bigint; paymentId: string }[]>`
      with made as (
        insert into payments (id, merchant_id, site_id, contract, amount_cents, currency, merchant_reference, correlation_id,
          created_at, expires_at)
        select gen_random_uuid(), ${site.merchantId}, ${site.id}, 'payments', (array[9900, 14900, 19900, 24900, 49900])[1 + n % 5],
          'ZAR', 'ORDER-' || n, 'test', ${clock.now()}, ${new Date(clock.now().getTime() + 1e9)}
        from generate_series(1000, 1959) n
        returning id, amount_cents
      ), opened as (
        insert into transactions (id, merchant_id, site_id, payment_id, payment_type, deposit_reference, amount_cents, currency,
          merchant_reference, is_test, correlation_id, created_at)
        select gen_random_uuid(), ${site.merchantId}, ${site.id}, id, 'bankdeposit', 'x', amount_cents, 'ZAR', 'ORDER', false,
          'test', ${clock.now()} from made
      ), drawn as (
        select id, amount_cents, lpad(floor(random() * 10000000000)::bigint::text, 10, '0') as digits from made
      )
      insert into deposit_references (reference, merchant_id, site_id, purpose, payment_id, created_at)
      select 'DEP' || digits || lpad((98 - (digits::bigint * 100) % 97)::text, 2, '0'), ${site.merchantId}, ${site.id}, 'single', id,
        ${clock.now()}
      from drawn
      returning reference, payment_id, (select amount_cents from drawn where id = payment_id) as amount`;
    open.push(...more);
    assert.equal(open.length, 1000);
    const truth = new Map<string, string>();
    const whole: string[] = [];
    // Each payment once, and so many that a few unlucky slips do not decide.
    for (let count = 0; count < 300; count += 1) {
      const [picked] = open.splice(open.indexOf(random.pick(open)), 1);
      const { reference, amount } = picked!;
      const typed = random.pick([
        random.pick(slips(reference)),
        random.pick(slips(reference)),
        random.pick(slips(random.pick(slips(reference)))),
        reference.slice(0, -random.pick([1, 2, 3])),
        reference.slice(3),
        `INV ${reference} THABO`,
        `NO${reference}`,
      ]);
      if (comparable(typed) === reference) continue;
      const id = await shop.arrive(typed, amount);
      // A whole reference in a text is allocated by itself, to its target.
      if (referencesIn(typed).includes(reference)) whole.push(id);
      else truth.set(id, reference);
    }
    const waiting = await withCandidates(shop);
    // A second deposit for the same payment waits as well.
    const listed = waiting.filter(({ deposit }) => !whole.includes(deposit.id));
    assert.equal(listed.length, truth.size);
    const right = listed.filter(
      ({ deposit, candidates }) => candidates[0]?.reference === truth.get(deposit.id),
    );
    const share = (right.length + whole.length) / (listed.length + whole.length);
    assert.ok(share >= 0.95, `${share} with seed ${seed}`);
    assert.ok(listed.every(({ candidates }) => candidates.length <= 5));
    assert.ok(right.every(({ candidates }) => /the amount is equal/.test(candidates[0]!.reason)));
    const strays = await db`
      select from deposits deposit join transactions paid on paid.id = deposit.transaction_id
        or paid.id = (select transaction_id from deposit_parts where deposit_id = deposit.id)
      where deposit.id <> all (${whole}::uuid[])`;
    assert.equal(strays.count, 0, 'none of the mistyped is given to anybody');
  });

  test('differs in one place if one character does, whatever surrounds it', async () => {
    const shop = await openDeposits();
    const { reference } = await shop.single();
    const digit = reference.at(-1) === '9' ? '8' : '9';
    const almost = reference.slice(0, -1) + digit;
    await shop.arrive(`FNB APP PAYMENT FROM J SMIT ${almost} RENT`, 5n);
    const [only] = await withCandidates(shop);
    assert.deepEqual(
      only!.candidates.map(({ distance, reason }) => [distance, reason]),
      [[1, 'the reference differs in 1 place']],
    );
  });

  test('is never a paid payment, and is absent without evidence for any', async () => {
    const shop = await openDeposits();
    const { reference } = await shop.single();
    await shop.arrive(reference, 10_000n);
    const almost = slips(reference).find((slip) => /^DEP\d{12}$/.test(slip))!;
    await shop.arrive(almost, 10_000n);
    await shop.arrive('for the goat', 5n);
    const listed = await withCandidates(shop);
    assert.deepEqual(
      listed.map(({ candidates }) => candidates),
      [[], []],
    );
  });
});
