// tefo secret: replaces, lists and revokes the secrets with which merchants sign and authenticate.

import { presentCredentials } from '../app/credentials.ts';
import type { Context } from '../core/context.ts';
import { DomainError } from '../core/errors.ts';
import {
  findSiteByCode,
  type ListedSecret,
  listSecrets,
  rotateSecret,
  type SecretKind,
} from '../core/merchants/actions.ts';
import { keyKinds } from '../core/merchants/keys.ts';
import { revokeSecret } from '../core/merchants/revocation.ts';
import { rotateWebhookSecret } from '../core/notifications/webhooks.ts';
import { everything } from '../core/viewer.ts';
import { isUuid } from '../kernel/ids.ts';
import { firstOf } from '../kernel/required.ts';
import { type Choices, UsageError, type Work } from './command.ts';
import { withContext } from './context.ts';
import { requireMerchant } from './merchants.ts';
import { lines, print, table } from './output.ts';

const rotatable: Record<string, SecretKind> = keyKinds;

/** Returns the name of a kind as merchants know it. */
const nameOf = (kind: SecretKind): string =>
  Object.keys(rotatable).find((name) => rotatable[name] === kind) ?? 'clientSecret';

export const secretChoices: Choices = { KIND: Object.keys(rotatable) };

export const secretRotate: Work = async ({ values, positionals }) => {
  const [code, name] = positionals as [string, string | undefined];
  const when = { now: values.now === true };
  if (isUuid(code)) {
    return withContext(async (ctx) => {
      const { secret } = await rotateWebhookSecret(ctx, everything, code, when);
      print(values.json, { secret }, () => lines({ secret }));
    });
  }
  if (name === undefined) throw new UsageError('missing: KIND');
  const kind = rotatable[name];
  if (!kind) throw new UsageError(`KIND must be one of ${Object.keys(rotatable).join(', ')}`);
  await withContext(async (ctx, config) => {
    const site = await requireSite(ctx, code);
    const owner = kind === 'api_key' ? {} : { siteId: site.id };
    const { secret } = await rotateSecret(
      ctx,
      everything,
      { merchantId: site.merchantId, ...owner, kind },
      when,
    );
    print(values.json, { [name]: secret }, () => lines({ [name]: secret }));
    await presentCredentials(ctx, config);
  });
};

export const secretList: Work = async ({ values }) => {
  const { site, merchant } = values;
  if ((typeof site === 'string') === (typeof merchant === 'string'))
    throw new UsageError('give either --site or --merchant');
  await withContext(async (ctx) => {
    const listed = await listSecrets(ctx.db, await ownerOf(ctx, values));
    const secrets = listed.map((secret) => ({ ...secret, kind: nameOf(secret.kind) }));
    print(values.json, secrets, () => table(listed.map((secret) => describe(ctx, secret))));
  });
};

async function ownerOf(
  ctx: Context,
  { site, merchant }: Record<string, string | boolean | undefined>,
): Promise<{ merchantId: string; siteId?: string }> {
  if (typeof site !== 'string') return { merchantId: (await requireMerchant(ctx, String(merchant))).id };
  const { id: siteId, merchantId } = await requireSite(ctx, site);
  return { merchantId, siteId };
}

function describe(ctx: Context, secret: ListedSecret): string[] {
  const { id, kind, siteCode, clientId, createdAt, expiresAt } = secret;
  const whose = siteCode ?? clientId ?? 'every site';
  const until =
    expiresAt === null
      ? 'in use'
      : `${expiresAt > ctx.clock.now() ? 'until' : 'ended'} ${expiresAt.toISOString()}`;
  return [id, nameOf(kind), whose, `since ${createdAt.toISOString()}`, until];
}

export const secretRevoke: Work = async ({ values, positionals }) => {
  const id = firstOf(positionals);
  if (!isUuid(id)) throw new UsageError('SECRET_ID must be an id from `tefo secret list`');
  await withContext(async (ctx) => {
    const { kind, expiresAt } = await revokeSecret(ctx, id);
    print(values.json, { id, kind: nameOf(kind), expiresAt }, () => [
      `The ${nameOf(kind)} ${id}, and tokens that were issued for it, are rejected from ${expiresAt!.toISOString()} on.`,
    ]);
  });
};

async function requireSite(ctx: Context, code: string) {
  const site = await findSiteByCode(ctx.db, code);
  if (!site) throw new DomainError('SiteNotFound', { detail: `there is no site with the code ${code}` });
  return site;
}
