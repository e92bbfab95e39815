// The tables with personal data: how the rows of a person are found, how each column is treated, and which rows are in
// flight. A described table states its columns' treatment itself.
// test/person.test.ts holds this list against the schema, so that no new column is forgotten.
import { bankAccounts } from '../accounts/actions.ts';
import { beneficiaries } from '../beneficiaries/actions.ts';
import { bulkItems, bulkJobs } from '../bulk/actions.ts';
import { bulkActionItems, bulkActions } from '../bulk-actions/actions.ts';
import { customers } from '../customers/actions.ts';
import { depositParts, depositReferences, deposits } from '../deposits/actions.ts';
import { emails } from '../emails/actions.ts';
import { invoiceCredits } from '../invoices/credits.ts';
import { paymentLinks } from '../links/actions.ts';
import { accountChanges } from '../merchants/account-change-store.ts';
import { merchants, sites } from '../merchants/actions.ts';
import { clients } from '../merchants/secrets-store.ts';
import { onboardingDocuments } from '../onboarding/actions.ts';
import { paymentAnswers, paymentFiles, paymentOrders } from '../payment-files/actions.ts';
import { payments } from '../payments/actions.ts';
import { payoutBatches } from '../payout-batches/actions.ts';
import { payouts } from '../payouts/actions.ts';
import { refunds } from '../refunds/actions.ts';
import { settlements } from '../settlements/actions.ts';
import { statementLines } from '../statements/actions.ts';
import { subscriptionCharges, subscriptions } from '../subscriptions/actions.ts';
import { consents, transactions } from '../transactions/actions.ts';
import { transfers } from '../transfers/actions.ts';
import { transitions } from '../transitions.ts';
import { bankTables } from './bank-tables.ts';
import { consoleTables } from './console-tables.ts';
import { type PersonalTable, personalIn } from './personal-table.ts';

const reference = 'a reference of the books';
const id = { key: ['id'], links: ['id'], kept: reference } as const;

const money: Record<string, PersonalTable> = {
  payments: {
    ...id,
    upward: ['customer_id'],
    columns: personalIn(payments),
  },
  transactions: {
    ...id,
    links: ['id', 'payment_id'],
    columns: personalIn(transactions),
    open: { when: 'completed_at is null', why: 'a transaction that its bank has not decided' },
  },
  consents: {
    key: ['transaction_id'],
    links: ['transaction_id'],
    columns: personalIn(consents),
  },
  refunds: {
    ...id,
    links: ['id', 'transaction_id'],
    columns: personalIn(refunds),
    open: { when: 'completed_at is null', why: 'a refund that is not paid yet' },
  },
  subscriptions: {
    ...id,
    upward: ['customer_id'],
    columns: personalIn(subscriptions),
    open: { when: 'completed_at is null', why: 'a mandate that may still be charged' },
  },
  subscription_charges: {
    ...id,
    links: ['id', 'subscription_id', 'payment_id'],
    columns: personalIn(subscriptionCharges),
    open: { when: 'completed_at is null or due_at is not null', why: 'a charge that is not over' },
  },
  payment_links: {
    ...id,
    upward: ['customer_id'],
    columns: personalIn(paymentLinks),
    open: {
      when: "state = 'active' and (expires_at is null or expires_at > $now)",
      why: 'a payment link that can still be paid: disable it first',
      until: 'expires_at',
    },
  },
  customers: { key: ['id'], links: ['id'], columns: personalIn(customers), isDeleted: true },
  beneficiaries: { key: ['id'], links: ['id'], columns: personalIn(beneficiaries), isDeleted: true },
  payout_batches: {
    ...id,
    columns: personalIn(payoutBatches),
    open: { when: 'completed_at is null', why: 'a batch of payouts that is not decided yet' },
  },
  invoice_credits: {
    ...id,
    columns: personalIn(invoiceCredits),
    open: { when: 'completed_at is null', why: 'a credit note that is not decided yet' },
  },
  payouts: {
    ...id,
    columns: personalIn(payouts),
    open: { when: 'completed_at is null', why: 'a payout that is not paid yet' },
  },
  deposits: {
    ...id,
    columns: personalIn(deposits),
    open: { when: 'completed_at is null', why: 'a deposit that is not allocated or returned yet' },
  },
  deposit_parts: { key: ['id'], links: ['id', 'deposit_id'], columns: personalIn(depositParts) },
  deposit_references: {
    key: ['reference'],
    links: [],
    columns: personalIn(depositReferences),
    kept: reference,
  },
  transfers: {
    ...id,
    links: ['id', 'object_id'],
    columns: personalIn(transfers),
    open: { when: 'completed_at is null', why: 'a transfer that its bank has not paid yet' },
  },
  payment_orders: {
    ...id,
    upward: ['file_id'],
    columns: personalIn(paymentOrders),
  },
  payment_files: {
    key: ['id'],
    links: ['id'],
    columns: personalIn(paymentFiles),
    open: { when: "state in ('waiting', 'released')", why: 'a payment file that has not left yet' },
    isShared: true,
  },
  payment_answers: { key: ['id'], links: [], columns: personalIn(paymentAnswers), isShared: true },
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
    columns: personalIn(statementLines),
    open: {
      when: "status in ('new', 'open', 'pending')",
      why: 'a line of a statement that is not booked yet',
    },
  },
  settlement_lines: { key: ['journal_id'], links: [], columns: { reference: 'keep' }, kept: reference },
  settlements: {
    key: ['id'],
    links: [],
    columns: personalIn(settlements),
    kept: 'the merchant’s own account',
  },
  restore_orders: {
    key: ['restore_id', 'transfer_id'],
    links: [],
    columns: { reference: 'keep' },
    kept: reference,
  },
};

const reported: Record<string, PersonalTable> = {
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
  emails: {
    key: ['id'],
    links: ['id', 'object_id'],
    columns: personalIn(emails),
    open: { when: "state = 'pending'", why: 'an e-mail that is still to be sent', until: 'expires_at' },
  },
  transitions: { key: ['id'], links: ['object_id'], columns: personalIn(transitions) },
  bulk_jobs: {
    key: ['id'],
    links: [],
    columns: personalIn(bulkJobs),
    open: { when: 'completed_at is null', why: 'a bulk job that is not over' },
    kept: reference,
    isShared: true,
  },
  bulk_items: {
    key: ['job_id', 'index'],
    links: ['payment_id'],
    columns: personalIn(bulkItems),
    open: { when: 'payment_id is null and error is null', why: 'an item of a bulk job that is not over' },
  },
  task_items: {
    key: ['task_id', 'index'],
    links: [],
    columns: personalIn(bulkActionItems),
    kept: reference,
    isShared: true,
  },
  tasks: {
    key: ['id'],
    links: [],
    columns: personalIn(bulkActions),
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
const ofMerchants: Record<string, PersonalTable> = {
  merchants: { key: ['id'], links: [], columns: personalIn(merchants), kept: own },
  clients: { key: ['id'], links: [], columns: personalIn(clients), kept: own },
  sites: {
    key: ['id'],
    links: [],
    columns: personalIn(sites),
    kept: own,
  },
  onboarding_documents: {
    key: ['id'],
    links: [],
    columns: personalIn(onboardingDocuments),
    open: {
      when: 'completed_at is null',
      why: 'a document that the law requires the operator to keep: TEFO_ONBOARDING_DAYS',
    },
  },
  account_changes: { key: ['id'], links: [], columns: personalIn(accountChanges), kept: own },
  bank_accounts: {
    key: ['id'],
    links: [],
    columns: personalIn(bankAccounts),
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
  ...reported,
  ...ofMerchants,
  ...consoleTables,
  ...bankTables,
};
