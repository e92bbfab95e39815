// The list of users with access: a row for each role of a user. all merchants: condition.ts adds the viewer's
// merchants.
import * as columns from './columns.ts';
import { when } from './condition.ts';
import { makeList } from './read.ts';

export const users = makeList({
  name: 'users',
  caption: 'Users',
  nouns: ['user', 'users'],
  action: 'user.see',
  filters: ['merchant', 'who', 'state', 'after'],
  words: { state: ['active', 'disabled'] },
  columns: [
    columns.hidden(columns.text('id', 'Id', 'userId')),
    columns.link('email', 'Email address'),
    columns.text('role', 'Role'),
    columns.merchant,
    columns.state,
    columns.text('factor', 'Second factor'),
    columns.time('seen', 'Last used', 'seenAt'),
    ...columns.created,
  ],
  leadsTo: ({ userId }) => ({ page: 'users', id: String(userId) }),
  source: (db) => db`
    select md5(users.id::text || coalesce(held.merchant_id::text, ''))::uuid as id, users.id as user_id, users.email,
      users.created_at, case when users.disabled_at is null then 'active' else 'disabled' end as state, held.role,
      held.merchant_id, null::uuid as site_id
    from console.users users left join console.held held on held.user_id = users.id`,
  conditions: {
    who: when('who', (db, who) => db`starts_with(email, lower(${who}))`),
  },
  more: (db) => ({
    columns: db`, seen.seen_at, seen.factor`,
    joins: db`
      cross join lateral (
        select
          (select max(seen_at) from console.sessions where user_id = page.user_id) as seen_at,
          case when exists (
            select from console.factors
            where user_id = page.user_id and kind = 'totp' and confirmed_at is not null
          ) then 'app' else 'none' end as factor
      ) seen`,
  }),
});
