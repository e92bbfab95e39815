// A payout from the console: validated, reviewed, taken from the float at once, and approved by a second person if the site
// requires it.
import { bankById, demoBank } from '../../../core/banks.ts';
import {
  accountNumberOf,
  assertAccount,
  type Beneficiary,
  createBeneficiary,
  listBeneficiaries,
  readBeneficiary,
} from '../../../core/beneficiaries/actions.ts';
import type { AnyContext, Work } from '../../../core/context.ts';
import { findSiteByCode, type Site } from '../../../core/merchants/actions.ts';
import {
  type NewPayout,
  type Payout,
  requestPayout,
  type SubStatus,
  subStatuses,
} from '../../../core/payouts/actions.ts';
import { may } from '../../../core/users/permissions.ts';
import { sees } from '../../../core/viewer.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { formatDecimal } from '../../../kernel/money.ts';
import { required } from '../../../kernel/required.ts';
import { listFloats } from '../../../reports/lists/floats.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { money } from '../views/parts.ts';
import { payoutReview } from '../views/payout-review.ts';
import {
  type Again,
  type AnyVisit,
  type Fields,
  type FormRoute,
  type PageRoute,
  Refusal,
  type Visit,
} from '../visit.ts';
import { accountFields, accountIn } from './beneficiaries.ts';

const path = consolePath('payouts', 'new');
/** The most saved beneficiaries that the form offers. */
const mostOffered = 500;

export const newPayoutPage: PageRoute = {
  path,
  action: 'payout.create',
  takes: ['beneficiary'],
  show: (visit) => showForm(visit, { typed: visit.query }),
};

export const newPayoutForm: FormRoute = {
  path,
  action: 'payout.create',
  // Without the button's value, the form is carried out: by programs that send it at once, and by the review.
  preview: async (visit, fields) => {
    if (fields.do === 'change') return showForm(visit, { typed: fields });
    if (fields.do !== 'review') return undefined;
    const input = await readPayout(visit, visit.ctx, fields);
    return payoutReview(visit, path, fields, { ...input, isSaved: fields.save === 'true' });
  },
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
  again: showForm,
};

export type TypedPayout = Omit<NewPayout, 'beneficiary'> & { name: string; saved: Beneficiary | undefined };

/** Reads the form, and checks all that does not depend on the moment. */
async function readPayout(visit: AnyVisit, ctx: AnyContext, fields: Fields): Promise<TypedPayout> {
  const site = await ownSite(visit, ctx, fields.site ?? '');
  const saved = await savedOf(visit, ctx, site, fields.beneficiary);
  const account = saved
    ? { bankId: saved.bankId, branchCode: saved.branchCode, accountNumber: accountNumberOf(ctx, saved) }
    : accountIn(visit, fields);
  if (!saved) assertAccount(ctx, account);
  const bank = required(bankById(account.bankId), 'bank');
  if (bank.id === demoBank.id && !visit.deps.isStaging)
    throw new Refusal(422, 'Choose the beneficiary bank.', 'bank');
  const amount = amountOf(fields.amount, 'amount');
  if (amount <= 0n) throw new Refusal(422, 'The amount must be more than R 0,00.', 'amount');
  return {
    site,
    saved,
    name: saved?.name ?? nameIn(fields),
    amount,
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
    branchCode: account.branchCode,
    accountNumber: account.accountNumber,
    hashCheck: null,
    isTyped: true,
  };
}

function nameIn({ payee = '', save }: Fields): string {
  const name = payee.trim();
  if (name === '' && save !== 'true') return '';
  if (/^[^\p{C}]{1,100}$/u.test(name)) return name;
  throw new Refusal(422, 'Enter the beneficiary’s name, of 1 to 100 characters.', 'payee');
}

async function create(visit: AnyVisit, work: Work, fields: Fields): Promise<Payout> {
  const { name, saved, ...input } = await readPayout(visit, work, fields);
  const { site, bank, branchCode, accountNumber } = input;
  const isSaved = !saved && fields.save === 'true';
  if (isSaved && !may(visit.user.rights, 'beneficiary.change', site.merchantId))
    throw new Refusal(403, 'Your role does not allow you to save beneficiaries.', 'save');
  const account = { bankId: bank.id, branchCode, accountNumber };
  const kept = isSaved
    ? await createBeneficiary(work, visit.viewer, { merchantId: site.merchantId, name, ...account }).catch(
        asPayee,
      )
    : saved;
  const beneficiary = name === '' ? {} : { beneficiary: { name, ...(kept && { saved: kept }) } };
  const answer = await requestPayout(work, { ...input, ...beneficiary });
  if (answer.kind === 'accepted') return answer.payout;
  throw refusalOf(answer.subStatus, answer.reason);
}

/** The name's field of this form. */
function asPayee(error: unknown): never {
  const { code, message } = error as { code?: string; message: string };
  if (code !== 'DuplicateReference') throw error;
  throw new Refusal(409, `${message.charAt(0).toUpperCase()}${message.slice(1)}. Choose it above.`, 'payee');
}

async function savedOf(
  { viewer }: AnyVisit,
  ctx: AnyContext,
  site: Site,
  id: string | undefined,
): Promise<Beneficiary | undefined> {
  if (id === undefined || id === '') return undefined;
  const found = isUuid(id)
    ? await readBeneficiary(ctx, viewer, id.toLowerCase()).catch(() => undefined)
    : undefined;
  if (found?.merchantId === site.merchantId) return found;
  throw new Refusal(422, 'The site’s merchant has no such beneficiary. Choose another one.', 'beneficiary');
}

/** Returns the site that a form names. Throws Refusal. */
export async function ownSite({ viewer }: AnyVisit, { db }: AnyContext, code: string): Promise<Site> {
  if (code === '') throw new Refusal(422, 'Choose the site that pays.', 'site');
  const site = code.length > 50 ? undefined : await findSiteByCode(db, code);
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

/** Returns the choice of the site that pays, with its float; no site is chosen if there are several. */
export async function siteChoice(visit: Visit, again?: Partial<Again>): Promise<Html> {
  const { sites } = await findScope(visit.ctx.db, visit.viewer);
  const floats = new Map(
    (await listFloats(visit.ctx.db, visit.viewer)).map((one) => [one.site, one.availableCents]),
  );
  const options = sites.map(
    ({ code }) => [code, `${code}: ${money(floats.get(code) ?? 0n)} available`] as const,
  );
  const offered = options.length === 1 ? options : [['', 'Select a site'] as const, ...options];
  return choice({ name: 'site', label: 'Site', options: offered, chosen: again?.typed?.site, ...again });
}

async function showForm(visit: Visit, again?: Partial<Again>): Promise<Html> {
  const offered = await listBeneficiaries(visit.ctx, visit.viewer, mostOffered);
  const names = offered.map(
    ({ id, name, account, bankId }) => [id, `${name}, ${bankById(bankId)?.name ?? ''} ${account}`] as const,
  );
  const main = html`<p><a href="${consolePath('payouts')}">Payouts</a></p>
<p>The amount is taken from the site’s float at once. Above the site’s limit, a second person must approve the payout.</p>
${form({
  to: path,
  ...again,
  label: 'New payout',
  body: html`${await siteChoice(visit, again)}
${offered.length > 0 && choice({ name: 'beneficiary', label: 'Beneficiary', options: [['', 'Another account: enter it below'], ...names], chosen: again?.typed?.beneficiary, ...again })}
<details class="limits"${(offered.length === 0 || !again?.typed?.beneficiary) && html` open`}><summary>${offered.length > 0 ? 'Account of another beneficiary' : 'Beneficiary'}</summary>
${field({ name: 'payee', label: 'Beneficiary’s name', ...again, isOptional: true, longest: 100 })}
${accountFields(visit, { ...again, isOptional: true })}
<p><label><input type="checkbox" name="save" value="true"${again?.typed?.save === 'true' && html` checked`}> Save as beneficiary</label></p>
</details>
${field({ name: 'reference', label: 'Your reference', hint: 'Must be unique for this site.', ...again, longest: 20 })}
${field({ name: 'bankReference', label: 'Beneficiary statement reference', ...again, longest: 20 })}
${field({ name: 'amount', label: 'Amount, in rand', ...again, unit: 'R', inputMode: 'decimal', longest: 20 })}
${button('Review payout', 'main', 'review')}`,
})}`;
  return consolePage(visit, { title: 'New payout', page: 'payouts', main });
}
