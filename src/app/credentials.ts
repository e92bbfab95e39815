// The demo merchant's credentials: made at the first start, kept in a file of the data directory, and held against the
// database whenever they are shown, because secrets are replaced there.
import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Context, inWork } from '../core/context.ts';
import {
  changeSite,
  createMerchant,
  demoSettings,
  lockSiteByCode,
  type NewMerchant,
  openSiteSecrets,
  usableClientSecret,
} from '../core/merchants/actions.ts';
import type { Config } from './config.ts';

/** What `tefo credentials --json` prints: everything an integration needs to begin. */
export interface Credentials extends Omit<NewMerchant, 'merchant'> {
  urls: Record<'one' | 'payments' | 'payouts' | 'external' | 'console' | 'docs', string>;
}

/** The same as it stands now: null is a client's secret that was replaced where this data directory could not hear of it. */
export type PresentCredentials = Omit<Credentials, 'clientSecret'> & { clientSecret: string | null };

/** A new merchant's secrets with this service's addresses. */
export function credentialsOf(config: Config, made: NewMerchant): Credentials {
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

/** The demo site's code; undefined before the first start. */
export async function demoSiteCode(config: Config): Promise<string | undefined> {
  return (await readFileOf(config))?.siteCode;
}

async function readFileOf(config: Config): Promise<PresentCredentials | undefined> {
  const text = await readFile(credentialsPath(config), 'utf8').catch(() => undefined);
  return text ? { ...(JSON.parse(text) as PresentCredentials), urls: addressesOf(config) } : undefined;
}

/**
 * The demo merchant's credentials as they are now, with the addresses of the present settings; undefined where this
 * database has no demo merchant of this data directory. What is sealed is read from the database. A client's secret is
 * only hashed there: the file has it, and `newSecret`, just issued to whichever client, takes its place if it is the demo
 * client's. The file is brought up to date with what is answered.
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
    // Two who write the file take turns, and each goes by what the other has written.
    const known = (await readFileOf(config))!;
    const { apiKeys, privateKeys, webhookSecrets, payoutAccessTokens } = await openSiteSecrets(work, site.id);
    const clientSecrets = [newSecret, known.clientSecret].filter((text) => typeof text === 'string');
    const present: PresentCredentials = {
      ...known,
      apiKey: apiKeys[0]!,
      privateKey: privateKeys[0]!,
      clientSecret: (await usableClientSecret(work, known.clientId, clientSecrets))?.text ?? null,
      webhookSecret: webhookSecrets[0]!,
      payoutAccessToken: payoutAccessTokens[0]!,
    };
    // A secret that is not known now stays: a snapshot that is restored may know it again.
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

/** Makes the demo merchant unless this database has it already. */
export async function ensureDemoMerchant(ctx: Context, config: Config): Promise<PresentCredentials> {
  const known = await presentCredentials(ctx, config);
  if (known) return known;
  const made = credentialsOf(config, await createMerchant(ctx, { name: 'Demo Shop' }));
  await changeSite(ctx, made.siteCode, demoSettings);
  await writeFileOf(config, made);
  return made;
}
