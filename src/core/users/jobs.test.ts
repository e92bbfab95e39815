import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openUsers, operator } from '../../../test/support/setup/users.ts';
import { dayMs, hourMs, minuteMs, plus } from '../../kernel/clock.ts';
import { inWork } from '../unit-of-work.ts';
import { claimForm, isClaimed, newFormId } from './forms.ts';
import { invite } from './invitations.ts';
import { createUsersSweep, keptMs } from './jobs.ts';
import { findSession } from './sessions.ts';
import { takeTry } from './sign-in-limits.ts';

const { ctx, clock, merchantId, person } = await openUsers();
const sweep = createUsersSweep(ctx);
const tables = ['sessions', 'forms', 'invitations', 'attempts', 'company_requests', 'challenges'] as const;
/** The rows left of each kind, and the number that the sweep deleted. */
async function swept(): Promise<Record<string, number>> {
  let deleted = 0;
  for (let gone = await sweep.run(); gone > 0; gone = await sweep.run()) deleted += gone;
  const left = await Promise.all(
    tables.map(
      async (name) => [name, (await ctx.db`select from ${ctx.db(`console.${name}`)}`).count] as const,
    ),
  );
  return { ...Object.fromEntries(left), deleted };
}

test('expired rows are deleted when they are due, and not earlier', async () => {
  const { token, userId } = await person('naledi@shop.example', 'admin');
  await ctx.db`delete from console.attempts`;
  const form = newFormId();
  const send = () => inWork(ctx, (work) => claimForm(work, { id: form, userId, path: '/x' }));
  await send();
  await invite(ctx, operator, { email: 'thabo@shop.example', role: 'viewer', merchantId });
  await takeTry(ctx, { email: 'naledi@shop.example', network: null }, clock.now());
  await ctx.db`
    insert into console.company_requests (key_hash, state, nonce, verifier, back, created_at)
    values (${'0'.repeat(64)}, 's', 'n', 'v', '/console', ${clock.now()})`;
  await ctx.db`
    insert into console.challenges (challenge, session_id, purpose, created_at)
    values (${'c'.repeat(43)}, 's', 'show', ${clock.now()})`;

  const begun = clock.now();
  const at = (afterMs: number) => clock.set(plus(begun, afterMs));
  // Signing in makes a session that waits, and ends it.
  const all = { sessions: 2, forms: 1, invitations: 1, attempts: 3, company_requests: 1, challenges: 1 };
  assert.deepEqual(await swept(), { ...all, deleted: 0 });
  assert.ok(await findSession(ctx, token, true));
  at(keptMs.waiting);
  assert.deepEqual(await swept(), { ...all, deleted: 0 });
  at(keptMs.waiting + 1);
  const answered = { ...all, company_requests: 0, challenges: 0 };
  assert.deepEqual(await swept(), { ...answered, deleted: 2 });
  at(dayMs + 1);
  assert.deepEqual(await swept(), { ...answered, attempts: 0, deleted: 3 });
  await assert.rejects(send(), { code: 'FormSentBefore' });
  at(31 * dayMs + minuteMs);
  assert.deepEqual(await swept(), { ...answered, attempts: 0, invitations: 0, deleted: 1 });
  at(90 * dayMs + hourMs);
  const forms = { ...answered, attempts: 0, invitations: 0, sessions: 0 };
  assert.deepEqual(await swept(), { ...forms, deleted: 2 });
  at(366 * dayMs);
  assert.deepEqual(await swept(), { ...forms, deleted: 0 });
  assert.ok(await isClaimed(ctx, form));
  at(366 * dayMs + 1);
  assert.deepEqual(await swept(), { ...forms, forms: 0, deleted: 1 });
});

test('a whole year of forms goes in batches', async () => {
  await ctx.db`
    insert into console.forms (id, user_id, path, claimed_at)
    select gen_random_uuid(), gen_random_uuid(), '/x', ${plus(clock.now(), -400 * dayMs)}
    from generate_series(1, 2500)`;
  assert.deepEqual([await sweep.run(), await sweep.run(), await sweep.run()], [1_000, 1_000, 500]);
  assert.equal(await sweep.run(), 0);
});
