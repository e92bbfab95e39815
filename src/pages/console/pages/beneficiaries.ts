// Saved beneficiaries of payouts: the list, a new one, and one beneficiary with its changes.
import { accountBanks, bankById, demoBank } from '../../../core/banks.ts';
import {
  type AccountDetails,
  type Beneficiary,
  changeBeneficiaryAccount,
  createBeneficiary,
  readBeneficiary,
  removeBeneficiary,
  renameBeneficiary,
} from '../../../core/beneficiaries/actions.ts';
import type { Work } from '../../../core/context.ts';
import { may } from '../../../core/users/permissions.ts';
import { lists } from '../../../reports/lists/all.ts';
import { type Html, html } from '../../html.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { listRoutes } from '../list-page.ts';
import { merchantField, merchantOf } from '../merchant-field.ts';
import { consolePath } from '../navigation.ts';
import { looksAt } from '../operator-access.ts';
import { idOf, whoWords } from '../records.ts';
import { verifiedWords, verifyForm } from '../views/beneficiary.ts';
import { facts, time } from '../views/parts.ts';
import {
  type Again,
  type AnyVisit,
  type Done,
  type Fields,
  type FormRoute,
  type PageRoute,
  type Problem,
  Refusal,
  type Visit,
} from '../visit.ts';
import { verifyAction } from './beneficiary-verification.ts';

const page = 'beneficiaries';
const path = consolePath(page);
const newPath = consolePath(page, 'new');

export const beneficiaryPages: PageRoute[] = [
  ...listRoutes({
    page,
    list: lists.beneficiaries,
    title: 'Beneficiaries',
    first: {
      words: 'No beneficiaries yet. Save the people and suppliers that you pay, and choose them for payouts.',
    },
    tools: ({ user }) =>
      may(user.rights, 'beneficiary.change')
        ? html`<a class="act-button act-main" href="${newPath}">New beneficiary</a>`
        : undefined,
  }),
  { path: newPath, action: 'beneficiary.change', show: (visit) => showForm(visit) },
  { path: `${path}/:id`, action: 'beneficiary.see', show: (visit) => showOne(visit) },
];

const again =
  (name: BeneficiaryAgain['form']): FormRoute['again'] =>
  (visit, refused) =>
    showOne(visit, { form: name, ...refused });

export const beneficiaryForms: FormRoute[] = [
  {
    path: newPath,
    action: 'beneficiary.change',
    act: (visit, work, fields) => create(visit, work, fields),
    again: showForm,
  },
  {
    path: `${path}/:id/rename`,
    action: 'beneficiary.change',
    act: async (visit, work, fields) => {
      const { before, after } = await renameBeneficiary(
        work,
        visit.viewer,
        idOf(visit),
        fields.name ?? '',
        seenOf(fields),
      );
      return doneOf(after, 'Beneficiary renamed.', { name: before.name }, { name: after.name });
    },
    again: again('rename'),
  },
  {
    path: `${path}/:id/account`,
    action: 'beneficiary.change',
    act: async (visit, work, fields) => {
      const typed = accountIn(visit, fields);
      const { before, after } = await changeBeneficiaryAccount(
        work,
        visit.viewer,
        idOf(visit),
        typed,
        seenOf(fields),
      );
      const said =
        before.accountId === after.accountId
          ? 'The beneficiary has this account already. Nothing was changed.'
          : 'Account changed. A second person approves the next payout to it.';
      return doneOf(after, said, accountWords(before), accountWords(after));
    },
    again: again('account'),
  },
  {
    path: `${path}/:id/remove`,
    action: 'beneficiary.change',
    act: async (visit, work, fields) => {
      const removed = await removeBeneficiary(work, visit.viewer, idOf(visit), seenOf(fields));
      const { account } = removed;
      return { ...doneOf(removed, 'Beneficiary removed.', { account }, null), to: path };
    },
    again: again('remove'),
  },
  { ...verifyAction, again: again('verify') },
];

const doneOf = (
  { id, merchantId }: Beneficiary,
  said: string,
  before: object | null,
  after: object | null,
): Done => ({ to: consolePath(page, id), said, subject: `beneficiary ${id}`, merchantId, before, after });

const accountWords = ({ bankId, branchCode, account }: Beneficiary) => ({
  bank: bankById(bankId)?.name ?? bankId,
  branch: branchCode,
  account,
});

function seenOf({ seenName, seenAccount, seenSince }: Fields) {
  const since = seenSince === undefined ? undefined : new Date(seenSince);
  if (since && Number.isNaN(since.getTime()))
    throw new Refusal(422, 'The form is incomplete. Reload the page and try again.');
  return { name: seenName, account: seenAccount, since };
}

/** Returns the account that a form names. Throws Refusal, which names the field. */
export function accountIn({ deps }: AnyVisit, fields: Fields): AccountDetails {
  const bank = bankById(fields.bank);
  if (!bank || (bank.id === demoBank.id && !deps.isStaging))
    throw new Refusal(422, 'Choose the beneficiary bank.', 'bank');
  const accountNumber = (fields.account ?? '').replace(/[\s-]/g, '');
  if (!/^\d{4,20}$/.test(accountNumber))
    throw new Refusal(422, 'Enter an account number of 4 to 20 digits.', 'account');
  return { bankId: bank.id, branchCode: (fields.branch ?? '').trim() || bank.branchCode, accountNumber };
}

async function create(visit: AnyVisit, work: Work, fields: Fields): Promise<Done> {
  const merchantId = await merchantOf(visit, fields);
  if (merchantId === null) throw new Refusal(422, 'Enter the code of the merchant.', 'merchant');
  const name = (fields.name ?? '').trim();
  if (name === '') throw new Refusal(422, 'Enter the beneficiary’s name.', 'name');
  const made = await createBeneficiary(work, visit.viewer, { merchantId, name, ...accountIn(visit, fields) });
  return doneOf(made, 'Beneficiary saved.', null, { ...accountWords(made) });
}

export function accountFields(
  { deps }: AnyVisit,
  {
    typed,
    problem,
    isOptional = false,
  }: { typed?: Fields | undefined; problem?: Problem | undefined; isOptional?: boolean },
): Html {
  const banks = [...(deps.isStaging ? [demoBank] : []), ...accountBanks];
  const options = [['', 'Choose a bank'] as const, ...banks.map(({ id, name }) => [id, name] as const)];
  const given = { typed, problem };
  return html`${choice({ name: 'bank', label: 'Beneficiary bank', options, chosen: typed?.bank, problem })}
${field({ name: 'account', label: 'Account number', ...given, inputMode: 'numeric', isOptional, longest: 30 })}
${field({ name: 'branch', label: 'Branch code', hint: 'Leave blank for the universal branch code.', ...given, inputMode: 'numeric', isOptional: true, longest: 10 })}`;
}

async function showForm(visit: Visit, again?: Again): Promise<Html> {
  const main = html`<p><a href="${path}">Beneficiaries</a></p>
${form({
  to: newPath,
  ...again,
  label: 'New beneficiary',
  body: html`${merchantField(visit, 'The merchant’s name or code, or the code of one of its sites.', again, true)}
${field({ name: 'name', label: 'Name', hint: 'As on the account.', ...again, longest: 100 })}
${accountFields(visit, { ...again })}
${button('Save beneficiary')}`,
})}`;
  return consolePage(visit, { title: 'New beneficiary', page, main });
}

interface BeneficiaryAgain extends Again {
  form: 'rename' | 'account' | 'remove' | 'verify';
}

async function showOne(visit: Visit, refused?: BeneficiaryAgain): Promise<Html> {
  const one = await readBeneficiary(visit.ctx, visit.viewer, idOf(visit));
  await looksAt(visit, one.merchantId);
  const { rights } = visit.user;
  const mayChange = may(rights, 'beneficiary.change', one.merchantId);
  const pay = may(rights, 'payout.create', one.merchantId)
    ? html`<a class="act-button act-main" href="${consolePath('payouts', 'new')}?beneficiary=${one.id}">New payout</a>`
    : undefined;
  return consolePage(visit, {
    title: one.name,
    page,
    ...(pay && { tools: pay }),
    main: html`<p><a href="${path}">Beneficiaries</a></p>
<div class="thing facts-first"><div><section class="panel" aria-label="Beneficiary">${facts([
      ['Name', one.name],
      ['Bank', bankById(one.bankId)?.name],
      ['Branch', one.branchCode],
      ['Account', one.account],
      [
        'Account since',
        html`${time(one.accountSince)}, entered by ${(await whoWords(visit, one.accountBy)) ?? 'a user'}`,
      ],
      ['Verification', verifiedWords(one)],
      ['Created', time(one.createdAt)],
    ])}</section></div>
<aside aria-label="Actions">${mayChange && (await changes(visit, one, refused))}</aside></div>`,
  });
}

async function changes(visit: Visit, one: Beneficiary, refused?: BeneficiaryAgain): Promise<Html> {
  const of = (name: BeneficiaryAgain['form']) => (refused?.form === name ? refused : undefined);
  const to = (name: string) => consolePath(page, one.id, name);
  const seen = { seenName: one.name, seenAccount: one.account, seenSince: one.accountSince.toISOString() };
  const rename = of('rename');
  const account = of('account');
  return html`${await verifyForm(visit, one, to('verify'), of('verify'))}
<details class="panel"${rename && html` open`}><summary>Rename</summary>${form({
    to: to('rename'),
    problem: rename?.problem,
    seen,
    label: 'Rename this beneficiary',
    body: html`${field({ name: 'name', label: 'Name', typed: rename?.typed ?? { name: one.name }, problem: rename?.problem, longest: 100 })}
${button('Rename beneficiary')}`,
  })}</details>
<details class="panel"${account && html` open`}><summary>Change account</summary>${form({
    to: to('account'),
    problem: account?.problem,
    seen,
    label: 'Change the account of this beneficiary',
    body: html`<p class="hint">The beneficiary then counts as new: a second person approves the next payout to it. Payouts that were created already go to the old account.</p>
${accountFields(visit, { typed: account?.typed ?? { bank: one.bankId, branch: one.branchCode }, problem: account?.problem })}
${button('Change account')}`,
  })}</details>
<details class="panel"${of('remove') && html` open`}><summary>Remove</summary>${form({
    to: to('remove'),
    problem: of('remove')?.problem,
    seen,
    label: 'Remove this beneficiary',
    body: html`<p>The name and the account are deleted. Payouts to ${one.name} stay as they are.</p>${button('Remove beneficiary', 'danger')}`,
  })}</details>`;
}
