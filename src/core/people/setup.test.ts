// A database with a merchant, and people who are signed in: for the tests of people. Their time is not the service's.
import { after } from 'node:test';
import { testDatabase } from '../../../test/support/database.ts';
import { testPolicy } from '../../../test/support/policy.ts';
import { demoKeys } from '../../../test/support/world.ts';
import { reactions } from '../../app/reactions.ts';
import { manualClock } from '../../kernel/clock.ts';
import { openPool } from '../../kernel/db/db.ts';
import { createLog } from '../../kernel/process/log.ts';
import { createKeyring } from '../../kernel/security/crypto.ts';
import type { Context } from '../context.ts';
import { openMerchant } from './opening.ts';
import type { Role } from './permissions.ts';
import { atCommandLine, type Person } from './person.ts';
import { findSession } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { createUser } from './users.ts';

export const operator = atCommandLine('naledi', true);
export const from = { network: '192.0.2.1', agent: 'a browser' };

export async function openPeople() {
  const database = await testDatabase();
  const pools = [1, 2].map(() => openPool(database.url, { max: 12, plans: 'by index' }));
  after(async () => {
    for (const pool of pools) await pool.end({ timeout: 1 });
    await database.drop();
  });
  const [ctx, other] = pools.map(
    (db): Context => ({
      ...{
        db,
        clock: manualClock('2030-01-01T00:00:00Z'),
        keyring: createKeyring(demoKeys),
        policy: testPolicy,
      },
      ...{ log: createLog('silent'), correlationId: 'test', actor: 'system', reactions },
    }),
  ) as [Context, Context];
  const clock = manualClock('2026-11-20T08:00:00Z');
  const opened = await openMerchant(ctx, { name: 'Karoo Books' }, clock);
  const merchantId = opened.merchant.id;

  async function entered(email: string, password: string): Promise<{ token: string; person: Person }> {
    const { token } = (await signIn(ctx, { email, password, ...from }, clock)) as { token: string };
    return { token, person: (await findSession(ctx, token, true, clock))! };
  }

  return {
    ctx,
    /** Another process over the same database. */
    other,
    clock,
    merchant: opened.merchant,
    merchantId,
    login: opened.console,
    entered,
    /** Somebody new with a role, who is signed in. */
    person: async (email: string, role: Role, at: string | null = merchantId) => {
      const made = await createUser(ctx, operator, { email, role, merchantId: at }, clock);
      return { ...made, ...(await entered(email, made.password)) };
    },
  };
}
