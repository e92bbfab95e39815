// Places of personal data at the simulated bank.
import type { PersonalTable } from './personal-table.ts';

const kept = 'a reference of the simulated bank';
const id = { key: ['id'], links: ['id'], kept } as const;

export const bankTables: Record<string, PersonalTable> = {
  'bank.accounts': {
    key: ['number'],
    links: [],
    columns: { number: 'keep', holder: 'keep', name: 'keep' },
    kept: 'an account that the simulated bank has invented',
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
