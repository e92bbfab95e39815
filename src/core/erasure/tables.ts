// Where a person may stand: every table and column, what becomes of it when they are erased, and what is still in flight.
// test/person.test.ts holds this list against the schema, so that no new column is forgotten.
import { bankTables } from './bank-tables.ts';
import { consoleTables } from './console-tables.ts';
import type { PersonalTable } from './personal-table.ts';

const reference = 'a reference of the books';
const id = { key: ['id'], links: ['id'], kept: reference } as const;

const money: Record<string, PersonalTable> = {
  payments: {
    ...id,
    columns: {
      ...{ details: 'without', state_reason: 'redact', notify_url: 'redact' },
      ...{ merchant_reference: 'keep', bank_reference: 'keep' },
    },
  },
  transactions: {
    ...id,
    links: ['id', 'payment_id'],
    columns: {
      ...{ payer_account: 'mask', payer_account_sealed: 'clear', payer_holder: 'clear' },
      ...{ state_reason: 'redact', bank_url: 'redact', merchant_reference: 'keep' },
    },
    open: { when: 'completed_at is null', why: 'a transaction that its bank has not decided' },
  },
  consents: {
    key: ['transaction_id'],
    links: ['transaction_id'],
    columns: { address: 'blank', user_agent: 'clear' },
  },
  refunds: {
    ...id,
    links: ['id', 'transaction_id'],
    columns: {
      ...{
        account: 'mask',
        customer: 'clear',
        reason: 'redact',
        state_reason: 'redact',
        notify_url: 'redact',
      },
      ...{ statement_reference: 'keep', merchant_reference: 'keep' },
    },
    open: { when: 'completed_at is null', why: 'a refund that is not paid yet' },
  },
  subscriptions: {
    ...id,
    columns: {
      ...{ customer: 'clear', consent: 'redact', payer_account: 'mask', description: 'redact' },
      ...{ state_reason: 'redact', return_url: 'redact', notify_url: 'redact', bank_url: 'redact' },
      ...{ merchant_reference: 'keep', bank_reference: 'keep' },
    },
    open: { when: 'completed_at is null', why: 'a mandate that may still be charged' },
  },
  subscription_charges: {
    ...id,
    links: ['id', 'subscription_id', 'payment_id'],
    columns: { description: 'redact', state_reason: 'redact', merchant_reference: 'keep' },
    open: { when: 'completed_at is null or due_at is not null', why: 'a charge that is not over' },
  },
  payouts: {
    ...id,
    columns: {
      ...{ account: 'mask', account_sealed: 'clear', account_sent_sealed: 'blank' },
      ...{ state_reason: 'redact', notify_url: 'redact' },
      ...{ merchant_reference: 'keep', customer_bank_reference: 'keep' },
    },
    open: { when: 'completed_at is null', why: 'a payout that is not paid yet' },
  },
  deposits: {
    ...id,
    columns: {
      ...{ account: 'mask', account_sealed: 'blank', account_holder: 'clear' },
      ...{ state_reason: 'redact', reference: 'keep' },
    },
    open: { when: 'completed_at is null', why: 'a deposit that is not allocated or returned yet' },
  },
  deposit_parts: { key: ['id'], links: ['id', 'deposit_id'], columns: {} },
  deposit_references: {
    key: ['reference'],
    links: [],
    columns: { reference: 'keep', merchant_reference: 'keep', notify_url: 'redact' },
    kept: reference,
  },
  transfers: {
    ...id,
    links: ['id', 'object_id'],
    columns: {
      ...{ account_sealed: 'blank', account_holder: 'clear', state_reason: 'redact', reference: 'keep' },
    },
    open: { when: 'completed_at is null', why: 'a transfer that its bank has not paid yet' },
  },
  payment_orders: {
    ...id,
    upward: ['file_id'],
    columns: {
      ...{ account: 'mask', account_sealed: 'blank', account_holder: 'clear' },
      ...{ said: 'redact', reason: 'redact', reference: 'keep', bank_reference: 'keep' },
    },
  },
  payment_files: {
    key: ['id'],
    links: ['id'],
    columns: { content_sealed: 'redact', state_reason: 'redact' },
    open: { when: "state in ('waiting', 'released')", why: 'a payment file that has not left yet' },
    isShared: true,
  },
  payment_answers: { key: ['id'], links: [], columns: { content_sealed: 'redact' }, isShared: true },
  investec_orders: {
    key: ['id'],
    links: ['id'],
    columns: { pain001_sealed: 'blank', payment_id: 'keep' },
    kept: reference,
  },
  statement_lines: {
    ...id,
    links: ['id', 'order_id'],
    upward: ['object_id'],
    columns: {
      ...{ text: 'blank', payer_sealed: 'clear', note: 'redact' },
      ...{ reference: 'keep', refs: 'keep' },
    },
    open: {
      when: "status in ('new', 'open', 'pending')",
      why: 'a line of a statement that is not booked yet',
    },
  },
  settlement_lines: { key: ['journal_id'], links: [], columns: { reference: 'keep' }, kept: reference },
  settlements: {
    key: ['id'],
    links: [],
    columns: { bank_account: 'keep', reference: 'keep' },
    kept: 'the merchant’s own account',
  },
  restore_orders: {
    key: ['restore_id', 'transfer_id'],
    links: [],
    columns: { reference: 'keep' },
    kept: reference,
  },
};

const told: Record<string, PersonalTable> = {
  events: { key: ['id'], links: ['object_id'], columns: { data: 'redact' } },
  deliveries: {
    key: ['id'],
    links: ['id', 'object_id'],
    columns: { url: 'redact', note: 'redact' },
    open: {
      when: "status = 'pending'",
      why: 'a notification that is still to be delivered',
      until: 'due_at',
    },
  },
  delivery_attempts: {
    key: ['id'],
    links: ['delivery_id'],
    columns: { answer: 'redact', error: 'redact' },
  },
  transitions: { key: ['id'], links: ['object_id'], columns: { reason: 'redact' } },
  bulk_jobs: {
    key: ['id'],
    links: [],
    columns: { notify_url: 'redact', state_reason: 'redact', reference: 'keep' },
    open: { when: 'completed_at is null', why: 'a bulk job that is not over' },
    kept: reference,
    isShared: true,
  },
  bulk_items: {
    key: ['job_id', 'index'],
    links: ['payment_id'],
    columns: { element: 'redact', error: 'redact' },
    open: { when: 'payment_id is null and error is null', why: 'an item of a bulk job that is not over' },
  },
  task_items: {
    key: ['task_id', 'index'],
    links: [],
    columns: { reference: 'keep', why: 'redact' },
    kept: reference,
    isShared: true,
  },
  tasks: {
    key: ['id'],
    links: [],
    columns: { filters: 'redact' },
    open: { when: 'completed_at is null', why: 'a task that is not over' },
    isShared: true,
  },
  idempotency_keys: {
    key: ['merchant_id', 'operation', 'key'],
    links: [],
    columns: { body: 'redact', location: 'redact', key: 'keep' },
    open: { when: 'status is null', why: 'a request that is being answered' },
    kept: 'a key of the merchant’s own, forgotten after TEFO_IDEMPOTENCY_DAYS',
  },
  hash_mismatches: {
    key: ['id'],
    links: [],
    columns: { evidence_sealed: 'clear', findings: 'clear', reference: 'clear' },
    isDeleted: true,
  },
  receivers: {
    key: ['id'],
    links: [],
    columns: { url: 'keep', disabled_reason: 'redact' },
    kept: 'an address of the merchant’s own',
    isShared: true,
  },
  webhooks: {
    key: ['id'],
    links: [],
    columns: { endpoint: 'keep' },
    kept: 'an address of the merchant’s own: `tefo webhook`',
    isShared: true,
  },
};

const own = 'the merchant’s or the operator’s own: changed in its settings';
const merchants: Record<string, PersonalTable> = {
  merchants: { key: ['id'], links: [], columns: { name: 'keep' }, kept: own },
  clients: { key: ['id'], links: [], columns: { name: 'keep' }, kept: own },
  sites: {
    key: ['id'],
    links: [],
    columns: {
      ...{ name: 'keep', addresses: 'keep', verify_url: 'keep' },
      ...{ phone: 'keep', email: 'keep', settlement_account: 'keep' },
    },
    kept: own,
  },
  account_changes: { key: ['id'], links: [], columns: { was: 'keep', account: 'keep' }, kept: own },
  bank_accounts: {
    key: ['id'],
    links: [],
    columns: { number: 'keep', number_sealed: 'keep', holder: 'keep', customer: 'keep' },
    kept: own,
  },
  sandbox_rules: {
    key: ['merchant_id'],
    links: [],
    columns: { rules: 'keep' },
    kept: 'a rule of the sandbox',
  },
  sandbox_faults: {
    key: ['merchant_id'],
    links: [],
    columns: { bank: 'keep', notifications: 'keep' },
    kept: 'a fault of the sandbox',
  },
};

/** In the order in which rows of one matter are locked. */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  ...money,
  ...told,
  ...merchants,
  ...consoleTables,
  ...bankTables,
};
