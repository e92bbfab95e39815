import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openOnThursday, type Subscriptions } from '../../../test/support/setup/subscriptions.ts';
import type { Finding } from '../../core/findings.ts';
import { cancelSubscription, chargeNow, declineSubscription } from '../../core/subscriptions/actions.ts';
import { only } from '../../core/viewer.ts';
import { type Db, inTransaction } from '../../kernel/db/db.ts';
import { checkSubscriptions } from './subscriptions.ts';

const gym = await openOnThursday();
const { db, ctx } = gym;
const ids = await createTimelines(gym);

/** Makes subscriptions and charges in every state. */
async function createTimelines({
  subscribe,
  goToBank,
  comeBack,
  active,
  wait,
  jobs,
  simulator,
}: Subscriptions) {
  const failed = await active({ amount: 10_091n, frequency: 'Daily', occurrences: 10 });
  const complete = await active({ occurrences: 2, frequency: 'Daily', payableNow: 5_000n });
  for (let days = 0; days < 7; days += 1) await wait(86_400);
  await wait(4 * 3_600);
  const running = await active({ occurrences: 4, band: { minimum: 100n, maximum: 20_000n } });
  const retrying = await active({ amount: 10_091n });
  const charging = await active({ amount: 10_094n });
  const canceled = await active({});
  const waiting = await subscribe();
  await declineSubscription(ctx, (await subscribe()).id);
  const unknown = await subscribe();
  await goToBank(unknown);
  simulator.setFaults({ down: true });
  await comeBack(unknown);
  simulator.setFaults({});
  await chargeNow(ctx, running, { amount: 150n, merchantReference: 'EXTRA' });
  await jobs.drain();
  await cancelSubscription(ctx, only(gym.site.merchantId), canceled.id);
  const made = { failed, complete, running, retrying, charging, canceled, waiting, unknown };
  return Object.fromEntries(Object.entries(made).map(([name, { id }]) => [name, id])) as Record<
    keyof typeof made,
    string
  >;
}

/** Returns the findings after a statement that triggers and constraints prevent, and undoes it. */
async function foundAfter(statement: string): Promise<Finding[]> {
  const done = new Error('undone');
  let findings: Finding[] = [];
  await inTransaction(db, async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`drop index subscription_charges_occurrence, transactions_live`;
    const { count } = await tx.unsafe(statement);
    assert.ok(count > 0, `nothing was changed: ${statement}`);
    findings = await checkSubscriptions(tx as Db);
    throw done;
  }).catch((error) => assert.equal(error, done));
  return findings;
}

test('an untouched database has no findings, with charges in every state', async () => {
  const states = await db`select distinct state from subscription_charges`;
  assert.equal(states.length, 6);
  assert.deepEqual(await checkSubscriptions(db), []);
  await gym.sound();
});

const of = (name: keyof typeof ids): string => `'${ids[name]}'`;
const chargeOf = (name: keyof typeof ids, occurrence = 1): string =>
  `(select id from subscription_charges where subscription_id = ${of(name)} and occurrence = ${occurrence})`;
const paymentOf = (name: keyof typeof ids): string =>
  `(select payment_id from subscription_charges where id = ${chargeOf(name)})`;
const charge = (name: keyof typeof ids, set: string, occurrence = 1): string =>
  `update subscription_charges set ${set} where id = ${chargeOf(name, occurrence)}`;

const breaks: Record<string, [what: string, statement: string][]> = {
  'one-charge-per-occurrence': [
    ['a gap', `delete from subscription_charges where id = ${chargeOf('complete', 1)}`],
    ['the same twice', charge('running', 'occurrence = 1', 2)],
    ['more than were agreed', `update subscriptions set occurrences = 1 where id = ${of('running')}`],
    ['without an authorisation', `update subscriptions set authorized_at = null where id = ${of('running')}`],
    [
      'none though authorised',
      `update subscriptions set authorized_at = created_at where id = ${of('waiting')}`,
    ],
  ],
  'charge-is-on-its-day': [
    ['another due date', charge('running', 'due_date = due_date + 1', 2)],
    ['a daily one that was moved', charge('complete', 'charge_date = charge_date + 1')],
  ],
  'subscription-has-its-charges': [
    ['active without the next', `delete from subscription_charges where id = ${chargeOf('running', 2)}`],
    [
      'active with all over',
      `update subscriptions set state = 'active', completed_at = null where id = ${of('complete')}`,
    ],
    ['completed too early', `update subscriptions set occurrences = 3 where id = ${of('complete')}`],
    [
      'ended with one ahead',
      `update subscriptions set state = 'failed', completed_at = created_at where id = ${of('running')}`,
    ],
  ],
  'subscription-is-not-forgotten': [
    [
      'a customer for whom it never lapses',
      `update subscriptions set due_at = null where id = ${of('waiting')}`,
    ],
    [
      'an unknown one without an enquiry',
      `update subscriptions set due_at = null where id = ${of('unknown')}`,
    ],
    ['a charge that never comes', charge('running', 'due_at = null', 2)],
    ['a retry that never comes', charge('retrying', 'due_at = null')],
    [
      'an attempt that is never sent',
      `update transactions set state = 'started' where payment_id = ${paymentOf('charging')}`,
    ],
  ],
  'charge-has-its-attempts': [
    ['an attempt too many', charge('retrying', 'attempts = 2')],
    ['another amount', charge('running', 'amount_cents = 9999')],
    [
      'a payment of nothing',
      `update subscription_charges set payment_id = gen_random_uuid() where id = ${chargeOf('running')}`,
    ],
    ['failed though it was paid', charge('running', "state = 'failed'")],
    ['paid by another attempt', charge('running', 'transaction_id = gen_random_uuid()')],
    [
      'paid twice',
      `insert into transactions select (jsonb_populate_record(one, '{"id": "01a1f866-0d00-7000-8000-00000000abcd"}')).*
        from transactions one where payment_id = ${paymentOf('running')}`,
    ],
    ['to be tried again with one under way', charge('charging', "state = 'retrying', due_at = created_at")],
    [
      'an attempt of another kind',
      `update transactions set payment_type = 'redirect' where payment_id = ${paymentOf('running')}`,
    ],
    [
      'the payment of another subscription',
      `update payments set details = jsonb_build_object('subscriptionId', ${of('complete')})
        where id = ${paymentOf('running')}`,
    ],
  ],
  'paid-charge-is-booked': [
    [
      'not in the books',
      `delete from ledger_journals where object_id in
        (select transaction_id from subscription_charges where id = ${chargeOf('running')})`,
    ],
  ],
  'charge-is-of-its-subscription': [
    ['more than was authorised', charge('running', 'amount_cents = 10001')],
    [
      'less than the band',
      `update subscription_charges set amount_cents = 99 where type = 'adhoc' and subscription_id = ${of('running')}`,
    ],
    [
      'a sign-up without consent',
      `update subscriptions set payable_now_cents = null where id = ${of('complete')}`,
    ],
  ],
  'adhoc-charges-are-within-limits': [
    [
      'more single charges than the customer has allowed',
      `update subscriptions set max_adhoc_charges = 0 where id = ${of('running')}`,
    ],
    [
      'single charges of more than the customer has allowed',
      `update subscriptions set max_adhoc_total_cents = 99 where id = ${of('running')}`,
    ],
  ],
  'subscription-step-has-its-event': [
    [
      'a payment without an event',
      `delete from events where object_id = ${of('complete')} and type = 'subscription.payment.succeeded' and sequence = 2`,
    ],
    ['an end without an event', `delete from events where object_id = ${of('canceled')} and sequence = 2`],
    [
      'an event without its step',
      `delete from transitions where object_id = ${of('canceled')} and verb = 'cancel'`,
    ],
  ],
  'subscription-state-was-reached': [
    [
      'a state that no step leads to',
      `update subscriptions set state = 'expired', completed_at = created_at where id = ${of('waiting')}`,
    ],
  ],
  'charge-path-is-legal': [
    [
      'paid without being charged',
      `delete from transitions where object_id = ${chargeOf('running')} and verb = 'charge'`,
    ],
  ],
};

for (const [rule, cases] of Object.entries(breaks)) {
  describe(rule, () => {
    for (const [what, statement] of cases) {
      test(`finds ${what}`, async () => {
        const findings = await foundAfter(statement);
        assert.ok(
          findings.some((finding) => finding.rule === rule),
          JSON.stringify(findings),
        );
      });
    }
  });
}
