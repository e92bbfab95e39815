// Columns of text without personal data, and why, of tables that no description states: a described column says it itself
// (`code`, `text` in src/kernel/db/table.ts). A column that is in neither fails test/person.test.ts.

/** By reason: `table: its columns`. */
const reasons: Record<string, string[]> = {
  'a word of our own, of a closed list': [
    'archived_events: object type',
    'bank.accounts: kind',
    'bank.callbacks: outcome unpaid_code',
    'bank.mandates: frequency state',
    'bank.orders: state due_state manner unpaid_code',
    'bank.transfers: purpose state due_state',
    'browser_requests: ambiguous_ends',
    'console.audit: action',
    'console.challenges: purpose',
    'console.company_requests: state',
    'console.factors: kind',
    'console.held: role',
    'console.passkeys: transports',
    'deliveries: format status event_type',
    'events: type object',
    'idempotency_keys: operation',
    'installation: mode',
    'ledger_accounts: kind currency',
    'refusal_counts: surface code',
    'restore_orders: purpose outcome',
    'restore_questions: outcome',
    'settlement_lines: type description',
    'totals_day: type state',
    'totals_hour: state',
    'totals_money: kind',
    'webhooks: event_type message_type',
  ],
  'an id or a name that the service, the operator or a merchant’s program has made': [
    'bank.mandates: payee',
    'bank.orders: payee',
    'console.audit: correlation_id',
    'console.challenges: challenge session_id',
    'console.company_requests: key_hash nonce verifier back',
    'console.forms: path',
    'console.identities: issuer',
    'console.passkeys: credential_id public_key',
    'deliveries: lane',
    'events: correlation_id',
    'traces: correlation_id traceparent',
    'investec_orders: message_id',
    'investec_polls: bank_account',
    'ledger_accounts: bank_account',
    'ledger_export: trouble',
    'listeners: name',
    'master_keys: id',
    'migrations: name checksum beside',
    'restore_statements: account trouble',
    'revoked_tokens: id',
    'sandbox_snapshots: name migrations',
    'site_logos: png',
    'webhooks: lane',
  ],
  'a bank, or a branch of one': ['bank.deposits: branch_code', 'bank.transfers: branch_code'],
  'the acting user or program of the operator, which the books and the audit log must name': [
    'console.audit: who network',
    'console.go_live: asked_by first_by second_by',
    'ledger_losses: known_by',
    'restore_orders: accepted_by',
    'restore_statements: read_by',
  ],
  'a secret, or a hash that does not reveal its input': [
    'browser_requests: digest cut',
    'console.audit: hash',
    'console.audit_head: hash',
    'console.factors: secret_sealed code_hash',
    'idempotency_keys: request_hash',
    'investec_polls: closed_sha256 open_sha256',
    'ledger_links: hash',
    'ledger_losses: hash',
    'master_keys: check_value',
    'site_logos: hash',
    'webhook_secrets: sealed',
  ],
  'forgotten within a day': ['console.attempts: key account', 'request_counts: key'],
};

/** Every such column, as `table.column`. */
export const notPersonal: readonly string[] = Object.values(reasons).flatMap((tables) =>
  tables.flatMap((line) => {
    const [table, columns] = line.split(': ');
    return columns!.split(' ').map((column) => `${table}.${column}`);
  }),
);
