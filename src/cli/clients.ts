// tefo client: which programs may ask the One API for tokens.
import type { Context } from '../core/context.ts';
import { allScopes, createClient, findClient, rotateSecret, type Scope } from '../core/merchants/actions.ts';
import { setClientEnabled } from '../core/merchants/revoking.ts';
import { presentCredentials } from '../credentials.ts';
import { type Command, lines, print, readArgs, required, UsageError, withContext } from './command.ts';
import { requireMerchant } from './merchants.ts';

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
  usage: 'client rotate CLIENT_ID [--now] [--merchant CODE]',
  about: 'Give a client a new secret; the old one works for 24 hours more, or with --now no more at all.',
  more: 'With --now, tokens that were issued for the old secret are refused within five seconds, wherever they are used.',
  run: async (args) => {
    const options = { merchant: { type: 'string' }, now: { type: 'boolean' } } as const;
    const { values, positionals } = readArgs(args, ['CLIENT_ID'], options);
    const clientId = positionals[0]!;
    await withContext(async (ctx, config) => {
      const { merchantId } = await requireClient(ctx, clientId, values.merchant);
      const owner = { merchantId, clientId, kind: 'client_secret' } as const;
      const clientSecret = await rotateSecret(ctx, owner, { now: values.now === true });
      print(values.json, { clientId, clientSecret }, () => lines({ clientId, clientSecret }));
      await presentCredentials(ctx, config, clientSecret);
    });
  },
};

/** The client of that id, which must be the merchant's where one is named. */
async function requireClient(ctx: Context, id: string, code: string | boolean | undefined) {
  const merchant = typeof code === 'string' ? await requireMerchant(ctx, code) : undefined;
  const client = await findClient(ctx.db, id);
  if (!client || (merchant && merchant.id !== client.merchantId)) throw new Error(`there is no client ${id}`);
  return client;
}

export const clientDisable: Command = {
  usage: 'client disable CLIENT_ID',
  about: 'Refuse a client, and all its tokens, within five seconds; `client enable` takes it back.',
  run: (args) => setEnabled(args, false),
};

export const clientEnable: Command = {
  usage: 'client enable CLIENT_ID',
  about:
    'Let a disabled client ask for tokens again, with the secrets it had; tokens from before stay refused.',
  run: (args) => setEnabled(args, true),
};

async function setEnabled(args: string[], isEnabled: boolean): Promise<void> {
  const { values, positionals } = readArgs(args, ['CLIENT_ID']);
  await withContext(async (ctx) => {
    const { id, disabledAt } = await setClientEnabled(ctx, positionals[0]!, isEnabled);
    print(values.json, { clientId: id, disabledAt }, () => [
      isEnabled
        ? `The client ${id} may ask for tokens again.`
        : `The client ${id} is refused from now on, and so are its tokens, within five seconds in every process.`,
    ]);
  });
}
