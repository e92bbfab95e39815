// Where a person may stand among the console's people, and at the simulated bank.
import type { PersonalTable } from './personal-table.ts';

export const consoleTables: Record<string, PersonalTable> = {
  'console.users': {
    key: ['id'],
    links: ['id'],
    columns: { email: 'blank', name: 'clear' },
    open: {
      when: 'disabled_at is null',
      why: 'somebody who signs in to the console: `tefo user disable` first',
    },
  },
  'console.sessions': {
    key: ['id'],
    links: ['user_id'],
    columns: { network: 'clear', agent: 'clear', said: 'clear' },
  },
  'console.identities': {
    key: ['issuer', 'subject'],
    links: ['user_id'],
    columns: { subject: 'clear' },
    isDeleted: true,
  },
  'console.passkeys': { key: ['id'], links: ['user_id'], columns: { name: 'blank' } },
  'console.invitations': {
    key: ['id'],
    links: [],
    columns: { email: 'clear' },
    open: {
      when: 'used_at is null and expires_at > $now',
      why: 'an invitation that may still be taken',
      until: 'expires_at',
    },
    isDeleted: true,
  },
  'console.views': { key: ['id'], links: [], columns: { name: 'redact', query: 'redact' } },
  'console.audit': {
    key: ['position'],
    links: ['subject'],
    isBySubject: true,
    columns: { subject: 'redact', before: 'redact', after: 'redact', why: 'redact' },
    isShared: true,
  },
};

const kept = 'a reference of the simulated bank';
const id = { key: ['id'], links: ['id'], kept } as const;

export const bankTables: Record<string, PersonalTable> = {
  'bank.accounts': {
    key: ['number'],
    links: [],
    columns: { number: 'keep', holder: 'keep', name: 'keep' },
    kept: 'an account that the simulated bank has made up',
  },
  'bank.orders': {
    ...id,
    columns: { payer_account: 'mask', reason: 'redact', return_url: 'redact', reference: 'keep' },
    open: {
      when: 'decided_at is null or due_at is not null',
      why: 'an order that the simulated bank has not decided',
    },
  },
  'bank.mandates': {
    ...id,
    columns: { payer_account: 'mask', return_url: 'redact', reference: 'keep' },
    open: { when: "state = 'waiting'", why: 'a mandate that the simulated bank has not decided' },
  },
  'bank.transfers': {
    ...id,
    columns: { account_number: 'mask', account_holder: 'clear', reason: 'redact', reference: 'keep' },
    open: { when: 'due_at is not null', why: 'a transfer that the simulated bank has not decided' },
  },
  'bank.deposits': {
    ...id,
    columns: { account_number: 'mask', account_holder: 'clear', reference: 'keep' },
  },
  'bank.callbacks': {
    key: ['id'],
    links: ['order_id', 'transfer_id', 'deposit_id'],
    columns: { payer_account: 'mask', reason: 'redact' },
    open: {
      when: 'delivered_at is null',
      why: 'an answer that the simulated bank has not given',
      until: 'due_at',
    },
  },
  'bank.statement_lines': {
    key: ['id'],
    links: ['order_id', 'transfer_id', 'deposit_id'],
    // The other side of each line is an account of the bank’s own.
    columns: { account: 'redact', counterpart: 'redact', reference: 'keep' },
    kept,
  },
};
