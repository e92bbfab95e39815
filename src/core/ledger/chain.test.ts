import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { columns, flip } from '../../../test/ledger/flips.ts';
import { asAnother } from '../../../test/support/another.ts';
import { budget } from '../../../test/support/budget.ts';
import { book } from '../../../test/support/settling.ts';
import { openWorld, type World } from '../../../test/support/world.ts';
import { inTransaction, openPool, type Sql, type Tx } from '../../kernel/db/db.ts';
import { checkLedger } from '../../reports/checks/ledger.ts';
import { inWork } from '../unit-of-work.ts';
import { checkChain, createLinkSweep, formatHead, ledgerHead, parseHead } from './actions.ts';
import type { Head } from './chain.ts';
import { hashAfter } from './chain.ts';
import { listLinks } from './chain-store.ts';

const journals = 40;
const filled = await openWorld();
await fill(filled, journals);
await linkAll(filled.ctx);

async function fill({ ctx, site }: World, payments: number): Promise<void> {
  const made = Array.from({ length: payments }, (_, number) =>
    book(ctx, site, 'payment_received', { gross: 5_001n + BigInt(number), fee: 20n }),
  );
  await Promise.all(made);
}

async function linkAll(ctx: World['ctx']): Promise<void> {
  const sweep = createLinkSweep(ctx);
  while ((await sweep.run()) > 0);
}

const linksOf = (db: Sql | Tx) => listLinks(db, 0, 10_000);
const upTo = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);

/** That every journal is linked, each once, and the positions go on without a gap. */
async function assertLinked(db: Sql, number: number): Promise<void> {
  const links = await linksOf(db);
  assert.deepEqual(
    links.map(({ position }) => position),
    upTo(number),
  );
  assert.equal(new Set(links.map(({ journalId }) => journalId)).size, number);
  assert.equal((await db`select from ledger_unlinked`).count, 0);
  assert.deepEqual(await checkLedger(db), []);
}

/** Makes a change that the triggers prevent, returns the findings, and undoes it. */
async function findAfter(
  change: (tx: Tx) => Promise<unknown>,
  noted?: Head,
): Promise<{ rule: string; object: string; detail: string }[]> {
  const takenBack = new Error('taken back');
  let found: Awaited<ReturnType<typeof checkChain>> | undefined;
  const work = inTransaction(filled.db, async (tx) => {
    await tx`set local session_replication_role = replica`;
    await change(tx);
    found = await checkChain(tx, { noted });
    throw takenBack;
  });
  await assert.rejects(work, takenBack);
  return found!.findings;
}

/** Recomputes the hashes from a position on, as an attacker could who knows the algorithm. */
async function remake(tx: Tx, from: number): Promise<void> {
  const links = await linksOf(tx);
  let hash = links.find(({ position }) => position === from - 1)?.hash ?? Buffer.alloc(32);
  for (const { position, text } of links.filter((link) => link.position >= from)) {
    hash = hashAfter(hash, text!);
    await tx`update ledger_links set hash = ${hash} where position = ${position}`;
  }
}

describe('journals', () => {
  test('are linked in one gapless chain, each once, by several linkers at once whose connections die', async () => {
    const world = await openWorld();
    const number = 300;
    const booking = fill(world, number);
    const pools = upTo(4).map(() => openPool(world.url, { max: 1, name: 'linker' }));
    const linkers = pools.map((db) => createLinkSweep({ ...world.ctx, db }));
    let isBooked = false;
    const booked = booking.finally(() => {
      isBooked = true;
    });
    const work = linkers.map(async (linker) => {
      // One whose connection has died goes on with the next.
      for (let done = 1; done > 0 || !isBooked; ) done = await linker.run().catch(() => 1);
    });
    while (!isBooked)
      await world.db`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'linker' and datname = current_database() and state <> 'idle'`;
    await booked;
    await Promise.all(work);
    await Promise.all(pools.map((db) => db.end()));
    await linkAll(world.ctx);
    await assertLinked(world.db, number);
  });

  test('that commit late are linked late, and block no other journal', async () => {
    const world = await openWorld();
    await fill(world, 1);
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const { promise: written, resolve: write } = Promise.withResolvers<void>();
    const slow = inWork(world.ctx, async (work) => {
      await book(work, world.site, 'payment_received', { gross: 500n, fee: 0n });
      write();
      await mayEnd;
    });
    await written;
    await fill(world, 1);
    await linkAll(world.ctx);
    assert.equal((await linksOf(world.db)).length, 2);
    end();
    await slow;
    await linkAll(world.ctx);
    await assertLinked(world.db, 3);
  });

  test('that a linker has claimed are linked by it alone: others have nothing to do', async () => {
    const world = await openWorld();
    await fill(world, 3);
    await inTransaction(world.db, async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtext('tefo ledger links'))`;
      assert.equal(await asAnother(() => createLinkSweep(world.ctx).run()), 0);
    });
    await linkAll(world.ctx);
    await assertLinked(world.db, 3);
  });

  test('are linked once for ever: links are neither changed nor deleted', async () => {
    await assert.rejects(filled.db`update ledger_links set linked_at = now()`, /append-only/);
    await assert.rejects(filled.db`delete from ledger_links`, /append-only/);
  });
});

describe('a change of a linked journal', () => {
  test('at any bit of a journal or its entries is found at that journal, and nowhere else', async () => {
    const links = await linksOf(filled.db);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...links),
        fc.constantFrom(...columns),
        fc.nat(127),
        fc.nat(2),
        async (link, column, bit, entry) => {
          const findings = await findAfter((tx) => flip(tx, link.journalId, column, bit, entry));
          assert.equal(findings[0]?.rule, 'journal-is-as-linked');
          assert.equal(findings[0]?.object, link.journalId);
          assert.match(findings[0]!.detail, new RegExp(`^position ${link.position}:`));
          // A journal under another id is one more that was never linked.
          const others =
            column.table === 'ledger_journals' && column.column === 'id' ? ['journal-is-linked'] : [];
          assert.deepEqual(
            findings.slice(1).map(({ rule }) => rule),
            others,
          );
        },
      ),
      { numRuns: budget(5, 60) },
    );
  });

  const at = 17;
  const journal = `(select journal_id from ledger_links where position = ${at})`;
  const cases: Record<string, { statement: string; finds: [string, number][] }> = {
    'an entry is gone': {
      statement: `delete from ledger_entries where id = (select max(id) from ledger_entries where journal_id = ${journal})`,
      finds: [['journal-is-as-linked', at]],
    },
    'entries are added that balance': {
      statement: `insert into ledger_entries (journal_id, account_id, amount_cents, booked_at)
        select journal_id, account_id, amount_cents, booked_at from ledger_entries where journal_id = ${journal}`,
      finds: [['journal-is-as-linked', at]],
    },
    'its entries are gone': {
      statement: `delete from ledger_entries where journal_id = ${journal}`,
      finds: [['journal-is-as-linked', at]],
    },
    'the journal is gone': {
      statement: `delete from ledger_journals where id = ${journal}`,
      finds: [['journal-is-as-linked', at]],
    },
    'two in a row are changed': {
      statement: `update ledger_journals set object = 'gift'
        where id in (select journal_id from ledger_links where position in (${at}, ${at + 1}))`,
      finds: [
        ['journal-is-as-linked', at],
        ['journal-is-as-linked', at + 1],
      ],
    },
    'a hash is rewritten': {
      statement: `update ledger_links set hash = sha256('x') where position = ${at}`,
      finds: [['hash-is-as-linked', at]],
    },
    'the last hash is rewritten': {
      statement: `update ledger_links set hash = sha256('x') where position = ${journals}`,
      finds: [['journal-is-as-linked', journals]],
    },
    'a link is gone': {
      statement: `delete from ledger_links where position = ${at}`,
      finds: [
        ['chain-has-no-gap', at + 1],
        ['journal-is-linked', at],
      ],
    },
    'the first link is gone': {
      statement: 'delete from ledger_links where position = 1',
      finds: [
        ['chain-has-no-gap', 2],
        ['journal-is-linked', 1],
      ],
    },
    'a linked journal waits again': {
      statement: `insert into ledger_unlinked values (${journal})`,
      finds: [['waiting-journal-is-there', at]],
    },
  };
  for (const [way, { statement, finds }] of Object.entries(cases)) {
    test(`is named if ${way}`, async () => {
      const idOf = new Map(
        (await linksOf(filled.db)).map(({ position, journalId }) => [position, journalId]),
      );
      const findings = await findAfter((tx) => tx.unsafe(statement));
      assert.deepEqual(
        findings.map(({ rule, object }) => [rule, object]),
        finds.map(([rule, position]) => [rule, idOf.get(position)]),
      );
    });
  }

  test('is found in a journal that was booked past the triggers', async () => {
    const findings = await findAfter(
      (tx) => tx`
        insert into ledger_journals (id, template, object, object_id, booked_at)
        values (gen_random_uuid(), 'payment_received', 'test', gen_random_uuid(), now())`,
    );
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ['journal-is-linked'],
    );
  });

  test('is found if an account changes its owner, in every journal that moved it', async () => {
    const findings = await findAfter(
      (tx) => tx`update ledger_accounts set site_id = gen_random_uuid() where kind = 'merchant'`,
    );
    assert.equal(findings.length, journals);
  });

  test('is found if a waiting journal is deleted', async () => {
    const findings = await findAfter(
      (tx) => tx`insert into ledger_unlinked values ('018f0000-0000-7000-8000-000000000000')`,
    );
    assert.deepEqual(
      findings.map(({ rule }) => rule),
      ['waiting-journal-is-there'],
    );
  });

  test('does not keep others from being linked, if it is in a waiting journal', async () => {
    const world = await openWorld();
    await fill(world, 2);
    await linkAll(world.ctx);
    await world.db`insert into ledger_unlinked select journal_id from ledger_links`;
    await world.db`insert into ledger_unlinked values ('018f0000-0000-7000-8000-000000000000')`;
    await fill(world, 2);
    await linkAll(world.ctx);
    assert.equal((await linksOf(world.db)).length, 4);
    assert.equal((await checkLedger(world.db)).length, 3);
  });
});

describe('a head that was noted', () => {
  const forge = async (tx: Tx): Promise<void> => {
    await tx`update ledger_entries set amount_cents = amount_cents * 2
      where journal_id = (select journal_id from ledger_links where position = 17)`;
    await remake(tx, 17);
  };
  const truncate = (tx: Tx) =>
    tx.unsafe(`
      create temp table gone on commit drop as select journal_id from ledger_links where position > 30;
      delete from ledger_links where position > 30;
      delete from ledger_entries where journal_id in (select journal_id from gone);
      delete from ledger_journals where id in (select journal_id from gone)`);

  test('is valid, written and read again, and so is the beginning', async () => {
    const head = await ledgerHead(filled.db);
    assert.deepEqual([head.position, head.waiting], [journals, 0]);
    for (const noted of [head, { position: 0, hash: Buffer.alloc(32) }]) {
      const read = parseHead(formatHead(noted));
      assert.deepEqual(read, { position: noted.position, hash: noted.hash });
      assert.deepEqual((await checkChain(filled.db, { noted: read })).findings, []);
    }
    const other = { position: 0, hash: Buffer.alloc(32, 1) };
    assert.equal((await checkChain(filled.db, { noted: other })).findings.length, 1);
    for (const text of ['', '17', `17:${'0'.repeat(63)}`, `-1:${'0'.repeat(64)}`, `1.5:${'0'.repeat(64)}`])
      assert.equal(parseHead(text), undefined, text);
  });

  for (const [way, change] of Object.entries({ 'made anew': forge, 'cut short': truncate })) {
    test(`is invalid if the chain was ${way}, which looks right by itself`, async () => {
      assert.deepEqual(await findAfter(change), []);
      const links = await linksOf(filled.db);
      const findings = await findAfter(change, await ledgerHead(filled.db));
      assert.deepEqual(
        findings.map(({ rule, object }) => [rule, object]),
        [['noted-head-stands', formatHead(links.at(-1)!)]],
      );
      assert.deepEqual(await findAfter(change, links[15]!), [], 'the head noted before is still valid');
    });
  }
});
