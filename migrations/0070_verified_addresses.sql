-- beside: 0059
-- A login is only as good as the proof that its address belongs to its user. The company account proves it, and so does the
-- operator, who created or reset the login. The login that a merchant's admin created by an invitation is not verified: the
-- admin saw the link. Rights that another party grants are attached to verified logins only.
alter table console.users
  add column email_verified_at timestamptz,
  add column email_verified_by text check (email_verified_by in ('company', 'operator')),
  -- The merchant whose admin created the login, as long as its address is not verified.
  add column origin_merchant_id uuid,
  add constraint users_email_verified_check check ((email_verified_at is null) = (email_verified_by is null));

update console.users set email_verified_at = linked.at, email_verified_by = 'company'
from (select user_id, min(created_at) as at from console.identities group by user_id) linked
where linked.user_id = users.id;

-- The invitations that created the other logins, as the audit log has them. Logins that it does not name were created at the command line.
with invited as (
  select distinct on (users.id) users.id, audit.merchant_id,
    audit.merchant_id is null or audit.who like 'cli:%' or exists (
      select from console.held where held.user_id::text = audit.who and held.merchant_id is null
    ) as is_by_operator
  from console.users users
  join console.audit audit on audit.action = 'user.invite' and audit.after ->> 'email' = users.email
    and audit.at <= users.created_at
  where users.email_verified_at is null and not exists (
    select from console.audit made
    where made.action in ('user.create', 'user.reset') and made.subject = users.email and made.at >= users.created_at - interval '1 minute'
  )
  order by users.id, audit.position desc
)
update console.users set origin_merchant_id = invited.merchant_id
from invited where invited.id = users.id and not invited.is_by_operator;

update console.users set email_verified_at = created_at, email_verified_by = 'operator'
where email_verified_at is null and origin_merchant_id is null;
