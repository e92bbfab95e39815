// The registry of reactions: each event has an entry, and an event and its reactions are committed together.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openOnThursday } from '../../test/support/setup/subscriptions.ts';
import { openTransfers } from '../../test/support/setup/transfers.ts';
import type { Context, Work } from '../core/context.ts';
import type { Facts, Reactions } from '../core/reactions.ts';
import { recordAnswer } from '../core/transactions/transitions.ts';
import { recordTransferAnswer } from '../core/transfers/answers.ts';
import type { Sql } from '../kernel/db/db.ts';
import { reactions } from './reactions.ts';

describe('the registry', () => {
  /** Every event: one that is missing here does not compile. */
  const events: Record<keyof Facts, true> = {
    'charge.ended': true,
    'link.paid': true,
    'link.reversed': true,
    'refund.transferred': true,
    'payout.transferred': true,
    'settlement.transferred': true,
    'deposit.transferred': true,
  };

  test('has a reaction to each event', () => {
    assert.deepEqual(Object.keys(reactions).toSorted(), Object.keys(events).toSorted());
    for (const [event, all] of Object.entries(reactions)) assert.ok(all.length > 0, event);
  });

  test('does not compile without an entry for each event', () => {
    const { 'charge.ended': _, ...rest } = reactions;
    // @ts-expect-error The event charge.ended has no entry.
    const incomplete: Reactions<Work> = rest;
    // @ts-expect-error The reaction is one to the facts of another event.
    const mistaken: Reactions<Work> = { ...reactions, 'refund.transferred': reactions['charge.ended'] };
    assert.ok(incomplete && mistaken);
  });
});

/** A context whose last reaction to one event throws after all others have run. */
function failing(ctx: Context, event: keyof Facts): Context {
  const fail = () => Promise.reject(new Error('the reaction failed'));
  return { ...ctx, reactions: { ...reactions, [event]: [...reactions[event], fail] } };
}

/** Returns the number of rows of every table. */
async function rowCounts(db: Sql) {
  const tables = await db<{ table: string; rows: string }[]>`
    select format('%I', relname) as table,
      (xpath('/row/count/text()', query_to_xml(format('select count(*) from %I', relname), false, true, '')))[1]::text as rows
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`;
  return tables.map(({ table, rows }) => `${table} ${rows}`);
}

describe('a reaction that fails undoes the whole unit of work', () => {
  test('the transfer, its refund, the ledger and the events stay as they were', async () => {
    const world = await openTransfers();
    const transfer = await world.order();
    await world.work();
    assert.deepEqual(await world.states(transfer), ['sent', 'submitted']);
    const before = await rowCounts(world.db);
    const paid = { outcome: 'paid', reason: null } as const;
    await assert.rejects(
      recordTransferAnswer(failing(world.ctx, 'refund.transferred'), transfer.id, paid),
      /the reaction failed/,
    );
    assert.deepEqual(await world.states(transfer), ['sent', 'submitted']);
    assert.deepEqual(await rowCounts(world.db), before);
    await recordTransferAnswer(world.ctx, transfer.id, paid);
    assert.deepEqual(await world.states(transfer), ['paid', 'complete']);
  });

  test('the transaction of a charge, its payment, the charge, the ledger and the events stay as they were', async () => {
    const gym = await openOnThursday();
    const { db, ctx } = gym;
    // The bank takes a charge of .96 and decides hours later.
    const made = await gym.active({ occurrences: 1, amount: 10_096n });
    await gym.jobs.drain();
    const [attempt] = await db<{ id: string; state: string }[]>`
      select id, state from transactions where payment_type = 'debit'`;
    const states = async () =>
      (
        await db<{ text: string }[]>`
          select transaction.state || ' ' || payment.state as text
          from transactions transaction join payments payment on payment.id = transaction.payment_id
          where transaction.id = ${attempt!.id}`
      )[0]!.text;
    const open = await states();
    const charges = await gym.states(made);
    const before = await rowCounts(db);
    const paid = { outcome: 'paid', reason: null, payerAccount: null } as const;
    await assert.rejects(
      recordAnswer(failing(ctx, 'charge.ended'), attempt!.id, paid),
      /the reaction failed/,
    );
    assert.equal(await states(), open);
    assert.deepEqual(await gym.states(made), charges);
    assert.deepEqual(await rowCounts(db), before);
    await recordAnswer(ctx, attempt!.id, paid);
    assert.equal(await states(), 'successful complete');
    assert.notDeepEqual(await gym.states(made), charges);
  });
});
