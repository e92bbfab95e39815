// Merchants, their sites and their secrets: the operator creates, changes and rotates them.
import { dayMs, plus } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { randomBytes } from '../../kernel/random.ts';
import { randomSecret, sha256Hex } from '../../kernel/security/crypto.ts';
import { judgeDestination, judgePosted } from '../addresses.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { assertAsSeen } from '../seen.ts';
import { inWork } from '../unit-of-work.ts';
import { everything, sees, type Viewer } from '../viewer.ts';
import { letters, takeCode } from './codes.ts';
import { openSiteSecrets } from './directory.ts';
import { lockCurrentSecret } from './keys-store.ts';
import { putLogo, removeLogo } from './logo-store.ts';
import { type Logo, readLogo } from './logos.ts';
import * as secretsStore from './secrets-store.ts';
import {
  differences,
  feeRules,
  inJson,
  type ShownSettings,
  type SiteChange,
  shownSettings,
} from './settings.ts';
import * as store from './store.ts';

export { demoSettings } from './demo.ts';
export {
  openSigningKeys,
  openSiteSecrets,
  presentGrant,
  type SigningKey,
  type SiteSecrets,
  usableClientSecret,
} from './directory.ts';
export { findLogo } from './logo-store.ts';
export type { Client, ListedSecret, SecretKind } from './secrets-store.ts';
export { findClient, listClients, listSecrets } from './secrets-store.ts';
export {
  readSiteSettings,
  type ShownSettings,
  type SiteChange,
  shownSettings,
  siteSettingNames,
} from './settings.ts';
export {
  findMerchantByCode,
  findMerchantById,
  findMerchantsNamed,
  findReleases,
  findSite,
  findSiteByCode,
  findWaitingMerchants,
  type HolidayRule,
  isOnlyMerchant,
  listMerchants,
  listReminding,
  listSites,
  lockSiteByCode,
  type Merchant,
  merchants,
  type Site,
  setLive,
  siteIn,
  sites,
} from './store.ts';

/** The scopes of the One API, in the order in which they are documented. */
export const allScopes = [
  'payments',
  'payouts',
  'refunds',
  'settlements',
  'subscriptions',
  'webhooks',
] as const;
export type Scope = (typeof allScopes)[number];

/** The time for which a replaced secret stays valid with its successor, in milliseconds: 24 hours. */
export const rotationOverlapMs = dayMs;

/** A new merchant with one site and one client. The secrets are readable only here. */
export interface NewMerchant {
  merchant: store.Merchant;
  siteCode: string;
  apiKey: string;
  privateKey: string;
  clientId: string;
  clientSecret: string;
  webhookSecret: string;
  payoutAccessToken: string;
}

/**
 * Creates a merchant with one site, all its secrets, and a One API client with every scope. One that is not live is paid
 * nothing at real banks until production is switched on.
 */
export async function createMerchant(
  ctx: AnyContext,
  input: { name: string; siteName?: string; isLive?: boolean },
): Promise<NewMerchant> {
  const name = requireName(input.name, 'name');
  const made = await inWork(ctx, async (work) => {
    const merchant = { id: newId(work.clock), code: '', name, createdAt: work.clock.now() };
    merchant.code = await takeCode(letters(name), 6, (code) =>
      store.insertMerchant(work.tx, { ...merchant, code, isLive: input.isLive ?? true }),
    );
    const apiKey = await issueSecret(work, { merchantId: merchant.id, kind: 'api_key' });
    const site = await addSite(work, merchant, input.siteName ?? name);
    const client = await addClient(work, merchant.id, { name: `${name} default`, scopes: [...allScopes] });
    return { merchant, apiKey, ...site, ...client };
  });
  logSecurity(ctx, 'info', { merchant: made.merchant.code }, 'a merchant was created');
  return made;
}

export interface NewSite {
  siteCode: string;
  privateKey: string;
  webhookSecret: string;
  payoutAccessToken: string;
}

/** Adds a site with its own secrets to a merchant. */
export async function createSite(ctx: Context, merchant: store.Merchant, name: string): Promise<NewSite> {
  return inWork(ctx, (work) => addSite(work, merchant, requireName(name, 'name')));
}

export async function addSite(work: Work, merchant: store.Merchant, name: string): Promise<NewSite> {
  const id = newId(work.clock);
  const site = { id, merchantId: merchant.id, name, createdAt: work.clock.now() };
  const prefix = letters(merchant.name) + letters(name);
  const code = await takeCode(prefix, 4, (free) => store.insertSite(work.tx, { ...site, code: free }));
  const owner = { merchantId: merchant.id, siteId: id };
  return {
    siteCode: code,
    privateKey: await issueSecret(work, { ...owner, kind: 'private_key' }),
    webhookSecret: await issueSecret(work, { ...owner, kind: 'webhook_secret' }),
    payoutAccessToken: await issueSecret(work, { ...owner, kind: 'payout_access_token' }),
  };
}

/** Adds a One API client with some scopes. Its secret is readable only here. */
export async function createClient(
  ctx: Context,
  merchantId: string,
  input: { name: string; scopes: Scope[] },
): Promise<{ clientId: string; clientSecret: string }> {
  const unknown = input.scopes.find((scope) => !allScopes.includes(scope));
  if (unknown !== undefined || input.scopes.length === 0) {
    throw invalidField('scopes', `scopes must be from ${allScopes.join(', ')}`);
  }
  return inWork(ctx, (work) => addClient(work, merchantId, input));
}

/** A client as its creator wants it. Absent: it may call from any network, and does not expire. */
export interface NewClient {
  name: string;
  scopes: Scope[];
  networks?: string[];
  expiresAt?: Date | null;
}

/** Adds a client with its first secret. */
export async function addClient(work: Work, merchantId: string, input: NewClient) {
  const id = `tefo_${randomSecret(15)}`;
  await secretsStore.insertClient(work.tx, {
    id,
    merchantId,
    name: input.name,
    scopes: input.scopes,
    networks: input.networks ?? [],
    createdAt: work.clock.now(),
    createdBy: work.actor,
    expiresAt: input.expiresAt ?? null,
  });
  const clientSecret = await issueSecret(work, { merchantId, clientId: id, kind: 'client_secret' });
  return { clientId: id, clientSecret };
}

export interface SecretOwner {
  merchantId: string;
  siteId?: string;
  clientId?: string;
  kind: secretsStore.SecretKind;
}

/** Returns when secrets replaced now end: in 24 hours, or at once. */
export function endOfReplaced({ clock }: AnyContext, isNow: boolean): Date {
  return isNow ? clock.now() : plus(clock.now(), rotationOverlapMs);
}

/** A new secret, and when the one that it replaces ends. */
export interface Rotated {
  /** Readable only here. */
  secret: string;
  oldEndsAt: Date;
}

/** How a secret is replaced: `now` ends all earlier ones at once; `seen` is the id of the current one, as a person saw it. */
export interface Rotation {
  now?: boolean;
  /** How long the old one stays valid; absent: 24 hours. */
  overlapMs?: number;
  seen?: string;
}

/**
 * Replaces a secret; the old one stays valid for 24 hours, or, with `now`, all earlier ones end at once. Throws
 * SecretNotFound, and ChangedSinceSeen where another was current.
 */
export async function rotateSecret(
  ctx: AnyContext,
  viewer: Viewer,
  owner: SecretOwner,
  { now = false, overlapMs, seen }: Rotation = {},
): Promise<Rotated> {
  if (!sees(viewer, owner.merchantId)) throw new DomainError('SecretNotFound');
  const rotated = await inWork(ctx, async (work) => {
    const whose = { siteId: null, clientId: null, ...owner };
    const oldEndsAt = overlapMs ? plus(work.clock.now(), overlapMs) : endOfReplaced(work, now);
    const current = await lockCurrentSecret(work.tx, whose);
    if (seen !== undefined && current !== seen) {
      const detail = 'the secret was replaced after you opened the page';
      throw new DomainError('ChangedSinceSeen', { detail });
    }
    if ((await secretsStore.expireSecrets(work.tx, whose, oldEndsAt)) === 0)
      throw new DomainError('SecretNotFound');
    return { secret: await issueSecret(work, owner), oldEndsAt };
  });
  logSecurity(ctx, now ? 'warn' : 'info', { ...owner, now }, 'a secret was replaced');
  return rotated;
}

/** Logs who changed access of whom, never with a secret itself. */
export function logSecurity(
  { log, actor, correlationId }: AnyContext,
  level: 'info' | 'warn',
  facts: object,
  said: string,
): void {
  log[level]({ security: true, actor, correlationId, ...facts }, said);
}

/** Returns a secret in the format of Standard Webhooks: 256 random bits. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

async function issueSecret(work: Work, owner: SecretOwner): Promise<string> {
  const text = owner.kind === 'webhook_secret' ? newWebhookSecret() : randomSecret(32);
  await keepSecret(work, owner, text);
  return text;
}

async function keepSecret(work: Work, owner: SecretOwner, text: string): Promise<void> {
  // A client's secret is only compared. It is 256 random bits, so its plain hash cannot be reversed by search.
  const isCompared = owner.kind === 'client_secret';
  const isLookedUp = isCompared || owner.kind === 'api_key';
  await secretsStore.insertSecret(work.tx, {
    id: newId(work.clock),
    grantId: newId(work.clock),
    merchantId: owner.merchantId,
    siteId: owner.siteId ?? null,
    clientId: owner.clientId ?? null,
    kind: owner.kind,
    sealed: isCompared ? null : work.keyring.seal(text),
    lookupHash: isLookedUp ? sha256Hex(text) : null,
    createdAt: work.clock.now(),
  });
}

/** Changes a site completely or, when a value breaks its rule, not at all. Fees are in basis points and cents. */
export async function changeSite(ctx: AnyContext, code: string, change: SiteChange): Promise<store.Site> {
  return (await changeSiteAs(ctx, everything, code, change)).site;
}

/** A site after a change, and the settings that are different by their public names: as they were, and as they are. */
export interface ChangedSite {
  site: store.Site;
  before: ShownSettings;
  after: ShownSettings;
}

/**
 * Changes a site's settings for a user who cannot see every site. `seen` are the settings as they were shown, by their
 * public names. The result names a new payoutAccessToken as changed, without its value. Throws SiteNotFound,
 * InvalidField, ChangedSinceSeen.
 */
export async function changeSiteAs(
  ctx: AnyContext,
  viewer: Viewer,
  code: string,
  change: SiteChange,
  seen: ShownSettings = {},
): Promise<ChangedSite> {
  const read = change.logo ? await readLogo(change.logo) : change.logo;
  return inWork(ctx, async (work) => {
    const site = await store.lockSiteByCode(work.tx, code);
    if (!site || !sees(viewer, site.merchantId))
      throw new DomainError('SiteNotFound', { field: 'siteCode', detail: `there is no site ${code}` });
    const was = shownSettings(site);
    assertAsSeen(inJson(seen), inJson(was));
    assertPossible(change);
    assertReachable(work, change);
    const { payoutAccessToken, addresses, logo: _, ...rest } = change;
    const name = rest.name === undefined ? site.name : requireName(rest.name, 'name');
    const merged = mergeAddresses(site.addresses, addresses);
    const changed = { ...site, ...rest, name, addresses: merged, logo: await keepLogo(work, site, read) };
    await store.updateSite(work.tx, changed);
    const isNewToken =
      payoutAccessToken !== undefined && (await setAccessToken(work, site, payoutAccessToken));
    const [before, after] = differences(was, shownSettings(changed));
    if (isNewToken) Object.assign(after, { payoutAccessToken: 'changed' });
    return { site: changed, before, after };
  });
}

/** Stores or removes a logo; returns the site's new one. */
async function keepLogo(
  work: Work,
  site: store.Site,
  read: (Logo & { png: Buffer }) | null | undefined,
): Promise<Logo | null> {
  if (read === undefined) return site.logo;
  if (read === null) {
    await removeLogo(work.tx, site);
    return null;
  }
  await putLogo(work.tx, site, read, work.clock.now());
  const { png: _, ...logo } = read;
  return logo;
}

function assertPossible(change: SiteChange): void {
  const { feeBps } = change;
  const rules: [field: string, isKept: boolean, rule: string][] = [
    [
      'feeBps',
      feeBps === undefined || (Number.isInteger(feeBps) && feeBps >= 0 && feeBps <= 10_000),
      feeRules.feeBps,
    ],
    ['feeCents', (change.feeCents ?? 0n) >= 0n, feeRules.feeCents],
    ['approvalAbove', (change.approvalAboveCents ?? 0n) >= 0n, 'is zero or more'],
    ['verificationFee', (change.verificationFeeCents ?? 0n) >= 0n, 'is zero or more'],
    ['consoleRefundLimit', (change.consoleRefundLimitCents ?? 0n) >= 0n, 'is zero or more'],
  ];
  const broken = rules.find(([, isKept]) => !isKept);
  if (broken) throw invalidField(broken[0], `${broken[0]} ${broken[2]}`);
}

const postedTo: readonly string[] = ['notifyUrl', 'verifyUrl'];

// Checked like the addresses of a request, because the site's addresses are its defaults.
function assertReachable({ policy }: AnyContext, { addresses = {}, verifyUrl }: SiteChange): void {
  for (const [field, address] of Object.entries({ ...addresses, verifyUrl })) {
    const judge = postedTo.includes(field) ? judgePosted : judgeDestination;
    const reason = address ? judge(address, policy.addressRules) : undefined;
    if (reason === undefined) continue;
    const detail = `${field} is not an allowed address: ${reason}`;
    throw invalidField(field, detail);
  }
}

function mergeAddresses(known: store.SiteAddresses, change: SiteChange['addresses']): store.SiteAddresses {
  const merged = Object.entries({ ...known, ...change });
  return Object.fromEntries(merged.filter(([, address]) => address !== null));
}

/** Replaces the current token by one the merchant chose, as a rotation does. Returns false if it is the current one. */
async function setAccessToken(work: Work, site: store.Site, token: string): Promise<boolean> {
  const { payoutAccessTokens } = await openSiteSecrets(work, site.id);
  if (payoutAccessTokens[0] === token) return false;
  const owner = { merchantId: site.merchantId, siteId: site.id, kind: 'payout_access_token' } as const;
  await secretsStore.expireSecrets(work.tx, { ...owner, clientId: null }, endOfReplaced(work, false));
  await keepSecret(work, owner, token);
  return true;
}

/** Returns a name without the space around it. Throws InvalidField, which names the field. */
export function requireName(name: string, field: string): string {
  const trimmed = name.trim();
  if (trimmed.length < 1 || trimmed.length > 100) {
    throw invalidField(field, `${field} must have 1 to 100 characters`);
  }
  return trimmed;
}
