// A new bank account, whose statements are uploaded or placed in its folder. Payments by files and bank connections need
// secrets and files of the machine: `tefo bank add` sets them.
import { checkAccountNumber } from '../../../core/account-numbers.ts';
import { accountBanks } from '../../../core/banks.ts';
import type { Work } from '../../../core/context.ts';
import { openAccount } from '../../../core/statements/actions.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { merchantField, merchantOf } from '../merchant-field.ts';
import { consolePath } from '../navigation.ts';
import { sentence } from '../sentence.ts';
import {
  type Again,
  type AnyVisit,
  type Done,
  type Fields,
  type FormRoute,
  type PageRoute,
  Refusal,
  type Visit,
} from '../visit.ts';

const page = 'bank-accounts';
const path = consolePath(page, 'new');
const action = 'bank-account.create';

export const newBankAccountPage: PageRoute = { path, action, show: (visit) => showForm(visit) };

export const newBankAccountForm: FormRoute = {
  path,
  action,
  act: (visit, work, fields) => create(visit, work, fields),
  again: showForm,
};

async function create(visit: AnyVisit, work: Work, fields: Fields): Promise<Done> {
  const id = textIn(fields, 'name', /^(?!new$)[a-z0-9][a-z0-9-]{0,31}$/, nameRule);
  const account = numberIn(visit, fields);
  const holder = textIn(
    fields,
    'holder',
    /^\P{C}{1,70}$/u,
    'Enter the account holder, of 1 to 70 characters.',
  );
  const opening = (fields.opening ?? '').trim() === '' ? null : amountOf(fields.opening, 'opening');
  const merchantId = await merchantOf(visit, fields);
  const { number } = await openAccount(work, {
    ...{ id, ...account, holder, merchantId, opening, rail: 'files', abilities: ['deposits'] },
    ...{ statementProfile: 'auto', statementDescription: null, paymentProfile: null, cutOff: '16:00' },
    ...{ limit: null, releases: 0, customer: null, settings: null },
  });
  return {
    to: consolePath(page, id),
    said: `Bank account ${id} added. Upload its first statement below.`,
    subject: `bank account ${id}`,
    merchantId,
    after: { account: id, number },
  };
}

const nameRule = 'Enter a name of 1 to 32 lower-case letters, digits and dashes, such as main.';

function textIn(fields: Fields, name: string, rule: RegExp, problem: string): string {
  const text = (fields[name] ?? '').trim();
  if (rule.test(text)) return text;
  throw new Refusal(422, problem, name);
}

function numberIn({ ctx }: AnyVisit, fields: Fields) {
  const bank = accountBanks.find(({ id }) => id === fields.bank);
  if (!bank) throw new Refusal(422, 'Choose the bank.', 'bank');
  const branchCode = (fields.branch ?? '').trim() || bank.branchCode;
  const number = (fields.number ?? '').replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(branchCode)) throw new Refusal(422, 'Enter a branch code of six digits.', 'branch');
  const verdict = checkAccountNumber(ctx.policy.accountRules, {
    ...{ bankId: bank.id, branchCode, accountNumber: number },
  });
  if (!verdict.valid) throw new Refusal(422, sentence(verdict.reason), 'number');
  return { bankId: bank.id, branchCode, number };
}

function showForm(visit: Visit, again?: Again): Promise<Html> {
  const options = [['', 'Choose'] as const, ...accountBanks.map(({ id, name }) => [id, name] as const)];
  const main = html`<p><a href="${consolePath(page)}">Bank accounts</a></p>
${form({
  to: path,
  ...again,
  label: 'New bank account',
  body: html`${field({ name: 'name', label: 'Name', hint: 'Lower-case letters, digits and dashes, such as main. It cannot be changed.', ...again, longest: 32 })}
${merchantField(visit, 'For a merchant’s own account: the merchant’s name or code. Leave blank for the operator’s account.', again)}
${choice({ name: 'bank', label: 'Bank', options, chosen: again?.typed.bank, ...again })}
${field({ name: 'number', label: 'Account number', ...again, inputMode: 'numeric', longest: 30 })}
${field({ name: 'branch', label: 'Branch code', hint: 'Leave blank for the universal branch code.', ...again, inputMode: 'numeric', isOptional: true, longest: 6 })}
${field({ name: 'holder', label: 'Account holder', ...again, longest: 70 })}
${field({ name: 'opening', label: 'Opening balance, in rand', hint: 'Leave blank to begin with the balance of the first statement.', ...again, unit: 'R', inputMode: 'decimal', isOptional: true, longest: 20 })}
<p class="hint">The account receives statements. To pay from it, or to connect it to the bank’s server, use <code>tefo bank add</code> instead.</p>
${button('Add bank account')}`,
})}`;
  return Promise.resolve(consolePage(visit, { title: 'New bank account', page, main }));
}
