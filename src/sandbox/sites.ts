// Sites for tests: creates a merchant with one site, and changes a site's settings.
import Type from 'typebox';
import type { Context } from '../core/context.ts';
import {
  changeSite,
  demoSettings,
  findSiteByCode,
  readSiteSettings,
  shownSettings,
} from '../core/merchants/actions.ts';
import { inWork } from '../core/unit-of-work.ts';
import { openMerchant } from '../core/users/merchant-opening.ts';
import { validatorOf } from '../kernel/formats/validate.ts';
import { readBody, SandboxRefusal } from './body.ts';
import type { Call, SandboxDeps } from './deps.ts';

const settings = Type.Record(Type.String(), Type.Unknown());
const judgeMaking = validatorOf(
  Type.Object({ settings: Type.Optional(settings) }, { additionalProperties: false }),
);
const judgeChange = validatorOf(Type.Object({ settings }, { additionalProperties: false }));

/** Creates a merchant with one site. Returns its credentials and the addresses. Throws for an invalid setting. */
export async function makeSite({ credentialsOf }: SandboxDeps, ctx: Context, body: unknown): Promise<object> {
  const { settings: given = {} } = readBody<{ settings?: object }>(judgeMaking, body ?? {});
  const change = { ...demoSettings, ...readSiteSettings(Object.entries(given)) };
  return inWork(ctx, async (work) => {
    const made = await openMerchant(work, { name: 'Sandbox' });
    await changeSite(work, made.siteCode, change);
    const { payoutAccessToken = made.payoutAccessToken } = change;
    return credentialsOf({ ...made, payoutAccessToken });
  });
}

/** Changes settings of a merchant's own site. Returns all of them as they are now. */
export async function changeSettings({ deps, ctx, merchantId }: Call, siteCode: string, body: unknown) {
  const { settings: given } = readBody<{ settings: object }>(judgeChange, body);
  const change = readSiteSettings(Object.entries(given));
  const known = await findSiteByCode(ctx.db, siteCode);
  if (known?.merchantId !== merchantId) throw new SandboxRefusal(404, 'site not found');
  const site = await changeSite(ctx, siteCode, change);
  deps.directory.forget();
  return { siteCode: site.code, settings: shownSettings(site) };
}
