import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { openReceiver } from '../../../test/support/receiver.ts';
import { book } from '../../../test/support/settling.ts';
import { openWorld, type World } from '../../../test/support/world.ts';
import { inTransaction } from '../../kernel/db/db.ts';
import { openTextStore } from '../../kernel/process/text-store.ts';
import { createHeadSweep, createLinkSweep, exportState, ledgerHead } from './actions.ts';
import { checkNoted, findNote, judgeNote } from './head-note.ts';

const home = await mkdtemp(join(tmpdir(), 'tefo-heads-'));
after(() => rm(home, { recursive: true }));
const path = (name: string) => join(home, name);

async function bookAndLink(world: World, journals: number): Promise<void> {
  for (let made = 0; made < journals; made += 1)
    await book(world.ctx, world.site, 'payment_received', { gross: 500n, fee: 20n });
  const links = createLinkSweep(world.ctx);
  while ((await links.run()) > 0);
}

/** Takes the newest journals away, as a server that had not got them yet would not have them. */
const lose = (world: World, journals: number) =>
  inTransaction(world.db, async (tx) => {
    await tx`set local session_replication_role = replica`;
    const gone = await tx<{ journalId: string }[]>`
      select journal_id from ledger_links order by position desc limit ${journals}`;
    for (const { journalId } of gone) {
      await tx`delete from ledger_links where journal_id = ${journalId}`;
      await tx`delete from ledger_entries where journal_id = ${journalId}`;
      await tx`delete from ledger_journals where id = ${journalId}`;
    }
  });

/** A server of another operator, which stores the texts that are posted to it. */
async function openKeeper({ givesBack }: { givesBack: boolean }) {
  const kept: string[] = [];
  const state = { status: 204 };
  const { url } = await openReceiver(({ method, body }, response) => {
    const newest = givesBack ? kept.at(-1) : undefined;
    if (method === 'GET') return void response.writeHead(newest === undefined ? 404 : 200).end(newest);
    if (state.status < 300) kept.push(body);
    response.writeHead(state.status).end();
  });
  return { kept, state, url: `${url}/head` };
}

describe('the head', () => {
  test('is posted once when it has moved, at most every two seconds, by one of several processes', async () => {
    const world = await openWorld();
    const { clock, ctx } = world;
    const { kept, url } = await openKeeper({ givesBack: true });
    const processes = Array.from({ length: 4 }, () => createHeadSweep(ctx, openTextStore(url)));
    const runAll = () => Promise.all(processes.map((sweep) => sweep.run()));
    await runAll();
    assert.deepEqual(kept, [], 'there is nothing to note');
    await bookAndLink(world, 3);
    clock.advance(2_000);
    await runAll();
    assert.equal(kept.length, 1);
    await bookAndLink(world, 1);
    clock.advance(1_000);
    await runAll();
    assert.equal(kept.length, 1);
    assert.equal((await exportState(world.db, clock.now()))!.behindSeconds, 1);
    clock.advance(1_000);
    await runAll();
    await runAll();
    clock.advance(2_000);
    await runAll();
    assert.deepEqual(
      kept.map((text) => JSON.parse(text).head.split(':')[0]),
      ['3', '4'],
    );
    assert.deepEqual(await exportState(world.db, clock.now()), { behindSeconds: 0, trouble: null });
    assert.deepEqual(await checkNoted(world.db, ctx.keyring, url), []);
  });

  test('that cannot be posted is reported, and posted when it can be', async () => {
    const world = await openWorld();
    const { clock, ctx, db } = world;
    const { kept, state, url } = await openKeeper({ givesBack: false });
    const sweep = createHeadSweep(ctx, openTextStore(url));
    state.status = 500;
    await bookAndLink(world, 1);
    await sweep.run();
    clock.advance(60_000);
    const { behindSeconds, trouble } = (await exportState(db, clock.now()))!;
    assert.deepEqual([behindSeconds, trouble], [60, 'it returned 500 to a POST']);
    state.status = 200;
    await sweep.run();
    assert.deepEqual([kept.length, (await exportState(db, clock.now()))!.trouble], [1, null]);
  });

  test('that the database has lost is missed at once by the process that noted it, whatever the place gives back', async () => {
    const world = await openWorld();
    const { clock, ctx, db } = world;
    const { kept, url } = await openKeeper({ givesBack: false });
    const sweep = createHeadSweep(ctx, openTextStore(url));
    await bookAndLink(world, 5);
    await sweep.run();
    await lose(world, 2);
    // The database that is back knows only of an older note.
    await db`update ledger_export set position = 3`;
    clock.advance(2_000);
    await sweep.run();
    assert.match((await exportState(db, clock.now()))!.trouble!, /ends at 3: 2 journals are lost/);
    await bookAndLink(world, 4);
    clock.advance(60_000);
    await sweep.run();
    assert.equal(kept.length, 1, 'the noted head stays');
  });

  test('is counted by the time since, if new journals have taken the positions of lost ones', async () => {
    const world = await openWorld();
    const { clock, ctx, db } = world;
    const file = path('retaken');
    await bookAndLink(world, 6);
    clock.advance(2_000);
    await createHeadSweep(ctx, openTextStore(file)).run();
    const note = (await findNote(ctx.keyring, file))!;
    await lose(world, 1);
    clock.advance(2_000);
    await bookAndLink(world, 9);
    assert.ok((await ledgerHead(db)).position > note.position);
    assert.match((await judgeNote(db, note))!, /ends at 5: 1 journal is lost; the newest left is /);
  });

  test('is invalid if the chain was changed and recomputed', async () => {
    const world = await openWorld();
    const { ctx, db } = world;
    const file = path('anew');
    await bookAndLink(world, 3);
    await createHeadSweep(ctx, openTextStore(file)).run();
    await inTransaction(db, async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update ledger_links set hash = sha256(hash)`;
    });
    const [finding] = await checkNoted(db, ctx.keyring, file);
    assert.match(finding!.detail, /another hash now: the chain was changed and recomputed/);
  });

  test('never replaces a file that is not a note, and a missing file is a finding', async () => {
    const world = await openWorld();
    const { ctx, db, clock } = world;
    const file = path('letter');
    await writeFile(file, 'Dear Thabo,\n');
    await bookAndLink(world, 1);
    await createHeadSweep(ctx, openTextStore(file)).run();
    assert.equal(await readFile(file, 'utf8'), 'Dear Thabo,\n');
    assert.match((await exportState(db, clock.now()))!.trouble!, /not a head as the service notes it/);
    const [finding] = await checkNoted(db, ctx.keyring, path('nowhere'));
    assert.equal(finding!.detail, 'no head is noted there');
  });
});
