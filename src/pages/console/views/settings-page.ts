// What a site's settings are called, and the forms in which they are changed.

import { maskAccount } from '../../../core/account-numbers.ts';
import type { ShownSettings, Site } from '../../../core/merchants/actions.ts';
import { type Action, may } from '../../../core/people/permissions.ts';
import { type Html, html } from '../../html.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePath } from '../rooms.ts';
import type { AnyVisit, Fields, Problem, Visit } from '../visit.ts';
import { facts } from './parts.ts';

interface Setting {
  name: string;
  label: string;
  hint?: string;
  /** The words that it takes, where it takes only some. */
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
  settings: readonly Setting[];
}

export const groups: readonly Group[] = [
  {
    key: 'site',
    title: 'Site',
    action: 'settings.change',
    settings: [
      { name: 'name', label: 'Name', hint: 'Customers see it.' },
      { name: 'phone', label: 'Telephone for customers' },
      { name: 'email', label: 'Email address for customers' },
      { name: 'colour', label: 'Colour of its pages', hint: 'Like #0a6b4a, under white text.' },
      { name: 'allowDuplicateReferences', label: 'Takes a reference twice', words: yesNo },
      {
        name: 'allowTest',
        label: 'Payers may bring test payments',
        words: [['', 'As the service'], ...yesNo],
      },
      { name: 'referencePattern', label: 'References look like', hint: 'A regular expression; empty: any.' },
      {
        name: 'holidayRule',
        label: 'A charge on a holiday',
        words: [
          ['none', 'Stays on the day'],
          ['before', 'Moves to the business day before'],
          ['after', 'Moves to the business day after'],
        ],
      },
    ],
  },
  {
    key: 'addresses',
    title: 'Addresses',
    action: 'settings.change',
    settings: [
      { name: 'notifyUrl', label: 'Notices are sent to' },
      { name: 'successUrl', label: 'Customers return to, paid' },
      { name: 'cancelUrl', label: 'Customers return to, cancelled' },
      { name: 'errorUrl', label: 'Customers return to, not paid' },
      { name: 'returnUrl', label: 'Customers return to, in any case' },
      { name: 'verifyUrl', label: 'Payouts are verified at' },
    ],
  },
  {
    key: 'money',
    title: 'Money out',
    action: 'settings.change',
    settings: [
      {
        name: 'approvalAbove',
        label: 'Payouts above need a second person, in rand',
        hint: 'Empty: none do.',
      },
      {
        name: 'releases',
        label: 'Payment files with its orders are released by',
        words: [
          ['0', 'As the account has it'],
          ['1', 'A second person'],
          ['2', 'Two more people'],
        ],
      },
      {
        name: 'operatorMayApprovePayouts',
        label: 'The operator’s finance may be that second person',
        words: yesNo,
      },
      { name: 'consoleRefundLimit', label: 'Support refunds of one payment at most, in rand' },
      { name: 'allowPlainAccountNumbers', label: 'Payouts may name accounts in plain digits', words: yesNo },
    ],
  },
  {
    key: 'fees',
    title: 'Fees',
    action: 'fee.change',
    settings: [
      { name: 'feeBps', label: 'Of a payment, in basis points', hint: '100 is one per cent.' },
      { name: 'feeCents', label: 'Of a payment besides, in cents' },
      { name: 'verificationFee', label: 'Of a verified account, in rand' },
    ],
  },
];

/** Returns a setting as it is typed. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const { bankId, accountNumber, branchCode, holder } = value as NonNullable<Site['settlementAccount']>;
  return [bankId, accountNumber, branchCode, holder].join('/');
}

/** Returns settings as others may see them: without whole account numbers. */
export function withoutAccount(settings: ShownSettings): ShownSettings {
  const account = settings.settlementAccount as Site['settlementAccount'] | undefined;
  if (!account) return settings;
  return {
    ...settings,
    settlementAccount: { ...account, accountNumber: maskAccount(account.accountNumber) },
  };
}

export interface Again {
  group: string;
  fields: Fields;
  problem: Problem;
}

/** True where somebody may change the settings of a group. */
export function mayChange({ person }: AnyVisit, { action }: Group, merchantId: string): boolean {
  return may(person.rights, action, merchantId);
}

export function settingsPage(
  visit: Visit,
  site: Site,
  shown: ShownSettings,
  account: Html,
  again?: Again,
): Html {
  return html`<div class="charts">${groups.map((group) => {
    const inner = mayChange(visit, group, site.merchantId)
      ? groupForm(group, site, shown, again?.group === group.key ? again : undefined)
      : groupFacts(group, withoutAccount(shown));
    return html`<section class="panel" aria-labelledby="${group.key}"><h2 id="${group.key}">${group.title}</h2>
${inner}</section>`;
  })}${account}</div>`;
}

const groupFacts = ({ settings }: Group, shown: ShownSettings): Html =>
  facts(
    settings.map(({ name, label, words }) => {
      const text = textOf(shown[name]);
      return [label, words?.find(([value]) => value === text)?.[1] ?? (text || 'not set')];
    }),
  );

function groupForm({ key, title, settings }: Group, site: Site, shown: ShownSettings, again?: Again): Html {
  const present = Object.fromEntries(settings.map(({ name }) => [name, textOf(shown[name])]));
  const typed = again?.fields ?? present;
  const problem = again?.problem;
  return form({
    to: consolePath('settings', site.code, key),
    typed,
    problem,
    seen: { seen: JSON.stringify(Object.fromEntries(settings.map(({ name }) => [name, shown[name]]))) },
    label: title,
    body: html`${settings.map(({ name, label, hint, words }) =>
      words
        ? choice({ name, label, options: words, chosen: typed[name] })
        : field({ name, label, typed, problem, isOptional: true, ...(hint && { hint }) }),
    )}
${button('Change')}`,
  });
}
