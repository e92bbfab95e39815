// A database with a merchant, and signed-in users: for the tests of users. Their time is not the service's.
import { after } from 'node:test';
import type { Context } from '../../../src/core/context.ts';
import { openMerchant } from '../../../src/core/users/merchant-opening.ts';
import type { Role } from '../../../src/core/users/permissions.ts';
import { findSession } from '../../../src/core/users/sessions.ts';
import { signIn } from '../../../src/core/users/sign-in.ts';
import { atCommandLine, type SignedInUser } from '../../../src/core/users/signed-in-user.ts';
import { createUser } from '../../../src/core/users/users.ts';
import { manualClock } from '../../../src/kernel/clock.ts';
import { openPool } from '../../../src/kernel/db/db.ts';
import { openDatabase, poolSize } from '../database.ts';
import { contextOn } from '../policy.ts';

export const operator = atCommandLine('naledi', true);
export const from = { network: '192.0.2.1', agent: 'a browser' };

export async function openUsers() {
  const { url, db } = await openDatabase({ plans: 'by index' });
  const second = openPool(url, { max: poolSize, plans: 'by index' });
  after(() => second.end({ timeout: 1 }));
  const clock = manualClock('2026-11-20T08:00:00Z');
  const ctx: Context = { ...contextOn(db, manualClock('2030-01-01T00:00:00Z')), realClock: clock };
  const other: Context = { ...ctx, db: second };
  const opened = await openMerchant(ctx, { name: 'Karoo Books' });
  const merchantId = opened.merchant.id;

  async function entered(email: string, password: string): Promise<{ token: string; person: SignedInUser }> {
    const { token } = (await signIn(ctx, { email, password, ...from })) as { token: string };
    return { token, person: (await findSession(ctx, token, true))! };
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
    /** A new user with a role, signed in. */
    person: async (email: string, role: Role, at: string | null = merchantId) => {
      const made = await createUser(ctx, operator, { email, role, merchantId: at });
      return { ...made, ...(await entered(email, made.password)) };
    },
  };
}
