// tefo credentials, merchant, site, client, secret: who may use the service, with what.

import { loadConfig } from '../config.ts';
import type { Context } from '../core/context.ts';
import { DomainError } from '../core/errors.ts';
import {
  allScopes,
  changeSite,
  createClient,
  createMerchant,
  createSite,
  findMerchantByCode,
  findSiteByCode,
  listClients,
  listMerchants,
  listSites,
  readSiteSettings,
  rotateSecret,
  type Scope,
  type SecretKind,
  type Site,
  type SiteChange,
  shownSettings,
  siteSettingNames,
} from '../core/merchants/actions.ts';
import { listDisabled } from '../core/notifications/actions.ts';
import { listWebhooks, rotateWebhookSecret } from '../core/notifications/webhooks.ts';
import { maskAccount } from '../core/transactions/answers.ts';
import { credentialsOf, demoSiteCode, type PresentCredentials, presentCredentials } from '../credentials.ts';
import { isUuid } from '../kernel/ids.ts';
import { warnLines } from '../kernel/terminal.ts';
import { type Command, lines, print, readArgs, required, UsageError, withContext } from './command.ts';
import { readInput } from './input.ts';

export const credentialsCommand: Command = {
  usage: 'credentials',
  about: 'The demo merchant’s credentials, as they are now, and the addresses.',
  more: 'Secrets that `secret rotate`, `client rotate` or `site set` replaced are the new ones at once; the old ones work for 24 hours more. Of a client’s secret the database has only a hash: `client rotate` writes it into credentials.json of its own data directory. Where it was run with another, clientSecret is null as soon as the old one works no longer.',
  run: async (args) => {
    const { values } = readArgs(args, []);
    // A place where nothing was started yet has no database to ask.
    if ((await demoSiteCode(loadConfig())) === undefined) throw new Error(noDemo);
    await withContext(async (ctx, config) => {
      const credentials = await presentCredentials(ctx, config);
      if (!credentials) throw new Error(noDemo);
      print(values.json, credentials, () => describeCredentials(credentials));
      if (credentials.clientSecret === null) warnLines([await describeLoss(ctx, credentials)]);
    });
  },
};

const noDemo = 'there are no demo credentials yet: start the service once with `npm start`';

async function describeLoss(ctx: Context, { siteCode, clientId }: PresentCredentials): Promise<string> {
  const { merchantCode } = (await findSiteByCode(ctx.db, siteCode))!;
  return `tefo: the client’s secret was replaced, and not from this data directory; \`tefo client rotate ${clientId} --merchant ${merchantCode}\` makes one that is kept here`;
}

function describeCredentials({ urls, console, ...known }: PresentCredentials): string[] {
  const secrets = { ...known, clientSecret: known.clientSecret ?? '(not known here)' };
  const addresses = Object.entries(urls).map(([name, url]) => [`urls.${name}`, url]);
  return lines({
    ...secrets,
    ...Object.fromEntries(addresses),
    'console.email': console.email,
    'console.password': console.password,
  });
}

export const merchantCreate: Command = {
  usage: 'merchant create --name NAME',
  about: 'Make a merchant with one site; prints its secrets, once.',
  run: async (args) => {
    const { values } = readArgs(args, [], { name: { type: 'string' } });
    const name = required(values, 'name');
    await withContext(async (ctx, config) => {
      const credentials = credentialsOf(config, await createMerchant(ctx, { name }));
      print(values.json, credentials, () => describeCredentials(credentials));
    });
  },
};

export const merchantList: Command = {
  usage: 'merchant list',
  about: 'All merchants.',
  run: async (args) => {
    const { values } = readArgs(args, []);
    await withContext(async (ctx) => {
      const merchants = await listMerchants(ctx.db);
      print(values.json, merchants, () => merchants.map((one) => `${one.code}  ${one.name}`));
    });
  },
};

export const merchantShow: Command = {
  usage: 'merchant show CODE',
  about: 'A merchant’s sites with their settings, its clients and webhooks, without secrets.',
  run: async (args) => {
    const { values, positionals } = readArgs(args, ['CODE']);
    await withContext(async (ctx) => {
      const merchant = await requireMerchant(ctx, positionals[0]!);
      const sites = (await listSites(ctx.db, merchant.id)).map(describeSite);
      const clients = await listClients(ctx.db, merchant.id);
      const webhooks = await listWebhooks(ctx.db, merchant.id);
      const disabled = await listDisabled(ctx.db, merchant.id);
      print(values.json, { ...merchant, sites, clients, webhooks, disabled }, () => [
        `${merchant.code}  ${merchant.name}`,
        ...sites.flatMap(({ siteCode, settings }) => [
          `site    ${siteCode}`,
          ...linesOf(settings).map((line) => `          ${line}`),
        ]),
        ...clients.map((client) => `client  ${client.id}  ${client.name}  ${client.scopes.join(' ')}`),
        ...webhooks.map((one) => `webhook ${one.id}  ${one.eventType}  ${one.messageType}  ${one.endpoint}`),
        ...disabled.map((one) => `told no more: ${one.url}, because ${one.disabledReason}`),
      ]);
    });
  },
};

/** A site by its settings, under the names that `site set` takes; of its account the last four digits. */
function describeSite(site: Site): { siteCode: string; settings: Record<string, unknown> } {
  const { settlementAccount: account } = site;
  const masked = account && { ...account, accountNumber: maskAccount(account.accountNumber) };
  return { siteCode: site.code, settings: { ...shownSettings(site), settlementAccount: masked } };
}

const linesOf = (settings: Record<string, unknown>): string[] =>
  lines(Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, asText(value)])));

export const siteShow: Command = {
  usage: 'site show CODE',
  about: 'A site’s settings, as `site set` takes them; of its settlement account the last four digits.',
  run: async (args) => {
    const { values, positionals } = readArgs(args, ['CODE']);
    await withContext(async (ctx) => {
      const site = await findSiteByCode(ctx.db, positionals[0]!);
      if (!site) throw new Error(`there is no site ${positionals[0]}`);
      const shown = describeSite(site);
      print(values.json, shown, () => linesOf(shown.settings));
    });
  },
};

export const siteCreate: Command = {
  usage: 'site create --merchant CODE --name NAME',
  about: 'Add a site to a merchant; prints its secrets, once.',
  run: async (args) => {
    const { values } = readArgs(args, [], { merchant: { type: 'string' }, name: { type: 'string' } });
    const [code, name] = [required(values, 'merchant'), required(values, 'name')];
    await withContext(async (ctx) => {
      const site = await createSite(ctx, await requireMerchant(ctx, code), name);
      print(values.json, site, () => lines({ ...site }));
    });
  },
};

export const siteSet: Command = {
  usage: 'site set CODE KEY=VALUE...',
  about: `Change a site: ${siteSettingNames.join(', ')}.`,
  more: 'payoutAccessToken is a secret, and who may see this machine’s processes sees what is typed: payoutAccessToken=@FILE reads it from a file, payoutAccessToken=- from standard input.',
  run: async (args) => {
    const { values, positionals } = readArgs(args, ['CODE', 'KEY=VALUE'], {}, Number.POSITIVE_INFINITY);
    const [code, ...settings] = positionals;
    const change = await readChange(settings);
    await withContext(async (ctx) => {
      const site = await changeSite(ctx, code!, change);
      const settings = shownSettings(site);
      print(values.json, { siteCode: site.code, settings }, () => linesOf(settings));
    });
  },
};

/** A setting's value as `site set` takes it. */
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
    given.push([name, name === secretSetting ? await readSecret(value) : value]);
  }
  try {
    return readSiteSettings(given);
  } catch (error) {
    throw error instanceof DomainError ? new UsageError(error.message) : error;
  }
}

const secretSetting = 'payoutAccessToken';

/** A secret's text, which is never typed: "@FILE" or "-" says where it is. A line's end after it is none of it. */
async function readSecret(from: string): Promise<string> {
  if (from !== '-' && !/^@./.test(from))
    throw new UsageError(
      `${secretSetting} is a secret, and others may see what is typed: give ${secretSetting}=- and write it to standard input, or ${secretSetting}=@FILE`,
    );
  const path = from === '-' ? from : from.slice(1);
  const text = await readInput(path).catch((error) => {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`);
  });
  return text.replace(/\r?\n$/, '');
}

export const clientCreate: Command = {
  usage: 'client create --merchant CODE [--name NAME] [--scopes A,B]',
  about: 'Add a One API client; prints its secret, once.',
  run: async (args) => {
    const options = {
      merchant: { type: 'string' },
      name: { type: 'string' },
      scopes: { type: 'string' },
    } as const;
    const { values } = readArgs(args, [], options);
    const code = required(values, 'merchant');
    const scopes = readScopes(values.scopes);
    await withContext(async (ctx) => {
      const merchant = await requireMerchant(ctx, code);
      const name = typeof values.name === 'string' ? values.name : merchant.name;
      const client = await createClient(ctx, merchant.id, { name, scopes });
      print(values.json, client, () => lines(client));
    });
  },
};

function readScopes(given: string | boolean | undefined): Scope[] {
  if (typeof given !== 'string') return [...allScopes];
  return given.split(',').map((name) => {
    const scope = allScopes.find((one) => one === name.trim());
    if (!scope) throw new UsageError(`--scopes are some of ${allScopes.join(', ')}`);
    return scope;
  });
}

export const clientRotate: Command = {
  usage: 'client rotate CLIENT_ID --merchant CODE',
  about: 'Give a client a new secret; the old one works for 24 hours more.',
  run: async (args) => {
    const { values, positionals } = readArgs(args, ['CLIENT_ID'], { merchant: { type: 'string' } });
    const [clientId, code] = [positionals[0]!, required(values, 'merchant')];
    await withContext(async (ctx, config) => {
      const { id: merchantId } = await requireMerchant(ctx, code);
      const clientSecret = await rotateSecret(ctx, { merchantId, clientId, kind: 'client_secret' });
      print(values.json, { clientId, clientSecret }, () => lines({ clientId, clientSecret }));
      await presentCredentials(ctx, config, clientSecret);
    });
  },
};

const rotatable: Record<string, SecretKind> = {
  apiKey: 'api_key',
  privateKey: 'private_key',
  webhookSecret: 'webhook_secret',
  payoutAccessToken: 'payout_access_token',
};

export const secretRotate: Command = {
  usage: 'secret rotate SITE_CODE KIND | WEBHOOK_ID',
  about: `Replace one of ${Object.keys(rotatable).join(', ')}, or a webhook's secret; the old one works for 24 hours more.`,
  run: async (args) => {
    const { values, positionals } = readArgs(args, ['SITE_CODE or WEBHOOK_ID'], {}, 2);
    const [code, name] = positionals as [string, string | undefined];
    if (isUuid(code)) {
      return withContext(async (ctx) => {
        const secret = await rotateWebhookSecret(ctx, code);
        print(values.json, { secret }, () => lines({ secret }));
      });
    }
    if (name === undefined) throw new UsageError('missing: KIND');
    const kind = rotatable[name];
    if (!kind) throw new UsageError(`KIND is one of ${Object.keys(rotatable).join(', ')}`);
    await withContext(async (ctx, config) => {
      const site = await findSiteByCode(ctx.db, code);
      if (!site) throw new Error(`there is no site ${code}`);
      const owner = kind === 'api_key' ? {} : { siteId: site.id };
      const secret = await rotateSecret(ctx, { merchantId: site.merchantId, ...owner, kind });
      print(values.json, { [name]: secret }, () => lines({ [name]: secret }));
      await presentCredentials(ctx, config);
    });
  },
};

async function requireMerchant(ctx: Context, code: string) {
  const merchant = await findMerchantByCode(ctx.db, code);
  if (!merchant) throw new Error(`there is no merchant ${code}`);
  return merchant;
}
