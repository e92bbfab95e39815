import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reachableStates } from '../../test/support/machines.ts';
import { openWorld } from '../../test/support/world.ts';
import { findEdge, type Machine } from '../kernel/state-machine.ts';
import { bulkJobMachine } from './bulk/actions.ts';
import { depositMachine } from './deposits/actions.ts';
import { emailMachine } from './emails/actions.ts';
import { eventRegistry } from './events.ts';
import { templates } from './ledger/actions.ts';
import { linkMachine } from './links/actions.ts';
import { documentMachine } from './onboarding/actions.ts';
import { paymentMachine } from './payments/actions.ts';
import { payoutMachine } from './payouts/actions.ts';
import { refundMachine } from './refunds/actions.ts';
import { settlementMachine } from './settlements/actions.ts';
import { chargeMachine, subscriptionMachine } from './subscriptions/actions.ts';
import { isFailed, isLive, transactionMachine } from './transactions/actions.ts';
import { isPaid } from './transactions/state.ts';
import { transferMachine } from './transfers/actions.ts';

const machines: Machine[] = [
  paymentMachine,
  transactionMachine,
  transferMachine,
  refundMachine,
  payoutMachine as Machine,
  settlementMachine,
  subscriptionMachine,
  chargeMachine,
  linkMachine,
  emailMachine,
  documentMachine,
  bulkJobMachine,
  depositMachine,
];
const world = await openWorld();

for (const machine of machines) {
  describe(`a ${machine.object}`, () => {
    test('can reach every state, and only states it has', () => {
      assert.deepEqual(reachableStates(machine), new Set(machine.states));
      assert.ok(machine.ended.every((state) => machine.states.includes(state)));
      assert.ok(!machine.ended.includes(machine.initial));
    });

    test('goes to one state by one verb', () => {
      for (const state of machine.states) {
        const verbs = machine.edges.filter(({ from }) => from.includes(state)).map(({ verb }) => verb);
        assert.equal(new Set(verbs).size, verbs.length, `${state}: ${verbs}`);
      }
    });

    test('names only events and postings that are registered', () => {
      for (const { event, posting } of machine.edges) {
        if (event) assert.ok(event in eventRegistry, event);
        if (posting) assert.ok(posting in templates, posting);
      }
    });

    test('has the states that its table allows, and an end if the table requires one', async () => {
      const definitions = await world.db<{ definition: string }[]>`
        select pg_get_constraintdef(oid) as definition from pg_constraint
        where conrelid = ${machine.table}::regclass and contype = 'c'`;
      const texts = definitions.map(({ definition }) => definition);
      const states = texts.find((text) => text.includes('state = ANY') && !text.includes('completed_at'));
      const ends = texts.find((text) => text.includes('completed_at'));
      assert.deepEqual(namesIn(states!), machine.states.toSorted());
      assert.deepEqual(namesIn(ends!), machine.ended.toSorted());
    });
  });
}

function namesIn(definition: string): string[] {
  return [...definition.matchAll(/'(\w+)'::text/g)].map(([, name]) => name!).sort();
}

describe('money', () => {
  test('received is final, unless it is refunded or its bank takes it back', () => {
    const out = transactionMachine.edges.filter(({ from }) => from.includes('successful'));
    assert.deepEqual(
      out.map(({ verb, to }) => [verb, to]),
      [
        ['refund', 'refunded'],
        ['reverse', 'reversed'],
      ],
    );
    const undone = paymentMachine.edges.filter(({ from }) => from.includes('complete'));
    assert.deepEqual(
      undone.map(({ verb, to }) => [verb, to]),
      [
        ['reverse', 'cancelled'],
        ['reopen', 'created'],
      ],
    );
    assert.ok(!transactionMachine.edges.some(({ from }) => from.includes('reversed')));
  });

  test('refunded whole can come back, and the time it was paid stays', () => {
    const steps = transactionMachine.edges.filter(({ keepsEnd }) => keepsEnd);
    assert.deepEqual(
      steps.map(({ from, to }) => [...from, to]),
      [
        ['successful', 'refunded'],
        ['refunded', 'successful'],
      ],
    );
  });

  test('can come from every other state but the reversed, late or not, and is booked and notified each time', () => {
    for (const state of transactionMachine.states) {
      if (isPaid(state) || state === 'reversed') continue;
      const edge = findEdge(transactionMachine, state, isLive(state) ? 'pay' : 'payLate');
      assert.deepEqual(
        [edge?.to, edge?.posting, edge?.event],
        ['successful', 'payment_received', 'transaction.complete'],
      );
    }
    for (const state of paymentMachine.states) {
      if (state !== 'complete') assert.equal(findEdge(paymentMachine, state, 'complete')?.to, 'complete');
    }
  });

  test('is booked by no other step', () => {
    const booking = transactionMachine.edges.filter(({ posting }) => posting);
    assert.deepEqual(
      booking.map(({ posting, to }) => [posting, to]),
      [
        ['payment_received', 'successful'],
        ['payment_received', 'successful'],
        ['payment_reversed', 'reversed'],
      ],
    );
  });
});

describe('an attempt', () => {
  test('that failed has one way out, for money that comes late', () => {
    for (const state of transactionMachine.states.filter(isFailed)) {
      const verbs = transactionMachine.edges
        .filter(({ from }) => from.includes(state))
        .map(({ verb }) => verb);
      assert.deepEqual(verbs, ['payLate']);
    }
  });

  test('is notified at every end, and when a bank has it', () => {
    for (const { to, event, keepsEnd } of transactionMachine.edges) {
      // Refunds have notifications of their own.
      if (keepsEnd) continue;
      const isEnd = transactionMachine.ended.includes(to);
      assert.equal(
        event,
        isEnd
          ? 'transaction.complete'
          : isLive(to) && (to === 'pending' || to === 'unknown')
            ? 'transaction.pending'
            : undefined,
      );
    }
  });
});
