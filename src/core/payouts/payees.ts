// Payees that their bank has verified before: only the first payout to an account and a name waits for the bank.
import { createHmac } from 'node:crypto';
import { required } from '../../kernel/required.ts';
import { findVerified } from '../beneficiaries/actions.ts';
import type { Work } from '../context.ts';
import { findVerifiedPayee } from './payee-store.ts';
import type { Payout } from './store.ts';

/** The fingerprint of an account and its holder's name, by which a verified payee is known again. */
export function fingerprintOf({ keyring }: Work, payout: Payout, keyId: string): string {
  const key = required(
    keyring.derive('payees').find(({ id }) => id === keyId),
    'key',
  );
  const { bankGroupId, branchCode, accountSealed, beneficiary } = payout;
  const account = keyring.open(required(accountSealed ?? undefined, 'account'));
  const text = JSON.stringify([bankGroupId, branchCode, account, beneficiary?.name ?? null]);
  return createHmac('sha256', key.bytes).update(text).digest('hex');
}

const fingerprintsOf = (work: Work, payout: Payout): string[] =>
  work.keyring.ids.map((id) => fingerprintOf(work, payout, id));

/** Returns when the payee of a payout was verified before; undefined if it was not. */
export async function verifiedBefore(work: Work, payout: Payout): Promise<Date | undefined> {
  const { merchantId, beneficiaryAccountId } = payout;
  const saved = beneficiaryAccountId && (await findVerified(work, merchantId, beneficiaryAccountId));
  return saved || (await findVerifiedPayee(work.tx, merchantId, fingerprintsOf(work, payout)));
}
