// Payments by deposit: a signed request creates a reference, and a reference leads to its banking details.
import Type, { type Static } from 'typebox';
import { judgePosted } from '../../core/addresses.ts';
import type { Context } from '../../core/context.ts';
import {
  createMultipleReference,
  createSingleReference,
  type DepositReference,
  getReference,
} from '../../core/deposits/actions.ts';
import { hashRefusal, recordMismatch } from '../../core/hash-mismatches/actions.ts';
import type { KeptEvidence } from '../../core/hash-mismatches/evidence.ts';
import { withinLimits } from '../../core/hash-mismatches/limits.ts';
import type { Site } from '../../core/merchants/actions.ts';
import type { DepositAccount } from '../../core/rails.ts';
import { timeHere } from '../../kernel/clock.ts';
import { parseDecimal } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import { BankingDetails, bankingDetailsOf, requireDepositAccount } from '../banking-details.ts';
import { operation } from '../operation.ts';
import { contextOf, requireSite } from './auth.ts';
import type { DialectCall, DialectDeps } from './deps.ts';
import { Refusal } from './errors.ts';
import { describeFields, judgeField, type Rule, readInstant, rules } from './fields.ts';
import { bareNumber, type GivenFields, readRecord } from './given.ts';
import { amountWritings, isHashOf, twoDecimals } from './hash.ts';
import { sentFields } from './mismatch.ts';
import { siteCode } from './shapes.ts';

/** The fields of a request in the order of its hash. */
const singleFields: Record<string, Rule> = {
  siteCode: rules.siteCode,
  amount: rules.amount,
  transactionReference: rules.transactionReference,
  bankId: { ...rules.selectedBankId, about: 'The identifier of the sender’s bank.' },
  notifyUrl: { ...rules.notifyUrl, required: false },
  expiryDateUtc: rules.expiryDateUtc,
};
const { amount: _amount, expiryDateUtc: _expiry, ...multipleFields } = singleFields;

const { hashCheck } = rules;
const SingleRequest = describeFields('SingleReferenceRequest', { ...singleFields, hashCheck });
const MultipleRequest = describeFields('StaticReferenceRequest', { ...multipleFields, hashCheck });
const ByBankReference = Type.Object({
  siteCode,
  bankReference: Type.String({ description: 'From the response of single or multiple.' }),
});

const root = 'BankTransferRequest';
const reported = {
  responses: { 200: BankingDetails },
  xml: { body: [root], response: ['BankingDetails'] },
} as const;

export const bankTransferOperations = [
  operation({
    ...reported,
    method: 'POST',
    path: '/Secure/BankTransfer/Single',
    name: 'createUniqueReference',
    summary: 'Create unique reference',
    description:
      'For one payment of exactly its amount. A wrong amount or a second deposit becomes PendingInvestigation.',
    body: SingleRequest,
    handle: singleReference,
  }),
  operation({
    ...reported,
    method: 'POST',
    path: '/Secure/BankTransfer/Multiple',
    name: 'createStaticReference',
    summary: 'Create static reference',
    description: 'A permanent reference: each deposit with it becomes a payment.',
    body: MultipleRequest,
    handle: multipleReference,
  }),
  operation({
    ...reported,
    method: 'GET',
    path: '/Secure/BankTransfer/BankingDetails',
    name: 'getBankingDetails',
    summary: 'Get banking details',
    query: ByBankReference,
    handle: bankingDetails,
  }),
];

/** Creates a reference for one payment of exactly its amount. */
async function singleReference(call: DialectCall): Promise<BankingDetails> {
  const { ctx, site, texts } = await readSigned(call, singleFields);
  const account = await requireDepositAccount(call.deps.rails, site.merchantId);
  const { amount, expiryDateUtc } = texts;
  const reference = await createSingleReference(ctx, {
    site,
    account: account.account,
    ...commonOf(texts),
    amount: required(parseDecimal(required(amount, 'amount')), 'amount'),
    expiresAt: expiryDateUtc === undefined ? undefined : readInstant(expiryDateUtc),
  });
  return detailsOf(account, reference);
}

/** Creates a permanent reference: each deposit with it becomes a payment. */
async function multipleReference(call: DialectCall): Promise<BankingDetails> {
  const { ctx, site, texts } = await readSigned(call, multipleFields);
  const account = await requireDepositAccount(call.deps.rails, site.merchantId);
  return detailsOf(account, await createMultipleReference(ctx, { site, ...commonOf(texts) }));
}

/** Returns the banking details for a reference of the site, as it was typed. */
async function bankingDetails(call: DialectCall<Static<typeof ByBankReference>>): Promise<BankingDetails> {
  const { siteCode: code, bankReference } = call.query;
  const site = await requireSite(call, code);
  const account = await requireDepositAccount(call.deps.rails, site.merchantId);
  return detailsOf(account, await getReference(contextOf(call, site), site, bankReference));
}

function detailsOf(account: DepositAccount, { reference, bankId }: DepositReference): BankingDetails {
  return bankingDetailsOf(account, reference, bankId !== null);
}

type Texts = Record<string, string | undefined>;

function commonOf({ transactionReference, bankId, notifyUrl }: Texts) {
  return {
    merchantReference: required(transactionReference, 'reference'),
    bankId: bankId?.toLowerCase(),
    notifyUrl,
  };
}

/** Reads the fields of a signed request. Throws a 400 that names the problem, or the 401. */
async function readSigned(
  call: DialectCall,
  fields: Record<string, Rule>,
): Promise<{ ctx: Context; site: Site; texts: Texts }> {
  const { deps, request } = call;
  const given = readRecord(request, root);
  const site = await requireSite(call, required(readField(given, 'siteCode', rules.siteCode), 'siteCode'));
  const ctx = contextOf(call, site);
  const names = Object.keys(fields);
  const texts: Texts = Object.fromEntries(
    Object.entries(fields).map(([name, rule]) => [name, readField(given, name, rule)]),
  );
  const hash = required(readField(given, 'hashCheck', rules.hashCheck), 'hashCheck');
  judgeTogether(deps, texts);
  const { privateKeys } = await deps.directory.secretsOf(site.id);
  const bareAmount = 'amount' in fields ? bareNumber(given, 'amount') : undefined;
  const written = amountWritings(hashedValues(fields, texts), names.indexOf('amount'), bareAmount);
  if (!written.some((values) => isHashOf(values, hash, privateKeys))) {
    const { transactionReference: reference } = texts;
    const evidence = evidenceOf(fields, given);
    const at = request.server.prefix === '/external' ? 'external' : 'payments';
    await recordMismatch(ctx, site, { surface: 'banktransfer', reference, evidence, at });
    throw new Refusal(400, hashRefusal);
  }
  await judgeBank(deps, site, texts.bankId);
  return { ctx, site, texts };
}

/** Returns the values that the hash covers, in its order. The amount counts with two decimals. */
function hashedValues(fields: Record<string, unknown>, texts: Texts): (string | undefined)[] {
  return Object.keys(fields).map((name) => (name === 'amount' ? twoDecimals(texts.amount) : texts[name]));
}

/** Returns everything that helps to explain a wrong hash. */
function evidenceOf(fields: Record<string, Rule>, given: GivenFields): KeptEvidence {
  const names = Object.keys(fields);
  const texts = Object.fromEntries(names.map((name) => [name, given.get(name.toLowerCase())?.text]));
  const values = hashedValues(fields, texts);
  return withinLimits({
    fields: names.map((name, index) => ({
      name,
      text: values[index] ?? '',
      kind: name === 'amount' ? ('amount' as const) : ('text' as const),
    })),
    sent: sentFields(given),
    digest: given.get('hashcheck')?.text ?? '',
    mayBeLeftOut: [],
  });
}

/** The same for a request that was not judged: a unique reference if it has an amount or expiry, else a static one. */
export function bankTransferEvidence(given: GivenFields): KeptEvidence {
  const isSingle = given.has('amount') || given.has('expirydateutc');
  return evidenceOf(isSingle ? singleFields : multipleFields, given);
}

function readField(given: GivenFields, name: string, rule: Rule): string | undefined {
  const field = given.get(name.toLowerCase());
  const broken = judgeField(rule, field, false);
  if (broken) throw new Refusal(400, `${name} ${broken}`);
  return field?.text;
}

function judgeTogether({ ctx, config }: DialectDeps, { notifyUrl, expiryDateUtc }: Texts): void {
  const reason = notifyUrl && judgePosted(notifyUrl, config);
  if (reason) throw new Refusal(400, `notifyUrl is not allowed: ${reason}`);
  if (expiryDateUtc !== undefined && required(readInstant(expiryDateUtc), 'instant') <= ctx.clock.now())
    throw new Refusal(400, `expiryDateUtc must be in the future; ${timeHere(ctx.clock.now())}`);
}

async function judgeBank(
  { rails }: DialectDeps,
  { merchantId }: Site,
  bankId: string | undefined,
): Promise<void> {
  if (bankId === undefined) return;
  const banks = await rails.accountBanks(merchantId);
  if (!banks.some(({ id }) => id === bankId.toLowerCase()))
    throw new Refusal(400, 'bankId is not a known bank');
}
