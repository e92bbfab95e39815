-- beside: 0059
-- The sources of a user's login and roles, so that no user approves their own payout by way of a user they let in. Rights that are
-- granted at the command line or by the groups of a company account come from no user, and have no row.
create table console.grants (
  id uuid primary key,
  user_id uuid not null references console.users (id),
  -- login: created by their invitation; role: assigned; reset: the password and the second factors were replaced.
  kind text not null check (kind in ('login', 'role', 'reset')),
  -- Of a role; null for a role of the operator.
  merchant_id uuid check (merchant_id is null or kind = 'role'),
  granted_by uuid not null references console.users (id),
  granted_at timestamptz not null,
  -- When another grant took its place, or the role was taken away.
  ended_at timestamptz check (ended_at >= granted_at)
);
create index grants_user on console.grants (user_id, granted_at);

-- What the audit log has of it. The newest entry about a role is who assigned it; the newest invitation from before the login
-- is who created it.
with deeds as (
  select users.id as user_id, users.created_at, audit.position, audit.at, audit.who, audit.action, audit.merchant_id,
    audit.after ->> 'role' as role
  from console.audit audit join console.users users
    on users.email = case audit.action when 'user.invite' then audit.after ->> 'email' else audit.subject end
  where audit.action in ('user.invite', 'user.create', 'user.role', 'user.reset')
  union all
  select users.id, users.created_at, audit.position, audit.at, audit.who, audit.action, audit.merchant_id, audit.after ->> 'role'
  from console.audit audit join console.users users on 'user ' || users.id = audit.subject
  where audit.action = 'user.role'
), assigned as (
  select distinct on (held.user_id, held.merchant_id) held.user_id, held.merchant_id, deeds.who, deeds.at
  from console.held held join deeds on deeds.user_id = held.user_id
    and deeds.merchant_id is not distinct from held.merchant_id and deeds.role = held.role
  where not held.is_of_company
  order by held.user_id, held.merchant_id, deeds.position desc
), replaced as (
  select distinct on (user_id) user_id, who, at from deeds
  where action = 'user.reset' and at >= created_at order by user_id, position desc
), created as (
  select distinct on (user_id) user_id, who, created_at as at from deeds
  where action in ('user.invite', 'user.create') and at <= created_at + interval '1 minute'
    and user_id not in (select user_id from replaced)
    and user_id not in (select id from console.users where email_verified_by = 'company')
  order by user_id, position desc
)
insert into console.grants (id, user_id, kind, merchant_id, granted_by, granted_at)
select gen_random_uuid(), found.user_id, found.kind, found.merchant_id, granter.id, found.at
from (
  select user_id, 'role' as kind, merchant_id, who, at from assigned
  union all select user_id, 'login', null, who, at from created
  union all select user_id, 'reset', null, who, at from replaced
) found
join console.users granter on granter.id::text = found.who and granter.id <> found.user_id;
