// Revokes a client, a secret or a token. Other processes apply it within the second for which their directories cache.
import { hourMs } from '../../kernel/clock.ts';
import type { Sweep } from '../../kernel/concurrency/jobs.ts';
import { newId } from '../../kernel/ids.ts';
import type { Claims } from '../../kernel/security/access-tokens.ts';
import type { Context } from '../context.ts';
import { invalidField } from '../invalid-field.ts';
import { inWork } from '../unit-of-work.ts';
import { logSecurity } from './actions.ts';
import * as secretsStore from './secrets-store.ts';

/** The kinds of secret that sign something, so that one must always exist. */
const signing: Partial<Record<secretsStore.SecretKind, string>> = {
  api_key: 'apiKey',
  private_key: 'privateKey',
  webhook_secret: 'webhookSecret',
  payout_access_token: 'payoutAccessToken',
};

/**
 * Disables a client and its tokens, or enables it again: with its secrets, but without earlier tokens. Throws
 * InvalidField when there is no such client.
 */
export async function setClientEnabled(
  ctx: Context,
  clientId: string,
  isEnabled: boolean,
): Promise<secretsStore.Client> {
  const client = await inWork(ctx, async (work) => {
    const found = await secretsStore.lockClient(work.tx, clientId);
    if (!found) throw invalidField('client', `there is no client ${clientId}`);
    if ((found.disabledAt === null) === isEnabled) return found;
    const disabledAt = isEnabled ? null : work.clock.now();
    await secretsStore.setDisabled(work.tx, found, disabledAt);
    // Also on enabling: tokens from a process that had not noticed the end must stay invalid.
    await secretsStore.renewGrants(work.tx, clientId, () => newId(work.clock));
    return { ...found, disabledAt };
  });
  const facts = { merchantId: client.merchantId, clientId };
  logSecurity(ctx, 'warn', facts, isEnabled ? 'a client was enabled' : 'a client was disabled');
  return client;
}

/**
 * Ends a secret and its tokens now. Throws InvalidField for an unknown one, and for the current secret of a signing
 * kind, which must be replaced instead.
 */
export async function revokeSecret(ctx: Context, id: string): Promise<secretsStore.Secret> {
  const secret = await inWork(ctx, async (work) => {
    const found = await secretsStore.lockSecret(work.tx, id);
    if (!found) throw invalidField('secret', `there is no secret ${id}`);
    const now = work.clock.now();
    const name = signing[found.kind];
    if (found.expiresAt === null && name !== undefined) {
      const detail = `${id} is the current ${name}, which is required for signing: \`tefo secret rotate SITE_CODE ${name} --now\` replaces it at once`;
      throw invalidField('secret', detail);
    }
    if (found.expiresAt !== null && found.expiresAt <= now) return found;
    await secretsStore.endSecret(work.tx, found, now);
    return { ...found, expiresAt: now };
  });
  const { merchantId, siteId, clientId, kind } = secret;
  logSecurity(ctx, 'warn', { merchantId, siteId, clientId, kind, secretId: id }, 'a secret was revoked');
  return secret;
}

export async function revokeToken(ctx: Context, merchantId: string, token: Claims): Promise<void> {
  const { id, expiresAt, subject } = token;
  await secretsStore.insertRevokedToken(ctx.db, { id, merchantId, expiresAt });
  logSecurity(ctx, 'warn', { merchantId, clientId: subject }, 'a token was revoked');
}

/** Returns the sweep that deletes revoked tokens once they have expired: no process accepts them any more. */
export const createTokenExpiry = ({ db, clock }: Context): Sweep => ({
  name: 'tokens.forget',
  intervalMs: hourMs,
  run: () => secretsStore.forgetRevokedTokens(db, clock.now(), 10_000),
});
