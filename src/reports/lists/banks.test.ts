// Payments by bank: that of the attempt that counts, whatever becomes of the attempts, and in whatever order.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { bank, openWorld, otherBank } from '../../../test/support/world.ts';
import type { Payment } from '../../core/payments/actions.ts';
import type { BankAnswer } from '../../core/rails.ts';
import { findAttempts, type Transaction } from '../../core/transactions/store.ts';
import { recordAnswer } from '../../core/transactions/transitions.ts';
import { everything, only } from '../../core/viewer.ts';
import { checkTransactions } from '../checks/transactions.ts';
import { lists } from './all.ts';

const banks = [bank, otherBank];
const paid = ['successful', 'refunded', 'reversed'];

type Step = { opens: number } | { answers: BankAnswer['outcome']; which: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ opens: fc.nat({ max: 1 }) }),
  fc.record({
    answers: fc.constantFrom<BankAnswer['outcome']>('declined', 'declined', 'paid'),
    which: fc.nat({ max: 5 }),
  }),
);

const firstIsPaidLate: Step[] = [
  { opens: 0 },
  { answers: 'declined', which: 0 },
  { opens: 1 },
  { answers: 'paid', which: 0 },
];

describe('the payments at a bank', async () => {
  const world = await openWorld();
  const { ctx, db, clock, site } = world;

  /** Takes a step, or none where the payment's attempts do not allow it. */
  async function take(payment: Payment, one: Step): Promise<void> {
    clock.advance(1_000);
    if ('opens' in one) {
      await world.goToBank(payment, banks[one.opens]!).catch((error: Error) => {
        assert.equal(error.constructor.name, 'DomainError', String(error));
      });
      return;
    }
    const attempts = await findAttempts(db, payment.id);
    const attempt = attempts[one.which % attempts.length];
    if (!attempt) return;
    const answer = { outcome: one.answers, reason: null, payerAccount: null };
    await recordAnswer({ ...ctx, actor: 'bank' }, attempt.id, answer);
  }

  /** The lists find a payment at the bank of its counting attempt, and at no other. */
  async function assertFound(payment: Payment, counting: Transaction | undefined): Promise<void> {
    for (const { id: bankId, name } of banks) {
      const isThere = counting?.bankId === bankId;
      for (const viewer of [everything, only(site.merchantId)]) {
        const filters = { bankId, from: payment.createdAt, words: {} };
        const { rows } = await lists.payments.page(db, viewer, filters, { limit: 3, offset: 0 });
        const found = rows.map((row) => [row.id, row.bank]);
        assert.deepEqual(found, isThere ? [[payment.id, name]] : []);
        assert.equal(await lists.payments.count(db, viewer, filters), found.length);
      }
    }
  }

  test('have their counting attempt there', async () => {
    let olderCounted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const payment = await world.ask();
        for (const one of steps) {
          await take(payment, one);
          const attempts = await findAttempts(db, payment.id);
          const counting = attempts.findLast(({ state }) => paid.includes(state)) ?? attempts.at(-1);
          if (counting !== attempts.at(-1)) olderCounted += 1;
          await assertFound(payment, counting);
        }
        clock.advance(1_000);
      }),
      { numRuns: 40, examples: [[firstIsPaidLate]] },
    );
    assert.ok(olderCounted > 0);
    const findings = await checkTransactions(db);
    assert.deepEqual(
      findings.filter(({ rule }) => rule === 'one-counting-transaction'),
      [],
    );
  });
});
