// The clients of the One API as a merchant's users manage them: API keys with scopes, networks and an expiry.
import { networksOf, parseNetwork, readIp } from '../../kernel/http/networks.ts';
import { newId } from '../../kernel/ids.ts';
import { required } from '../../kernel/required.ts';
import type { AnyContext, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { assertAsSeen } from '../seen.ts';
import { inWork } from '../unit-of-work.ts';
import { sees, type Viewer } from '../viewer.ts';
import {
  addClient,
  allScopes,
  logSecurity,
  type NewClient,
  type Rotated,
  requireName,
  rotateSecret,
  type Scope,
} from './actions.ts';
import { lockCurrentSecret } from './keys-store.ts';
import * as store from './secrets-store.ts';

export type ApiKey = store.Client;

/** The most enabled clients of a merchant. */
export const mostClients = 50;
const mostNetworks = 20;
const longestShown = 50;

/** The settings of a client that a user changes. */
export type ClientSettings = Required<NewClient>;

/** Reads scopes that spaces or commas separate. Throws InvalidField. */
export function readClientScopes(text: string): Scope[] {
  const named = text.split(/[\s,]+/).filter((name) => name !== '');
  const unknown = named.find((name) => !(allScopes as readonly string[]).includes(name));
  if (unknown !== undefined || named.length === 0)
    throw invalidField('scopes', `select at least one scope of ${allScopes.join(', ')}`);
  return allScopes.filter((scope) => named.includes(scope));
}

/**
 * Reads IP addresses and networks that spaces, lines or commas separate; a lone address is a network of one. Throws
 * InvalidField, which names the wrong one.
 */
export function readClientNetworks(text: string): string[] {
  const named = [...new Set(text.split(/[\s,;]+/).filter((one) => one !== ''))];
  if (named.length > mostNetworks)
    throw invalidField('networks', `a key can have at most ${mostNetworks} networks`);
  return named.map(readNetwork);
}

function readNetwork(given: string): string {
  const lone = readIp(given);
  if (lone) return `${lone.text}/${lone.family === 'ipv4' ? 32 : 128}`;
  try {
    parseNetwork(given);
    return given;
  } catch {
    const shown = given.slice(0, longestShown);
    throw invalidField(
      'networks',
      `"${shown}" is not an IP address or a network such as 203.0.113.0/24 or 2001:db8::/32`,
    );
  }
}

/** True if a client may call from an address. */
export function mayCallFrom({ networks }: Pick<ApiKey, 'networks'>, address: string): boolean {
  if (networks.length === 0) return true;
  const ip = readIp(address);
  return ip !== undefined && networksOf(networks).include(ip);
}

export type ClientState = 'active' | 'expired' | 'disabled';

export function clientStateAt({ disabledAt, expiresAt }: ApiKey, now: Date): ClientState {
  if (disabledAt !== null) return 'disabled';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

/** Creates a client. Its secret is readable only here. Throws MerchantNotFound, InvalidField. */
export async function createApiKey(
  ctx: AnyContext,
  viewer: Viewer,
  merchantId: string,
  settings: ClientSettings,
): Promise<{ clientId: string; clientSecret: string }> {
  if (!sees(viewer, merchantId)) throw new DomainError('MerchantNotFound');
  const made = await inWork(ctx, async (work) => {
    assertExpiry(work, settings.expiresAt);
    if ((await store.countClients(work.tx, merchantId)) >= mostClients)
      throw invalidField('name', `the limit of ${mostClients} keys is reached: revoke one first`);
    return addClient(work, merchantId, { ...settings, name: requireName(settings.name, 'name') });
  });
  logSecurity(ctx, 'info', { merchantId, clientId: made.clientId }, 'a client was created');
  return made;
}

function assertExpiry({ clock }: Work, expiresAt: Date | null): void {
  if (expiresAt !== null && expiresAt <= clock.now())
    throw invalidField('expires', 'the last day must not be in the past');
}

/** Returns a client that a viewer sees. Throws SecretNotFound. */
export async function readApiKey({ db }: AnyContext, viewer: Viewer, id: string): Promise<ApiKey> {
  const client = await store.findClient(db, id);
  if (!client || !sees(viewer, client.merchantId)) throw new DomainError('SecretNotFound');
  return client;
}

/** Returns the newest clients that a viewer sees, those that are disabled last. */
export const listApiKeys = ({ db }: AnyContext, viewer: Viewer, limit: number): Promise<ApiKey[]> =>
  store.listSeenClients(db, viewer, limit);

/** Returns the valid secrets of a client without their text, the current one first. */
export const listApiKeySecrets = async ({ db, clock }: AnyContext, { id }: ApiKey) =>
  (await store.listClientSecrets(db, id, clock.now())).map(({ id, createdAt, expiresAt }) => ({
    id,
    createdAt,
    expiresAt,
  }));

/** The settings of a client as texts, which a form sends back. */
export const shownClient = ({ name, scopes, networks, expiresAt }: ClientSettings | ApiKey) => ({
  name,
  scopes: scopes.join(' '),
  networks: networks.join(' '),
  expires: expiresAt?.toISOString() ?? '',
});

/**
 * Changes a client. `seen` are its settings as they were shown. Its tokens apply the change within seconds. Throws
 * SecretNotFound, InvalidField, ChangedSinceSeen, DoneAlready for a revoked one.
 */
export function changeApiKey(
  ctx: AnyContext,
  viewer: Viewer,
  id: string,
  settings: ClientSettings,
  seen: Partial<ReturnType<typeof shownClient>>,
): Promise<{ before: ApiKey; after: ApiKey }> {
  return inWork(ctx, async (work) => {
    const before = await lockSeen(work, viewer, id);
    assertAsSeen(seen, shownClient(before));
    if (settings.expiresAt?.getTime() !== before.expiresAt?.getTime()) assertExpiry(work, settings.expiresAt);
    const after = { ...before, ...settings, name: requireName(settings.name, 'name') };
    await store.updateClient(work.tx, after);
    return { before, after };
  });
}

/**
 * Replaces the secret of a client; the old one stays valid for `overlapMs` milliseconds. `seen` is the id of the current
 * secret. Throws SecretNotFound, ChangedSinceSeen, DoneAlready for a revoked client.
 */
export async function rollApiKey(
  ctx: AnyContext,
  viewer: Viewer,
  id: string,
  { overlapMs, seen }: { overlapMs: number; seen?: string | undefined },
): Promise<Rotated> {
  return inWork(ctx, async (work) => {
    const { merchantId } = await lockSeen(work, viewer, id);
    const owner = { merchantId, clientId: id, kind: 'client_secret' } as const;
    const current = required(await lockCurrentSecret(work.tx, { siteId: null, ...owner }), 'secret');
    const rotation = overlapMs === 0 ? { now: true } : { overlapMs };
    return rotateSecret(work, viewer, owner, { ...rotation, seen: seen ?? current });
  });
}

/** Ends a client with its secrets and tokens. Throws SecretNotFound, DoneAlready. */
export async function revokeApiKey(ctx: AnyContext, viewer: Viewer, id: string): Promise<ApiKey> {
  const client = await inWork(ctx, async (work) => {
    const found = await lockSeen(work, viewer, id);
    await store.setDisabled(work.tx, found, work.clock.now());
    await store.renewGrants(work.tx, id, () => newId(work.clock));
    return found;
  });
  logSecurity(ctx, 'warn', { merchantId: client.merchantId, clientId: id }, 'a client was disabled');
  return client;
}

async function lockSeen({ tx }: Work, viewer: Viewer, id: string): Promise<ApiKey> {
  const client = await store.lockClient(tx, id);
  if (!client || !sees(viewer, client.merchantId)) throw new DomainError('SecretNotFound');
  if (client.disabledAt !== null)
    throw new DomainError('DoneAlready', { detail: 'the key is already revoked' });
  return client;
}
