// tefo credentials, merchant, site: manages access to the service.
import { readFile } from 'node:fs/promises';
import {
  credentialsOf,
  demoSiteCode,
  type PresentCredentials,
  presentCredentials,
} from '../app/credentials.ts';
import { maskAccount } from '../core/account-numbers.ts';
import type { Context } from '../core/context.ts';
import { DomainError } from '../core/errors.ts';
import {
  changeSite,
  createSite,
  findMerchantByCode,
  findSiteByCode,
  listClients,
  listMerchants,
  listSites,
  readSiteSettings,
  type Site,
  type SiteChange,
  shownSettings,
  siteSettingNames,
} from '../core/merchants/actions.ts';
import { listDisabled } from '../core/notifications/actions.ts';
import { listWebhooks } from '../core/notifications/webhooks.ts';
import { countBrowserRequests } from '../core/payments/browser-requests.ts';
import { openMerchant } from '../core/users/merchant-opening.ts';
import { only } from '../core/viewer.ts';
import { type Line, paint, warnLines } from '../kernel/process/terminal.ts';
import { firstOf, required } from '../kernel/required.ts';
import { type Choices, UsageError, type Work } from './command.ts';
import { commandConfig } from './config.ts';
import { onDatabase, withContext } from './context.ts';
import { readInput } from './input.ts';
import { lines, paragraph, print, table } from './output.ts';

export const credentialsCommand: Work = async ({ values }) => {
  const config = commandConfig();
  if (config.mode === 'production') throw new Error(ofProduction);
  // A directory without a first start has no database to query.
  if ((await demoSiteCode(config)) === undefined) throw new Error(noDemo);
  await withContext(async (ctx, config) => {
    const credentials = await presentCredentials(ctx, config);
    if (!credentials) throw new Error(noDemo);
    print(values.json, credentials, () => describeCredentials(credentials));
    if (credentials.clientSecret === null) warnLines([await describeLoss(ctx, credentials)]);
  });
};

const ofProduction =
  'production has no demo merchant: `tefo merchant create --name NAME` prints a merchant’s credentials once; `tefo client rotate` and `tefo secret rotate` replace them';

const noDemo = 'there are no demo credentials yet: start the service once with `npx tefo start`';

async function describeLoss(ctx: Context, { siteCode, clientId }: PresentCredentials): Promise<string> {
  const { merchantCode } = required(await findSiteByCode(ctx.db, siteCode), 'site');
  return `tefo: the client’s secret was replaced from another data directory; \`tefo client rotate ${clientId} --merchant ${merchantCode}\` creates one that is stored here`;
}

function describeCredentials({ urls, console: login, ...known }: PresentCredentials): Line[] {
  const named = (group: string, members: object) =>
    Object.fromEntries(Object.entries(members).map(([name, value]) => [`${group}.${name}`, value]));
  return lines({
    ...known,
    clientSecret: known.clientSecret ?? '(not known here)',
    ...named('urls', urls),
    ...named('console', login),
  });
}

export const merchantCreate = onDatabase(async (ctx, { values }, config) => {
  const name = String(values.name);
  const credentials = credentialsOf(
    config,
    await openMerchant(ctx, { name, isLive: values['not-live'] !== true }),
  );
  print(values.json, credentials, () => describeCredentials(credentials));
});

export const merchantList = onDatabase(async (ctx, { values }) => {
  const merchants = await listMerchants(ctx.db);
  print(values.json, merchants, () => table(merchants.map(({ code, name }) => [paint('name', code), name])));
});

export const merchantShow = onDatabase(async (ctx, { values, positionals }) => {
  const merchant = await requireMerchant(ctx, firstOf(positionals));
  const sites = await Promise.all(
    (await listSites(ctx.db, merchant.id)).map((site) => describeSite(ctx, site)),
  );
  const clients = await listClients(ctx.db, merchant.id);
  const webhooks = await listWebhooks(ctx.db, only(merchant.id));
  const disabled = await listDisabled(ctx.db, merchant.id);
  print(values.json, { ...merchant, sites, clients, webhooks, disabled }, () => [
    [paint('title', merchant.code), `  ${merchant.name}`],
    ...sites.flatMap((site) => [`site    ${site.siteCode}`, ...linesOfSite(site, 10)]),
    ...table(
      clients.map(({ id, name, scopes, disabledAt }) => [
        `client  ${id}`,
        name,
        scopes.join(' ') + (disabledAt ? '  disabled' : ''),
      ]),
    ),
    ...table(webhooks.map((one) => [`webhook ${one.id}`, one.eventType, one.messageType, one.endpoint])),
    ...disabled.map((one) => `disabled: ${one.url}, because ${one.disabledReason}`),
  ]);
});

interface DescribedSite {
  siteCode: string;
  settings: Record<string, unknown>;
  /** Only if payers have sent requests to /pay. */
  browserRequests?: Awaited<ReturnType<typeof countBrowserRequests>>;
}

/** Describes a site by its settings, named as in `site set`, with the last four digits of its account. */
async function describeSite(ctx: Context, site: Site): Promise<DescribedSite> {
  const { settlementAccount: account } = site;
  const masked = account && { ...account, accountNumber: maskAccount(account.accountNumber) };
  const browserRequests = await countBrowserRequests(ctx, site);
  return {
    siteCode: site.code,
    settings: { ...shownSettings(site), settlementAccount: masked },
    ...(browserRequests.all > 0 && { browserRequests }),
  };
}

function linesOfSite({ settings, browserRequests }: DescribedSite, indent = 0): Line[] {
  const listed = linesOf(settings, indent);
  if (!browserRequests) return listed;
  const { days, all, ambiguous } = browserRequests;
  const counts = Object.entries(ambiguous).map(([field, count]) => `${field} in ${count}`);
  const ambiguities = counts.length > 0 ? `; with ambiguous hashes: ${counts.join(', ')}` : '';
  return [...listed, ...paragraph(indent, `${all} requests to /pay in ${days} days${ambiguities}`)];
}

const linesOf = (settings: Record<string, unknown>, indent = 0): Line[] =>
  lines(Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, asText(value)])), indent);

export const siteShow = onDatabase(async (ctx, { values, positionals }) => {
  const site = await findSiteByCode(ctx.db, firstOf(positionals));
  if (!site)
    throw new DomainError('SiteNotFound', { detail: `there is no site with the code ${positionals[0]}` });
  const shown = await describeSite(ctx, site);
  print(values.json, shown, () => linesOfSite(shown));
});

export const siteCreate = onDatabase(async (ctx, { values }) => {
  const [code, name] = [String(values.merchant), String(values.name)];
  const site = await createSite(ctx, await requireMerchant(ctx, code), name);
  print(values.json, site, () => lines({ ...site }));
});

export const siteChoices: Choices = { KEY: siteSettingNames };

export const siteSet: Work = async ({ values, positionals }) => {
  const [code, ...settings] = positionals;
  const change = await readChange(settings);
  await withContext(async (ctx) => {
    const site = await changeSite(ctx, code!, change);
    const settings = shownSettings(site);
    print(values.json, { siteCode: site.code, settings }, () => linesOf(settings));
  });
};

/** Returns a setting's value as `site set` takes it. */
function asText(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value ?? '');
  const { bankId, accountNumber, branchCode, holder } = value as NonNullable<Site['settlementAccount']>;
  return [bankId, accountNumber, branchCode, holder].join('/');
}

async function readChange(settings: string[]): Promise<SiteChange> {
  const given: [name: string, value: string][] = [];
  for (const setting of settings) {
    const [name = '', ...rest] = setting.split('=');
    const value = rest.join('=');
    given.push([name, await readValue(name, value)]);
  }
  try {
    return readSiteSettings(given);
  } catch (error) {
    throw error instanceof DomainError ? new UsageError(error.message) : error;
  }
}

/** Reads a setting's value: a logo is read from its file, as base64. */
async function readValue(name: string, value: string): Promise<string> {
  if (name === secretSetting) return readSecret(value);
  if (name !== 'logo' || value === '') return value;
  const path = value.replace(/^@/, '');
  const file = await readFile(path).catch((error) => {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  });
  return file.toString('base64');
}

const secretSetting = 'payoutAccessToken';

/**
 * Reads a secret: "@FILE" or "-" names its source, and a line break at its end is dropped. A sandbox accepts a typed
 * secret; in production others on the machine could see it.
 */
async function readSecret(from: string): Promise<string> {
  if (from !== '-' && !/^@./.test(from)) {
    if (commandConfig().mode === 'staging') return from;
    throw new UsageError(
      `${secretSetting} is a secret, and typed arguments are visible to others: use ${secretSetting}=- and write it to standard input, or ${secretSetting}=@FILE`,
    );
  }
  const path = from === '-' ? from : from.slice(1);
  const text = await readInput(path);
  return text.replace(/\r?\n$/, '');
}

export async function requireMerchant(ctx: Context, code: string) {
  const merchant = await findMerchantByCode(ctx.db, code);
  if (!merchant)
    throw new DomainError('MerchantNotFound', { detail: `there is no merchant with the code ${code}` });
  return merchant;
}
