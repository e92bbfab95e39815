// A site that a user of the console adds to a merchant.
import type { AnyContext } from '../context.ts';
import { DomainError } from '../errors.ts';
import { inWork } from '../unit-of-work.ts';
import { sees, type Viewer } from '../viewer.ts';
import { addSite, changeSiteAs, type NewSite, requireName } from './actions.ts';
import * as store from './store.ts';

/** The fee of each payment of a site. */
export type SiteFees = Pick<store.Site, 'feeBps' | 'feeCents'>;

/**
 * Adds a site for a user who cannot see every merchant. Its fees are those given, else those of the merchant's first site, so
 * that a merchant's own site is not free. Throws MerchantNotFound, InvalidField.
 */
export async function createSiteAs(
  ctx: AnyContext,
  viewer: Viewer,
  merchantId: string,
  { name, fees }: { name: string; fees?: SiteFees | undefined },
): Promise<NewSite & { fees: SiteFees }> {
  return inWork(ctx, async (work) => {
    const merchant = sees(viewer, merchantId) ? await store.findMerchantById(work.tx, merchantId) : undefined;
    if (!merchant) throw new DomainError('MerchantNotFound');
    const [first] = await store.listSites(work.tx, merchantId);
    const made = await addSite(work, merchant, requireName(name, 'name'));
    const { feeBps = 0, feeCents = 0n, verificationFeeCents = 0n } = first ?? {};
    const charged = { feeBps, feeCents, ...fees };
    await changeSiteAs(work, viewer, made.siteCode, { ...charged, verificationFeeCents });
    return { ...made, fees: charged };
  });
}
