// Changes of a site's settlement account. An intruder in a login would send the money to themselves: so a new account
// is used a day after the request, every admin sees it in the meantime, and each of them can stop it.
import { dayMs, plus } from '../../kernel/clock.ts';
import { eachApart } from '../../kernel/concurrency/independent-work.ts';
import { firstDue, type Sweep, wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { newId } from '../../kernel/ids.ts';
import { required } from '../../kernel/required.ts';
import { checkAccountNumber, isBranchOf } from '../account-numbers.ts';
import { bankById } from '../banks.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { action, inWork } from '../unit-of-work.ts';
import { sees, type Viewer } from '../viewer.ts';
import * as changes from './account-change-store.ts';
import { readSiteSettings } from './settings.ts';
import * as store from './store.ts';

export { type AccountChange, listAccountChanges } from './account-change-store.ts';

const accountSweep = 'merchants.accounts';

/** So long a change waits, in milliseconds: a day. */
export const accountDelayMs = dayMs;

export interface AskedAccount {
  site: store.Site;
  /** Undefined if the site had none, and has it at once. */
  waits: changes.AccountChange | undefined;
}

/**
 * Requests another settlement account, or none. A site without one has it at once. `seen` is the present one's number
 * as it was shown, "" for none. Throws SiteNotFound, InvalidField (bank, account, branch, holder), ChangedSinceSeen if
 * the present one differs, and DoneAlready if it is that one, or another change waits.
 */
export function askForAccount(
  ctx: AnyContext,
  viewer: Viewer,
  code: string,
  account: store.SettlementAccount | null,
  seen?: string,
): Promise<AskedAccount> {
  const wanted = account && judgeAccount(ctx, account);
  return inWork(ctx, async (work) => {
    const site = await store.lockSiteByCode(work.tx, code);
    if (!site || !sees(viewer, site.merchantId))
      throw new DomainError('SiteNotFound', { field: 'siteCode', detail: `there is no site ${code}` });
    const was = site.settlementAccount;
    if (seen !== undefined && seen !== (was?.accountNumber ?? ''))
      throw new DomainError('ChangedSinceSeen', {
        detail: 'the settlement account changed after you opened the page',
      });
    if (JSON.stringify(partsOf(was)) === JSON.stringify(partsOf(wanted)))
      throw new DomainError('DoneAlready', { detail: 'it is already the settlement account' });
    if (was === null) {
      const changed = { ...site, settlementAccount: wanted };
      await store.updateSite(work.tx, changed);
      return { site: changed, waits: undefined };
    }
    const askedAt = work.clock.now();
    const waits: changes.AccountChange = {
      ...{ id: newId(work.clock), merchantId: site.merchantId, siteId: site.id, siteCode: site.code },
      ...{ was, account: wanted, askedBy: work.actor, askedAt, dueAt: plus(askedAt, accountDelayMs) },
    };
    if (!(await changes.insertChange(work.tx, waits)))
      throw new DomainError('DoneAlready', {
        detail: 'another change of the settlement account waits; stop it first',
      });
    await wakeAfterCommit(work.tx, accountSweep);
    return { site, waits };
  });
}

const partsOf = (account: store.SettlementAccount | null) =>
  account && [account.bankId, account.accountNumber, account.branchCode, account.holder];

/** Judges an account by its form, its bank's branches and its check digit. */
function judgeAccount({ policy }: AnyContext, given: store.SettlementAccount): store.SettlementAccount {
  const refuse = (field: string, detail: string): never => {
    throw invalidField(field, detail);
  };
  const { bankId, accountNumber, branchCode, holder } = given;
  const bank = bankById(bankId) ?? refuse('bank', 'choose the bank of the account');
  if (!/^\d{5,20}$/.test(accountNumber)) refuse('account', 'an account number must have 5 to 20 digits');
  const branch = branchCode === '' ? bank.branchCode : branchCode;
  if (!isBranchOf(policy.accountRules, bank, branch))
    refuse('branch', 'the branch does not belong to that bank');
  const verdict = checkAccountNumber(policy.accountRules, { bankId, branchCode: branch, accountNumber });
  if (!verdict.valid) refuse('account', verdict.reason);
  if (!/^[^\p{Cc}/]{1,50}$/u.test(holder)) refuse('holder', 'the holder must have 1 to 50 characters');
  const text = [bankId, accountNumber, branch, holder].join('/');
  return readSiteSettings([['settlementAccount', text]]).settlementAccount!;
}

/** Stops a change that waits. Throws DoneAlready if none waits that the viewer sees. */
export const stopAccountChange = action(async (work, viewer: Viewer, id: string) => {
  const change = await changes.lockWaiting(work.tx, viewer, id);
  if (!change)
    throw new DomainError('DoneAlready', {
      detail: 'the change is no longer pending, or you cannot access it',
    });
  await changes.endChange(work.tx, id, { outcome: 'stopped', by: work.actor, at: work.clock.now() });
  return change;
});

/** Applies due changes, except those of an account that was changed in another way in the meantime. */
export function createAccountSweep(ctx: Context): Sweep {
  return {
    name: accountSweep,
    intervalMs: 60_000,
    nextDue: (after) => firstDue(ctx.db, 'account_changes', 'due_at', after),
    run: async () =>
      eachApart(await changes.findDue(ctx.db, ctx.clock.now()), (id) =>
        inWork(ctx, (work) => useChange(work, id)),
      ),
  };
}

async function useChange(work: Work, id: string): Promise<number> {
  const at = work.clock.now();
  const change = await changes.lockDue(work.tx, id, at);
  if (!change) return 0;
  const site = required(await store.lockSiteByCode(work.tx, change.siteCode), 'site');
  const isSame = JSON.stringify(partsOf(site.settlementAccount)) === JSON.stringify(partsOf(change.was));
  if (isSame) await store.updateSite(work.tx, { ...site, settlementAccount: change.account });
  await changes.endChange(work.tx, id, { outcome: isSame ? 'used' : 'stopped', by: null, at });
  return 1;
}
