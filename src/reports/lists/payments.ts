// The list of payments, each with the attempt that counts: the one that was paid, or else the newest.
// all merchants: whose rows are read is added where the list is made (read.ts).
import { paymentStates } from '../../core/payments/state.ts';
import { paidStates } from '../../core/transactions/state.ts';
import { seenBy, type Viewer } from '../../core/viewer.ts';
import type { Db } from '../../kernel/db/db.ts';
import * as columns from './columns.ts';
import type { Filters } from './list.ts';
import { beginsWithAtSites, makeList } from './read.ts';

const paid = [...paidStates, 'reversed'];

/** The attempt that counts of the payment whose id stands in a column. */
const attempt = (db: Db, payment: 'listed.id' | 'page.id') => db`
  select id, bank_id, bank_name, payer_account from transactions where payment_id = ${db(payment)}
  order by state = any (${paid}) desc, created_at desc, id desc limit 1`;

/** The attempts at the bank. An attempt is never older than its payment. */
const triedAt = (db: Db, { bankId, merchantId, from }: Filters, viewer: Viewer) => db`
  select id as tried_id, payment_id as tried_payment_id from transactions where bank_id = ${bankId!} and ${seenBy(db, viewer)}
    and ${merchantId === undefined ? db`true` : db`merchant_id = ${merchantId}`}
    and ${from === undefined ? db`true` : db`created_at >= ${from}`}`;

/** With more attempts at a bank, the newest payments are looked through for those of the bank. */
const fewAttempts = 3_000;

async function isCommonBank(db: Db, viewer: Viewer, filters: Filters): Promise<boolean> {
  const { count } = await db`${triedAt(db, filters, viewer)} limit ${fewAttempts}`;
  return count === fewAttempts;
}

/**
 * The attempt at the bank, if it is the one that counts. PostgreSQL begins with the attempts at the bank, or with the payments
 * that the other filters leave, as it thinks that fewer are read. The comparison stands within the select, so that it does
 * not think that it leaves hardly any.
 */
const triedOnce = (db: Db, filters: Filters, viewer: Viewer, isCommon: boolean) =>
  isCommon
    ? db``
    : db`join (${triedAt(db, filters, viewer)}) tried on tried_payment_id = listed.id
        and (select counts.id = tried_id from (${attempt(db, 'listed.id')}) counts)`;

/** The same of each payment that is looked at; what is joined says it otherwise. */
const atBank = (db: Db, { bankId }: Filters, _viewer: Viewer, isCommon: boolean) =>
  isCommon ? db`(select counts.bank_id = ${bankId!} from (${attempt(db, 'listed.id')}) counts)` : db`true`;

/** The condition of an amount, for those that have ended and for those that are open: each has its index. */
function between(db: Db, { minCents, maxCents }: Filters) {
  const least = minCents === undefined ? db`true` : db`amount_cents >= ${minCents}`;
  const most = maxCents === undefined ? db`true` : db`amount_cents <= ${maxCents}`;
  return db`((state <> 'created' and ${least} and ${most}) or (state = 'created' and ${least} and ${most}))`;
}

const source = (db: Db) => db`
  select id, created_at, merchant_id, site_id, state, state_reason, amount_cents, currency,
    merchant_reference as reference, bank_reference, is_test, completed_at, correlation_id
  from payments`;

export const payments = makeList({
  name: 'payments',
  caption: 'Payments',
  nouns: ['payment', 'payments'],
  action: 'payment.see',
  filters: ['merchant', 'site', 'state', 'from', 'to', 'bank', 'min', 'max', 'reference', 'after'],
  words: { state: paymentStates },
  columns: [
    columns.id,
    columns.site,
    columns.link('reference', 'Reference'),
    columns.state,
    columns.amount,
    columns.currency,
    columns.text('bank', 'Bank'),
    columns.text('account', 'Account'),
    ...columns.created,
    ...columns.completed,
    columns.reason,
    columns.hidden(columns.text('bankReference', 'Bank reference')),
    columns.hidden(columns.text('test', 'Test', 'isTest')),
    columns.correlation,
    columns.merchant,
  ],
  sum: 'amount',
  leadsTo: ({ id }) => ({ room: 'payments', id }),
  source,
  followsIds: true,
  joins: { bank: triedOnce },
  isCommon: isCommonBank,
  conditions: {
    bank: atBank,
    reference: beginsWithAtSites,
    min: between,
    // The least has said it.
    max: (db, filters) => (filters.minCents === undefined ? between(db, filters) : db`true`),
  },
  more: (db) => ({
    columns: db`, counts.bank_name as bank, counts.payer_account as account`,
    joins: db`left join lateral (${attempt(db, 'page.id')}) counts on true`,
  }),
});
