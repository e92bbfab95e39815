-- One thing done to many payments that a person chose by a filter: each once, and on after a process is killed.
create table tasks (
  id uuid primary key,
  kind text not null check (kind in ('resend', 'cancel')),
  -- Whose payments may be among them; null: everybody's, of an operator.
  merchants uuid[],
  -- The filter as the person saw it.
  filters text not null,
  item_count integer not null check (item_count between 1 and 10000),
  sum_cents bigint not null,
  -- Items before this one have an outcome.
  next_index integer not null default 0 check (next_index between 0 and item_count),
  tries integer not null default 0,
  created_by text not null,
  correlation_id text not null,
  created_at timestamptz not null,
  due_at timestamptz,
  completed_at timestamptz,
  check ((due_at is null) = (next_index = item_count)),
  check ((completed_at is null) = (next_index < item_count))
);
create index tasks_due on tasks (due_at) where due_at is not null;
create index tasks_newest on tasks (created_at desc, id desc);

create table task_items (
  task_id uuid not null references tasks (id),
  merchant_id uuid not null references merchants (id),
  index integer not null,
  payment_id uuid not null references payments (id),
  reference text not null,
  amount_cents bigint not null,
  outcome text check (outcome in ('done', 'refused')),
  why text,
  primary key (task_id, index),
  check (why is null or outcome is not null)
);

-- Whether the operator's finance may decide about the site's payouts that wait for a second person.
alter table sites add column operator_may_approve_payouts boolean not null default true;

-- Another account for a site's settlements, which is used a day after somebody asked for it, so that others can stop it.
create table account_changes (
  id uuid primary key,
  merchant_id uuid not null references merchants (id),
  site_id uuid not null references sites (id),
  was jsonb not null check (jsonb_typeof(was) = 'object'),
  -- Null: settlements are to wait.
  account jsonb check (jsonb_typeof(account) = 'object'),
  asked_by text not null,
  asked_at timestamptz not null,
  -- Null once it has ended.
  due_at timestamptz,
  outcome text check (outcome in ('used', 'stopped')),
  -- Null where time has used it.
  stopped_by text,
  ended_at timestamptz,
  check ((due_at is null) = (outcome is not null)),
  check ((ended_at is null) = (outcome is null)),
  check (stopped_by is null or outcome = 'stopped')
);
create unique index account_changes_waiting on account_changes (site_id) where due_at is not null;
create index account_changes_due on account_changes (due_at) where due_at is not null;

-- Charges that are due or failing, and those that failed, of one merchant.
create index subscription_charges_waiting on subscription_charges (merchant_id, state, due_at)
  where state in ('scheduled', 'retrying');
create index subscription_charges_failed on subscription_charges (merchant_id, completed_at) where state = 'failed';

-- What an open line of a statement may be, by its amount.
create index payment_orders_amount on payment_orders (bank_account, amount_cents, ordered_at);
create index statement_lines_deposits on statement_lines (bank_account, amount_cents, booked_on) where meaning = 'deposit';
