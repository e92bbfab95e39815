// tefo client: the programs that can request tokens of the One API.

import { presentCredentials } from '../app/credentials.ts';
import type { Context } from '../core/context.ts';
import { allScopes, createClient, findClient, rotateSecret, type Scope } from '../core/merchants/actions.ts';
import { setClientEnabled } from '../core/merchants/revocation.ts';
import { everything } from '../core/viewer.ts';
import { firstOf } from '../kernel/required.ts';
import { type Given, UsageError, type Work } from './command.ts';
import { onDatabase, withContext } from './context.ts';
import { requireMerchant } from './merchants.ts';
import { lines, print } from './output.ts';

export const clientCreate: Work = async ({ values }) => {
  const code = String(values.merchant);
  const scopes = readScopes(values.scopes);
  await withContext(async (ctx) => {
    const merchant = await requireMerchant(ctx, code);
    const name = typeof values.name === 'string' ? values.name : merchant.name;
    const client = await createClient(ctx, merchant.id, { name, scopes });
    print(values.json, client, () => lines(client));
  });
};

function readScopes(given: string | boolean | undefined): Scope[] {
  if (typeof given !== 'string') return [...allScopes];
  return given.split(',').map((name) => {
    const scope = allScopes.find((one) => one === name.trim());
    if (!scope) throw new UsageError(`unknown scope; --scopes takes ${allScopes.join(', ')}`);
    return scope;
  });
}

export const clientRotate = onDatabase(async (ctx, { values, positionals }, config) => {
  const clientId = firstOf(positionals);
  const { merchantId } = await requireClient(ctx, clientId, values.merchant);
  const owner = { merchantId, clientId, kind: 'client_secret' } as const;
  const { secret: clientSecret } = await rotateSecret(ctx, everything, owner, { now: values.now === true });
  print(values.json, { clientId, clientSecret }, () => lines({ clientId, clientSecret }));
  await presentCredentials(ctx, config, clientSecret);
});

/** Returns the client with that id, which must belong to the merchant, if one is named. */
async function requireClient(ctx: Context, id: string, code: string | boolean | undefined) {
  const merchant = typeof code === 'string' ? await requireMerchant(ctx, code) : undefined;
  const client = await findClient(ctx.db, id);
  if (!client || (merchant && merchant.id !== client.merchantId)) throw new Error(`there is no client ${id}`);
  return client;
}

export const clientDisable: Work = (given) => setEnabled(given, false);

export const clientEnable: Work = (given) => setEnabled(given, true);

async function setEnabled({ values, positionals }: Given, isEnabled: boolean): Promise<void> {
  await withContext(async (ctx) => {
    const { id, disabledAt } = await setClientEnabled(ctx, firstOf(positionals), isEnabled);
    print(values.json, { clientId: id, disabledAt }, () => [
      isEnabled
        ? `The client ${id} can request tokens again.`
        : `The client ${id} and its tokens are rejected from now on, within five seconds in every process.`,
    ]);
  });
}
