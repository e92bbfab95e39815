// POST /bankaccount/verify: does an account exist, and who owns it?
import Type, { type Static } from 'typebox';
import { isBranchOf } from '../../core/account-numbers.ts';
import { DomainError } from '../../core/errors.ts';
import { listSites, type Site } from '../../core/merchants/actions.ts';
import { type Bank, identityTypes } from '../../core/rails.ts';
import {
  type CheckDigit,
  type NewVerification,
  type Outcome,
  type Verification,
  verifyAccount,
} from '../../core/verifications/actions.ts';
import { isSouthAfricanId } from '../../kernel/formats/identity.ts';
import { formed } from '../../kernel/formats/validate.ts';
import { firstOf, required } from '../../kernel/required.ts';
import { operation } from '../operation.ts';
import type { Call } from './deps.ts';
import { invalid } from './errors.ts';
import { type Reply, replyOf } from './keyed.ts';
import { nullable, text, uuid } from './wire.ts';

const optional = Type.Optional;

/** The core's name of each type. */
const coreTypes = { Cheque: 'cheque', Savings: 'savings', Transmission: 'transmission' } as const;

const VerificationBody = Type.Object(
  {
    siteCode: optional(text(50)),
    accountNumber: formed('^[0-9]{1,20}$', 'must be 1 to 20 digits'),
    branchCode: optional(formed('^[0-9]{6}$', 'must be 6 digits')),
    institutionId: optional(uuid),
    accountType: optional(Type.Enum(Object.keys(coreTypes) as (keyof typeof coreTypes)[])),
    identity: Type.Object({
      type: Type.Enum([...identityTypes]),
      identifier: text(30),
    }),
    initials: optional(text(10)),
    surname: optional(text(100)),
    name: optional(text(100)),
  },
  { title: 'AccountVerificationRequest' },
);
type VerificationBody = Static<typeof VerificationBody>;

const fact = (description: string) =>
  nullable(Type.Boolean({ description: `${description}; null if the bank did not report it.` }));

const VerificationRecord = Type.Object(
  {
    id: uuid,
    status: Type.Enum(['Verified', 'NotVerified', 'Unavailable']),
    reason: nullable(Type.String()),
    checkDigit: Type.Enum(['Passed', 'Failed', 'NotChecked'], {
      description:
        'Passed: the number is valid. NotChecked: there is no check-digit rule for this bank, so only digits and length were checked. Failed: the number is not valid, and no bank was queried.',
    }),
    checks: Type.Object({
      accountExists: fact('Whether the account exists'),
      accountOpen: fact('Whether the account is open'),
      identityMatches: fact('Whether the identity matches the account holder'),
      nameMatches: fact('Whether the name matches the account holder'),
      acceptsCredits: fact('Whether the account can receive payments'),
      acceptsDebits: fact('Whether the account can be debited'),
    }),
  },
  { title: 'AccountVerification' },
);

export const verificationOperations = [
  operation({
    method: 'POST',
    path: '/bankaccount/verify',
    name: 'verifyBankAccount',
    summary: 'Bank account verification',
    access: 'payments',
    keyed: 'around',
    body: VerificationBody,
    responses: { 200: VerificationRecord },
    errors: [502],
    handle: verify,
  }),
];

async function verify(call: Call<unknown, VerificationBody>): Promise<Reply> {
  const input = await readVerification(call);
  const { deps, ctx, use } = call;
  const answer = (verification: Verification) => replyOf(200, writeVerification(verification));
  return answer(await verifyAccount(ctx, deps.rails, input, use && { use, answer }));
}

async function readVerification(call: Call<unknown, VerificationBody>): Promise<NewVerification> {
  const { body } = call;
  const { identity, accountNumber, accountType, initials = null } = body;
  const name = body.surname ?? body.name;
  if (name === undefined) throw invalid({ pointer: '/surname' }, 'surname or name is required');
  if (identity.type === 'said' && !isSouthAfricanId(identity.identifier)) {
    const rule = 'must be a South African identity number: 13 digits with a valid check digit';
    throw invalid({ pointer: '/identity/identifier' }, `identity.identifier ${rule}`);
  }
  const site = await readSite(call, body.siteCode);
  return {
    site,
    accountNumber,
    ...(await readBranch(call, body)),
    accountType: accountType ? coreTypes[accountType] : null,
    identity,
    initials,
    name,
  };
}

async function readSite(call: Call, siteCode: string | undefined): Promise<Site> {
  if (siteCode === undefined) return firstOf(await listSites(call.ctx.db, call.merchantId));
  const site = await call.deps.directory.siteByCode(siteCode);
  if (site?.merchantId === call.merchantId) return site;
  throw invalid({ pointer: '/siteCode' }, 'siteCode is not one of your sites');
}

/** Returns the bank and the branch. Either implies the other; if both are sent, they must match. */
async function readBranch(
  call: Call,
  { branchCode, institutionId }: VerificationBody,
): Promise<{ bankId: string; branchCode: string }> {
  if (branchCode === undefined && institutionId === undefined) {
    throw invalid({ pointer: '/branchCode' }, 'branchCode or institutionId is required');
  }
  const banks = await call.deps.rails.accountBanks(call.merchantId);
  if (banks.length === 0) throw new DomainError('BankUnavailable', { detail: 'no bank is connected' });
  const bank = institutionId === undefined ? undefined : byId(banks, institutionId);
  if (branchCode === undefined) {
    const { id, branchCode: ofBank } = required(bank, 'bank');
    return { bankId: id, branchCode: ofBank };
  }
  const { accountRules } = call.ctx.policy;
  const owner = (bank ? [bank] : banks).find((one) => isBranchOf(accountRules, one, branchCode));
  if (owner) return { bankId: owner.id, branchCode };
  const whose = bank ? `a branch of ${bank.name}` : 'a branch of a known bank';
  throw invalid({ pointer: '/branchCode' }, `branchCode is not ${whose}`);
}

function byId(banks: Bank[], institutionId: string): Bank {
  const bank = banks.find(({ id }) => id === institutionId.toLowerCase());
  if (!bank) throw invalid({ pointer: '/institutionId' }, 'institutionId is not a known institution');
  return bank;
}

const publicStatus: Record<Outcome, 'Verified' | 'NotVerified' | 'Unavailable'> = {
  verified: 'Verified',
  not_verified: 'NotVerified',
  unavailable: 'Unavailable',
};

const publicCheckDigit: Record<CheckDigit, 'Passed' | 'Failed' | 'NotChecked'> = {
  passed: 'Passed',
  failed: 'Failed',
  no_rule: 'NotChecked',
};

function writeVerification(verification: Verification): Static<typeof VerificationRecord> {
  return {
    id: verification.id,
    status: publicStatus[verification.outcome],
    reason: verification.reason,
    checkDigit: publicCheckDigit[verification.checkDigit],
    checks: verification.facts,
  };
}
