// Opens the service to a merchant: the merchant with a site and its secrets, and a login for its first admin.
import { randomSecret } from '../../kernel/security/crypto.ts';
import { hashPassword, randomCost } from '../../kernel/security/passwords.ts';
import { unseededId } from '../../kernel/security/secure-random.ts';
import type { AnyContext } from '../context.ts';
import { createMerchant, type NewMerchant } from '../merchants/actions.ts';
import { inWork } from '../unit-of-work.ts';
import { insertUser, putHeld } from './user-store.ts';

/** A new merchant with the login of its admin. The secrets are readable only here. */
export interface OpenedMerchant extends NewMerchant {
  console: { email: string; password: string };
}

/** Creates a merchant, and a login that is admin of it. */
export function openMerchant(
  scope: AnyContext,
  input: { name: string; siteName?: string; isLive?: boolean },
): Promise<OpenedMerchant> {
  return inWork(scope, async (work) => {
    const made = await createMerchant(work, input);
    // As repeatable as the merchant's other credentials, where a sandbox runs from a seed.
    const password = randomSecret(12);
    const passwordHash = await hashPassword(password, randomCost);
    const code = made.merchant.code.toLowerCase();
    const origin = { verifiedBy: 'operator' } as const;
    const user = {
      id: unseededId(scope.realClock),
      name: null,
      passwordHash,
      createdAt: scope.realClock.now(),
      origin,
    };
    let email = `${code}@tefo.local`;
    // A snapshot that was restored has taken its merchant away, and left the login.
    for (let next = 2; !(await insertUser(work.tx, { ...user, email })); next += 1)
      email = `${code}-${next}@tefo.local`;
    await putHeld(work.tx, user.id, made.merchant.id, 'admin');
    return { ...made, console: { email, password } };
  });
}
