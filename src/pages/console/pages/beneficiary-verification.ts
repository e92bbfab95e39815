// Verifies the account of a beneficiary at its bank: once for each form, for the fee of a site.
import { accountNumberOf, noteVerification, readBeneficiary } from '../../../core/beneficiaries/actions.ts';
import { findSiteByCode } from '../../../core/merchants/actions.ts';
import { identityTypes } from '../../../core/rails.ts';
import { type Outcome, verifyAccount } from '../../../core/verifications/actions.ts';
import { isSouthAfricanId } from '../../../kernel/formats/identity.ts';
import { type Answer, aroundKey } from '../../../kernel/http/idempotency.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { sha256Hex } from '../../../kernel/security/crypto.ts';
import { consolePath } from '../navigation.ts';
import { idOf } from '../records.ts';
import { type Fields, type FormRoute, Refusal, type Visit } from '../visit.ts';

const page = 'beneficiaries';

/** The form without its page. */
export const verifyAction: Omit<FormRoute, 'again'> = {
  path: `${consolePath(page)}/:id/verify`,
  action: 'beneficiary.verify',
  prepare: (visit, fields) => verify(visit, fields),
  act: async (visit, work, { outcome, reason = '', at = '' }) => {
    const one = await readBeneficiary(work, visit.viewer, idOf(visit));
    const found = { outcome: outcome as Outcome, reason: reason || null, createdAt: new Date(at) };
    const { id, merchantId, verified } = await noteVerification(work, visit.viewer, one, found);
    return {
      to: consolePath(page, id),
      said:
        verified === 'verified' ? 'The bank verified the account.' : 'The bank did not verify the account.',
      subject: `beneficiary ${id}`,
      merchantId,
      before: { verified: one.verified },
      after: { verified, reason: reason || null },
    };
  },
};

/** Requests the verification, or returns the result of the same form's earlier one. */
async function verify(visit: Visit, fields: Fields): Promise<Fields> {
  const { ctx, deps, viewer, request } = visit;
  const one = await readBeneficiary(ctx, viewer, idOf(visit));
  const site = await findSiteByCode(ctx.db, (fields.site ?? '').slice(0, 50));
  if (site?.merchantId !== one.merchantId)
    throw new Refusal(422, 'Select the site that pays the fee.', 'site');
  const type = identityTypes.find((known) => known === fields.identityType);
  if (!type) throw new Refusal(422, 'Select the kind of number.', 'identityType');
  const identifier = (fields.identityNumber ?? '').replace(/\s/g, '');
  if (type === 'said' ? !isSouthAfricanId(identifier) : !/^[A-Za-z0-9/-]{3,30}$/.test(identifier))
    throw new Refusal(422, 'Enter a valid number of this kind.', 'identityNumber');
  const { form: key = '' } = request.body as Fields;
  if (!isUuid(key)) throw new Refusal(422, 'The form is incomplete. Reload the page and try again.');
  const { merchantId, id, bankId, branchCode, name } = one;
  const requestHash = sha256Hex([id, one.accountSince.toISOString(), site.id, type, identifier].join(' '));
  const use = { merchantId, operation: 'verifyBeneficiary', key, requestHash, at: ctx.clock.now() };
  const account = { bankId, branchCode, accountNumber: accountNumberOf(ctx, one), accountType: null };
  const query = { site, ...account, identity: { type, identifier }, initials: null, name };
  const result = await aroundKey(ctx.db, use, async () => {
    const keyed = { use, answer: answerOf };
    return answerOf(await verifyAccount(ctx, deps.rails, query, keyed));
  });
  if (result.kind !== 'answered')
    throw new Refusal(409, 'This verification is in progress. Reload the page in a few seconds.');
  return JSON.parse(result.answer.body ?? '{}') as Fields;
}

const answerOf = (found: { outcome: Outcome; reason: string | null; createdAt: Date }): Answer => ({
  status: 200,
  body: JSON.stringify({
    outcome: found.outcome,
    reason: found.reason ?? '',
    at: found.createdAt.toISOString(),
  }),
  location: null,
});
