// The demo merchant's credentials: created at the first start, kept in a file of the data directory, and compared with
// the database whenever they are shown, because secrets are replaced there.
import { readFileSync } from 'node:fs';
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../core/context.ts';
import {
  changeSite,
  demoSettings,
  lockSiteByCode,
  openSiteSecrets,
  usableClientSecret,
} from '../core/merchants/actions.ts';
import { inWork } from '../core/unit-of-work.ts';
import { type OpenedMerchant, openMerchant } from '../core/users/merchant-opening.ts';
import { firstOf, required } from '../kernel/required.ts';
import type { Config } from './config.ts';

/** What `tefo credentials --json` prints: everything an integration needs to begin. */
export interface Credentials extends Omit<OpenedMerchant, 'merchant'> {
  urls: Record<'one' | 'payments' | 'payouts' | 'external' | 'console' | 'docs', string>;
}

/** The current credentials: a client secret is null when it was replaced and this data directory does not know it. */
export type PresentCredentials = Omit<Credentials, 'clientSecret'> & { clientSecret: string | null };

/** Returns a new merchant's secrets with this service's addresses. */
export function credentialsOf(config: Config, made: OpenedMerchant): Credentials {
  const { merchant: _, ...secrets } = made;
  return { ...secrets, urls: addressesOf(config) };
}

function addressesOf(config: Config): Credentials['urls'] {
  return {
    one: config.oneUrl,
    payments: config.paymentsUrl,
    payouts: config.payoutsUrl,
    external: config.externalUrl,
    console: `${config.publicUrl}/console`,
    docs: `${config.publicUrl}/docs`,
  };
}

export const credentialsPath = (config: Pick<Config, 'dataDir'>): string =>
  join(config.dataDir, 'credentials.json');

/** Returns the demo site's code; undefined before the first start. */
export async function demoSiteCode(config: Config): Promise<string | undefined> {
  return (await readFileOf(config))?.siteCode;
}

async function readFileOf(config: Config): Promise<PresentCredentials | undefined> {
  const text = await readFile(credentialsPath(config), 'utf8').catch(() => undefined);
  return text ? { ...(JSON.parse(text) as PresentCredentials), urls: addressesOf(config) } : undefined;
}

/**
 * Returns the demo merchant's current credentials, with the addresses of the current settings; undefined when this
 * database has no demo merchant of this data directory. Sealed secrets come from the database. It only has the hash of
 * a client secret: the file has the text, and `newSecret`, just issued to some client, replaces it if it is the demo
 * client's. Updates the file.
 */
export async function presentCredentials(
  ctx: Context,
  config: Config,
  newSecret?: string,
): Promise<PresentCredentials | undefined> {
  const siteCode = await demoSiteCode(config);
  if (siteCode === undefined) return undefined;
  return inWork(ctx, async (work) => {
    const site = await lockSiteByCode(work.tx, siteCode);
    if (!site) return undefined;
    // Writers of the file are serialised, and each reads the other's changes first.
    const known = required(await readFileOf(config), 'file of credentials');
    const { apiKeys, privateKeys, webhookSecrets, payoutAccessTokens } = await openSiteSecrets(work, site.id);
    const clientSecrets = [newSecret, known.clientSecret].filter((text) => typeof text === 'string');
    const present: PresentCredentials = {
      ...known,
      apiKey: firstOf(apiKeys),
      privateKey: firstOf(privateKeys),
      clientSecret: (await usableClientSecret(work, known.clientId, clientSecrets))?.text ?? null,
      webhookSecret: firstOf(webhookSecrets),
      payoutAccessToken: firstOf(payoutAccessTokens),
    };
    // An unknown secret stays in the file: a restored snapshot may accept it again.
    const kept = { ...present, clientSecret: present.clientSecret ?? known.clientSecret };
    if (JSON.stringify(kept) !== JSON.stringify(known)) await writeFileOf(config, kept);
    return present;
  });
}

async function writeFileOf(config: Config, credentials: PresentCredentials): Promise<void> {
  const draft = `${credentialsPath(config)}.new`;
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, credentialsPath(config));
}

/** Returns the address in the file; undefined without a file. */
export function recordedAddress(config: Pick<Config, 'dataDir'>): string | undefined {
  try {
    const { urls } = JSON.parse(readFileSync(credentialsPath(config), 'utf8')) as PresentCredentials;
    return urls.docs.slice(0, -'/docs'.length);
  } catch {
    return undefined;
  }
}

/** Creates the demo merchant unless this database has it already. Afterwards the file has the service's addresses. */
export async function ensureDemoMerchant(ctx: Context, config: Config): Promise<PresentCredentials> {
  const known = await presentCredentials(ctx, config);
  if (known) {
    if (recordedAddress(config) !== config.publicUrl)
      await writeFileOf(config, required(await readFileOf(config), 'file of credentials'));
    return known;
  }
  const made = credentialsOf(config, await openMerchant(ctx, { name: 'Demo Shop' }));
  await changeSite(ctx, made.siteCode, demoSettings);
  await writeFileOf(config, made);
  return made;
}
