// The owner of each table, and the rules for its SQL, against which test/house.test.ts checks the sources.
import { type Statement, statementsOf, tablesOf } from './statements.ts';

/** The tables that each folder of src owns. */
export const owners: Record<string, string[]> = {
  'core/merchants': 'merchants sites clients credentials site_logos revoked_tokens account_changes'.split(
    ' ',
  ),
  'core/users': [
    ...[
      ...'attempts audit audit_head challenges company_requests exams factors forms go_live grants held'.split(
        ' ',
      ),
      ...'identities invitations looks passkeys reset_requests resets sessions users views'.split(' '),
    ].map((name) => `console.${name}`),
  ],
  'core/emails': ['emails'],
  'core/accounts': ['bank_accounts'],
  'core/ledger': [
    ...'ledger_accounts ledger_entries ledger_export ledger_journals ledger_links ledger_losses'.split(' '),
    ...['ledger_snapshots', 'ledger_unlinked'],
  ],
  'core/notifications': [
    ...['events', 'deliveries', 'delivery_attempts', 'receivers', 'replays', 'webhooks', 'webhook_secrets'],
    ...['archived_events', 'archived_deliveries'],
  ],
  'core/customers': ['customers', 'customer_progress'],
  'core/payments': ['payments', 'browser_requests'],
  'core/transactions': ['transactions', 'consents'],
  'core/transfers': ['transfers', 'restores', 'restore_orders', 'restore_questions', 'restore_statements'],
  'core/onboarding': ['onboarding_documents', 'onboarding_contents'],
  'core/refunds': ['refunds', 'refund_batches'],
  'core/payouts': ['payouts', 'floats', 'verified_payees'],
  'core/beneficiaries': ['beneficiaries'],
  'core/payout-batches': ['payout_batches'],
  'core/verifications': ['verifications'],
  'core/settlements': ['settlements', 'settlement_lines', 'settlement_progress'],
  'core/invoices': ['invoices', 'invoice_credits', 'invoice_details', 'invoice_runs'],
  'core/scheduled-reports': ['report_schedules', 'reports', 'report_parts'],
  'core/streams': ['streams'],
  'core/subscriptions': ['subscriptions', 'subscription_charges'],
  'core/links': ['payment_links'],
  'core/deposits': ['deposits', 'deposit_parts', 'deposit_references'],
  'core/payment-files': ['payment_files', 'payment_orders', 'payment_answers'],
  'core/statements': ['statements', 'statement_lines', 'line_categories', 'statement_uploads'],
  'core/bulk': ['bulk_jobs', 'bulk_items'],
  'core/bulk-actions': ['tasks', 'task_items'],
  'core/hash-mismatches': ['hash_mismatches'],
  'core/transitions.ts': ['transitions'],
  'core/traces.ts': ['traces'],
  'reports/totals': [
    ...['totals_day', 'totals_hour', 'totals_notices', 'totals_money', 'totals_postings', 'totals_progress'],
  ],
  'reports/checks': ['last_check'],
  'reports/refusals': ['refusal_counts'],
  'devtools/listen': ['listeners'],
  'sandbox/rules.ts': ['sandbox_rules'],
  'sandbox/faults.ts': ['sandbox_faults'],
  'sandbox/snapshots': ['sandbox_snapshots'],
  'app/installation.ts': ['installation'],
  'app/shared-clock.ts': ['sandbox_clock'],
  kernel: ['idempotency_keys', 'master_keys', 'migrations', 'request_counts'],
  'rails/investec': ['investec_orders', 'investec_polls'],
  // A separate bank, which identifies objects by ids: its rows belong to no merchant.
  'rails/simulator': [
    ...['accounts', 'callbacks', 'deposits', 'mandates', 'orders', 'statement_lines', 'transfers'].map(
      (name) => `bank.${name}`,
    ),
  ],
};

/** Exceptions that name another noun's table: each file with the tables, and why. */
export const exceptions: Record<string, { tables: string[]; why: string }> = {
  'core/payments/store.ts': {
    tables: ['idempotency_keys'],
    why: 'a payment and its key are one statement, so that many share one commit',
  },
  'core/ledger/store.ts': {
    tables: ['settlement_progress'],
    why: 'a balance may be spent only when its ended days are settled',
  },
  'core/settlements/store.ts': {
    tables:
      'ledger_accounts ledger_entries ledger_journals transactions refunds verifications invoices invoice_credits'.split(
        ' ',
      ),
    why: 'one statement creates the lines of a day from any number of entries',
  },
  'core/deposits/store.ts': {
    tables: ['sites', 'payments', 'transactions'],
    why: 'one statement finds the candidates for a deposit',
  },
  'core/deposits/candidate-store.ts': {
    tables: ['sites', 'payments'],
    why: 'a deposit is compared with the open payments that a viewer sees',
  },
  'core/statements/store.ts': {
    tables: ['payment_orders', 'payment_files', 'deposit_parts', 'transactions'],
    why: 'one statement finds bookings of bank responses that no line shows, and one what new lines pay',
  },
  'core/transition-partitions.ts': {
    tables: ['transitions'],
    why: 'creates the partitions of the table',
  },
  'core/transfers/hold.ts': {
    tables: ['restores'],
    why: 'claims of transfers, refunds, payouts and settlements share its condition',
  },
  'devtools/listen/store.ts': {
    tables: ['events'],
    why: 'a place is kept and events are read from it in one statement',
  },
  'sandbox/snapshots/snapshot-store.ts': {
    tables: ['migrations'],
    why: 'a snapshot belongs to the schema it was taken of',
  },
};

/** Returns the violations as `file:line: problem`, and the number of statements. */
export function judgeSql(
  sources: ReadonlyMap<string, string>,
  schema: string,
): { wrong: string[]; statements: number } {
  const tables = tablesOf(schema);
  const names = new Set(tables.keys());
  const unowned = [...names].filter((name) => !ownerOf(name));
  const wrong = unowned.map((name) => `${name}: no folder owns it; add it to test/support/tables.ts`);
  const excused = new Set<string>();
  let statements = 0;
  for (const [file, source] of sources) {
    for (const statement of statementsOf(file, source, names)) {
      statements += 1;
      const place = `${file}:${statement.line}: ${statement.within}`;
      for (const table of foreignIn(file, statement)) {
        if (isExcused(file, table)) excused.add(`${inSrc(file)} ${table}`);
        else
          wrong.push(
            `${place} names ${table}, which only a store of src/${ownerOf(table)} or src/reports may`,
          );
      }
      if (!saysWhose(statement, tables)) {
        wrong.push(`${place} (${statement.tables}) has no merchant, and no comment "all merchants: why"`);
      }
    }
  }
  return { wrong: [...wrong, ...unneeded(excused)], statements };
}

const inSrc = (file: string): string => file.replace(/^src\//, '');

function ownerOf(table: string): string | undefined {
  return Object.keys(owners).find((owner) => owners[owner]!.includes(table));
}

function foreignIn(file: string, { tables, isDueTime }: Statement): string[] {
  if (file.startsWith('src/reports/')) return [];
  return tables.filter((table) => {
    const owner = ownerOf(table);
    if (owner === undefined || inSrc(file) === owner) return false;
    const isOwn = inSrc(file).startsWith(`${owner}/`);
    // Code outside of the nouns keeps its SQL where it is used.
    const isNoun = owner.startsWith('core/');
    return !isOwn || (isNoun && !isDueTime && !/\bstore\.ts$/.test(file));
  });
}

function isExcused(file: string, table: string): boolean {
  return exceptions[inSrc(file)]?.tables.includes(table) ?? false;
}

function saysWhose(
  { tables: named, isDueTime, hasMerchant, reason }: Statement,
  tables: ReadonlyMap<string, boolean>,
): boolean {
  const isMerchants = named.some((name) => tables.get(name) && !name.startsWith('bank.'));
  return !isMerchants || isDueTime || hasMerchant || reason !== undefined;
}

function unneeded(excused: ReadonlySet<string>): string[] {
  return Object.entries(exceptions).flatMap(([file, { tables }]) =>
    tables
      .filter((table) => !excused.has(`${file} ${table}`))
      .map((table) => `src/${file}: the exception for ${table} is not needed any more`),
  );
}
