// The steps before a new merchant can take money and be paid, in the order of doing them.
import type { Db } from '../../kernel/db/db.ts';
import { onlyRow } from '../../kernel/db/rows.ts';

/** A site with its completed steps. */
export interface SiteSteps {
  code: string;
  hasAccount: boolean;
  /** Its settlement account was verified at its bank. */
  isVerified: boolean;
  hasNotify: boolean;
  hasReturn: boolean;
  /** A payment of it was paid. */
  isPaid: boolean;
}

export interface Onboarding {
  sites: SiteSteps[];
  /** How many admins have signed up. */
  admins: number;
  /** True if an invitation of an admin can still be used. */
  isInvited: boolean;
}

const mostSites = 50;

/** Measures a merchant's steps. `now` is the machine's time. all merchants: the caller has found the merchant. */
export async function measureOnboarding(db: Db, merchantId: string, now: Date): Promise<Onboarding> {
  const sites = await db<SiteSteps[]>`
    select code, settlement_account is not null as has_account, addresses ? 'notifyUrl' as has_notify,
      addresses ? 'returnUrl' or addresses ?& array['successUrl', 'cancelUrl', 'errorUrl'] as has_return,
      exists (
        select from verifications
        where verifications.site_id = sites.id and outcome = 'verified'
          and bank_id::text = settlement_account ->> 'bankId' and branch_code = settlement_account ->> 'branchCode'
          and account = lpad(right(settlement_account ->> 'accountNumber', 4),
            length(settlement_account ->> 'accountNumber'), '*')
      ) as is_verified,
      exists (select from payments where payments.site_id = sites.id and state = 'complete') as is_paid
    from sites where merchant_id = ${merchantId} order by created_at, id limit ${mostSites}`;
  const people = await onlyRow(db<{ admins: number; isInvited: boolean }[]>`
    select
      (
        select count(*)::integer from console.held join console.users on users.id = held.user_id
        where held.merchant_id = ${merchantId} and held.role = 'admin' and users.disabled_at is null
      ) as admins,
      exists (
        select from console.invitations
        where merchant_id = ${merchantId} and role = 'admin' and used_at is null and expires_at > ${now}
      ) as is_invited`);
  return { sites, ...people };
}
