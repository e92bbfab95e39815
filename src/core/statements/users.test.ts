import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBanking } from '../../../test/support/setup/statements.ts';
import { newId } from '../../kernel/ids.ts';
import { findSeenAccounts } from '../accounts/actions.ts';
import type { Context } from '../context.ts';
import { listBalances } from '../ledger/reading-store.ts';
import { inWork } from '../unit-of-work.ts';
import { everything, only } from '../viewer.ts';
import { explainLine } from './explaining.ts';
import { reconcileSeen } from './reconciliation.ts';

const bank = await openBanking();
const ctx: Context = { ...bank.ctx, actor: 'user:018f0000-0000-7000-8000-00000000000a' };
const { merchantId } = bank.site;
const own = only(merchantId);
const foreign = only(newId(bank.clock));
const day = '2026-11-19';
const given = { meaning: 'own', objectId: null, note: 'moved by us', by: 'user:a' } as const;
const twenty = (act: () => Promise<unknown>) => Promise.allSettled(Array.from({ length: 20 }, act));
const codesOf = (answers: PromiseSettledResult<unknown>[]) =>
  answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));

test('an account is reconciled by its owner’s users and by operators; the operator’s own by operators alone', async () => {
  await bank.account('theirs');
  await bank.account('ours');
  await bank.db`update bank_accounts set merchant_id = ${merchantId} where id = 'theirs'`;
  const seen = async (viewer = own) => (await findSeenAccounts(ctx.db, viewer)).map(({ id }) => id);
  assert.deepEqual([await seen(), await seen(foreign)], [['theirs'], []]);
  assert.ok((await seen(everything)).includes('ours'));
  assert.equal((await reconcileSeen(ctx, own, 'theirs')).difference, 0n);
  assert.equal((await reconcileSeen(ctx, everything, 'ours')).account, 'ours');
  for (const [viewer, id] of [
    [own, 'ours'],
    [foreign, 'theirs'],
    [everything, 'nobody'],
  ] as const)
    await assert.rejects(reconcileSeen(ctx, viewer, id), { code: 'BankAccountNotFound' });
});

test('a line is explained as it was seen, by users with access to its account, once of twenty, or not at all', async () => {
  await bank.account('lines');
  await bank.tell('lines', [[day, -300n, 'A GOAT']]);
  const [line] = await bank.lines('lines');
  const explain = (viewer = everything, seen = { amount: -300n, text: 'A GOAT' }) =>
    explainLine(ctx, viewer, line!.id, given, seen);
  await assert.rejects(explain(own), { code: 'StatementLineNotFound' });
  await assert.rejects(explain(everything, { amount: -301n, text: 'A GOAT' }), { code: 'ChangedSinceSeen' });
  await assert.rejects(explainLine(ctx, everything, line!.id, { ...given, meaning: 'deposit' }), {
    code: 'InvalidField',
  });
  await assert.rejects(
    inWork(ctx, async (work) => {
      await explainLine(work, everything, line!.id, given);
      throw new Error('the audit entry was refused');
    }),
    /audit/,
  );
  assert.deepEqual(await bank.shown('lines'), ['open - -300']);
  assert.deepEqual(codesOf(await twenty(() => explain())), Array(19).fill('StatementLineExplained'));
  await bank.agreed('lines');
});

test('balances are those of the reader’s merchants, and the sums of their entries', async () => {
  const { reference } = await bank.single();
  await bank.tell('theirs', [[day, 10_000n, `EFT ${reference}`]]);
  const mine = [...(await listBalances(ctx, own))];
  assert.ok(mine.length > 0 && mine.every((one) => one.merchantId === merchantId));
  assert.equal((await listBalances(ctx, own, { siteId: newId(bank.clock) })).length, 0);
  assert.equal((await listBalances(ctx, foreign)).length, 0);
  const all = await listBalances(ctx, everything);
  assert.equal(
    all.reduce((sum, { balance }) => sum + balance, 0n),
    0n,
  );
  const { accountId, balance } = mine.find(({ kind }) => kind === 'merchant')!;
  const entries = await ctx.db<{ amountCents: bigint }[]>`
    select amount_cents from ledger_entries where account_id = ${accountId}`;
  assert.equal(
    entries.reduce((sum, { amountCents }) => sum + amountCents, 0n),
    balance,
  );
});
