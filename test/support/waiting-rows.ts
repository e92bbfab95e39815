// Rows that need attention at the console's first page, one kind with one statement.
import { waitingReason } from '../../src/core/refunds/jobs.ts';
import type { Tx } from '../../src/kernel/db/db.ts';

interface Given {
  merchantId: string;
  siteId: string;
  transactionId: string;
  at: Date;
  /** The number of payouts. */
  payouts: number;
}

/** Statements that each make something wait. Their rows need not fit together: triggers are off. */
export const waitingRows = ({
  merchantId,
  siteId,
  transactionId,
  at: hourAgo,
  payouts,
}: Given): Record<string, (tx: Tx) => PromiseLike<unknown>> => ({
  payouts: (tx) => tx`
    insert into payouts (id, merchant_id, site_id, state, amount_cents, currency, merchant_reference, customer_bank_reference,
      is_rtc, bank_group_id, branch_code, account_sent_sealed, hash_check, correlation_id, created_at)
    select gen_random_uuid(), ${merchantId}, ${siteId}, 'approval', 100, 'ZAR', 'p' || n, 'ref', false, gen_random_uuid(),
      '1', '', '', '', ${hourAgo}::timestamptz + n * interval '1 second' from generate_series(1, ${payouts}) n`,
  deposits: async (tx) => {
    await addAccount(tx, merchantId);
    await tx`
    insert into deposits (id, reference, amount_cents, currency, received_at, bank_account)
    values (gen_random_uuid(), 'who', 100, 'ZAR', ${hourAgo}, 'waits')`;
  },
  refunds: (tx) => tx`
    insert into refunds (id, merchant_id, site_id, transaction_id, contract, state_reason, amount_cents, currency, reason,
      real_time, bank_id, bank_name, account, branch_code, statement_reference, merchant_reference, created_by,
      correlation_id, created_at, due_at)
    values (gen_random_uuid(), ${merchantId}, ${siteId}, ${transactionId}, 'one', ${waitingReason}, 100, 'ZAR', '', false,
      gen_random_uuid(), '', '', '', '', '', 'system', '', ${hourAgo}, ${hourAgo}::timestamptz + interval '9 days')`,
  webhooks: (tx) => tx`
    with hook as (
      insert into webhooks (id, merchant_id, place, endpoint, lane, event_type, message_type, created_at)
      values (gen_random_uuid(), ${merchantId}, 20, 'https://shop.example', '', 'refund.complete', 'thin', ${hourAgo}) returning id
    )
    insert into receivers (id, webhook_id, merchant_id, url, failures, failing_since, last_failed_at, disabled_at, disabled_reason)
    select id, id, ${merchantId}, 'https://shop.example', 9, ${hourAgo}, ${hourAgo}, ${hourAgo}, 'gone' from hook`,
  notices: (tx) => tx`
    insert into deliveries (id, merchant_id, event_id, object_id, sequence, url, lane, format, status, created_at)
    select id, ${merchantId}, id, id, 1, '', '', 'one', 'failed', ${hourAgo} from gen_random_uuid() id`,
  bulk: (tx) => tx`
    insert into bulk_jobs (id, merchant_id, site_id, reference, notify_url, state, item_count, next_index, correlation_id,
      created_at, modified_at, completed_at)
    values (gen_random_uuid(), ${merchantId}, ${siteId}, 'b', '', 'error', 1, 1, '', ${hourAgo}, ${hourAgo}, ${hourAgo})`,
  lines: async (tx) => {
    await addAccount(tx, merchantId);
    await tx`
    insert into statement_lines (id, bank_account, booked_on, value_on, amount_cents, text, reference, is_reversal, refs, status, kinds,
      statement_id)
    values (gen_random_uuid(), 'waits', ${hourAgo}::date, ${hourAgo}::date, 100, 'WHO', '', false, '{}', 'open', '{}', gen_random_uuid())`;
  },
  beneficiaries: (tx) => tx`
    insert into beneficiaries (id, merchant_id, name, bank_id, branch_code, account_sealed, account, account_id, account_since, account_by,
      created_by, created_at)
    values (gen_random_uuid(), ${merchantId}, 'Karoo Paper', gen_random_uuid(), '', 'x', '*1234', gen_random_uuid(), ${hourAgo}, 'system',
      'system', ${hourAgo})`,
});

/** Adds an account that is the merchant's. */
const addAccount = (tx: Tx, merchantId: string) => tx`
  insert into bank_accounts (id, rail, abilities, bank_id, branch_code, number, number_sealed, holder, merchant_id, statement_profile,
    opening_cents, cut_off, releases, cost_cents, created_at)
  values ('waits', 'statements', '{deposits}', gen_random_uuid(), '', '*1234', '', '', ${merchantId}, 'auto', 0, '16:00', 1, 0, now())
  on conflict do nothing`;
