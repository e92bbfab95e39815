// Refunds to an account other than the payer's, because that account was closed, or because the bank did not report it. The
// account is verified at its bank if the site requires that, and a second person always approves it.
import { wakeAfterCommit } from '../../kernel/concurrency/jobs.ts';
import { formatRand } from '../../kernel/money.ts';
import { maskAccount } from '../account-numbers.ts';
import { bankById, demoBank } from '../banks.ts';
import { type AccountDetails, assertAccount } from '../beneficiaries/actions.ts';
import type { AnyContext, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { siteIn } from '../merchants/actions.ts';
import type { Both } from '../transactions/decisions.ts';
import { emailUsers } from '../users/alerts.ts';
import type * as store from './store.ts';
import { moveRefund } from './transitions.ts';

/** An account that a refund goes to instead of the payer's. */
export interface Elsewhere extends AccountDetails {
  /** The holder of the account, 1 to 100 characters. */
  name: string;
}

/** The name of the sweep that verifies accounts of refunds. */
export const refundPayeeSweep = 'refunds.payee';

/** Returns why a refund to another account is refused: InvalidField (reason, name, bank, branch or account); undefined if it is not. */
export function judgeElsewhere(
  ctx: AnyContext,
  { elsewhere, reason }: { elsewhere: Elsewhere; reason: string },
): DomainError | undefined {
  const why = reason.trim();
  if (why.length < 1 || why.length > 500)
    return invalidField('reason', 'a refund to another account requires a reason of 1 to 500 characters');
  if (!/^(?=.*\S)[^\p{C}]{1,100}$/u.test(elsewhere.name))
    return invalidField('name', 'the name of the account’s holder must have 1 to 100 characters');
  if (!/^\d{4,20}$/.test(elsewhere.accountNumber))
    return invalidField('account', 'the account number must have 4 to 20 digits');
  if (elsewhere.bankId === demoBank.id && ctx.policy.addressRules.mode !== 'staging')
    return invalidField('bank', 'choose a bank from the list');
  try {
    assertAccount(ctx, elsewhere);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

export function elsewhereColumns(
  { keyring }: Pick<AnyContext, 'keyring'>,
  { bankId, branchCode, accountNumber, name }: Elsewhere,
) {
  return {
    ...{ bankId, bankName: bankById(bankId)?.name ?? '', branchCode },
    account: maskAccount(accountNumber),
    accountSealed: keyring.seal(accountNumber),
    accountHolder: name.trim().replace(/\s+/g, ' '),
  };
}

/** Verifies the account of a new refund at its bank, if its site requires that; otherwise the refund waits for a second person. */
export async function beginElsewhere(work: Work, both: Both, refund: store.Refund): Promise<void> {
  const { verifyPayees } = await siteIn(work, refund.siteId);
  if (verifyPayees === 'off') return hold(work, both, refund);
  await moveRefund(work, both, refund, 'check', null);
  await wakeAfterCommit(work.tx, refundPayeeSweep);
}

/** Lets a refund wait for a second person, and notifies those who can approve it, except the requester. */
export async function hold(work: Work, both: Both, refund: store.Refund): Promise<void> {
  const reason = 'it waits for a second person';
  if (!(await moveRefund(work, both, refund, 'hold', reason))) return;
  const {
    id: objectId,
    merchantId,
    siteId,
    amountCents,
    merchantReference,
    createdBy,
    bankName,
    account,
  } = refund;
  const { name: site } = await siteIn(work, siteId);
  const to = `${bankName} ${account}`;
  const facts = { amount: formatRand(amountCents), reference: merchantReference, site, account: to };
  const email = { kind: 'refund-approval', merchantId, siteId, objectId, facts, except: createdBy } as const;
  await emailUsers(work, 'refund.approve', email);
}
