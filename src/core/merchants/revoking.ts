// What ends at once: a client, a secret, a token. Each process hears of it within the second for which its directory
// remembers.
import { newId } from '../../kernel/ids.ts';
import type { Claims } from '../../kernel/security/access-tokens.ts';
import { type Context, inWork } from '../context.ts';
import { DomainError } from '../errors.ts';
import { logSecurity } from './actions.ts';
import * as store from './store.ts';

export { forgetRevokedTokens } from './store.ts';

/** Which of several kinds of secret something must sign with, so that there is always one. */
const signing: Partial<Record<store.SecretKind, string>> = {
  api_key: 'apiKey',
  private_key: 'privateKey',
  webhook_secret: 'webhookSecret',
  payout_access_token: 'payoutAccessToken',
};

const invalid = (field: string, detail: string) => new DomainError('InvalidField', { field, detail });

/**
 * Disables a client, which ends its tokens too, or enables it again: with the secrets it has, and without the tokens from
 * before. Throws InvalidField where there is none.
 */
export async function setClientEnabled(
  ctx: Context,
  clientId: string,
  isEnabled: boolean,
): Promise<store.Client> {
  const client = await inWork(ctx, async (work) => {
    const found = await store.lockClient(work.tx, clientId);
    if (!found) throw invalid('client', `there is no client ${clientId}`);
    if ((found.disabledAt === null) === isEnabled) return found;
    const disabledAt = isEnabled ? null : work.clock.now();
    await store.setDisabled(work.tx, found, disabledAt);
    // When it is enabled: what was issued by a process that had not heard of the end is none either.
    await store.renewGrants(work.tx, clientId, () => newId(work.clock));
    return { ...found, disabledAt };
  });
  const facts = { merchantId: client.merchantId, clientId };
  logSecurity(ctx, 'warn', facts, isEnabled ? 'a client was enabled' : 'a client was disabled');
  return client;
}

/**
 * Ends a secret now, and the tokens that were issued for it. Throws InvalidField where there is none, and for the present
 * one of a kind that something is signed with: that one is replaced.
 */
export async function revokeSecret(ctx: Context, id: string): Promise<store.Secret> {
  const secret = await inWork(ctx, async (work) => {
    const found = await store.lockSecret(work.tx, id);
    if (!found) throw invalid('secret', `there is no secret ${id}`);
    const now = work.clock.now();
    const name = signing[found.kind];
    if (found.expiresAt === null && name !== undefined) {
      const detail = `${id} is the present ${name}, and something must be signed with one: \`tefo secret rotate SITE_CODE ${name} --now\` replaces it at once`;
      throw invalid('secret', detail);
    }
    if (found.expiresAt !== null && found.expiresAt <= now) return found;
    await store.endSecret(work.tx, found, now);
    return { ...found, expiresAt: now };
  });
  const { merchantId, siteId, clientId, kind } = secret;
  logSecurity(ctx, 'warn', { merchantId, siteId, clientId, kind, secretId: id }, 'a secret was revoked');
  return secret;
}

/** Ends one token of a merchant. */
export async function revokeToken(ctx: Context, merchantId: string, token: Claims): Promise<void> {
  const { id, expiresAt, subject } = token;
  await store.insertRevokedToken(ctx.db, { id, merchantId, expiresAt });
  logSecurity(ctx, 'warn', { merchantId, clientId: subject }, 'a token was revoked');
}
