// The list of sites.
// all merchants: condition.ts adds whose rows are read.
import * as columns from './columns.ts';
import { makeList } from './read.ts';

export const sites = makeList({
  name: 'sites',
  caption: 'Sites',
  nouns: ['site', 'sites'],
  action: 'settings.see',
  filters: ['merchant', 'reference', 'after'],
  columns: [
    columns.id,
    columns.link('code', 'Code', 'reference'),
    columns.text('name', 'Name'),
    columns.merchant,
    columns.number('feeBps', 'Fee (basis points)', 'feeBps'),
    columns.money('fee', 'Fee (fixed)', 'feeCents'),
    columns.text('settlementAccount', 'Settled to', 'settledTo'),
    columns.hidden(columns.text('notifyUrl', 'Notify address', 'notifyUrl')),
    ...columns.created,
  ],
  pageOrder: ['code', 'name', 'feeBps', 'fee', 'settlementAccount', 'created', 'merchant'],
  leadsTo: ({ reference }) => ({ page: 'settings', id: String(reference) }),
  source: (db) => db`
    select id, created_at, merchant_id, id as site_id, code as reference, name, fee_bps, fee_cents,
      '…' || right(settlement_account ->> 'accountNumber', 4) as settled_to, addresses ->> 'notifyUrl' as notify_url
    from sites`,
});
