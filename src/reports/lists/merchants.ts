// The list of merchants.
// all merchants: condition.ts adds whose rows are read.
import * as columns from './columns.ts';
import { makeList } from './read.ts';

export const merchants = makeList({
  name: 'merchants',
  caption: 'Merchants',
  nouns: ['merchant', 'merchants'],
  action: 'merchant.see',
  filters: ['reference', 'after'],
  columns: [
    columns.id,
    columns.link('code', 'Code', 'reference'),
    columns.text('name', 'Name'),
    columns.number('sites', 'Sites', 'siteCount'),
    columns.text('production', 'Production'),
    ...columns.created,
  ],
  leadsTo: ({ id }) => ({ page: 'merchants', id }),
  source: (db) => db`
    select id, created_at, id as merchant_id, null::uuid as site_id, code as reference, name from merchants`,
  more: (db) => ({
    columns: db`, counted.site_count, case
      when owner.suspended_at is not null then 'suspended'
      when owner.is_live then 'live'
      when going.merchant_id is not null then 'requested' else 'not yet' end as production`,
    joins: db`
      join merchants owner on owner.id = page.id
      left join console.go_live going on going.merchant_id = page.id
      cross join lateral (
        select count(*)::integer as site_count from sites own where own.merchant_id = page.id) counted`,
  }),
});
