// The labels of a site's settings, and the forms that change them.

import { maskAccount } from '../../../core/account-numbers.ts';
import type { ShownSettings, Site } from '../../../core/merchants/actions.ts';
import { type Action, may } from '../../../core/users/permissions.ts';
import { formatDecimal, formatRand } from '../../../kernel/money.ts';
import { type Html, html } from '../../html.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePath } from '../navigation.ts';
import type { Again, AnyVisit, Visit } from '../visit.ts';
import { facts } from './parts.ts';

interface Setting {
  name: string;
  label: string;
  hint?: string;
  /** The possible values, if they are limited. */
  words?: readonly (readonly [value: string, words: string])[];
}

const yesNo = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

export interface Group {
  key: string;
  title: string;
  action: Action;
  /** The settings in one sentence. */
  summary?: (site: Site) => string;
  settings: readonly Setting[];
}

export const groups: readonly Group[] = [
  {
    key: 'site',
    title: 'Site',
    action: 'settings.change',
    settings: [
      { name: 'name', label: 'Name', hint: 'Shown to customers.' },
      { name: 'phone', label: 'Customer service phone' },
      { name: 'email', label: 'Customer service email' },
      { name: 'emailReceipts', label: 'E-mail receipts to customers', words: yesNo },
      {
        name: 'emailReminderDays',
        label: 'Reminder e-mail before a subscription charge, in days',
        hint: 'From 1 to 14. Leave blank for no reminders.',
      },
      {
        name: 'emailFailedCharges',
        label: 'E-mail customers about failed subscription charges',
        words: yesNo,
      },
      {
        name: 'chargeRetries',
        label: 'Retries of a failed subscription charge',
        words: [
          ['2', 'On the next two business days'],
          ['1', 'On the next business day'],
          ['0', 'None'],
        ],
      },
      { name: 'colour', label: 'Page colour', hint: 'For example #0a6b4a. Text on it is white.' },
      { name: 'allowDuplicateReferences', label: 'Allow duplicate references', words: yesNo },
      {
        name: 'allowTest',
        label: 'Allow test payments',
        words: [['', 'Default'], ...yesNo],
      },
      {
        name: 'referencePattern',
        label: 'Reference format',
        hint: 'A regular expression. Leave blank to allow any.',
      },
      {
        name: 'holidayRule',
        label: 'Charges due on a holiday',
        words: [
          ['none', 'Stay on the day'],
          ['before', 'Move to the previous business day'],
          ['after', 'Move to the next business day'],
        ],
      },
    ],
  },
  {
    key: 'addresses',
    title: 'URLs',
    action: 'settings.change',
    settings: [
      { name: 'notifyUrl', label: 'Notification URL' },
      { name: 'successUrl', label: 'Return URL after payment' },
      { name: 'cancelUrl', label: 'Return URL after cancellation' },
      { name: 'errorUrl', label: 'Return URL after failure' },
      { name: 'returnUrl', label: 'Default return URL' },
      { name: 'verifyUrl', label: 'Payout verification URL' },
    ],
  },
  {
    key: 'money',
    title: 'Payouts and refunds',
    action: 'settings.change',
    settings: [
      {
        name: 'approvalAbove',
        label: 'Payouts require approval above, in rand',
        hint: 'Leave blank for no approval.',
      },
      {
        name: 'releases',
        label: 'Payment file approval',
        words: [
          ['0', 'Account default'],
          ['1', 'One other person'],
          ['2', 'Two other people'],
        ],
      },
      {
        name: 'operatorMayApprovePayouts',
        label: 'Operators can approve payouts',
        words: yesNo,
      },
      {
        name: 'verifyPayees',
        label: 'Verify new payees at their bank',
        hint: 'Before the first payout to an account.',
        words: [
          ['off', 'No'],
          ['warn', 'Yes; pay, with a warning'],
          ['refuse', 'Yes; cancel the payout if the bank does not verify the payee'],
        ],
      },
      { name: 'consoleRefundLimit', label: 'Refund limit of support users per payment, in rand' },
      { name: 'allowPlainAccountNumbers', label: 'Accept unencrypted account numbers', words: yesNo },
    ],
  },
  {
    key: 'fees',
    title: 'Fees',
    action: 'fee.change',
    summary: ({ feeBps, feeCents }) =>
      `Fee per payment: ${formatDecimal(BigInt(feeBps))} % + ${formatRand(feeCents)}`,
    settings: [
      { name: 'feeBps', label: 'Fee per payment, in basis points', hint: '100 basis points are 1 %.' },
      { name: 'feeCents', label: 'Fixed fee per payment, in cents' },
      { name: 'verificationFee', label: 'Fee per account verification, in rand' },
    ],
  },
];

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const { bankId, accountNumber, branchCode, holder } = value as NonNullable<Site['settlementAccount']>;
  return [bankId, accountNumber, branchCode, holder].join('/');
}

/** Returns settings for the audit log: without whole account numbers. */
export function withoutAccount(settings: ShownSettings): ShownSettings {
  const account = settings.settlementAccount as Site['settlementAccount'] | undefined;
  if (!account) return settings;
  return {
    ...settings,
    settlementAccount: { ...account, accountNumber: maskAccount(account.accountNumber) },
  };
}

export interface GroupAgain extends Again {
  group: string;
}

/** True if the user can change the settings of a group. */
export function mayChange({ user }: AnyVisit, { action }: Group, merchantId: string): boolean {
  return may(user.rights, action, merchantId);
}

export function settingsPage(
  visit: Visit,
  site: Site,
  shown: ShownSettings,
  account: Html,
  again?: GroupAgain,
): Html {
  return html`<div class="charts">${groups.map((group) => {
    const inner = mayChange(visit, group, site.merchantId)
      ? groupForm(group, site, shown, again?.group === group.key ? again : undefined)
      : groupFacts(group, withoutAccount(shown));
    return html`<section class="panel" aria-labelledby="${group.key}"><h2 id="${group.key}">${group.title}</h2>
${group.summary && html`<p>${group.summary(site)}</p>`}${inner}</section>`;
  })}${account}</div>`;
}

const groupFacts = ({ settings }: Group, shown: ShownSettings): Html =>
  facts(
    settings.map(({ name, label, words }) => {
      const text = textOf(shown[name]);
      return [label, words?.find(([value]) => value === text)?.[1] ?? (text || 'not set')];
    }),
  );

function groupForm(
  { key, title, settings }: Group,
  site: Site,
  shown: ShownSettings,
  again?: GroupAgain,
): Html {
  const present = Object.fromEntries(settings.map(({ name }) => [name, textOf(shown[name])]));
  const typed = again?.typed ?? present;
  return form({
    to: consolePath('settings', site.code, key),
    ...again,
    seen: { seen: JSON.stringify(Object.fromEntries(settings.map(({ name }) => [name, shown[name]]))) },
    label: title,
    body: html`${settings.map(({ name, label, hint, words }) =>
      words
        ? choice({ name, label, options: words, chosen: typed[name] })
        : field({ name, label, typed, problem: again?.problem, isOptional: true, ...(hint && { hint }) }),
    )}
${button('Change')}`,
  });
}
