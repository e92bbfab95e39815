// Which groups of a company's accounts have which role: "finance-team=operator-finance,acme-support=support@DEM1".

import type { AnyContext } from '../context.ts';
import { findMerchantByCode, findSiteByCode } from '../merchants/actions.ts';
import type { Held, Role } from './permissions.ts';

/** The rights of a group's members. */
export interface Grant {
  group: string;
  role: Role;
  /** Of the merchant, or of one of its sites; null for operators. */
  code: string | null;
}

/** Reads `GROUP=ROLE` of operators, or `GROUP=ROLE@CODE` of a merchant's users, which the settings have judged. */
export function readGrant(given: string): Grant {
  // The names of groups may have "=" in them.
  const at = given.lastIndexOf('=');
  const [role, code = null] = given.slice(at + 1).split('@') as [Role, string?];
  return { group: given.slice(0, at).trim(), role, code };
}

/** Returns what the groups give: of two roles at one merchant that of the earlier grant. A merchant that is gone gives none. */
export async function rolesOf(
  { db, log }: AnyContext,
  grants: readonly Grant[],
  groups: readonly string[],
): Promise<Held[]> {
  const held = new Map<string | null, Held>();
  for (const { group, role, code } of grants) {
    if (!groups.includes(group)) continue;
    const merchantId =
      code && ((await findMerchantByCode(db, code))?.id ?? (await findSiteByCode(db, code))?.merchantId);
    if (merchantId === undefined)
      log.warn({ group, code }, 'TEFO_OIDC_GROUPS names a merchant that is not there');
    else if (!held.has(merchantId)) held.set(merchantId, { role, merchantId });
  }
  return [...held.values()];
}
