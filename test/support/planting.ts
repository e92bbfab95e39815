// Personal data in every column of every table that can hold it: one row of each table, closed, without related rows.
import { randomUUID } from 'node:crypto';
import { personalTables } from '../../src/core/personal-data/tables.ts';
import type { Sql, Tx } from '../../src/kernel/db/db.ts';
import type { Keyring } from '../../src/kernel/security/crypto.ts';

/** Further values that a row needs to satisfy its table's rules and be final. */
const needed: Record<string, Record<string, string>> = {
  payments: { contract: 'one', state: 'cancelled', currency: 'ZAR' },
  transactions: { state: 'failed', completed_at: '2026-01-01', currency: 'ZAR', payment_type: 'eft' },
  refunds: {
    ...{ state: 'complete', completed_at: '2026-01-01', contract: 'one', currency: 'ZAR' },
    approved_by: 'planted',
  },
  onboarding_documents: {
    ...{ state: 'declined', completed_at: '2026-01-01', kind: 'tax-clearance' },
    ...{ media_type: 'image/png', sha256: '0'.repeat(64) },
  },
  subscriptions: { state: 'failed', completed_at: '2026-01-01', currency: 'ZAR', frequency: 'Daily' },
  subscription_charges: {
    state: 'failed',
    completed_at: '2026-01-01',
    currency: 'ZAR',
    type: 'adhoc',
    attempts: '0',
  },
  payment_links: {
    ...{ state: 'disabled', completed_at: '2026-01-01', currency: 'ZAR', uses: 'single' },
    ...{ amount_cents: '1', code: 'x'.repeat(25) },
  },
  emails: {
    ...{ state: 'failed', kind: 'receipt', completed_at: '2026-01-01' },
    recipient: 'thandi@payer.example',
  },
  invoice_credits: {
    ...{ state: 'declined', completed_at: '2026-01-01', decided_by: 'planted', decided_at: '2026-01-01' },
    line: '1',
  },
  payout_batches: {
    state: 'declined',
    completed_at: '2026-01-01',
    decided_by: 'planted',
    decided_at: '2026-01-01',
  },
  payouts: { state: 'complete', completed_at: '2026-01-01', currency: 'ZAR' },
  deposits: {
    ...{ state: 'returned', completed_at: '2026-01-01', currency: 'ZAR', branch_code: '1' },
    bank_id: '208d0329-21ef-4b2a-800f-1f64bff39900',
  },
  deposit_references: { purpose: 'multiple', merchant_reference: 'X', reference: 'PLANTED1' },
  transfers: { state: 'paid', completed_at: '2026-01-01', currency: 'ZAR', purpose: 'deposit' },
  payment_orders: { bank_reference: 'PAY000000000001', pays_on: '2026-01-01' },
  payment_files: { state: 'answered' },
  statement_lines: { status: 'booked', meaning: 'own' },
  transitions: { object: 'deposit' },
  deliveries: {
    ...{ status: 'delivered', id: '208d0329-21ef-4b2a-800f-1f64bff39900' },
    event_id: '208d0329-21ef-4b2a-800f-1f64bff39900',
  },
  bulk_jobs: { state: 'complete', completed_at: '2026-01-01', next_index: '1' },
  bulk_items: { index: '0' },
  tasks: { kind: 'resend', completed_at: '2026-01-01', next_index: '1' },
  task_items: { outcome: 'refused' },
  idempotency_keys: { status: '201', key: 'planted' },
  hash_mismatches: { surface: 'payments' },
  receivers: { disabled_at: '2026-01-01' },
  webhooks: { event_type: 'refund.complete', message_type: 'thin' },
  'console.users': { email: 'thandi@payer.example', disabled_at: '2026-01-01' },
  'console.invitations': { email: 'thandi@payer.example', used_at: '2026-01-01', role: 'operator-admin' },
  'console.reset_requests': { email: 'thandi@payer.example' },
  'console.sessions': { id: 'x'.repeat(64) },
  'console.audit': { position: '900000', hash: `\\x${'00'.repeat(32)}` },
  'bank.orders': {
    state: 'declined',
    decided_at: '2026-01-01',
    return_url: 'http://shop.example/thandi@payer.example',
  },
  'bank.mandates': { state: 'declined', decided_at: '2026-01-01' },
  'bank.transfers': {
    state: 'failed',
    purpose: 'payout',
    reason: 'thandi@payer.example',
    decided_at: '2026-01-01',
  },
  'bank.deposits': { branch_code: '1', bank_id: '208d0329-21ef-4b2a-800f-1f64bff39900' },
  'bank.callbacks': {
    ...{ outcome: 'paid', delivered_at: '2026-01-01', attempts: '1' },
    order_id: '208d0329-21ef-4b2a-800f-1f64bff39900',
  },
  'bank.statement_lines': { order_id: '208d0329-21ef-4b2a-800f-1f64bff39900' },
};

/** A value of each type, as text. */
const anyOf: Record<string, string> = {
  ...{ text: 'x', jsonb: '{}', 'text[]': '{}', bytea: '\\x00', boolean: 'false', date: '2026-01-01' },
  ...{ bigint: '1', integer: '1', smallint: '1', 'timestamp with time zone': '2026-01-01', xid8: '1' },
};

interface Column {
  name: string;
  type: string;
  isNeeded: boolean;
  isGiven: boolean;
}

export interface Planted {
  words: string;
  account: string;
  keyring: Keyring;
}

/** Inserts the rows, past all triggers and foreign keys. Returns the columns that then hold personal data. */
export async function plantEverywhere(db: Sql, person: Planted): Promise<string[]> {
  const planted: string[] = [];
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const [table, { columns }] of Object.entries(personalTables)) {
      const changing = Object.keys(columns).filter((column) => columns[column] !== 'keep');
      if (changing.length > 0) await plantRow(tx as unknown as Tx, table, changing, person);
      planted.push(...changing.map((column) => `${table}.${column}`));
    }
  });
  return planted;
}

async function plantRow(tx: Tx, table: string, changing: readonly string[], person: Planted): Promise<void> {
  const known = await tx<Column[]>`
    select attname as name, format_type(atttypid, null) as type, attgenerated <> '' or attidentity = 'a' as is_given,
      attnotnull and not atthasdef as is_needed
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`;
  const given = needed[table] ?? {};
  const row = known.flatMap((column): [Column, string][] => {
    const value = given[column.name] ?? (column.isGiven ? undefined : textFor(column, changing, person));
    return value === undefined ? [] : [[column, value]];
  });
  await tx.unsafe(
    `insert into ${table} (${row.map(([{ name }]) => `"${name}"`).join(', ')})
     values (${row.map(([{ type }], index) => `$${index + 1}::text::${type}`).join(', ')})`,
    row.map(([, value]) => value) as never,
  );
}

function textFor({ name, type, isNeeded }: Column, changing: readonly string[], person: Planted) {
  if (changing.includes(name)) return plantedIn(name, type, person);
  if (!isNeeded) return undefined;
  return type === 'uuid' ? randomUUID() : anyOf[type]!;
}

function plantedIn(name: string, type: string, { keyring, words, account }: Planted): string {
  if (type === 'uuid') return randomUUID();
  if (type === 'jsonb')
    return JSON.stringify(name === 'findings' ? [words] : { note: words, payer: { name: words } });
  if (/account_(sent_)?sealed$/.test(name)) return keyring.seal(account);
  if (name.endsWith('sealed')) return keyring.seal(`${words} ${account}`);
  return /account|counterpart/.test(name) && !name.endsWith('holder') ? account : words;
}
