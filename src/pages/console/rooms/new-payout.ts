// A payout from the console: validated, taken from the float at once, and approved by a second person if the site
// requires it.
import { accountBanks, bankById, demoBank } from '../../../core/banks.ts';
import type { Work } from '../../../core/context.ts';
import { findSiteByCode, type Site } from '../../../core/merchants/actions.ts';
import { type Payout, requestPayout, type SubStatus, subStatuses } from '../../../core/payouts/actions.ts';
import { sees } from '../../../core/viewer.ts';
import { formatDecimal } from '../../../kernel/money.ts';
import { listFloats } from '../../../reports/lists/floats.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { money } from '../views/parts.ts';
import {
  type AnyVisit,
  type Fields,
  type FormRoute,
  type PageRoute,
  type Problem,
  Refusal,
  type Visit,
} from '../visit.ts';

const path = consolePath('payouts', 'new');

export const newPayoutPage: PageRoute = {
  path,
  action: 'payout.create',
  show: (visit) => showForm(visit),
};

export const newPayoutForm: FormRoute = {
  path,
  action: 'payout.create',
  act: async (visit, work, fields) => {
    const payout = await create(visit, work, fields);
    const { id, merchantId, amountCents, account, merchantReference } = payout;
    return {
      to: consolePath('payouts', id),
      said: `Payout of ${money(amountCents)} created. The amount is reserved from the float.`,
      subject: `payout ${id}`,
      merchantId,
      after: { amount: formatDecimal(amountCents), account, reference: merchantReference },
    };
  },
  again: (visit, fields, problem) => showForm(visit, fields, problem),
};

async function create(visit: AnyVisit, work: Work, fields: Fields): Promise<Payout> {
  const site = await ownSite(visit, work, fields.site ?? '');
  const bank = bankById(fields.bank);
  if (!bank || (bank.id === demoBank.id && !visit.deps.isStaging))
    throw new Refusal(422, 'Choose the beneficiary bank.', 'bank');
  const accountNumber = (fields.account ?? '').replace(/[\s-]/g, '');
  if (!/^\d{4,20}$/.test(accountNumber))
    throw new Refusal(422, 'Enter an account number of 4 to 20 digits.', 'account');
  const answer = await requestPayout(work, {
    site,
    amount: amountOf(fields.amount, 'amount'),
    merchantReference: textOf(
      fields,
      'reference',
      /^[^\p{C}]{1,20}$/u,
      'Enter a reference of 1 to 20 characters.',
    ),
    customerBankReference: textOf(
      fields,
      'bankReference',
      /^[A-Za-z0-9 -]{1,20}$/,
      'Enter a statement reference of 1 to 20 letters, digits, spaces and dashes.',
    ),
    isRtc: false,
    bank: { id: bank.id, branchCode: bank.branchCode, available: true },
    branchCode: (fields.branch ?? '').trim() || bank.branchCode,
    accountNumber,
    hashCheck: null,
    isTyped: true,
  });
  if (answer.kind === 'accepted') return answer.payout;
  throw refusalOf(answer.subStatus, answer.reason);
}

async function ownSite({ viewer }: AnyVisit, { tx }: Work, code: string): Promise<Site> {
  if (code === '') throw new Refusal(422, 'Choose the site that pays.', 'site');
  const site = code.length > 50 ? undefined : await findSiteByCode(tx, code);
  if (site && sees(viewer, site.merchantId)) return site;
  throw new Refusal(400, `No site with code "${code.slice(0, 50)}".`, 'site');
}

function textOf(fields: Fields, name: string, rule: RegExp, problem: string): string {
  const text = (fields[name] ?? '').trim();
  if (rule.test(text)) return text;
  throw new Refusal(422, problem, name);
}

const wrongFields: Partial<Record<SubStatus, string>> = {
  [subStatuses.none]: 'branch',
  [subStatuses.accountInvalid]: 'account',
  [subStatuses.duplicateReference]: 'reference',
  [subStatuses.insufficientFloat]: 'amount',
};

const sentences: Partial<Record<SubStatus, string>> = {
  [subStatuses.none]:
    'This branch code does not belong to the bank. Leave it blank for the universal branch code.',
  [subStatuses.duplicateReference]: 'The site already has a payout with this reference. Use another one.',
  [subStatuses.insufficientFloat]: 'Insufficient float for this amount.',
};

/** A refusal that depends on the moment is a conflict; invalid input is not. */
function refusalOf(subStatus: SubStatus, reason: string): Refusal {
  const isNow = subStatus === subStatuses.duplicateReference || subStatus === subStatuses.insufficientFloat;
  const message = sentences[subStatus] ?? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
  return new Refusal(isNow ? 409 : 422, message, wrongFields[subStatus]);
}

async function showForm(visit: Visit, typed?: Fields, problem?: Problem): Promise<Html> {
  const { sites } = await findScope(visit.ctx.db, visit.viewer);
  const floats = new Map(
    (await listFloats(visit.ctx.db, visit.viewer)).map((one) => [one.site, one.availableCents]),
  );
  const siteWords = sites.map(
    ({ code }) => [code, `${code}: ${money(floats.get(code) ?? 0n)} available`] as const,
  );
  const banks = [...(visit.deps.isStaging ? [demoBank] : []), ...accountBanks];
  const given = { typed, problem };
  const main = html`<p>The amount is taken from the site’s float at once. Above the site’s limit, a second person must approve the payout.</p>
${form({
  to: path,
  ...given,
  label: 'New payout',
  body: html`${choice({ name: 'site', label: 'Site', options: siteWords, chosen: typed?.site })}
${choice({ name: 'bank', label: 'Beneficiary bank', options: [['', 'Choose'], ...banks.map(({ id, name }) => [id, name] as const)], chosen: typed?.bank })}
${field({ name: 'account', label: 'Account number', ...given, inputMode: 'numeric', longest: 30 })}
${field({ name: 'branch', label: 'Branch code', hint: 'Leave blank for the universal branch code.', ...given, inputMode: 'numeric', isOptional: true, longest: 10 })}
${field({ name: 'reference', label: 'Your reference', hint: 'Must be unique for this site.', ...given, longest: 20 })}
${field({ name: 'bankReference', label: 'Beneficiary statement reference', ...given, longest: 20 })}
${field({ name: 'amount', label: 'Amount, in rand', ...given, unit: 'R', inputMode: 'decimal', longest: 20 })}
${button('Create payout')}`,
})}`;
  return consolePage(visit, { title: 'New payout', room: 'payouts', main });
}
