import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openWorld, otherBank, type World } from '../../../test/support/world.ts';
import { chooseDeposit } from '../../core/deposits/references.ts';
import type { Finding } from '../../core/findings.ts';
import { changeSite } from '../../core/merchants/actions.ts';
import { simulatorAccount } from '../../core/rails.ts';
import { chooseTestOutcome } from '../../core/transactions/actions.ts';
import { cancelPayment } from '../../core/transactions/cancellation.ts';
import { recordAnswer } from '../../core/transactions/transitions.ts';
import { inTransaction } from '../../kernel/db/db.ts';
import { checkTransactions } from './transactions.ts';

/** Makes one of every lawful object, about which the check must not complain. */
async function furnished() {
  const world = await openWorld();
  const { ctx, simulator, site } = world;
  await changeSite(ctx, site.code, { feeBps: 250 });
  const notifyUrl = 'http://127.0.0.1:9/notify';
  const say = (id: string, outcome: 'pending' | 'paid' | 'declined') =>
    recordAnswer(ctx, id, { outcome, reason: null, payerAccount: null });
  const paid = await world.paid({ notifyUrl });
  await world.paid({ contract: 'payments', notifyUrl });
  const open = await world.goToBank(await world.ask());
  const late = await world.goToBank(await world.ask({ notifyUrl }));
  await say(late.id, 'declined');
  await say(late.id, 'paid');
  const held = await world.goToBank(await world.ask({ contract: 'payments', notifyUrl }));
  await say(held.id, 'pending');
  const cancelled = await world.ask();
  await world.goToBank(cancelled);
  await cancelPayment(ctx, simulator.rails, cancelled, 'no');
  const failed = await world.goToBank(await world.ask({ contract: 'payments', notifyUrl }), otherBank);
  await say(failed.id, 'declined');
  const announced = await chooseDeposit(ctx, await world.ask({ notifyUrl }), simulatorAccount);
  for (const contract of ['one', 'payments'] as const) {
    const left = await world.ask({ contract, notifyUrl });
    await chooseDeposit(ctx, left, simulatorAccount);
    await cancelPayment(ctx, simulator.rails, left, 'no');
  }
  const test = await world.ask({ isTest: true, contract: 'payments', notifyUrl });
  const tested = await chooseTestOutcome(ctx, test, 'success');
  await world.ask();
  return {
    world,
    paid: paid.transaction,
    payment: paid.payment,
    open,
    late,
    held,
    failed,
    announced,
    tested,
  };
}

/** Returns the findings after statements that triggers and indexes prevent, and undoes the statements. */
async function findingsAfter({ db }: World, ...statements: string[]): Promise<Finding[]> {
  let findings: Finding[] = [];
  const undone = new Error('undone');
  const breaking = inTransaction(db, async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const statement of statements) await tx.unsafe(statement);
    findings = await checkTransactions(tx);
    throw undone;
  });
  await assert.rejects(breaking, undone);
  return findings;
}

const all = await furnished();

test("the check finds nothing in the service's own work", async () => {
  assert.deepEqual(await checkTransactions(all.world.db), []);
});

type Furnished = Awaited<ReturnType<typeof furnished>>;

const breaks: Record<string, Record<string, (f: Furnished) => string[]>> = {
  'transaction-is-booked': {
    'money was never booked': ({ paid }) => [
      `delete from ledger_entries where journal_id = (select id from ledger_journals where object_id = '${paid.id}')`,
      `delete from ledger_journals where object_id = '${paid.id}'`,
    ],
    'less was booked than was paid': ({ paid }) => [
      `update ledger_entries set amount_cents = amount_cents / 2 where journal_id = (select id from ledger_journals where object_id = '${paid.id}')`,
    ],
    'net and fee are not the gross': ({ paid }) => [
      `update ledger_entries set amount_cents = amount_cents + 1 where amount_cents < 0
        and journal_id = (select id from ledger_journals where object_id = '${paid.id}')`,
    ],
    'the fee is more than the gross': ({ paid }) => [
      `update ledger_entries set amount_cents = amount_cents * 50
        where journal_id = (select id from ledger_journals where object_id = '${paid.id}')
          and abs(amount_cents) < (select max(amount_cents) from ledger_entries)`,
    ],
    'a failed transaction was booked': ({ paid, failed }) => [
      `update ledger_journals set object_id = '${failed.id}' where object_id = '${paid.id}'`,
    ],
    'a test was booked': ({ paid, tested }) => [
      `update ledger_journals set object_id = '${tested.id}' where object_id = '${paid.id}'`,
    ],
    'a transaction that is nowhere was booked': ({ paid }) => [
      `update ledger_journals set object_id = gen_random_uuid() where object_id = '${paid.id}'`,
    ],
    'the money is on the account of another site': ({ paid }) => [
      `update ledger_accounts set site_id = gen_random_uuid() where kind = 'merchant' and site_id = '${paid.siteId}'`,
    ],
  },
  'transaction-path-is-legal': {
    'a step is missing': ({ paid }) => [
      `delete from transitions where object_id = '${paid.id}' and verb = 'authenticate'`,
    ],
    'a step was never allowed': ({ paid }) => [
      `update transitions set from_state = 'declined' where object_id = '${paid.id}' and verb = 'start'`,
    ],
    'a verb led elsewhere': ({ failed }) => [
      `update transitions set verb = 'cancel' where object_id = '${failed.id}' and verb = 'decline'`,
    ],
  },
  'transaction-state-was-reached': {
    'a state was written by hand': ({ open }) => [
      `update transactions set state = 'authenticated' where id = '${open.id}'`,
    ],
    'a paid transaction went back': ({ paid }) => [
      `update transactions set state = 'started', completed_at = null where id = '${paid.id}'`,
    ],
    'a moved transaction has no path at all': ({ open }) => [
      `delete from transitions where object_id = '${open.id}'`,
    ],
    'a path leads to a transaction that is gone': ({ open }) => [
      `delete from transactions where id = '${open.id}'`,
    ],
  },
  'payment-path-is-legal': {
    'a payment was completed twice': ({ payment }) => [
      `insert into transitions (merchant_id, object, object_id, from_state, verb, to_state, actor, correlation_id, at)
        select merchant_id, object, object_id, from_state, verb, to_state, actor, correlation_id, at
        from transitions where object_id = '${payment.id}'`,
    ],
  },
  'payment-state-was-reached': {
    'a payment was cancelled by hand': ({ held }) => [
      `update payments set state = 'cancelled' where id = '${held.paymentId}'`,
    ],
  },
  'complete-payment-is-paid': {
    'a payment is complete without money': ({ held }) => [
      `update payments set state = 'complete', completed_at = now() where id = '${held.paymentId}'`,
    ],
    'a paid payment is still open': ({ payment }) => [
      `update payments set state = 'created', completed_at = null where id = '${payment.id}'`,
    ],
  },
  'one-counting-transaction': {
    'no attempt of a payment counts': ({ paid }) => [
      `update transactions set counts = false where id = '${paid.id}'`,
    ],
    'the attempt that counts was not paid, and another was': ({ open, paid }) => [
      `update transactions set payment_id = '${open.paymentId}' where id = '${paid.id}'`,
      `update transactions set counts = (id = '${open.id}') where payment_id = '${open.paymentId}'`,
    ],
  },
  'one-live-transaction': {
    'a payment has two live attempts': ({ open, held }) => [
      'drop index transactions_live',
      `update transactions set payment_id = '${open.paymentId}' where id = '${held.id}'`,
    ],
  },
  'step-has-its-event': {
    'an event is missing': ({ held }) => [`delete from events where object_id = '${held.id}'`],
    'an event is of another type': ({ held }) => [
      `update events set type = 'transaction.complete' where object_id = '${held.id}'`,
    ],
    'an event happened without a step': ({ open, held }) => [
      `update events set object_id = '${open.id}' where object_id = '${held.id}'`,
    ],
    'a deposit is announced twice': ({ announced }) => [
      `insert into events (id, merchant_id, site_id, object, object_id, sequence, type, data, occurred_at, correlation_id)
        select gen_random_uuid(), merchant_id, site_id, object, object_id, 2, type, data, occurred_at, correlation_id
        from events where object_id = '${announced.id}'`,
    ],
  },
  'end-is-told': {
    'the newest event reports another state': ({ paid }) => [
      `update events set data = data || '{"state":"declined"}' where object_id = '${paid.id}'`,
    ],
    'the end has no delivery': ({ paid }) => [`delete from deliveries where object_id = '${paid.id}'`],
    'the late payment has no delivery': ({ late }) => [
      `delete from deliveries where object_id = '${late.id}' and sequence = 2`,
    ],
  },
};

for (const [rule, ways] of Object.entries(breaks)) {
  describe(`the check reports ${rule}`, () => {
    for (const [way, statements] of Object.entries(ways)) {
      test(`when ${way}`, async () => {
        const findings = await findingsAfter(all.world, ...statements(all));
        const found = findings.filter((finding) => finding.rule === rule);
        assert.ok(found.length > 0, JSON.stringify(findings));
        for (const { object, detail } of found) {
          assert.match(object, /^[0-9a-f-]{36}$/);
          assert.ok(detail.length > 0);
        }
      });
    }
  });
}

test('the check reports at most a hundred findings of a kind', async () => {
  for (let number = 0; number < 110; number++) await all.world.ask();
  const findings = await findingsAfter(
    all.world,
    "update payments set state = 'expired' where state = 'created'",
  );
  assert.equal(findings.filter(({ rule }) => rule === 'payment-state-was-reached').length, 100);
});
