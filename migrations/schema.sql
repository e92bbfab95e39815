create schema bank;

create schema console;

CREATE OR REPLACE FUNCTION public.assert_settlement(settlement uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  expected bigint;
  fees bigint;
  number bigint;
  total numeric;
  total_fees numeric;
  lines bigint;
begin
  select total_cents, fees_cents, (counts->>'total')::bigint into expected, fees, number from settlements where id = settlement;
  select coalesce(sum(amount_cents - fee_cents), 0), coalesce(sum(fee_cents), 0), count(*) into total, total_fees, lines
  from settlement_lines where settlement_id = settlement;
  if total <> expected or total_fees <> fees then
    raise exception 'settlement % is % cents but its lines sum to %', settlement, expected, total
      using errcode = 'check_violation';
  end if;
  if lines is distinct from number then
    raise exception 'settlement % has % lines but counts %', settlement, lines, number using errcode = 'check_violation';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.await_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into ledger_unlinked (journal_id) select id from added;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION bank.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'bank', 'pg_temp'
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.deposit_adds_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  owner deposits%rowtype;
  placed numeric;
  sent_back numeric;
begin
  if tg_argv[0] = 'part' then
    select * into owner from deposits where id = new.deposit_id for no key update;
  else
    select * into owner from deposits where id = new.id;
  end if;
  select coalesce(sum(amount_cents) filter (where purpose <> 'return'), 0),
    coalesce(sum(amount_cents) filter (where purpose = 'return'), 0)
  into placed, sent_back from deposit_parts where deposit_id = owner.id and undone_at is null;
  if placed <> (case when owner.state = 'allocated' then owner.amount_cents else 0 end)
    or sent_back <> (case when owner.state in ('returning', 'returned') then owner.amount_cents else 0 end) then
    raise exception 'deposit % of % cents is %, but % are allocated and % sent back',
      owner.id, owner.amount_cents, owner.state, placed, sent_back using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.journals_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  wrong record;
begin
  select journal_id as id, sum(amount_cents) as total, count(*) as lines into wrong
  from added group by journal_id having sum(amount_cents) <> 0 or count(*) < 2 limit 1;
  if found then
    raise exception 'journal % does not balance: % cents over % lines', wrong.id, wrong.total, wrong.lines
      using errcode = 'check_violation';
  end if;
  select added.journal_id as id into wrong
  from added left join ledger_journals journal on journal.id = added.journal_id where journal.id is null limit 1;
  if found then
    raise exception 'there is no journal %', wrong.id using errcode = 'foreign_key_violation';
  end if;
  select named.id into wrong
  from (select distinct account_id as id from added) named
  left join ledger_accounts account on account.id = named.id where account.id is null limit 1;
  if found then
    raise exception 'there is no account %', wrong.id using errcode = 'foreign_key_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.journals_have_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  journal uuid;
begin
  select id into journal from added
  where not exists (select from ledger_entries where journal_id = added.id)
  limit 1;
  if found then
    raise exception 'journal % does not balance: 0 cents over 0 lines', journal using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.lines_have_statements()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  wrong record;
begin
  select named.statement_id as id into wrong
  from (select distinct statement_id, bank_account from added) named
  left join statements statement on statement.id = named.statement_id and statement.bank_account = named.bank_account
  where statement.id is null limit 1;
  if found then
    raise exception 'there is no statement % of that account', wrong.id using errcode = 'foreign_key_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_counting(payments uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update transactions attempt set counts = not attempt.counts
  from transactions marked
  cross join lateral (
    select best.id from transactions best where best.payment_id = marked.payment_id
    order by best.state in ('successful', 'refunded', 'reversed') desc, best.created_at desc, best.id desc limit 1
  ) best
  where marked.payment_id = any (payments) and marked.counts <> (marked.id = best.id) and attempt.id = marked.id
$function$;

CREATE OR REPLACE FUNCTION public.mark_opened()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform mark_counting(array(select distinct payment_id from opened));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.mark_paid()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform mark_counting(array[new.payment_id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_audit_head()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into console.audit_head (position, hash) values (new.position, new.hash)
    on conflict (one) do update set position = excluded.position, hash = excluded.hash
    where audit_head.position < excluded.position;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refunds_add_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  owner transactions%rowtype;
  claimed numeric;
  repaid numeric;
begin
  select * into owner from transactions where id = new.transaction_id for no key update;
  select coalesce(sum(amount_cents) filter (where state in ('pending', 'payee_check', 'approval', 'approved', 'submitted', 'complete')), 0),
    coalesce(sum(amount_cents) filter (where state = 'complete'), 0)
  into claimed, repaid from refunds where transaction_id = new.transaction_id;
  if claimed <> owner.refunded_cents or repaid <> owner.repaid_cents then
    raise exception 'the refunds of transaction % claim % cents and have repaid %, not % and %',
      owner.id, claimed, repaid, owner.refunded_cents, owner.repaid_cents using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_but()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and current_setting('tefo.erasing', true) = 'yes'
    and to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.settlement_adds_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform assert_settlement(new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.settlement_is_complete()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  account uuid;
  settled_up_to timestamptz;
  missing uuid;
begin
  select id into account from ledger_accounts where kind = 'merchant' and site_id = new.site_id;
  select max(cut_off_at) into settled_up_to from settlements where site_id = new.site_id and business_day < new.business_day;
  select entry.journal_id into missing
  from ledger_entries entry
  join ledger_journals journal on journal.id = entry.journal_id and journal.template <> 'settlement_made'
  left join settlement_lines line on line.journal_id = entry.journal_id
  where entry.account_id = account and entry.booked_at > coalesce(settled_up_to, '-infinity')
    and entry.booked_at <= new.cut_off_at and line.journal_id is null
  limit 1;
  if missing is not null then
    raise exception 'settlement % leaves out the journal %', new.id, missing using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.settlement_lines_add_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform assert_settlement(settlement_id) from (select distinct settlement_id from added) as touched;
  return null;
end $function$;

create table account_changes (
  id uuid not null,
  merchant_id uuid not null,
  site_id uuid not null,
  was jsonb not null,
  account jsonb,
  asked_by text not null,
  asked_at timestamp with time zone not null,
  due_at timestamp with time zone,
  outcome text,
  stopped_by text,
  ended_at timestamp with time zone,
  constraint account_changes_pkey PRIMARY KEY (id),
  constraint account_changes_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint account_changes_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint account_changes_account_check CHECK ((jsonb_typeof(account) = 'object'::text)),
  constraint account_changes_check CHECK (((due_at IS NULL) = (outcome IS NOT NULL))),
  constraint account_changes_check1 CHECK (((ended_at IS NULL) = (outcome IS NULL))),
  constraint account_changes_check2 CHECK (((stopped_by IS NULL) OR (outcome = 'stopped'::text))),
  constraint account_changes_outcome_check CHECK ((outcome = ANY (ARRAY['used'::text, 'stopped'::text]))),
  constraint account_changes_was_check CHECK ((jsonb_typeof(was) = 'object'::text))
);
CREATE INDEX account_changes_due ON public.account_changes USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX account_changes_waiting ON public.account_changes USING btree (site_id) WHERE (due_at IS NOT NULL);

create table archived_deliveries (
  merchant_id uuid not null,
  hour timestamp with time zone not null,
  at_once bigint not null,
  retried bigint not null,
  failed bigint not null,
  constraint archived_deliveries_pkey PRIMARY KEY (merchant_id, hour),
  constraint archived_deliveries_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id)
);

create table archived_events (
  id uuid not null,
  merchant_id uuid not null,
  object text not null,
  object_id uuid not null,
  sequence integer not null,
  type text not null,
  occurred_at timestamp with time zone not null,
  constraint archived_events_pkey PRIMARY KEY (id),
  constraint archived_events_object_id_sequence_key UNIQUE (object_id, sequence),
  constraint archived_events_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint archived_events_sequence_check CHECK ((sequence > 0))
);

create table bank_accounts (
  id text not null,
  rail text not null,
  abilities text[] not null,
  bank_id uuid not null,
  branch_code text not null,
  number text not null,
  number_sealed text not null,
  holder text not null,
  merchant_id uuid,
  statement_profile text not null,
  statement_description text,
  payment_profile text,
  opening_cents bigint,
  cut_off text not null,
  limit_cents bigint,
  releases smallint not null,
  customer text,
  settings_sealed text,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  cost_cents bigint not null default 0,
  constraint bank_accounts_pkey PRIMARY KEY (id),
  constraint bank_accounts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint bank_accounts_cost_cents_check CHECK ((cost_cents >= 0)),
  constraint bank_accounts_cut_off_check CHECK ((cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint bank_accounts_id_check CHECK (((id ~ '^[a-z0-9][a-z0-9-]{0,31}$'::text) AND (id <> 'simulator'::text))),
  constraint bank_accounts_limit_cents_check CHECK ((limit_cents > 0)),
  constraint bank_accounts_releases_check CHECK (((releases >= 0) AND (releases <= 2)))
);

create table beneficiaries (
  id uuid not null,
  merchant_id uuid not null,
  name text not null,
  bank_id uuid not null,
  branch_code text not null,
  account_sealed text not null,
  account text not null,
  account_id uuid not null,
  account_since timestamp with time zone not null,
  account_by text not null,
  verified text,
  verified_reason text,
  verified_at timestamp with time zone,
  created_by text not null,
  created_at timestamp with time zone not null,
  constraint beneficiaries_pkey PRIMARY KEY (id),
  constraint beneficiaries_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint beneficiaries_check CHECK (((verified IS NULL) = (verified_at IS NULL))),
  constraint beneficiaries_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint beneficiaries_verified_check CHECK ((verified = ANY (ARRAY['verified'::text, 'not_verified'::text, 'unavailable'::text])))
);
CREATE UNIQUE INDEX beneficiaries_name ON public.beneficiaries USING btree (merchant_id, lower(name)) WHERE (account_sealed <> ''::text);
CREATE INDEX beneficiaries_newest ON public.beneficiaries USING btree (created_at DESC, id DESC);
CREATE INDEX beneficiaries_page ON public.beneficiaries USING btree (merchant_id, created_at DESC, id DESC);

create table browser_requests (
  site_id uuid not null,
  merchant_id uuid not null,
  digest bytea not null,
  cut bytea not null,
  ambiguous_ends text[],
  first_seen_at timestamp with time zone not null,
  constraint browser_requests_pkey PRIMARY KEY (site_id, digest),
  constraint browser_requests_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint browser_requests_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint browser_requests_ambiguous_ends_check CHECK ((cardinality(ambiguous_ends) > 0)),
  constraint browser_requests_cut_check CHECK ((octet_length(cut) = 32)),
  constraint browser_requests_digest_check CHECK ((octet_length(digest) = 32))
);
CREATE INDEX browser_requests_age ON public.browser_requests USING btree (first_seen_at);
CREATE INDEX browser_requests_site ON public.browser_requests USING btree (site_id, first_seen_at);

create table bulk_items (
  job_id uuid not null,
  index integer not null,
  merchant_id uuid not null,
  element text,
  payment_id uuid,
  error text,
  constraint bulk_items_pkey PRIMARY KEY (job_id, index),
  constraint bulk_items_job_id_fkey FOREIGN KEY (job_id) REFERENCES bulk_jobs(id),
  constraint bulk_items_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint bulk_items_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint bulk_items_check CHECK (((payment_id IS NULL) OR (error IS NULL))),
  constraint bulk_items_check1 CHECK (((element IS NOT NULL) OR (error IS NOT NULL))),
  constraint bulk_items_index_check CHECK (((index >= 0) AND (index <= 4999)))
);
CREATE UNIQUE INDEX bulk_items_payment ON public.bulk_items USING btree (payment_id) WHERE (payment_id IS NOT NULL);

create table bulk_jobs (
  id uuid not null,
  merchant_id uuid not null,
  site_id uuid not null,
  reference text not null,
  notify_url text not null,
  state text not null default 'received'::text,
  state_reason text,
  item_count integer not null,
  next_index integer not null default 0,
  tries integer not null default 0,
  correlation_id text not null,
  created_at timestamp with time zone not null,
  modified_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  due_at timestamp with time zone,
  created_by text,
  constraint bulk_jobs_pkey PRIMARY KEY (id),
  constraint bulk_jobs_site_id_reference_key UNIQUE (site_id, reference),
  constraint bulk_jobs_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint bulk_jobs_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint bulk_jobs_check CHECK (((next_index >= 0) AND (next_index <= item_count))),
  constraint bulk_jobs_check1 CHECK (((state = ANY (ARRAY['complete'::text, 'complete_with_errors'::text, 'error'::text])) = (completed_at IS NOT NULL))),
  constraint bulk_jobs_check2 CHECK (((due_at IS NOT NULL) OR (next_index = item_count))),
  constraint bulk_jobs_item_count_check CHECK (((item_count >= 1) AND (item_count <= 5000))),
  constraint bulk_jobs_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 100))),
  constraint bulk_jobs_state_check CHECK ((state = ANY (ARRAY['received'::text, 'processing'::text, 'complete'::text, 'complete_with_errors'::text, 'error'::text])))
);
CREATE INDEX bulk_jobs_correlation ON public.bulk_jobs USING btree (correlation_id);
CREATE INDEX bulk_jobs_due ON public.bulk_jobs USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX bulk_jobs_newest ON public.bulk_jobs USING btree (created_at DESC, id DESC);
CREATE INDEX bulk_jobs_page ON public.bulk_jobs USING btree (merchant_id, created_at DESC, id DESC);
CREATE INDEX bulk_jobs_reference ON public.bulk_jobs USING btree (merchant_id, reference);

create table clients (
  id text not null,
  merchant_id uuid not null,
  name text not null,
  scopes text[] not null,
  created_at timestamp with time zone not null,
  disabled_at timestamp with time zone,
  networks text[] not null default '{}'::text[],
  expires_at timestamp with time zone,
  created_by text,
  last_used_at timestamp with time zone,
  constraint clients_pkey PRIMARY KEY (id),
  constraint clients_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint clients_scopes_check CHECK ((cardinality(scopes) > 0))
);
CREATE INDEX clients_merchant ON public.clients USING btree (merchant_id);

create table consents (
  transaction_id uuid not null,
  merchant_id uuid not null,
  text_version text not null,
  language text not null,
  address text not null,
  user_agent text,
  given_at timestamp with time zone not null,
  constraint consents_pkey PRIMARY KEY (transaction_id),
  constraint consents_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint consents_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transactions(id)
) partition by RANGE (transaction_id);
CREATE INDEX consents_age ON ONLY public.consents USING btree (given_at, transaction_id);

create table consents_0 partition of consents FOR VALUES FROM (MINVALUE) TO ('01a49e08-2c00-7000-0000-000000000000');

create table consents_rest partition of consents DEFAULT;

create table credentials (
  id uuid not null,
  merchant_id uuid not null,
  site_id uuid,
  client_id text,
  kind text not null,
  sealed text,
  lookup_hash text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  grant_id uuid not null default gen_random_uuid(),
  constraint credentials_pkey PRIMARY KEY (id),
  constraint credentials_client_id_fkey FOREIGN KEY (client_id) REFERENCES clients(id),
  constraint credentials_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint credentials_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint credentials_check CHECK (((sealed IS NOT NULL) OR (lookup_hash IS NOT NULL))),
  constraint credentials_check1 CHECK (((kind = ANY (ARRAY['private_key'::text, 'webhook_secret'::text, 'payout_access_token'::text])) = (site_id IS NOT NULL))),
  constraint credentials_check2 CHECK (((kind = 'client_secret'::text) = (client_id IS NOT NULL))),
  constraint credentials_kind_check CHECK ((kind = ANY (ARRAY['api_key'::text, 'private_key'::text, 'webhook_secret'::text, 'payout_access_token'::text, 'client_secret'::text])))
);
CREATE UNIQUE INDEX credentials_current_client ON public.credentials USING btree (client_id) WHERE ((expires_at IS NULL) AND (client_id IS NOT NULL));
CREATE UNIQUE INDEX credentials_current_merchant ON public.credentials USING btree (merchant_id, kind) WHERE ((expires_at IS NULL) AND (kind = 'api_key'::text));
CREATE UNIQUE INDEX credentials_current_site ON public.credentials USING btree (site_id, kind) WHERE ((expires_at IS NULL) AND (site_id IS NOT NULL));
CREATE UNIQUE INDEX credentials_grant ON public.credentials USING btree (grant_id);
CREATE UNIQUE INDEX credentials_lookup ON public.credentials USING btree (kind, lookup_hash) WHERE (lookup_hash IS NOT NULL);
CREATE INDEX credentials_owner ON public.credentials USING btree (merchant_id, kind);

create table customer_progress (
  source text not null,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  until timestamp with time zone,
  due_at timestamp with time zone,
  is_done boolean not null default false,
  constraint customer_progress_pkey PRIMARY KEY (source),
  constraint customer_progress_source_check CHECK ((source = ANY (ARRAY['payments'::text, 'subscriptions'::text, 'payment_links'::text])))
);

create table customers (
  id uuid not null,
  merchant_id uuid not null,
  name text,
  email text,
  phone text,
  reference text,
  search text not null,
  created_at timestamp with time zone not null,
  constraint customers_pkey PRIMARY KEY (id),
  constraint customers_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id)
);
CREATE INDEX customers_newest ON public.customers USING btree (created_at DESC, id DESC);
CREATE INDEX customers_page ON public.customers USING btree (merchant_id, created_at DESC, id DESC);
CREATE INDEX customers_search_own ON public.customers USING gin (merchant_id, search gin_trgm_ops) WITH (gin_pending_list_limit='256');

create table deliveries (
  id uuid not null,
  merchant_id uuid not null,
  event_id uuid not null,
  object_id uuid not null,
  sequence integer not null,
  url text not null,
  lane text not null,
  format text not null,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone,
  webhook_id uuid,
  tries integer not null default 0,
  postponed integer not null default 0,
  note text,
  receiver_id uuid not null generated always as (COALESCE(webhook_id, (md5((((merchant_id)::text || ' '::text) || url)))::uuid)) stored,
  again boolean not null default false,
  site_id uuid,
  event_type text,
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint deliveries_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint deliveries_check CHECK (((status = 'pending'::text) = (due_at IS NOT NULL))),
  constraint deliveries_postponed_check CHECK ((postponed >= 0)),
  constraint deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'skipped'::text]))),
  constraint deliveries_tries_check CHECK ((tries >= 0))
) partition by RANGE (id);
CREATE INDEX deliveries_again ON ONLY public.deliveries USING btree (merchant_id, created_at DESC) WHERE ((attempts > 1) AND (status = 'delivered'::text));
CREATE INDEX deliveries_first_due ON ONLY public.deliveries USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX deliveries_lane ON ONLY public.deliveries USING btree (merchant_id, hashtextextended(lane, (0)::bigint), due_at) WHERE (status = 'pending'::text);
CREATE INDEX deliveries_merchant ON ONLY public.deliveries USING btree (merchant_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX deliveries_missed ON ONLY public.deliveries USING btree (merchant_id, created_at DESC, id DESC) INCLUDE (site_id, event_type, receiver_id, status) WHERE (status = ANY (ARRAY['failed'::text, 'skipped'::text]));
CREATE INDEX deliveries_missed_of_all ON ONLY public.deliveries USING btree (created_at DESC, id DESC) INCLUDE (merchant_id, site_id, event_type, receiver_id, status) WHERE (status = ANY (ARRAY['failed'::text, 'skipped'::text]));
CREATE INDEX deliveries_newest ON ONLY public.deliveries USING btree (created_at DESC, id DESC) INCLUDE (site_id, event_type, receiver_id, status);
CREATE INDEX deliveries_object ON ONLY public.deliveries USING btree (object_id, created_at);
CREATE INDEX deliveries_order ON ONLY public.deliveries USING btree (receiver_id, object_id, sequence) WHERE (status = 'pending'::text);
CREATE INDEX deliveries_page ON ONLY public.deliveries USING btree (merchant_id, created_at DESC, id DESC) INCLUDE (site_id, event_type, receiver_id, status);
CREATE INDEX deliveries_rare ON ONLY public.deliveries USING btree (merchant_id, event_type, created_at DESC, id DESC) INCLUDE (site_id, receiver_id, status) WHERE (event_type <> 'transaction.complete'::text);
CREATE INDEX deliveries_rare_of_all ON ONLY public.deliveries USING btree (event_type, created_at DESC, id DESC) INCLUDE (merchant_id, site_id, receiver_id, status) WHERE (event_type <> 'transaction.complete'::text);
CREATE INDEX deliveries_site ON ONLY public.deliveries USING btree (site_id, created_at DESC, id DESC);
CREATE INDEX deliveries_undone ON ONLY public.deliveries USING btree (receiver_id, created_at) WHERE (status = ANY (ARRAY['failed'::text, 'skipped'::text]));

create table deliveries_0 partition of deliveries FOR VALUES FROM (MINVALUE) TO ('01a49e08-2c00-7000-0000-000000000000');
CREATE UNIQUE INDEX deliveries_0_event ON public.deliveries_0 USING btree (event_id, receiver_id);

create table deliveries_rest partition of deliveries (
  constraint deliveries_rest_of_event CHECK (("left"((id)::text, 20) = "left"((event_id)::text, 20)))
) DEFAULT;
CREATE UNIQUE INDEX deliveries_rest_event ON public.deliveries_rest USING btree (event_id, receiver_id);

create table delivery_attempts (
  id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamp with time zone not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  answer text,
  constraint delivery_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES deliveries(id),
  constraint delivery_attempts_duration_ms_check CHECK ((duration_ms >= 0)),
  constraint delivery_attempts_number_check CHECK ((number > 0))
) partition by RANGE (delivery_id);
CREATE INDEX delivery_attempts_delivery ON ONLY public.delivery_attempts USING btree (delivery_id, number);

create table delivery_attempts_0 partition of delivery_attempts (
  constraint delivery_attempts_0_pkey PRIMARY KEY (id)
) FOR VALUES FROM (MINVALUE) TO ('01a49e08-2c00-7000-0000-000000000000');

create table delivery_attempts_rest partition of delivery_attempts (
  constraint delivery_attempts_rest_pkey PRIMARY KEY (id)
) DEFAULT;

create table deposit_parts (
  id uuid not null,
  deposit_id uuid not null,
  purpose text not null,
  amount_cents bigint not null,
  merchant_id uuid,
  site_id uuid,
  transaction_id uuid,
  from_suspense boolean not null,
  created_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  undone_by text,
  constraint deposit_parts_pkey PRIMARY KEY (id),
  constraint deposit_parts_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint deposit_parts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint deposit_parts_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint deposit_parts_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transactions(id),
  constraint deposit_parts_amount_cents_check CHECK ((amount_cents > 0)),
  constraint deposit_parts_check CHECK (((purpose = 'payment'::text) = (transaction_id IS NOT NULL))),
  constraint deposit_parts_check1 CHECK (((purpose = 'return'::text) OR ((merchant_id IS NOT NULL) AND (site_id IS NOT NULL)))),
  constraint deposit_parts_purpose_check CHECK ((purpose = ANY (ARRAY['payment'::text, 'float'::text, 'return'::text])))
);
CREATE INDEX deposit_parts_deposit ON public.deposit_parts USING btree (deposit_id);
CREATE UNIQUE INDEX deposit_parts_return ON public.deposit_parts USING btree (deposit_id) WHERE ((purpose = 'return'::text) AND (undone_at IS NULL));
CREATE UNIQUE INDEX deposit_parts_transaction ON public.deposit_parts USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE CONSTRAINT TRIGGER adds_up AFTER INSERT OR UPDATE ON public.deposit_parts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION deposit_adds_up('part');

create table deposit_references (
  reference text not null,
  merchant_id uuid not null,
  site_id uuid not null,
  purpose text not null,
  created_at timestamp with time zone not null,
  payment_id uuid,
  merchant_reference text,
  notify_url text,
  bank_id uuid,
  constraint deposit_references_pkey PRIMARY KEY (reference),
  constraint deposit_references_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint deposit_references_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint deposit_references_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint deposit_references_merchant_reference_check CHECK (((length(merchant_reference) >= 1) AND (length(merchant_reference) <= 50))),
  constraint deposit_references_multiple_check CHECK (((purpose = 'multiple'::text) = (merchant_reference IS NOT NULL))),
  constraint deposit_references_notify_check CHECK (((notify_url IS NULL) OR (purpose = 'multiple'::text))),
  constraint deposit_references_purpose_check CHECK ((purpose = ANY (ARRAY['float'::text, 'single'::text, 'multiple'::text]))),
  constraint deposit_references_reference_check CHECK ((reference ~ '^[A-Z0-9]{1,20}$'::text)),
  constraint deposit_references_single_check CHECK (((purpose = 'single'::text) = (payment_id IS NOT NULL)))
);
CREATE UNIQUE INDEX deposit_references_float ON public.deposit_references USING btree (site_id) WHERE (purpose = 'float'::text);
CREATE UNIQUE INDEX deposit_references_payment ON public.deposit_references USING btree (payment_id) WHERE (payment_id IS NOT NULL);

create table deposits (
  id uuid not null,
  reference text not null,
  amount_cents bigint not null,
  currency text not null,
  merchant_id uuid,
  site_id uuid,
  received_at timestamp with time zone not null,
  state text not null default 'waiting'::text,
  state_reason text,
  completed_at timestamp with time zone,
  transaction_id uuid,
  bank_id uuid,
  branch_code text,
  account text,
  account_sealed text,
  account_holder text,
  bank_account text not null,
  booked_on date,
  constraint deposits_pkey PRIMARY KEY (id),
  constraint deposits_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint deposits_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint deposits_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transactions(id),
  constraint deposits_amount_cents_check CHECK ((amount_cents > 0)),
  constraint deposits_completed_check CHECK (((state = ANY (ARRAY['allocated'::text, 'returned'::text, 'reversed'::text])) = (completed_at IS NOT NULL))),
  constraint deposits_currency_check CHECK ((currency = 'ZAR'::text)),
  constraint deposits_owner_check CHECK (((site_id IS NULL) = (merchant_id IS NULL))),
  constraint deposits_payer_check CHECK ((num_nulls(bank_id, branch_code, account, account_sealed) = ANY (ARRAY[0, 4]))),
  constraint deposits_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'parked'::text, 'returning'::text, 'allocated'::text, 'returned'::text, 'reversed'::text])))
);
CREATE INDEX deposits_account ON public.deposits USING btree (bank_account, received_at DESC, id DESC);
CREATE INDEX deposits_amount ON public.deposits USING btree (amount_cents, received_at DESC);
CREATE INDEX deposits_newest ON public.deposits USING btree (received_at DESC, id DESC);
CREATE INDEX deposits_open ON public.deposits USING btree (received_at, id) WHERE (state = ANY (ARRAY['waiting'::text, 'parked'::text]));
CREATE INDEX deposits_reference ON public.deposits USING btree (reference);
CREATE UNIQUE INDEX deposits_transaction ON public.deposits USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE CONSTRAINT TRIGGER adds_up AFTER UPDATE OF state, amount_cents ON public.deposits DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION deposit_adds_up('deposit');

create table emails (
  id uuid not null,
  merchant_id uuid,
  site_id uuid,
  kind text not null,
  state text not null default 'pending'::text,
  state_reason text,
  recipient text not null,
  language text,
  object_id uuid,
  facts_sealed text,
  attempts integer not null default 0,
  last_error text,
  created_by text not null,
  correlation_id text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  due_at timestamp with time zone,
  completed_at timestamp with time zone,
  constraint emails_pkey PRIMARY KEY (id),
  constraint emails_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint emails_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint emails_attempts_check CHECK ((attempts >= 0)),
  constraint emails_check CHECK (((state = ANY (ARRAY['sent'::text, 'failed'::text])) = (completed_at IS NOT NULL))),
  constraint emails_check1 CHECK (((completed_at IS NULL) = (due_at IS NOT NULL))),
  constraint emails_kind_check CHECK ((kind = ANY (ARRAY['receipt'::text, 'link'::text, 'charge-reminder'::text, 'charge-failed'::text, 'refund'::text, 'invitation'::text, 'reset'::text, 'webhook-failing'::text, 'webhook-disabled'::text, 'payout-approval'::text, 'refund-approval'::text, 'reconciliation'::text, 'settlement'::text, 'report'::text, 'invoice'::text, 'onboarding'::text]))) NOT VALID,
  constraint emails_language_check CHECK ((language = ANY (ARRAY['en'::text, 'af'::text, 'zu'::text, 'xh'::text, 'st'::text]))),
  constraint emails_recipient_check CHECK ((((length(recipient) >= 3) AND (length(recipient) <= 254)) AND (recipient !~ '[[:cntrl:][:space:]<>,;"]'::text))),
  constraint emails_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX emails_alert ON public.emails USING btree (merchant_id, recipient, kind, object_id) NULLS NOT DISTINCT WHERE ((state = 'pending'::text) AND (kind = ANY (ARRAY['webhook-failing'::text, 'payout-approval'::text, 'reconciliation'::text])));
CREATE UNIQUE INDEX emails_charge ON public.emails USING btree (kind, object_id) WHERE (kind = ANY (ARRAY['charge-reminder'::text, 'charge-failed'::text]));
CREATE INDEX emails_due ON public.emails USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX emails_ended ON public.emails USING btree (completed_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX emails_object ON public.emails USING btree (object_id) WHERE (object_id IS NOT NULL);
CREATE INDEX emails_page ON public.emails USING btree (merchant_id, created_at DESC, id DESC);
CREATE INDEX emails_recipient ON public.emails USING btree (recipient, created_at);
CREATE UNIQUE INDEX emails_refund_alert ON public.emails USING btree (merchant_id, recipient) WHERE ((state = 'pending'::text) AND (kind = 'refund-approval'::text));
CREATE INDEX emails_sent ON public.emails USING btree (merchant_id, completed_at) WHERE (state = 'sent'::text);
CREATE INDEX emails_turn ON public.emails USING btree (merchant_id, ((kind = ANY (ARRAY['receipt'::text, 'link'::text, 'charge-reminder'::text, 'charge-failed'::text]))), due_at) WHERE (due_at IS NOT NULL);

create table events (
  id uuid not null,
  merchant_id uuid not null,
  site_id uuid not null,
  type text not null,
  object text not null,
  object_id uuid not null,
  sequence integer not null,
  data jsonb not null,
  correlation_id text not null,
  occurred_at timestamp with time zone not null,
  unheard boolean not null default false,
  written_in xid8 default pg_current_xact_id(),
  constraint events_pkey PRIMARY KEY (id),
  constraint events_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint events_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint events_sequence_check CHECK ((sequence > 0))
) partition by RANGE (id);
CREATE INDEX events_age ON ONLY public.events USING btree (occurred_at, id);
CREATE INDEX events_merchant ON ONLY public.events USING btree (merchant_id, occurred_at DESC, id DESC);
CREATE INDEX events_stream ON ONLY public.events USING btree (written_in, sequence, id) WHERE (written_in IS NOT NULL);
CREATE INDEX events_unheard ON ONLY public.events USING btree (merchant_id, type, occurred_at) WHERE unheard;
CREATE INDEX events_written ON ONLY public.events USING btree (site_id, written_in) WHERE (written_in IS NOT NULL);

create table events_0 partition of events (
  constraint events_0_object_id_sequence_key UNIQUE (object_id, sequence)
) FOR VALUES FROM (MINVALUE) TO ('01a49e08-2c00-7000-0000-000000000000');

create table events_rest partition of events (
  constraint events_rest_object_id_sequence_key UNIQUE (object_id, sequence)
) DEFAULT;

create table floats (
  site_id uuid not null,
  merchant_id uuid not null,
  available_cents bigint not null,
  pending_cents bigint not null default 0,
  constraint floats_pkey PRIMARY KEY (site_id),
  constraint floats_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint floats_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint floats_available_cents_check CHECK ((available_cents >= 0)),
  constraint floats_pending_cents_check CHECK ((pending_cents >= 0))
);

create table hash_mismatches (
  id uuid not null,
  merchant_id uuid not null,
  site_id uuid not null,
  surface text not null,
  reference text,
  evidence_sealed text not null,
  findings jsonb,
  correlation_id text not null,
  created_at timestamp with time zone not null,
  attempts smallint not null default 0,
  attempted_at timestamp with time zone,
  dropped integer not null default 0,
  constraint hash_mismatches_pkey PRIMARY KEY (id),
  constraint hash_mismatches_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint hash_mismatches_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint hash_mismatches_findings_check CHECK ((jsonb_typeof(findings) = 'array'::text)),
  constraint hash_mismatches_surface_check CHECK ((surface = ANY (ARRAY['payments'::text, 'refunds'::text, 'payouts'::text, 'bulk'::text, 'banktransfer'::text])))
);
CREATE INDEX hash_mismatches_age ON public.hash_mismatches USING btree (created_at);
CREATE INDEX hash_mismatches_correlation ON public.hash_mismatches USING btree (correlation_id);
CREATE INDEX hash_mismatches_open ON public.hash_mismatches USING btree (created_at) WHERE ((findings IS NULL) AND (attempts < 2));
CREATE INDEX hash_mismatches_page ON public.hash_mismatches USING btree (merchant_id, created_at DESC, id DESC);
CREATE INDEX hash_mismatches_reference ON public.hash_mismatches USING btree (site_id, reference, created_at);
CREATE INDEX hash_mismatches_site ON public.hash_mismatches USING btree (site_id, created_at DESC, id DESC);
CREATE INDEX hash_mismatches_waiting ON public.hash_mismatches USING btree (created_at) WHERE (findings IS NULL);

create table idempotency_keys (
  merchant_id uuid not null,
  operation text not null,
  key text not null,
  request_hash text not null,
  status integer,
  location text,
  body text,
  created_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (merchant_id, operation, key),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)))
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

create table installation (
  is_only boolean not null default true,
  mode text not null,
  constraint installation_pkey PRIMARY KEY (is_only),
  constraint installation_is_only_check CHECK (is_only),
  constraint installation_mode_check CHECK ((mode = ANY (ARRAY['staging'::text, 'production'::text])))
);

create table investec_orders (
  id uuid not null,
  message_id text not null,
  pain001_sealed text not null,
  sendings integer not null default 0,
  payment_id text,
  constraint investec_orders_pkey PRIMARY KEY (id),
  constraint investec_orders_message_id_key UNIQUE (message_id),
  constraint investec_orders_id_fkey FOREIGN KEY (id) REFERENCES payment_orders(id),
  constraint investec_orders_sendings_check CHECK ((sendings >= 0))
);

create table investec_polls (
  bank_account text not null,
  due_at timestamp with time zone not null,
  failures integer not null default 0,
  closed_sha256 text,
  open_sha256 text,
  constraint investec_polls_pkey PRIMARY KEY (bank_account),
  constraint investec_polls_bank_account_fkey FOREIGN KEY (bank_account) REFERENCES bank_accounts(id)
);
CREATE INDEX investec_polls_due ON public.investec_polls USING btree (due_at);

create table invoice_credits (
  id uuid not null,
  merchant_id uuid not null,
  site_id uuid not null,
  invoice_id uuid not null,
  line integer not null,
  amount_cents bigint not null,
  reason text not null,
  state text not null default 'waiting'::text,
  state_reason text,
  correlation_id text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  decided_by text,
  decided_at timestamp with time zone,
  completed_at timestamp with time zone,
  vat_cents bigint,
  credit_note_id uuid,
  constraint invoice_credits_pkey PRIMARY KEY (id),
  constraint invoice_credits_credit_note_id_key UNIQUE (credit_note_id),
  constraint invoice_credits_credit_note_id_fkey FOREIGN KEY (credit_note_id) REFERENCES invoices(id),
  constraint invoice_credits_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint invoice_credits_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint invoice_credits_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint invoice_credits_amount_cents_check CHECK ((amount_cents > 0)),
  constraint invoice_credits_check CHECK (((vat_cents >= 0) AND (vat_cents <= amount_cents))),
  constraint invoice_credits_check1 CHECK (((state = 'waiting'::text) = (completed_at IS NULL))),
  constraint invoice_credits_check2 CHECK (((state = 'waiting'::text) = (decided_by IS NULL))),
  constraint invoice_credits_check3 CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
  constraint invoice_credits_check4 CHECK (((state = 'approved'::text) = (credit_note_id IS NOT NULL))),
  constraint invoice_credits_check5 CHECK (((credit_note_id IS NULL) = (vat_cents IS NULL))),
  constraint invoice_credits_line_check CHECK ((line > 0)),
  constraint invoice_credits_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 200))),
  constraint invoice_credits_second_person_check CHECK ((decided_by <> created_by)),
  constraint invoice_credits_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'declined'::text])))
);
CREATE INDEX invoice_credits_invoice ON public.invoice_credits USING btree (invoice_id, line);
CREATE INDEX invoice_credits_waiting ON public.invoice_credits USING btree (created_at, id) WHERE (state = 'waiting'::text);

create table invoice_details (
  merchant_id uuid not null,
  vat_number text,
  name text,
  address text,
  email text,
  constraint invoice_details_pkey PRIMARY KEY (merchant_id),
  constraint invoice_details_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint invoice_details_vat_number_check CHECK ((vat_number ~ '^4[0-9]{9}$'::text))
);

create table invoice_runs (
  period date not null,
  due_at timestamp with time zone,
  completed_at timestamp with time zone,
  constraint invoice_runs_pkey PRIMARY KEY (period),
  constraint invoice_runs_period_check CHECK ((EXTRACT(day FROM period) = (1)::numeric))
);
CREATE INDEX invoice_runs_due ON public.invoice_runs USING btree (due_at) WHERE (due_at IS NOT NULL);

create table invoices (
  id uuid not null,
  merchant_id uuid not null,
  kind text not null,
  sequence integer not null,
  period date not null,
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  vat_cents bigint not null,
  total_cents bigint not null,
  created_at timestamp with time zone not null,
  corrects jsonb,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_kind_sequence_key UNIQUE (kind, sequence),
  constraint invoices_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint invoices_period_fkey FOREIGN KEY (period) REFERENCES invoice_runs(period),
  constraint invoices_check CHECK ((total_cents >= vat_cents)),
  constraint invoices_corrects_check CHECK ((jsonb_typeof(corrects) = 'object'::text)),
  constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'creditNote'::text]))),
  constraint invoices_lines_check CHECK ((jsonb_array_length(lines) > 0)),
  constraint invoices_sequence_check CHECK ((sequence > 0)),
  constraint invoices_vat_cents_check CHECK ((vat_cents >= 0))
);
CREATE UNIQUE INDEX invoices_month ON public.invoices USING btree (merchant_id, period, kind) WHERE (corrects IS NULL);
CREATE INDEX invoices_newest ON public.invoices USING btree (created_at DESC, kind, sequence DESC);
CREATE INDEX invoices_page ON public.invoices USING btree (merchant_id, created_at DESC, kind, sequence DESC);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE TRUNCATE ON public.invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table last_check (
  is_only boolean not null default true,
  at timestamp with time zone not null,
  findings integer not null,
  constraint last_check_pkey PRIMARY KEY (is_only),
  constraint last_check_is_only_check CHECK (is_only)
);

create table ledger_accounts (
  id uuid not null,
  merchant_id uuid,
  site_id uuid,
  kind text not null,
  currency text not null,
  created_at timestamp with time zone not null,
  bank_account text not null default ''::text,
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint ledger_accounts_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint ledger_accounts_currency_check CHECK ((currency = 'ZAR'::text))
);
CREATE UNIQUE INDEX ledger_accounts_own ON public.ledger_accounts USING btree (kind, currency, bank_account) WHERE (site_id IS NULL);
CREATE UNIQUE INDEX ledger_accounts_site ON public.ledger_accounts USING btree (site_id, kind, currency) WHERE (site_id IS NOT NULL);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_entries (
  id bigint not null generated always as identity,
  journal_id uuid not null,
  account_id uuid not null,
  amount_cents bigint not null,
  booked_at timestamp with time zone not null,
  constraint ledger_entries_pkey PRIMARY KEY (id),
  constraint ledger_entries_amount_cents_check CHECK ((amount_cents <> 0))
);
CREATE INDEX ledger_entries_account ON public.ledger_entries USING btree (account_id, booked_at, id);
CREATE INDEX ledger_entries_journal ON public.ledger_entries USING btree (journal_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER balanced AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION journals_balance();
CREATE TRIGGER kept BEFORE TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_export (
  is_only boolean not null default true,
  due_at timestamp with time zone not null,
  "position" bigint,
  noted_at timestamp with time zone,
  trouble text,
  constraint ledger_export_pkey PRIMARY KEY (is_only),
  constraint ledger_export_check CHECK ((("position" IS NULL) = (noted_at IS NULL))),
  constraint ledger_export_is_only_check CHECK (is_only),
  constraint ledger_export_position_check CHECK (("position" > 0))
);

create table ledger_journals (
  id uuid not null,
  merchant_id uuid,
  template text not null,
  object text not null,
  object_id uuid not null,
  booked_at timestamp with time zone not null,
  constraint ledger_journals_pkey PRIMARY KEY (id),
  constraint ledger_journals_object_id_template_key UNIQUE (object_id, template),
  constraint ledger_journals_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id)
);
CREATE INDEX ledger_journals_reversed ON public.ledger_journals USING btree (merchant_id, booked_at) WHERE (template = 'payment_reversed'::text);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_journals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER await_link AFTER INSERT ON public.ledger_journals REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION await_link();
CREATE TRIGGER balanced AFTER INSERT ON public.ledger_journals REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION journals_have_entries();
CREATE TRIGGER kept BEFORE TRUNCATE ON public.ledger_journals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_links (
  "position" bigint not null,
  journal_id uuid not null,
  hash bytea not null,
  linked_at timestamp with time zone not null,
  constraint ledger_links_pkey PRIMARY KEY ("position"),
  constraint ledger_links_journal_id_key UNIQUE (journal_id),
  constraint ledger_links_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES ledger_journals(id),
  constraint ledger_links_hash_check CHECK ((octet_length(hash) = 32)),
  constraint ledger_links_position_check CHECK (("position" > 0))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_links FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE TRUNCATE ON public.ledger_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_losses (
  "position" bigint not null,
  hash bytea not null,
  noted_at timestamp with time zone not null,
  known_at timestamp with time zone not null,
  known_by text not null,
  constraint ledger_losses_pkey PRIMARY KEY ("position", hash),
  constraint ledger_losses_hash_check CHECK ((octet_length(hash) = 32)),
  constraint ledger_losses_position_check CHECK (("position" > 0))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_losses FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE TRUNCATE ON public.ledger_losses FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_snapshots (
  account_id uuid not null,
  at timestamp with time zone not null,
  balance_cents bigint not null,
  constraint ledger_snapshots_pkey PRIMARY KEY (account_id, at),
  constraint ledger_snapshots_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_snapshots FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE TRUNCATE ON public.ledger_snapshots FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_unlinked (
  journal_id uuid not null,
  constraint ledger_unlinked_pkey PRIMARY KEY (journal_id)
);

create table line_categories (
  id uuid not null,
  merchant_id uuid,
  name text not null,
  kind text not null,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint line_categories_pkey PRIMARY KEY (id),
  constraint line_categories_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint line_categories_kind_check CHECK ((kind = ANY (ARRAY['supplier'::text, 'salary'::text, 'tax'::text, 'own'::text, 'charge'::text, 'interest'::text, 'loan'::text, 'other'::text])))
);
CREATE UNIQUE INDEX line_categories_name ON public.line_categories USING btree (merchant_id, lower(name)) NULLS NOT DISTINCT WHERE (removed_at IS NULL);

create table listeners (
  id uuid not null,
  merchant_id uuid not null,
  site_id uuid not null,
  name text not null,
  holder uuid not null,
  told_below xid8 not null,
  told uuid[] not null default '{}'::uuid[],
  again uuid[] not null default '{}'::uuid[],
  last_event_id uuid,
  created_at timestamp with time zone not null,
  constraint listeners_pkey PRIMARY KEY (id),
  constraint listeners_site_id_name_key UNIQUE (site_id, name),
  constraint listeners_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint listeners_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint listeners_name_check CHECK (((length(name) >= 1) AND (length(name) <= 2000)))
);
CREATE INDEX listeners_merchant ON public.listeners USING btree (merchant_id);

create table master_keys (
  id text not null,
  check_value text not null,
  first_used_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  emptied_at timestamp with time zone,
  constraint master_keys_pkey PRIMARY KEY (id),
  constraint master_keys_check CHECK (((emptied_at IS NULL) OR (retired_at IS NOT NULL))),
  constraint master_keys_id_check CHECK ((id ~ '^[A-Za-z0-9_-]{1,32}$'::text))
);
CREATE UNIQUE INDEX master_keys_current ON public.master_keys USING btree ((true)) WHERE (retired_at IS NULL);

create table merchants (
  id uuid not null,
  code text not null,
  name text not null,
  created_at timestamp with time zone not null,
  is_live boolean not null default true,
  suspended_at timestamp with time zone,
  suspended_by text,
  suspended_why text,
  constraint merchants_pkey PRIMARY KEY (id),
  constraint merchants_code_key UNIQUE (code),
  constraint merchants_code_check CHECK ((code ~ '^[A-Z0-9]{3,20}$'::text)),
  constraint merchants_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint merchants_suspension_check CHECK ((((suspended_at IS NULL) = (suspended_by IS NULL)) AND ((suspended_at IS NULL) = (suspended_why IS NULL))))
);
CREATE INDEX merchants_waiting ON public.merchants USING btree (id) WHERE (NOT is_live);

create table migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  beside text,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table onboarding_contents (
  document_id uuid not null,
  merchant_id uuid not null,
  content_sealed text not null,
  constraint onboarding_contents_pkey PRIMARY KEY (document_id),
  constraint onboarding_contents_document_id_fkey FOREIGN KEY (document_id) REFERENCES onboarding_documents(id),
  constraint onboarding_contents_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id)
);

create table onboarding_documents (
  id uuid not null,
  merchant_id uuid not null,
  kind text not null,
  state text not null default 'submitted'::text,
  state_reason text,
  file_name text,
  media_type text not null,
  byte_count integer not null,
  sha256 text not null,
  expires_on date,
  first_by text,
  first_at timestamp with time zone,
  second_by text,
  second_at timestamp with time zone,
  created_by text not null,
  correlation_id text not null,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  due_at timestamp with time zone,
  constraint onboarding_documents_pkey PRIMARY KEY (id),
  constraint onboarding_documents_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint onboarding_documents_byte_count_check CHECK (((byte_count >= 1) AND (byte_count <= 10485760))),
  constraint onboarding_documents_check CHECK ((first_by <> created_by)),
  constraint onboarding_documents_check1 CHECK (((second_by <> created_by) AND (second_by <> first_by))),
  constraint onboarding_documents_check2 CHECK (((state = ANY (ARRAY['declined'::text, 'expired'::text, 'replaced'::text])) = (completed_at IS NOT NULL))),
  constraint onboarding_documents_check3 CHECK (((state <> 'accepted'::text) OR ((first_by IS NOT NULL) AND (second_by IS NOT NULL)))),
  constraint onboarding_documents_kind_check CHECK ((kind ~ '^[a-z][a-z-]{1,39}$'::text)),
  constraint onboarding_documents_media_type_check CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/png'::text, 'image/jpeg'::text]))),
  constraint onboarding_documents_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint onboarding_documents_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'reviewed'::text, 'accepted'::text, 'declined'::text, 'expired'::text, 'replaced'::text])))
);
CREATE UNIQUE INDEX onboarding_accepted ON public.onboarding_documents USING btree (merchant_id, kind) WHERE (state = 'accepted'::text);
CREATE INDEX onboarding_due ON public.onboarding_documents USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX onboarding_ended ON public.onboarding_documents USING btree (completed_at) WHERE ((completed_at IS NOT NULL) AND (file_name IS NOT NULL));
CREATE UNIQUE INDEX onboarding_in_review ON public.onboarding_documents USING btree (merchant_id, kind) WHERE (state = ANY (ARRAY['submitted'::text, 'reviewed'::text]));
CREATE INDEX onboarding_page ON public.onboarding_documents USING btree (merchant_id, created_at DESC, id DESC);

create table payment_answers (
  id uuid not null,
  bank_account text not null,
  sha256 text not null,
  message_id text not null,
  group_status text,
  content_sealed text not null,
  received_at timestamp with time zone not null,
  constraint payment_answers_pkey PRIMARY KEY (id),
  constraint payment_answers_bank_account_sha256_key UNIQUE (bank_account, sha256),
  constraint payment_answers_bank_account_fkey FOREIGN KEY (bank_account) REFERENCES bank_accounts(id)
);

create table payment_files (
  id uuid not null,
  message_id text not null,
  bank_account text not null,
  state text not null default 'waiting'::text,
  state_reason text,
  completed_at timestamp with time zone,
  format text not null,
  extension text not null,
  execution_date date not null,
  payments integer not null,
  amount_cents bigint not null,
  content_sealed text not null,
  sha256 text not null,
  created_at timestamp with time zone not null,
  exported_by text,
  released_by text[] not null default '{}'::text[],
  releases smallint not null,
  handed_out_at timestamp with time zone,
  constraint payment_files_pkey PRIMARY KEY (id),
  constraint payment_files_message_id_key UNIQUE (message_id),
  constraint payment_files_bank_account_fkey FOREIGN KEY (bank_account) REFERENCES bank_accounts(id),
  constraint payment_files_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payment_files_payments_check CHECK ((payments > 0)),
  constraint payment_files_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'released'::text, 'sent'::text, 'answered'::text])))
);
CREATE INDEX payment_files_account ON public.payment_files USING btree (bank_account, created_at);
CREATE INDEX payment_files_leaving ON public.payment_files USING btree (bank_account) WHERE (state = 'released'::text);

create table payment_links (
  id uuid not null,
  merchant_id uuid not null,
  site_id uuid not null,
  state text not null default 'active'::text,
  state_reason text,
  code text not null,
  uses text not null,
  amount_cents bigint,
  minimum_cents bigint,
  maximum_cents bigint,
  currency text not null,
  merchant_reference text not null,
  description text,
  customer jsonb,
  return_url text,
  notify_url text,
  last_number integer not null default 0,
  correlation_id text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  completed_at timestamp with time zone,
  due_at timestamp with time zone,
  customer_id uuid,
  constraint payment_links_pkey PRIMARY KEY (id),
  constraint payment_links_code_key UNIQUE (code),
  constraint payment_links_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint payment_links_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint payment_links_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payment_links_check CHECK (((amount_cents IS NULL) = (minimum_cents IS NOT NULL))),
  constraint payment_links_check1 CHECK (((minimum_cents IS NULL) = (maximum_cents IS NULL))),
  constraint payment_links_check2 CHECK ((minimum_cents <= maximum_cents)),
  constraint payment_links_check3 CHECK (((uses = 'single'::text) OR (length(merchant_reference) <= 40))),
  constraint payment_links_check4 CHECK (((uses = 'single'::text) OR (state <> 'paid'::text))),
  constraint payment_links_check5 CHECK (((state = ANY (ARRAY['paid'::text, 'disabled'::text, 'expired'::text])) = (completed_at IS NOT NULL))),
  constraint payment_links_code_check CHECK ((code ~ '^[0-9a-z]{25}$'::text)),
  constraint payment_links_currency_check CHECK ((currency = 'ZAR'::text)),
  constraint payment_links_customer_check CHECK ((jsonb_typeof(customer) = 'object'::text)),
  constraint payment_links_last_number_check CHECK ((last_number >= 0)),
  constraint payment_links_merchant_reference_check CHECK (((length(merchant_reference) >= 1) AND (length(merchant_reference) <= 50))),
  constraint payment_links_minimum_cents_check CHECK ((minimum_cents > 0)),
  constraint payment_links_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paid'::text, 'disabled'::text, 'expired'::text]))),
  constraint payment_links_uses_check CHECK ((uses = ANY (ARRAY['single'::text, 'many'::text])))
);
CREATE INDEX payment_links_correlation ON public.payment_links USING btree (correlation_id);
CREATE INDEX payment_links_customer ON public.payment_links USING btree (customer_id, created_at DESC, id DESC) WHERE (customer_id IS NOT NULL);
CREATE INDEX payment_links_due ON public.payment_links USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX payment_links_newest ON public.payment_links USING btree (created_at DESC, id DESC);
CREATE INDEX payment_links_page ON public.payment_links USING btree (merchant_id, created_at DESC, id DESC);
CREATE INDEX payment_links_reference ON public.payment_links USING btree (site_id, merchant_reference);
CREATE INDEX payment_links_site ON public.payment_links USING btree (site_id, created_at DESC, id DESC);
CREATE INDEX payment_links_state ON public.payment_links USING btree (merchant_id, state, created_at DESC, id DESC);

create table payment_orders (
  id uuid not null,
  bank_account text not null,
  bank_reference text not null,
  merchant_id uuid,
  purpose text not null,
  amount_cents bigint not null,
  bank_id uuid not null,
  branch_code text not null,
  account text not null,
  account_sealed text not null,
  account_holder text,
  reference text not null,
  ordered_at timestamp with time zone not null,
  closes_at timestamp with time zone,
  file_id uuid,
  meaning text,
  said text,
  reason text,
  was_paid boolean not null default false,
  in_sum boolean not null default false,
  pays_on date,
  constraint payment_orders_pkey PRIMARY KEY (id),
  constraint payment_orders_bank_reference_key UNIQUE (bank_reference),
  constraint payment_orders_bank_account_fkey FOREIGN KEY (bank_account) REFERENCES bank_accounts(id),
  constraint payment_orders_file_id_fkey FOREIGN KEY (file_id) REFERENCES payment_files(id),
  constraint payment_orders_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint payment_orders_alone_check CHECK (((closes_at IS NOT NULL) OR (file_id IS NULL))),
  constraint payment_orders_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payment_orders_bank_reference_check CHECK ((bank_reference ~ '^PAY[0-9]{12}$'::text)),
  constraint payment_orders_leaves_check CHECK (((closes_at IS NULL) = (pays_on IS NOT NULL))),
  constraint payment_orders_meaning_check CHECK ((meaning = ANY (ARRAY['pending'::text, 'paid'::text, 'failed'::text, 'returned'::text])))
);
CREATE INDEX payment_orders_amount ON public.payment_orders USING btree (bank_account, amount_cents, ordered_at);
CREATE INDEX payment_orders_closing ON public.payment_orders USING btree (closes_at) WHERE (file_id IS NULL);
CREATE INDEX payment_orders_file ON public.payment_orders USING btree (file_id);
CREATE INDEX payment_orders_open ON public.payment_orders USING btree (bank_account, ordered_at, id) WHERE (file_id IS NULL);

create table payments (
  id uuid not null,
  merchant_id uuid not null,
  site_id uuid not null,
  contract text not null,
  state text not null default 'created'::text,
  state_reason text,
  amount_cents bigint not null,
  currency text not null,
  minimum_cents bigint,
  maximum_cents bigint,
  merchant_reference text not null,
  bank_reference text,
  is_test boolean not null default false,
  selected_bank_id uuid,
  notify_url text,
  details jsonb not null default '{}'::jsonb,
  unique_reference boolean not null default false,
  correlation_id text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  created_by text,
  ambiguous_ends text[],
  link_id uuid,
  customer_id uuid,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_link_id_fkey FOREIGN KEY (link_id) REFERENCES payment_links(id),
  constraint payments_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint payments_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint payments_ambiguous_ends_check CHECK ((cardinality(ambiguous_ends) > 0)),
  constraint payments_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payments_check CHECK (((minimum_cents IS NULL) = (maximum_cents IS NULL))),
  constraint payments_check1 CHECK ((minimum_cents <= maximum_cents)),
  constraint payments_check2 CHECK (((state = 'complete'::text) = (completed_at IS NOT NULL))),
  constraint payments_contract_check CHECK ((contract = ANY (ARRAY['one'::text, 'payments'::text]))),
  constraint payments_currency_check CHECK ((currency = 'ZAR'::text)),
  constraint payments_merchant_reference_check CHECK (((length(merchant_reference) >= 1) AND (length(merchant_reference) <= 50))),
  constraint payments_minimum_cents_check CHECK ((minimum_cents > 0)),
  constraint payments_state_check CHECK ((state = ANY (ARRAY['created'::text, 'complete'::text, 'cancelled'::text, 'expired'::text])))
);
CREATE INDEX payments_amount ON public.payments USING btree (merchant_id, amount_cents, created_at DESC, id DESC) WHERE (state <> 'created'::text);
CREATE INDEX payments_bank_reference ON public.payments USING btree (site_id, bank_reference) WHERE ((bank_reference <> merchant_reference) AND (state <> 'created'::text));
CREATE INDEX payments_correlation ON public.payments USING btree (correlation_id);
CREATE INDEX payments_customer ON public.payments USING btree (customer_id, created_at DESC, id DESC) WHERE (customer_id IS NOT NULL);
CREATE INDEX payments_expiry ON public.payments USING btree (expires_at) WHERE (state = 'created'::text);
CREATE INDEX payments_link ON public.payments USING btree (link_id, created_at DESC, id DESC) INCLUDE (state) WHERE (link_id IS NOT NULL);
CREATE INDEX payments_page ON public.payments USING btree (merchant_id, created_at DESC, id DESC);
CREATE INDEX payments_reference ON public.payments USING btree (site_id, merchant_reference);
CREATE INDEX payments_site ON public.payments USING btree (site_id, created_at DESC, id DESC) INCLUDE (merchant_id, state);
CREATE INDEX payments_spoken ON public.payments USING gin (translate(upper(merchant_reference), 'OIL -_./#:'::text, '011'::text) gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE UNIQUE INDEX payments_unique_reference ON public.payments USING btree (site_id, merchant_reference) WHERE unique_reference;
CREATE INDEX payments_unpaid ON public.payments USING btree (merchant_id, state, created_at DESC, id DESC) WHERE (state = ANY (ARRAY['cancelled'::text, 'expired'::text]));

create table payout_batches (
  id uuid not null,
  merchant_id uuid not null,
  site_id uuid not null,
  state text not null default 'waiting'::text,
  state_reason text,
  file_name text not null,
  file_digest text not null,
  payouts integer not null,
  sum_cents bigint not null,
  correlation_id text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  decided_by text,
  decided_at timestamp with time zone,
  completed_at timestamp with time zone,
  due_at timestamp with time zone,
  constraint payout_batches_pkey PRIMARY KEY (id),
  constraint payout_batches_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint payout_batches_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint payout_batches_check CHECK (((state = ANY (ARRAY['approved'::text, 'declined'::text])) = (completed_at IS NOT NULL))),
  constraint payout_batches_check1 CHECK (((state = 'waiting'::text) = (decided_by IS NULL))),
  constraint payout_batches_check2 CHECK (((decided_by IS NULL) = (decided_at IS NULL))),
  constraint payout_batches_check3 CHECK (((state = ANY (ARRAY['approving'::text, 'declining'::text])) = (due_at IS NOT NULL))),
  constraint payout_batches_payouts_check CHECK ((payouts > 0)),
  constraint payout_batches_second_person_check CHECK ((decided_by <> created_by)),
  constraint payout_batches_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approving'::text, 'declining'::text, 'approved'::text, 'declined'::text]))),
  constraint payout_batches_sum_cents_check CHECK ((sum_cents > 0))
);
CREATE INDEX payout_batches_due ON public.payout_batches USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX payout_batches_file ON public.payout_batches USING btree (merchant_id, file_digest);
CREATE INDEX payout_batches_newest ON public.payout_batches USING btree (created_at DESC, id DESC);
CREATE INDEX payout_batches_page ON public.payout_batches USING btree (merchant_id, created_at DESC, id DESC);
CREATE INDEX payout_batches_waiting ON public.payout_batches USING btree (created_at, id) WHERE (state = 'waiting'::text);

create table payouts (
  id uuid not null,
  merchant_id uuid not null,
  site_id uuid not null,
  state text not null default 'received'::text,
  state_reason text,
  sub_status integer not null default 0,
  amount_cents bigint not null,
  currency text not null,
  merchant_reference text not null,
  customer_bank_reference text not null,
  is_rtc boolean not null,
  notify_url text,
  bank_group_id uuid not null,
  branch_code text not null,
  account_sent_sealed text not null,
  account_sealed text,
  account text,
  hash_check text,
  approved_by text,
  correlation_id text not null,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  due_at timestamp with time zone,
  tries integer not null default 0,
  created_by text,
  batch_id uuid,
  batch_line integer,
  beneficiary_id uuid,
  beneficiary_account_id uuid,
  beneficiary jsonb,
  payee_check jsonb,
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_site_id_merchant_reference_key UNIQUE (site_id, merchant_reference),
  constraint payouts_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES payout_batches(id),
  constraint payouts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint payouts_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint payouts_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payouts_beneficiary_check CHECK ((jsonb_typeof(beneficiary) = 'object'::text)),
  constraint payouts_check CHECK (((state = ANY (ARRAY['processing_error'::text, 'complete'::text, 'returned'::text, 'cancelled'::text])) = (completed_at IS NOT NULL))),
  constraint payouts_currency_check CHECK ((currency = 'ZAR'::text)),
  constraint payouts_customer_bank_reference_check CHECK (((length(customer_bank_reference) >= 1) AND (length(customer_bank_reference) <= 20))),
  constraint payouts_merchant_reference_check CHECK (((length(merchant_reference) >= 1) AND (length(merchant_reference) <= 20))),
  constraint payouts_second_person_check CHECK (((approved_by <> created_by) AND (approved_by <> ('cli:'::text || created_by)))),
  constraint payouts_state_check CHECK ((state = ANY (ARRAY['received'::text, 'verification'::text, 'payee_check'::text, 'approval'::text, 'submitted'::text, 'processing_error'::text, 'complete'::text, 'returned'::text, 'cancelled'::text]))) NOT VALID
);
CREATE INDEX payouts_amount ON public.payouts USING btree (merchant_id, amount_cents, created_at DESC, id DESC);
CREATE INDEX payouts_approval ON public.payouts USING btree (created_at DESC, id DESC) WHERE (state = 'approval'::text);
CREATE INDEX payouts_bank_reference ON public.payouts USING btree (site_id, customer_bank_reference, created_at DESC);
CREATE INDEX payouts_batch ON public.payouts USING btree (batch_id, batch_line) WHERE (batch_id IS NOT NULL);
CREATE INDEX payouts_beneficiary ON public.payouts USING btree (beneficiary_account_id) WHERE ((beneficiary_account_id IS NOT NULL) AND (approved_by IS NOT NULL));
CREATE INDEX payouts_correlation ON public.payouts USING btree (correlation_id);
CREATE INDEX payouts_due ON public.payouts USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX payouts_incomplete ON public.payouts USING btree (merchant_id, state, created_at DESC, id DESC) WHERE (state <> 'complete'::text);
CREATE INDEX payouts_newest ON public.payouts USING btree (created_at DESC, id DESC);
CREATE INDEX payouts_page ON public.payouts USING btree (merchant_id, created_at DESC, id DESC);
CREATE INDEX payouts_payee_check ON public.payouts USING btree (merchant_id, site_id, due_at) WHERE (state = 'payee_check'::text);
CREATE INDEX payouts_verification ON public.payouts USING btree (merchant_id, site_id, due_at) WHERE (state = 'verification'::text);

create table receivers (
  id uuid not null,
  merchant_id uuid not null,
  webhook_id uuid,
  url text not null,
  failures integer not null,
  failing_since timestamp with time zone not null,
  last_failed_at timestamp with time zone not null,
  open_until timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_reason text,
  constraint receivers_pkey PRIMARY KEY (id),
  constraint receivers_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint receivers_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
  constraint receivers_check CHECK (((webhook_id IS NULL) OR (webhook_id = id))),
  constraint receivers_check1 CHECK (((disabled_at IS NULL) = (disabled_reason IS NULL))),
  constraint receivers_failures_check CHECK ((failures > 0))
);
CREATE INDEX receivers_age ON public.receivers USING btree (last_failed_at) WHERE (disabled_at IS NULL);
CREATE INDEX receivers_merchant ON public.receivers USING btree (merchant_id) WHERE (disabled_at IS NOT NULL);

create table refund_batches (
  id uuid not null,
  picked_up_at timestamp with time zone not null,
  constraint refund_batches_pkey PRIMARY KEY (id)
);

create table refunds (
  id uuid not null,
  merchant_id uuid not null,
  site_id uuid not null,
  transaction_id uuid not null,
  contract text not null,
  state text not null default 'pending'::text,
  state_reason text,
  amount_cents bigint not null,
  currency text not null,
  reason text not null,
  notify_url text,
  real_time boolean not null,
  bank_id uuid not null,
  bank_name text not null,
  account text not null,
  branch_code text not null,
  statement_reference text not null,
  merchant_reference text not null,
  customer text,
  batch_id uuid,
  created_by text not null,
  correlation_id text not null,
  created_at timestamp with time zone not null,
  submitted_at timestamp with time zone,
  completed_at timestamp with time zone,
  due_at timestamp with time zone not null,
  account_sealed text,
  account_holder text,
  payee_check jsonb,
  approved_by text,
  tries integer not null default 0,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES refund_batches(id),
  constraint refunds_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint refunds_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint refunds_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transactions(id),
  constraint refunds_amount_cents_check CHECK ((amount_cents > 0)),
  constraint refunds_approved CHECK (((account_sealed IS NULL) OR (approved_by IS NOT NULL) OR (state <> ALL (ARRAY['approved'::text, 'submitted'::text, 'complete'::text, 'failed'::text, 'returned'::text])))) NOT VALID,
  constraint refunds_check CHECK (((state = ANY (ARRAY['complete'::text, 'failed'::text, 'cancelled'::text, 'returned'::text, 'refused'::text])) = (completed_at IS NOT NULL))) NOT VALID,
  constraint refunds_check1 CHECK (((approved_by IS NULL) OR (approved_by <> created_by))),
  constraint refunds_contract_check CHECK ((contract = ANY (ARRAY['one'::text, 'payments'::text]))),
  constraint refunds_currency_check CHECK ((currency = 'ZAR'::text)),
  constraint refunds_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'payee_check'::text, 'approval'::text, 'approved'::text, 'submitted'::text, 'complete'::text, 'failed'::text, 'cancelled'::text, 'returned'::text, 'refused'::text]))) NOT VALID
);
CREATE INDEX refunds_amount ON public.refunds USING btree (merchant_id, amount_cents, created_at DESC, id DESC);
CREATE INDEX refunds_correlation ON public.refunds USING btree (correlation_id);
CREATE INDEX refunds_incomplete ON public.refunds USING btree (merchant_id, state, created_at DESC, id DESC) WHERE (state = ANY (ARRAY['submitted'::text, 'failed'::text, 'cancelled'::text, 'returned'::text]));
CREATE INDEX refunds_newest ON public.refunds USING btree (created_at DESC, id DESC);
CREATE INDEX refunds_page ON public.refunds USING btree (merchant_id, created_at DESC, id DESC);
CREATE INDEX refunds_payee_check ON public.refunds USING btree (due_at) WHERE (state = 'payee_check'::text);
CREATE INDEX refunds_site ON public.refunds USING btree (site_id, created_at DESC, id DESC);
CREATE INDEX refunds_to_submit ON public.refunds USING btree (due_at, id) WHERE (state = ANY (ARRAY['pending'::text, 'approved'::text]));
CREATE INDEX refunds_transaction ON public.refunds USING btree (transaction_id, created_at DESC, id DESC);
CREATE INDEX refunds_undecided ON public.refunds USING btree (merchant_id, created_at, id) WHERE (state = ANY (ARRAY['payee_check'::text, 'approval'::text, 'approved'::text, 'refused'::text]));
CREATE CONSTRAINT TRIGGER adds_up AFTER INSERT OR UPDATE OF state, amount_cents, transaction_id ON public.refunds DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refunds_add_up();

create table refusal_counts (
  merchant_id uuid not null,
  hour timestamp with time zone not null,
  site_id uuid,
  surface text not null,
  code text not null,
  n bigint not null,
  constraint refusal_counts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint refusal_counts_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint refusal_counts_n_check CHECK ((n > 0))
);
CREATE INDEX refusal_counts_hour ON public.refusal_counts USING btree (hour);
CREATE UNIQUE INDEX refusal_counts_row ON public.refusal_counts USING btree (merchant_id, hour, site_id, surface, code) NULLS NOT DISTINCT;

create table replays (
  id uuid not null,
  merchant_id uuid not null,
  receiver_id uuid not null,
  webhook_id uuid,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  with_unheard boolean not null,
  created_at timestamp with time zone not null,
  failed_only boolean not null default false,
  constraint replays_pkey PRIMARY KEY (id),
  constraint replays_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint replays_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
  constraint replays_check CHECK (((webhook_id IS NULL) OR (webhook_id = receiver_id))),
  constraint replays_check1 CHECK (((webhook_id IS NOT NULL) OR (NOT with_unheard)))
);
CREATE INDEX replays_age ON public.replays USING btree (created_at, id);

create table report_parts (
  report_id uuid not null,
  part integer not null,
  content bytea not null,
  constraint report_parts_pkey PRIMARY KEY (report_id, part),
  constraint report_parts_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE,
  constraint report_parts_part_check CHECK ((part >= 0))
);

create table report_schedules (
  id uuid not null,
  merchant_id uuid not null,
  name text not null,
  kind text not null,
  every text not null,
  format text not null,
  target text not null,
  settings_sealed text,
  created_by text not null,
  created_at timestamp with time zone not null,
  next_period date not null,
  due_at timestamp with time zone,
  removed_at timestamp with time zone,
  notify_url text,
  constraint report_schedules_pkey PRIMARY KEY (id),
  constraint report_schedules_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint report_schedules_check CHECK (((removed_at IS NULL) = (due_at IS NOT NULL))),
  constraint report_schedules_every_check CHECK ((every = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  constraint report_schedules_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text]))),
  constraint report_schedules_kind_check CHECK ((kind = ANY (ARRAY['transactions'::text, 'settlements'::text, 'fees'::text, 'refunds'::text, 'payouts'::text, 'open-items'::text]))),
  constraint report_schedules_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text)),
  constraint report_schedules_notify_url_check CHECK ((length(notify_url) <= 2000)),
  constraint report_schedules_target_check CHECK (((length(target) >= 6) AND (length(target) <= 500)))
);
CREATE INDEX report_schedules_due ON public.report_schedules USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX report_schedules_name ON public.report_schedules USING btree (merchant_id, name) WHERE (removed_at IS NULL);

create table reports (
  id uuid not null,
  schedule_id uuid not null,
  merchant_id uuid not null,
  period date not null,
  version integer not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone,
  attempts integer not null default 0,
  last_error text,
  cut_off_at timestamp with time zone,
  row_count integer,
  byte_count bigint,
  sha256 text,
  digest text,
  delivered_at timestamp with time zone,
  failed_at timestamp with time zone,
  recheck_at timestamp with time zone,
  uploaded_at timestamp with time zone,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_schedule_id_period_version_key UNIQUE (schedule_id, period, version),
  constraint reports_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint reports_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES report_schedules(id),
  constraint reports_attempts_check CHECK ((attempts >= 0)),
  constraint reports_check CHECK (((cut_off_at IS NULL) = (sha256 IS NULL))),
  constraint reports_check1 CHECK (((due_at IS NULL) = ((delivered_at IS NOT NULL) OR (failed_at IS NOT NULL)))),
  constraint reports_version_check CHECK ((version > 0))
);
CREATE INDEX reports_age ON public.reports USING btree (created_at);
CREATE INDEX reports_due ON public.reports USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX reports_page ON public.reports USING btree (merchant_id, created_at DESC, id DESC);
CREATE INDEX reports_recheck ON public.reports USING btree (recheck_at) WHERE (recheck_at IS NOT NULL);

create table request_counts (
  minute timestamp with time zone not null,
  key text not null,
  count bigint not null,
  constraint request_counts_pkey PRIMARY KEY (minute, key)
);

create table restore_orders (
  restore_id uuid not null,
  transfer_id uuid not null,
  merchant_id uuid,
  purpose text not null,
  refund_of uuid,
  amount_cents bigint not null,
  reference text not null,
  ordered_at timestamp with time zone not null,
  outcome text not null,
  accepted_at timestamp with time zone,
  accepted_by text,
  constraint restore_orders_pkey PRIMARY KEY (restore_id, transfer_id),
  constraint restore_orders_restore_id_fkey FOREIGN KEY (restore_id) REFERENCES restores(id),
  constraint restore_orders_accepted_by_check CHECK (((length(accepted_by) >= 1) AND (length(accepted_by) <= 100))),
  constraint restore_orders_amount_cents_check CHECK ((amount_cents > 0)),
  constraint restore_orders_check CHECK (((accepted_at IS NULL) = (accepted_by IS NULL))),
  constraint restore_orders_outcome_check CHECK ((outcome = ANY (ARRAY['pending'::text, 'paid'::text, 'failed'::text, 'returned'::text])))
);

create table restore_questions (
  restore_id uuid not null,
  transfer_id uuid not null,
  due_at timestamp with time zone not null,
  asked_at timestamp with time zone,
  outcome text,
  constraint restore_questions_pkey PRIMARY KEY (restore_id, transfer_id),
  constraint restore_questions_restore_id_fkey FOREIGN KEY (restore_id) REFERENCES restores(id),
  constraint restore_questions_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES transfers(id),
  constraint restore_questions_check CHECK (((asked_at IS NULL) = (outcome IS NULL))),
  constraint restore_questions_outcome_check CHECK ((outcome = ANY (ARRAY['unknown'::text, 'pending'::text, 'paid'::text, 'failed'::text, 'returned'::text])))
);
CREATE INDEX restore_questions_due ON public.restore_questions USING btree (restore_id, due_at) WHERE (asked_at IS NULL);

create table restore_statements (
  restore_id uuid not null,
  account text not null,
  trouble text,
  read_at timestamp with time zone,
  read_by text,
  constraint restore_statements_pkey PRIMARY KEY (restore_id, account),
  constraint restore_statements_restore_id_fkey FOREIGN KEY (restore_id) REFERENCES restores(id),
  constraint restore_statements_check CHECK (((read_at IS NULL) = (read_by IS NULL))),
  constraint restore_statements_read_by_check CHECK (((length(read_by) >= 1) AND (length(read_by) <= 100)))
);

create table restores (
  id uuid not null,
  restored_to timestamp with time zone not null,
  since timestamp with time zone not null,
  begun_at timestamp with time zone not null,
  begun_by text not null,
  listed_at timestamp with time zone,
  trouble text,
  due_at timestamp with time zone not null,
  released_at timestamp with time zone,
  released_by text,
  is_forced boolean not null default false,
  constraint restores_pkey PRIMARY KEY (id),
  constraint restores_begun_by_check CHECK (((length(begun_by) >= 1) AND (length(begun_by) <= 100))),
  constraint restores_check CHECK (((released_at IS NULL) = (released_by IS NULL))),
  constraint restores_check1 CHECK (((released_at IS NOT NULL) OR (NOT is_forced))),
  constraint restores_released_by_check CHECK (((length(released_by) >= 1) AND (length(released_by) <= 100)))
);
CREATE UNIQUE INDEX restores_open ON public.restores USING btree ((true)) WHERE (released_at IS NULL);

create table revoked_tokens (
  id text not null,
  merchant_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint revoked_tokens_pkey PRIMARY KEY (id)
);
CREATE INDEX revoked_tokens_end ON public.revoked_tokens USING btree (expires_at);

create table sandbox_clock (
  is_only boolean not null default true,
  shift_ms bigint not null,
  stands_at timestamp with time zone,
  constraint sandbox_clock_pkey PRIMARY KEY (is_only),
  constraint sandbox_clock_is_one_kind CHECK (((stands_at IS NULL) OR (shift_ms = 0))),
  constraint sandbox_clock_is_only_check CHECK (is_only),
  constraint sandbox_clock_shift_ms_check CHECK ((shift_ms >= 0))
);

create table sandbox_faults (
  merchant_id uuid not null,
  bank jsonb not null,
  notifications jsonb not null,
  constraint sandbox_faults_pkey PRIMARY KEY (merchant_id),
  constraint sandbox_faults_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint sandbox_faults_bank_check CHECK ((jsonb_typeof(bank) = 'object'::text)),
  constraint sandbox_faults_notifications_check CHECK ((jsonb_typeof(notifications) = 'object'::text))
);

create table sandbox_rules (
  merchant_id uuid not null,
  rules jsonb not null,
  constraint sandbox_rules_pkey PRIMARY KEY (merchant_id),
  constraint sandbox_rules_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint sandbox_rules_rules_check CHECK (((jsonb_typeof(rules) = 'array'::text) AND ((jsonb_array_length(rules) >= 1) AND (jsonb_array_length(rules) <= 100))))
);

create table sandbox_snapshots (
  id bigint not null generated always as identity,
  name text not null,
  saved_at timestamp with time zone not null,
  migrations text not null,
  row_count bigint not null,
  constraint sandbox_snapshots_pkey PRIMARY KEY (id),
  constraint sandbox_snapshots_name_key UNIQUE (name),
  constraint sandbox_snapshots_name_check CHECK ((name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$'::text)),
  constraint sandbox_snapshots_row_count_check CHECK ((row_count >= 0))
);

create table settlement_lines (
  journal_id uuid not null,
  settlement_id uuid not null,
  merchant_id uuid not null,
  site_id uuid not null,
  type text not null,
  reference text not null,
  description text not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  booked_at timestamp with time zone not null,
  vat_cents bigint not null default 0,
  constraint settlement_lines_pkey PRIMARY KEY (journal_id),
  constraint settlement_lines_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES ledger_journals(id),
  constraint settlement_lines_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint settlement_lines_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES settlements(id),
  constraint settlement_lines_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint settlement_lines_type_check CHECK ((type = ANY (ARRAY['transaction'::text, 'refund'::text, 'payout'::text, 'adjustment'::text, 'returnedrefund'::text, 'returnedpayout'::text, 'fee'::text]))),
  constraint settlement_lines_vat_check CHECK (((vat_cents >= LEAST(fee_cents, (0)::bigint)) AND (vat_cents <= GREATEST(fee_cents, (0)::bigint)))) NOT VALID
);
CREATE INDEX settlement_lines_page ON public.settlement_lines USING btree (settlement_id, booked_at DESC, journal_id DESC);
CREATE TRIGGER adds_up AFTER INSERT ON public.settlement_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION settlement_lines_add_up();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.settlement_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE TRUNCATE ON public.settlement_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table settlement_progress (
  site_id uuid not null,
  merchant_id uuid not null,
  business_day date not null,
  cut_off_at timestamp with time zone not null,
  constraint settlement_progress_pkey PRIMARY KEY (site_id),
  constraint settlement_progress_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint settlement_progress_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id)
);

create table settlements (
  id uuid not null,
  merchant_id uuid not null,
  site_id uuid not null,
  reference text not null,
  state text not null default 'made'::text,
  state_reason text,
  business_day date not null,
  cut_off_at timestamp with time zone not null,
  total_cents bigint not null,
  fees_cents bigint not null,
  counts jsonb not null,
  bank_account jsonb,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  due_at timestamp with time zone,
  constraint settlements_pkey PRIMARY KEY (id),
  constraint settlements_reference_key UNIQUE (reference),
  constraint settlements_site_id_business_day_key UNIQUE (site_id, business_day),
  constraint settlements_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint settlements_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint settlements_bank_account_check CHECK ((jsonb_typeof(bank_account) = 'object'::text)),
  constraint settlements_check CHECK (((state = 'paid'::text) = (completed_at IS NOT NULL))),
  constraint settlements_check1 CHECK (((state <> 'paid'::text) OR (due_at IS NULL))),
  constraint settlements_state_check CHECK ((state = ANY (ARRAY['made'::text, 'paid'::text]))),
  constraint settlements_total_cents_check CHECK ((total_cents > 0))
);
CREATE INDEX settlements_amount ON public.settlements USING btree (merchant_id, total_cents, created_at DESC, id DESC);
CREATE INDEX settlements_due ON public.settlements USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX settlements_newest ON public.settlements USING btree (cut_off_at DESC, id DESC);
CREATE INDEX settlements_page ON public.settlements USING btree (merchant_id, cut_off_at DESC, id DESC);
CREATE CONSTRAINT TRIGGER adds_up AFTER INSERT OR UPDATE OF total_cents, fees_cents ON public.settlements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION settlement_adds_up();
CREATE CONSTRAINT TRIGGER is_complete AFTER INSERT ON public.settlements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION settlement_is_complete();

create table site_logos (
  site_id uuid not null,
  merchant_id uuid not null,
  hash text not null,
  png bytea not null,
  created_at timestamp with time zone not null,
  constraint site_logos_pkey PRIMARY KEY (site_id),
  constraint site_logos_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint site_logos_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint site_logos_png_check CHECK ((length(png) <= 262144))
);
CREATE INDEX site_logos_hash ON public.site_logos USING btree (hash);

create table sites (
  id uuid not null,
  merchant_id uuid not null,
  code text not null,
  name text not null,
  fee_bps integer not null default 0,
  fee_cents bigint not null default 0,
  allow_duplicate_references boolean not null default true,
  addresses jsonb not null default '{}'::jsonb,
  settlement_account jsonb,
  created_at timestamp with time zone not null,
  verify_url text,
  allow_plain_account_numbers boolean not null default false,
  approval_above_cents bigint,
  holiday_rule text not null default 'after'::text,
  verification_fee_cents bigint not null default 0,
  allow_test boolean,
  reference_pattern text,
  phone text,
  email text,
  colour text,
  logo jsonb,
  console_refund_limit_cents bigint not null default 100000,
  operator_may_approve_payouts boolean not null default true,
  releases smallint not null default 0,
  email_receipts boolean not null default false,
  email_reminder_days smallint,
  email_failed_charges boolean not null default false,
  charge_retries smallint not null default 2,
  verify_payees text not null default 'off'::text,
  constraint sites_pkey PRIMARY KEY (id),
  constraint sites_code_key UNIQUE (code),
  constraint sites_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint sites_addresses_check CHECK ((jsonb_typeof(addresses) = 'object'::text)),
  constraint sites_approval_above_cents_check CHECK ((approval_above_cents >= 0)),
  constraint sites_charge_retries_check CHECK (((charge_retries >= 0) AND (charge_retries <= 2))),
  constraint sites_code_check CHECK (((length(code) >= 3) AND (length(code) <= 50))),
  constraint sites_colour_check CHECK ((colour ~ '^#[0-9a-f]{6}$'::text)),
  constraint sites_console_refund_limit_cents_check CHECK ((console_refund_limit_cents >= 0)),
  constraint sites_email_reminder_days_check CHECK (((email_reminder_days >= 1) AND (email_reminder_days <= 14))),
  constraint sites_fee_bps_check CHECK (((fee_bps >= 0) AND (fee_bps <= 10000))),
  constraint sites_fee_cents_check CHECK ((fee_cents >= 0)),
  constraint sites_holiday_rule_check CHECK ((holiday_rule = ANY (ARRAY['none'::text, 'before'::text, 'after'::text]))),
  constraint sites_logo_check CHECK ((jsonb_typeof(logo) = 'object'::text)),
  constraint sites_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint sites_reference_pattern_check CHECK (((length(reference_pattern) >= 1) AND (length(reference_pattern) <= 100))),
  constraint sites_releases_check CHECK (((releases >= 0) AND (releases <= 2))),
  constraint sites_settlement_account_check CHECK ((jsonb_typeof(settlement_account) = 'object'::text)),
  constraint sites_verification_fee_cents_check CHECK ((verification_fee_cents >= 0)),
  constraint sites_verify_payees_check CHECK ((verify_payees = ANY (ARRAY['off'::text, 'warn'::text, 'refuse'::text])))
);
CREATE INDEX sites_merchant ON public.sites USING btree (merchant_id, created_at);

create table statement_lines (
  id uuid not null,
  bank_account text not null,
  booked_on date not null,
  value_on date not null,
  amount_cents bigint not null,
  text text not null,
  reference text not null,
  is_reversal boolean not null,
  hint text,
  refs text[] not null,
  payer_sealed text,
  status text not null,
  meaning text,
  object_id uuid,
  order_id uuid,
  rule text,
  note text,
  kinds text[] not null,
  statement_id uuid not null,
  place bigint not null generated always as identity,
  category text,
  booking_id uuid,
  constraint statement_lines_pkey PRIMARY KEY (id),
  constraint statement_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES payment_orders(id),
  constraint statement_lines_amount_cents_check CHECK ((amount_cents <> 0)),
  constraint statement_lines_check CHECK (((status = ANY (ARRAY['booked'::text, 'dropped'::text])) = (meaning IS NOT NULL))),
  constraint statement_lines_hint_check CHECK ((hint = ANY (ARRAY['charge'::text, 'interest'::text]))),
  constraint statement_lines_meaning_check CHECK ((meaning = ANY (ARRAY['deposit'::text, 'payment'::text, 'return'::text, 'charge'::text, 'interest'::text, 'own'::text, 'reversal'::text, 'supplier'::text, 'salary'::text, 'tax'::text, 'loan'::text, 'other'::text]))),
  constraint statement_lines_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'new'::text, 'booked'::text, 'open'::text, 'dropped'::text])))
);
CREATE INDEX statement_lines_day ON public.statement_lines USING btree (bank_account, booked_on, place);
CREATE INDEX statement_lines_deposit ON public.statement_lines USING btree (bank_account, md5(text)) WHERE (meaning = 'deposit'::text);
CREATE INDEX statement_lines_deposits ON public.statement_lines USING btree (bank_account, amount_cents, booked_on) WHERE (meaning = 'deposit'::text);
CREATE INDEX statement_lines_new ON public.statement_lines USING btree (bank_account, place) WHERE (status = 'new'::text);
CREATE INDEX statement_lines_open ON public.statement_lines USING btree (bank_account, booked_on) WHERE (status = ANY (ARRAY['open'::text, 'pending'::text, 'dropped'::text]));
CREATE UNIQUE INDEX statement_lines_order ON public.statement_lines USING btree (order_id, meaning) WHERE (order_id IS NOT NULL);
CREATE INDEX statement_lines_reversal ON public.statement_lines USING btree (object_id) WHERE (meaning = 'reversal'::text);
CREATE INDEX statement_lines_statement ON public.statement_lines USING brin (statement_id) WITH (autosummarize='on');
CREATE INDEX statement_lines_unconfirmed ON public.statement_lines USING btree (bank_account, booked_on) WHERE (NOT ('final'::text = ANY (kinds)));
CREATE TRIGGER have_statements AFTER INSERT ON public.statement_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION lines_have_statements();

create table statement_uploads (
  id uuid not null,
  bank_account text not null,
  sha256 text not null,
  name text not null,
  content_sealed text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  constraint statement_uploads_pkey PRIMARY KEY (id)
);
CREATE INDEX statement_uploads_age ON public.statement_uploads USING btree (created_at);
CREATE INDEX statement_uploads_user ON public.statement_uploads USING btree (created_by, created_at);

create table statements (
  id uuid not null,
  bank_account text not null,
  sha256 text not null,
  place integer not null,
  file_name text not null,
  format text not null,
  kind text not null,
  number text,
  from_on date,
  to_on date,
  opening_cents bigint,
  closing_cents bigint,
  lines integer not null,
  sum_cents bigint not null,
  imported_at timestamp with time zone not null,
  imported_by text not null,
  taken bigint not null generated always as identity,
  is_news boolean not null default true,
  constraint statements_pkey PRIMARY KEY (id),
  constraint statements_bank_account_sha256_place_key UNIQUE (bank_account, sha256, place),
  constraint statements_bank_account_fkey FOREIGN KEY (bank_account) REFERENCES bank_accounts(id),
  constraint statements_kind_check CHECK ((kind = ANY (ARRAY['final'::text, 'intraday'::text, 'advice'::text])))
);
CREATE INDEX statements_closing ON public.statements USING btree (bank_account, to_on, imported_at) WHERE ((kind = 'final'::text) AND (closing_cents IS NOT NULL));
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.statements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE TRUNCATE ON public.statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table streams (
  id uuid not null,
  name text not null,
  kind text not null,
  target text not null,
  settings_sealed text,
  created_by text not null,
  created_at timestamp with time zone not null,
  "position" text not null default ''::text,
  sequence bigint not null default 0,
  sent_at timestamp with time zone,
  due_at timestamp with time zone,
  attempts integer not null default 0,
  last_error text,
  removed_at timestamp with time zone,
  constraint streams_pkey PRIMARY KEY (id),
  constraint streams_attempts_check CHECK ((attempts >= 0)),
  constraint streams_check CHECK (((removed_at IS NULL) = (due_at IS NOT NULL))),
  constraint streams_kind_check CHECK ((kind = ANY (ARRAY['audit'::text, 'events'::text]))),
  constraint streams_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text)),
  constraint streams_sequence_check CHECK ((sequence >= 0)),
  constraint streams_target_check CHECK (((length(target) >= 6) AND (length(target) <= 500)))
);
CREATE UNIQUE INDEX streams_name ON public.streams USING btree (name) WHERE (removed_at IS NULL);

create table subscription_charges (
  id uuid not null,
  merchant_id uuid not null,
  site_id uuid not null,
  subscription_id uuid not null,
  type text not null,
  occurrence integer,
  state text not null default 'scheduled'::text,
  state_reason text,
  amount_cents bigint not null,
  currency text not null,
  merchant_reference text not null,
  description text,
  due_date date not null,
  charge_date date not null,
  attempts integer not null default 0,
  payment_id uuid,
  transaction_id uuid,
  correlation_id text not null,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  due_at timestamp with time zone,
  reminded_at timestamp with time zone,
  constraint subscription_charges_pkey PRIMARY KEY (id),
  constraint subscription_charges_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint subscription_charges_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint subscription_charges_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint subscription_charges_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id),
  constraint subscription_charges_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transactions(id),
  constraint subscription_charges_amount_cents_check CHECK ((amount_cents > 0)),
  constraint subscription_charges_attempts_check CHECK ((attempts >= 0)),
  constraint subscription_charges_check CHECK (((type = 'scheduled'::text) = (occurrence IS NOT NULL))),
  constraint subscription_charges_check1 CHECK (((payment_id IS NULL) = (attempts = 0))),
  constraint subscription_charges_check2 CHECK (((state = ANY (ARRAY['successful'::text, 'failed'::text, 'cancelled'::text])) = (completed_at IS NOT NULL))),
  constraint subscription_charges_check3 CHECK (((state <> ALL (ARRAY['successful'::text, 'cancelled'::text])) OR (due_at IS NULL))),
  constraint subscription_charges_currency_check CHECK ((currency = 'ZAR'::text)),
  constraint subscription_charges_merchant_reference_check CHECK (((length(merchant_reference) >= 1) AND (length(merchant_reference) <= 50))),
  constraint subscription_charges_occurrence_check CHECK ((occurrence > 0)),
  constraint subscription_charges_state_check CHECK ((state = ANY (ARRAY['scheduled'::text, 'charging'::text, 'retrying'::text, 'successful'::text, 'failed'::text, 'cancelled'::text]))),
  constraint subscription_charges_type_check CHECK ((type = ANY (ARRAY['scheduled'::text, 'adhoc'::text, 'signup'::text])))
);
CREATE INDEX subscription_charges_due ON public.subscription_charges USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX subscription_charges_failed ON public.subscription_charges USING btree (merchant_id, completed_at) WHERE (state = 'failed'::text);
CREATE UNIQUE INDEX subscription_charges_occurrence ON public.subscription_charges USING btree (subscription_id, occurrence) WHERE (type = 'scheduled'::text);
CREATE INDEX subscription_charges_page ON public.subscription_charges USING btree (subscription_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX subscription_charges_payment ON public.subscription_charges USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX subscription_charges_remind ON public.subscription_charges USING btree (site_id, charge_date) WHERE ((type = 'scheduled'::text) AND (state = 'scheduled'::text) AND (reminded_at IS NULL));
CREATE UNIQUE INDEX subscription_charges_signup ON public.subscription_charges USING btree (subscription_id) WHERE (type = 'signup'::text);
CREATE INDEX subscription_charges_waiting ON public.subscription_charges USING btree (merchant_id, state, due_at) WHERE (state = ANY (ARRAY['scheduled'::text, 'retrying'::text]));

create table subscriptions (
  id uuid not null,
  merchant_id uuid not null,
  site_id uuid not null,
  state text not null default 'pending_authorization'::text,
  state_reason text,
  amount_cents bigint not null,
  currency text not null,
  minimum_cents bigint,
  maximum_cents bigint,
  payable_now_cents bigint,
  description text,
  merchant_reference text not null,
  bank_reference text,
  frequency text not null,
  first_payment_date date not null,
  occurrences integer not null,
  return_url text,
  notify_url text,
  customer jsonb,
  bank_id uuid,
  bank_name text,
  bank_url text,
  authorization_status text,
  payer_account text,
  consent jsonb,
  correlation_id text not null,
  created_at timestamp with time zone not null,
  lapses_at timestamp with time zone not null,
  authorized_at timestamp with time zone,
  completed_at timestamp with time zone,
  due_at timestamp with time zone,
  tries integer not null default 0,
  created_by text,
  max_adhoc_charges integer,
  max_adhoc_total_cents bigint,
  bank_account text,
  customer_id uuid,
  reminders_stopped_at timestamp with time zone,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint subscriptions_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint subscriptions_amount_cents_check CHECK ((amount_cents > 0)),
  constraint subscriptions_check CHECK (((minimum_cents IS NULL) = (maximum_cents IS NULL))),
  constraint subscriptions_check1 CHECK (((amount_cents >= minimum_cents) AND (amount_cents <= maximum_cents))),
  constraint subscriptions_check2 CHECK (((state = ANY (ARRAY['canceled'::text, 'completed'::text, 'expired'::text, 'failed'::text])) = (completed_at IS NOT NULL))),
  constraint subscriptions_consent_check CHECK ((jsonb_typeof(consent) = 'object'::text)),
  constraint subscriptions_currency_check CHECK ((currency = 'ZAR'::text)),
  constraint subscriptions_customer_check CHECK ((jsonb_typeof(customer) = 'object'::text)),
  constraint subscriptions_frequency_check CHECK ((frequency = ANY (ARRAY['Daily'::text, 'Weekly'::text, 'Fortnightly'::text, 'Monthly'::text, 'Biannually'::text, 'Annually'::text]))),
  constraint subscriptions_max_adhoc_charges_check CHECK ((max_adhoc_charges >= 0)),
  constraint subscriptions_max_adhoc_total_cents_check CHECK ((max_adhoc_total_cents > 0)),
  constraint subscriptions_merchant_reference_check CHECK (((length(merchant_reference) >= 1) AND (length(merchant_reference) <= 50))),
  constraint subscriptions_minimum_cents_check CHECK ((minimum_cents > 0)),
  constraint subscriptions_occurrences_check CHECK (((occurrences >= 1) AND (occurrences <= 520))),
  constraint subscriptions_payable_now_cents_check CHECK ((payable_now_cents > 0)),
  constraint subscriptions_state_check CHECK ((state = ANY (ARRAY['pending_authorization'::text, 'active'::text, 'canceled'::text, 'completed'::text, 'expired'::text, 'failed'::text, 'unknown'::text])))
);
CREATE INDEX subscriptions_correlation ON public.subscriptions USING btree (correlation_id);
CREATE INDEX subscriptions_customer ON public.subscriptions USING btree (customer_id, created_at DESC, id DESC) WHERE (customer_id IS NOT NULL);
CREATE INDEX subscriptions_due ON public.subscriptions USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX subscriptions_merchant_reference ON public.subscriptions USING btree (merchant_id, merchant_reference, created_at DESC, id DESC);
CREATE INDEX subscriptions_newest ON public.subscriptions USING btree (created_at DESC, id DESC);
CREATE INDEX subscriptions_page ON public.subscriptions USING btree (merchant_id, created_at DESC, id DESC);
CREATE INDEX subscriptions_reference ON public.subscriptions USING btree (site_id, merchant_reference);
CREATE INDEX subscriptions_site ON public.subscriptions USING btree (site_id, created_at DESC, id DESC);
CREATE INDEX subscriptions_state ON public.subscriptions USING btree (merchant_id, state, created_at DESC, id DESC);

create table task_items (
  task_id uuid not null,
  merchant_id uuid not null,
  index integer not null,
  payment_id uuid not null,
  reference text not null,
  amount_cents bigint not null,
  outcome text,
  why text,
  constraint task_items_pkey PRIMARY KEY (task_id, index),
  constraint task_items_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint task_items_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint task_items_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id),
  constraint task_items_check CHECK (((why IS NULL) OR (outcome IS NOT NULL))),
  constraint task_items_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text])))
);

create table tasks (
  id uuid not null,
  kind text not null,
  merchants uuid[],
  filters text not null,
  item_count integer not null,
  sum_cents bigint not null,
  next_index integer not null default 0,
  tries integer not null default 0,
  created_by text not null,
  correlation_id text not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone,
  completed_at timestamp with time zone,
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_check CHECK (((next_index >= 0) AND (next_index <= item_count))),
  constraint tasks_check1 CHECK (((due_at IS NULL) = (next_index = item_count))),
  constraint tasks_check2 CHECK (((completed_at IS NULL) = (next_index < item_count))),
  constraint tasks_item_count_check CHECK (((item_count >= 1) AND (item_count <= 10000))),
  constraint tasks_kind_check CHECK ((kind = ANY (ARRAY['resend'::text, 'cancel'::text])))
);
CREATE INDEX tasks_due ON public.tasks USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX tasks_newest ON public.tasks USING btree (created_at DESC, id DESC);

create table totals_day (
  merchant_id uuid not null,
  day date not null,
  type text not null,
  state text not null,
  is_test boolean not null,
  site_id uuid not null,
  bank_id uuid,
  n bigint not null,
  cents bigint not null,
  fee_cents bigint not null,
  constraint totals_day_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint totals_day_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint totals_day_n_check CHECK ((n > 0)),
  constraint totals_day_type_check CHECK ((type = ANY (ARRAY['payment'::text, 'transaction'::text, 'refund'::text, 'payout'::text])))
);
CREATE INDEX totals_day_day ON public.totals_day USING btree (day);
CREATE UNIQUE INDEX totals_day_row ON public.totals_day USING btree (merchant_id, day, type, state, is_test, site_id, bank_id) NULLS NOT DISTINCT;

create table totals_hour (
  merchant_id uuid not null,
  hour timestamp with time zone not null,
  state text not null,
  site_id uuid not null,
  bank_id uuid not null,
  n bigint not null,
  cents bigint not null,
  to_5s bigint not null,
  to_15s bigint not null,
  to_30s bigint not null,
  to_1m bigint not null,
  to_2m bigint not null,
  to_5m bigint not null,
  to_15m bigint not null,
  longer bigint not null,
  constraint totals_hour_pkey PRIMARY KEY (merchant_id, hour, state, site_id, bank_id),
  constraint totals_hour_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint totals_hour_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint totals_hour_n_check CHECK ((n > 0))
);
CREATE INDEX totals_hour_hour ON public.totals_hour USING btree (hour);

create table totals_money (
  merchant_id uuid,
  day date not null,
  kind text not null,
  cents bigint not null,
  constraint totals_money_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id)
);
CREATE UNIQUE INDEX totals_money_row ON public.totals_money USING btree (day, merchant_id, kind) NULLS NOT DISTINCT;

create table totals_notices (
  merchant_id uuid not null,
  hour timestamp with time zone not null,
  at_once bigint not null,
  retried bigint not null,
  failed bigint not null,
  waiting bigint not null,
  constraint totals_notices_pkey PRIMARY KEY (merchant_id, hour),
  constraint totals_notices_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id)
);
CREATE INDEX totals_notices_hour ON public.totals_notices USING btree (hour);
CREATE INDEX totals_notices_waiting ON public.totals_notices USING btree (merchant_id, hour) WHERE (waiting > 0);

create table totals_postings (
  account_id uuid not null,
  day date not null,
  posting text not null,
  is_debit boolean not null,
  n bigint not null,
  cents bigint not null,
  vat_n bigint not null,
  vat_cents bigint not null,
  constraint totals_postings_pkey PRIMARY KEY (account_id, day, posting, is_debit),
  constraint totals_postings_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint totals_postings_n_check CHECK ((n > 0))
);

create table totals_progress (
  is_only boolean not null default true,
  day date not null,
  hour timestamp with time zone not null,
  transition_id bigint not null,
  attempted_at timestamp with time zone not null,
  postings_day date,
  constraint totals_progress_pkey PRIMARY KEY (is_only),
  constraint totals_progress_is_only_check CHECK (is_only)
);

create table traces (
  merchant_id uuid not null,
  correlation_id text not null,
  traceparent text not null,
  at timestamp with time zone not null,
  constraint traces_pkey PRIMARY KEY (merchant_id, correlation_id)
);
CREATE INDEX traces_at ON public.traces USING btree (at);

create table transactions (
  id uuid not null,
  merchant_id uuid not null,
  site_id uuid not null,
  payment_id uuid not null,
  state text not null default 'created'::text,
  state_reason text,
  payment_type text not null,
  bank_id uuid,
  bank_name text,
  bank_url text,
  amount_cents bigint not null,
  currency text not null,
  merchant_reference text not null,
  is_test boolean not null,
  paid_late boolean not null default false,
  payer_account text,
  correlation_id text not null,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  enquire_at timestamp with time zone,
  enquiries integer not null default 0,
  announced_at timestamp with time zone,
  payer_account_sealed text,
  refunded_cents bigint not null default 0,
  repaid_cents bigint not null default 0,
  deposit_reference text,
  bank_account text,
  returned_at timestamp with time zone,
  counts boolean not null default true,
  payer_holder text,
  payer_branch_code text,
  constraint transactions_pkey PRIMARY KEY (id),
  constraint transactions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint transactions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint transactions_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint transactions_amount_cents_check CHECK ((amount_cents > 0)),
  constraint transactions_check1 CHECK (((NOT is_test) OR (bank_id IS NULL))),
  constraint transactions_completed_check CHECK (((state = ANY (ARRAY['successful'::text, 'refunded'::text, 'declined'::text, 'cancelled'::text, 'abandoned'::text, 'failed'::text, 'expired'::text, 'reversed'::text])) = (completed_at IS NOT NULL))),
  constraint transactions_currency_check CHECK ((currency = 'ZAR'::text)),
  constraint transactions_deposit_check CHECK (((deposit_reference IS NULL) OR (payment_type = 'bankdeposit'::text))),
  constraint transactions_refunded_check CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents))),
  constraint transactions_repaid_check CHECK (((repaid_cents >= 0) AND (repaid_cents <= refunded_cents))),
  constraint transactions_state_check CHECK ((state = ANY (ARRAY['created'::text, 'started'::text, 'authenticated'::text, 'pending'::text, 'unknown'::text, 'successful'::text, 'refunded'::text, 'declined'::text, 'cancelled'::text, 'abandoned'::text, 'failed'::text, 'expired'::text, 'reversed'::text])))
);
CREATE INDEX transactions_account ON public.transactions USING btree (merchant_id, "right"(payer_account, 4), created_at DESC, id DESC) WHERE (payer_account IS NOT NULL);
CREATE INDEX transactions_amount ON public.transactions USING btree (merchant_id, amount_cents, created_at DESC, id DESC);
CREATE INDEX transactions_awaiting ON public.transactions USING btree (amount_cents, created_at DESC) WHERE ((payment_type = 'bankdeposit'::text) AND (state = 'created'::text));
CREATE INDEX transactions_bank ON public.transactions USING btree (merchant_id, bank_id, payment_id DESC) WHERE (counts AND (bank_id IS NOT NULL));
CREATE INDEX transactions_bank_all ON public.transactions USING btree (bank_id, payment_id DESC) INCLUDE (merchant_id) WHERE (counts AND (bank_id IS NOT NULL));
CREATE INDEX transactions_enquiry ON public.transactions USING btree (enquire_at) WHERE (enquire_at IS NOT NULL);
CREATE INDEX transactions_error ON public.transactions USING btree (merchant_id, created_at DESC, id DESC) WHERE (state = ANY (ARRAY['declined'::text, 'cancelled'::text, 'abandoned'::text, 'failed'::text, 'expired'::text, 'reversed'::text]));
CREATE INDEX transactions_late ON public.transactions USING btree (merchant_id, created_at DESC) WHERE paid_late;
CREATE UNIQUE INDEX transactions_live ON public.transactions USING btree (payment_id) WHERE (state = ANY (ARRAY['created'::text, 'started'::text, 'authenticated'::text, 'pending'::text, 'unknown'::text]));
CREATE INDEX transactions_outcome ON public.transactions USING btree ((
CASE
    WHEN (state = 'reversed'::text) THEN 'reversed'::text
    WHEN (refunded_cents >= amount_cents) THEN 'refunded'::text
    WHEN (refunded_cents > 0) THEN 'partly-refunded'::text
    WHEN paid_late THEN 'paid-late'::text
    ELSE state
END), payment_id DESC) INCLUDE (merchant_id) WHERE (counts AND ((state = ANY (ARRAY['declined'::text, 'failed'::text, 'abandoned'::text, 'cancelled'::text, 'reversed'::text])) OR (refunded_cents > 0) OR paid_late));
CREATE INDEX transactions_page ON public.transactions USING btree (merchant_id, created_at DESC, id DESC);
CREATE INDEX transactions_payment ON public.transactions USING btree (payment_id, created_at DESC, id DESC) INCLUDE (bank_id, state);
CREATE INDEX transactions_reference ON public.transactions USING btree (site_id, merchant_reference, created_at DESC);
CREATE INDEX transactions_refunded ON public.transactions USING btree (merchant_id, created_at DESC, id DESC) WHERE (state = 'refunded'::text);
CREATE INDEX transactions_site ON public.transactions USING btree (site_id, created_at DESC, id DESC);
CREATE TRIGGER marks_opened AFTER INSERT ON public.transactions REFERENCING NEW TABLE AS opened FOR EACH STATEMENT EXECUTE FUNCTION mark_opened();
CREATE TRIGGER marks_paid AFTER UPDATE OF state ON public.transactions FOR EACH ROW WHEN (((new.state = 'successful'::text) AND (old.state <> new.state) AND (NOT new.counts))) EXECUTE FUNCTION mark_paid();

create table transfers (
  id uuid not null,
  merchant_id uuid,
  site_id uuid,
  purpose text not null,
  object_id uuid not null,
  refund_of uuid,
  state text not null default 'ready'::text,
  state_reason text,
  amount_cents bigint not null,
  currency text not null,
  bank_id uuid not null,
  branch_code text not null,
  account_sealed text not null,
  account_holder text,
  reference text not null,
  real_time boolean not null,
  correlation_id text not null,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  due_at timestamp with time zone,
  tries integer not null default 0,
  bank_account text not null,
  constraint transfers_pkey PRIMARY KEY (id),
  constraint transfers_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint transfers_refund_of_fkey FOREIGN KEY (refund_of) REFERENCES transactions(id),
  constraint transfers_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint transfers_amount_cents_check CHECK ((amount_cents > 0)),
  constraint transfers_check CHECK (((state = ANY (ARRAY['paid'::text, 'failed'::text, 'returned'::text])) = (completed_at IS NOT NULL))),
  constraint transfers_currency_check CHECK ((currency = 'ZAR'::text)),
  constraint transfers_owner_check CHECK (((purpose = 'deposit'::text) OR ((merchant_id IS NOT NULL) AND (site_id IS NOT NULL)))),
  constraint transfers_purpose_check CHECK ((purpose = ANY (ARRAY['refund'::text, 'payout'::text, 'settlement'::text, 'deposit'::text]))),
  constraint transfers_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'sent'::text, 'paid'::text, 'failed'::text, 'returned'::text])))
);
CREATE INDEX transfers_due ON public.transfers USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX transfers_live ON public.transfers USING btree (object_id) WHERE (state = ANY (ARRAY['ready'::text, 'sent'::text, 'paid'::text]));
CREATE INDEX transfers_object ON public.transfers USING btree (object_id);
CREATE INDEX transfers_refund_of ON public.transfers USING btree (refund_of) WHERE (refund_of IS NOT NULL);

create table transitions (
  id bigint not null generated always as identity,
  merchant_id uuid,
  object text not null,
  object_id uuid not null,
  from_state text not null,
  verb text not null,
  to_state text not null,
  reason text,
  actor text not null,
  correlation_id text not null,
  at timestamp with time zone not null,
  constraint transitions_pkey PRIMARY KEY (id),
  constraint transitions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint transitions_merchant_check CHECK (((merchant_id IS NOT NULL) OR (object = ANY (ARRAY['deposit'::text, 'transfer'::text, 'paymentFile'::text, 'email'::text]))))
) partition by RANGE (id);
CREATE INDEX transitions_correlation ON ONLY public.transitions USING btree (correlation_id);
CREATE INDEX transitions_object ON ONLY public.transitions USING btree (object_id, id);
CREATE INDEX transitions_people ON ONLY public.transitions USING btree (actor, id) WHERE (actor ~~ 'user:%'::text);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.transitions FOR EACH ROW EXECUTE FUNCTION refuse_change_but('reason');
CREATE TRIGGER kept BEFORE TRUNCATE ON public.transitions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table transitions_0 partition of transitions FOR VALUES FROM (MINVALUE) TO ('20000000');
CREATE TRIGGER kept BEFORE TRUNCATE ON public.transitions_0 FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table transitions_rest partition of transitions DEFAULT;
CREATE TRIGGER kept BEFORE TRUNCATE ON public.transitions_rest FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table verifications (
  id uuid not null,
  merchant_id uuid not null,
  site_id uuid not null,
  outcome text not null,
  reason text,
  bank_id uuid not null,
  branch_code text not null,
  account text not null,
  identity_type text not null,
  check_digit text not null,
  account_exists boolean,
  account_open boolean,
  identity_matches boolean,
  name_matches boolean,
  accepts_credits boolean,
  accepts_debits boolean,
  fee_cents bigint not null,
  created_by text not null,
  correlation_id text not null,
  created_at timestamp with time zone not null,
  constraint verifications_pkey PRIMARY KEY (id),
  constraint verifications_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint verifications_site_id_fkey FOREIGN KEY (site_id) REFERENCES sites(id),
  constraint verifications_check CHECK (((reason IS NULL) = (outcome = 'verified'::text))),
  constraint verifications_check1 CHECK (((outcome = 'verified'::text) = COALESCE((account_exists AND account_open AND identity_matches AND name_matches), false))),
  constraint verifications_check2 CHECK (((outcome <> 'unavailable'::text) OR (fee_cents = 0))),
  constraint verifications_check3 CHECK (((outcome <> 'unavailable'::text) OR (num_nonnulls(account_exists, account_open, identity_matches, name_matches, accepts_credits, accepts_debits) = 0))),
  constraint verifications_check4 CHECK (((check_digit <> 'failed'::text) OR ((outcome = 'not_verified'::text) AND (NOT (account_exists IS DISTINCT FROM false)) AND (num_nonnulls(account_open, identity_matches, name_matches, accepts_credits, accepts_debits) = 0)))),
  constraint verifications_check_digit_check CHECK ((check_digit = ANY (ARRAY['passed'::text, 'failed'::text, 'no_rule'::text]))),
  constraint verifications_fee_cents_check CHECK ((fee_cents >= 0)),
  constraint verifications_identity_type_check CHECK ((identity_type = ANY (ARRAY['said'::text, 'passport'::text, 'registration'::text]))),
  constraint verifications_outcome_check CHECK ((outcome = ANY (ARRAY['verified'::text, 'not_verified'::text, 'unavailable'::text])))
);
CREATE INDEX verifications_correlation ON public.verifications USING btree (correlation_id);
CREATE INDEX verifications_site ON public.verifications USING btree (site_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.verifications FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE TRUNCATE ON public.verifications FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table verified_payees (
  merchant_id uuid not null,
  fingerprint text not null,
  verified_at timestamp with time zone not null,
  constraint verified_payees_pkey PRIMARY KEY (merchant_id, fingerprint),
  constraint verified_payees_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint verified_payees_fingerprint_check CHECK ((fingerprint ~ '^[0-9a-f]{64}$'::text))
);

create table webhook_secrets (
  id uuid not null,
  webhook_id uuid not null,
  sealed text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint webhook_secrets_pkey PRIMARY KEY (id),
  constraint webhook_secrets_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX webhook_secrets_current ON public.webhook_secrets USING btree (webhook_id) WHERE (expires_at IS NULL);
CREATE INDEX webhook_secrets_webhook ON public.webhook_secrets USING btree (webhook_id, created_at);

create table webhooks (
  id uuid not null,
  merchant_id uuid not null,
  place smallint not null,
  endpoint text not null,
  lane text not null,
  event_type text not null,
  message_type text not null,
  created_at timestamp with time zone not null,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_merchant_id_place_key UNIQUE (merchant_id, place),
  constraint webhooks_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id),
  constraint webhooks_endpoint_check CHECK (((length(endpoint) >= 1) AND (length(endpoint) <= 2000))),
  constraint webhooks_event_type_check CHECK ((event_type = ANY (ARRAY['transaction.complete'::text, 'refund.complete'::text]))),
  constraint webhooks_message_type_check CHECK ((message_type = ANY (ARRAY['thin'::text, 'full'::text]))),
  constraint webhooks_place_check CHECK (((place >= 1) AND (place <= 20)))
);

create table bank.accounts (
  number text not null,
  bank_id uuid not null,
  kind text not null,
  name text not null,
  holder text not null,
  opened_at timestamp with time zone not null,
  constraint accounts_pkey PRIMARY KEY (number),
  constraint accounts_holder_check CHECK (((length(holder) >= 1) AND (length(holder) <= 50))),
  constraint accounts_kind_check CHECK ((kind = ANY (ARRAY['payer'::text, 'collection'::text, 'operating'::text]))),
  constraint accounts_name_check CHECK (((length(name) >= 1) AND (length(name) <= 50))),
  constraint accounts_number_check CHECK ((number ~ '^[0-9]{9,11}$'::text))
);
CREATE INDEX accounts_bank ON bank.accounts USING btree (bank_id, kind);
CREATE UNIQUE INDEX accounts_collection ON bank.accounts USING btree (bank_id) WHERE (kind = 'collection'::text);
CREATE UNIQUE INDEX accounts_operating ON bank.accounts USING btree (kind) WHERE (kind = 'operating'::text);
CREATE TRIGGER accounts_stay BEFORE DELETE OR UPDATE ON bank.accounts FOR EACH ROW EXECUTE FUNCTION bank.refuse_change();

create table bank.callbacks (
  id bigint not null generated always as identity,
  order_id uuid,
  outcome text not null,
  reason text,
  payer_account text,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  delivered_at timestamp with time zone,
  transfer_id uuid,
  deposit_id uuid,
  merchant_id uuid,
  unpaid_code text,
  constraint callbacks_pkey PRIMARY KEY (id),
  constraint callbacks_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES bank.deposits(id),
  constraint callbacks_order_id_fkey FOREIGN KEY (order_id) REFERENCES bank.orders(id),
  constraint callbacks_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES bank.transfers(id),
  constraint callbacks_about_check CHECK ((num_nonnulls(order_id, transfer_id, deposit_id) = 1)),
  constraint callbacks_attempts_check CHECK ((attempts >= 0)),
  constraint callbacks_check CHECK (((delivered_at IS NULL) OR (attempts > 0))),
  constraint callbacks_outcome_check CHECK (
CASE
    WHEN (transfer_id IS NOT NULL) THEN (outcome = ANY (ARRAY['paid'::text, 'failed'::text, 'returned'::text]))
    WHEN (deposit_id IS NOT NULL) THEN (outcome = 'arrived'::text)
    ELSE (outcome = ANY (ARRAY['pending'::text, 'paid'::text, 'declined'::text, 'cancelled'::text, 'abandoned'::text, 'error'::text, 'returned'::text]))
END)
);
CREATE UNIQUE INDEX callbacks_deposit_once ON bank.callbacks USING btree (deposit_id) WHERE (deposit_id IS NOT NULL);
CREATE INDEX callbacks_due ON bank.callbacks USING btree (due_at, id) WHERE (delivered_at IS NULL);
CREATE UNIQUE INDEX callbacks_once ON bank.callbacks USING btree (order_id, outcome);
CREATE UNIQUE INDEX callbacks_transfer_once ON bank.callbacks USING btree (transfer_id, outcome) WHERE (transfer_id IS NOT NULL);

create table bank.deposits (
  id uuid not null,
  reference text not null,
  amount_cents bigint not null,
  received_at timestamp with time zone not null,
  bank_id uuid,
  branch_code text,
  account_number text,
  account_holder text,
  merchant_id uuid,
  constraint deposits_pkey PRIMARY KEY (id),
  constraint deposits_amount_cents_check CHECK ((amount_cents > 0)),
  constraint deposits_payer_check CHECK ((num_nulls(bank_id, branch_code, account_number) = ANY (ARRAY[0, 3])))
);
CREATE INDEX deposits_of_merchant ON bank.deposits USING btree (merchant_id, reference) WHERE (merchant_id IS NOT NULL);
CREATE TRIGGER deposits_stay BEFORE DELETE OR UPDATE ON bank.deposits FOR EACH ROW EXECUTE FUNCTION refuse_change_but('account_number', 'account_holder');

create table bank.mandates (
  id uuid not null,
  bank_id uuid not null,
  payee text not null,
  reference text not null,
  amount_cents bigint not null,
  maximum_cents bigint not null,
  frequency text not null,
  first_payment_date date not null,
  occurrences integer not null,
  return_url text not null,
  state text not null default 'waiting'::text,
  payer_account text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  merchant_id uuid,
  payable_now_cents bigint,
  constraint mandates_pkey PRIMARY KEY (id),
  constraint mandates_amount_cents_check CHECK ((amount_cents > 0)),
  constraint mandates_check CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
  constraint mandates_payable_now_cents_check CHECK ((payable_now_cents > 0)),
  constraint mandates_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'declined'::text, 'lapsed'::text, 'cancelled'::text])))
);

create table bank.orders (
  id uuid not null,
  bank_id uuid not null,
  amount_cents bigint not null,
  payee text not null,
  reference text not null,
  return_url text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  state text not null default 'started'::text,
  reason text,
  payer_account text,
  decided_at timestamp with time zone,
  due_at timestamp with time zone,
  due_state text,
  manner text,
  mandate_id uuid,
  merchant_id uuid,
  unpaid_code text,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_mandate_id_fkey FOREIGN KEY (mandate_id) REFERENCES bank.mandates(id),
  constraint orders_amount_cents_check CHECK ((amount_cents > 0)),
  constraint orders_check CHECK (((state = ANY (ARRAY['started'::text, 'authenticated'::text, 'processing'::text])) = (decided_at IS NULL))),
  constraint orders_check1 CHECK (((due_at IS NULL) = (due_state IS NULL))),
  constraint orders_check2 CHECK (
CASE
    WHEN (state = ANY (ARRAY['started'::text, 'authenticated'::text])) THEN (NOT (due_state IS DISTINCT FROM 'abandoned'::text))
    WHEN (state = 'processing'::text) THEN ((due_state IS NULL) OR (due_state = ANY (ARRAY['paid'::text, 'declined'::text])))
    ELSE (due_state IS NULL)
END),
  constraint orders_check3 CHECK (((manner IS NULL) OR ((state = 'processing'::text) AND (due_at IS NOT NULL)))),
  constraint orders_check4 CHECK (((state <> 'paid'::text) OR (payer_account IS NOT NULL))),
  constraint orders_check5 CHECK (((reason IS NULL) OR (decided_at IS NOT NULL))),
  constraint orders_manner_check CHECK ((manner = ANY (ARRAY['silent'::text, 'busy'::text]))),
  constraint orders_return_url_check CHECK ((return_url ~ '^https?://'::text)),
  constraint orders_returned_check CHECK (((state <> 'returned'::text) OR ((mandate_id IS NOT NULL) AND (payer_account IS NOT NULL)))),
  constraint orders_state_check CHECK ((state = ANY (ARRAY['started'::text, 'authenticated'::text, 'processing'::text, 'paid'::text, 'declined'::text, 'cancelled'::text, 'abandoned'::text, 'error'::text, 'returned'::text]))),
  constraint orders_unpaid_code_check CHECK ((unpaid_code ~ '^[0-9]{2}$'::text))
);
CREATE INDEX orders_due ON bank.orders USING btree (due_at) WHERE (due_at IS NOT NULL);

create table bank.statement_lines (
  id bigint not null generated always as identity,
  account text not null,
  order_id uuid,
  amount_cents bigint not null,
  reference text not null,
  counterpart text not null,
  booked_at timestamp with time zone not null,
  transfer_id uuid,
  deposit_id uuid,
  constraint statement_lines_pkey PRIMARY KEY (id),
  constraint statement_lines_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES bank.deposits(id),
  constraint statement_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES bank.orders(id),
  constraint statement_lines_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES bank.transfers(id),
  constraint statement_lines_amount_cents_check CHECK ((amount_cents <> 0)),
  constraint statement_lines_deposit_check CHECK (((deposit_id IS NULL) OR (amount_cents > 0))),
  constraint statement_lines_movement_check CHECK ((num_nonnulls(order_id, transfer_id, deposit_id) = 1))
);
CREATE INDEX statement_lines_account ON bank.statement_lines USING btree (account, id);
CREATE UNIQUE INDEX statement_lines_deposit_once ON bank.statement_lines USING btree (deposit_id) WHERE (deposit_id IS NOT NULL);
CREATE UNIQUE INDEX statement_lines_order_once ON bank.statement_lines USING btree (order_id, account, ((amount_cents < 0))) WHERE (order_id IS NOT NULL);
CREATE UNIQUE INDEX statement_lines_transfer_once ON bank.statement_lines USING btree (transfer_id, ((amount_cents < 0))) WHERE (transfer_id IS NOT NULL);
CREATE TRIGGER statement_lines_stay BEFORE DELETE OR UPDATE ON bank.statement_lines FOR EACH ROW EXECUTE FUNCTION refuse_change_but('account', 'counterpart');

create table bank.transfers (
  id uuid not null,
  purpose text not null,
  refund_of uuid,
  amount_cents bigint not null,
  bank_id uuid not null,
  branch_code text not null,
  account_number text not null,
  account_holder text,
  reference text not null,
  real_time boolean not null,
  created_at timestamp with time zone not null,
  state text not null default 'processing'::text,
  reason text,
  decided_at timestamp with time zone,
  due_at timestamp with time zone,
  due_state text,
  comes_back boolean not null,
  merchant_id uuid,
  constraint transfers_pkey PRIMARY KEY (id),
  constraint transfers_amount_cents_check CHECK ((amount_cents > 0)),
  constraint transfers_check CHECK (((state = 'processing'::text) = (decided_at IS NULL))),
  constraint transfers_check1 CHECK (((due_at IS NULL) = (due_state IS NULL))),
  constraint transfers_check2 CHECK (
CASE state
    WHEN 'processing'::text THEN ((due_state IS NOT NULL) AND (due_state = ANY (ARRAY['paid'::text, 'failed'::text])))
    WHEN 'paid'::text THEN ((due_state IS NULL) OR (due_state = 'returned'::text))
    ELSE (due_state IS NULL)
END),
  constraint transfers_check3 CHECK (((state = ANY (ARRAY['failed'::text, 'returned'::text])) = (reason IS NOT NULL))),
  constraint transfers_purpose_check CHECK ((purpose = ANY (ARRAY['refund'::text, 'payout'::text, 'settlement'::text, 'deposit'::text]))),
  constraint transfers_state_check CHECK ((state = ANY (ARRAY['processing'::text, 'paid'::text, 'failed'::text, 'returned'::text])))
);
CREATE INDEX transfers_due ON bank.transfers USING btree (due_at) WHERE (due_at IS NOT NULL);

create table console.attempts (
  key text not null,
  wrong integer not null,
  since timestamp with time zone not null,
  last_at timestamp with time zone not null,
  blocked_until timestamp with time zone,
  account text,
  constraint attempts_pkey PRIMARY KEY (key),
  constraint attempts_wrong_check CHECK ((wrong >= 0))
);
CREATE INDEX attempts_account ON console.attempts USING btree (account) WHERE (account IS NOT NULL);
CREATE INDEX attempts_last ON console.attempts USING btree (last_at);

create table console.audit (
  "position" bigint not null,
  at timestamp with time zone not null,
  who text not null,
  merchant_id uuid,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  why text,
  network text,
  correlation_id text not null,
  hash bytea not null,
  constraint audit_pkey PRIMARY KEY ("position"),
  constraint audit_hash_check CHECK ((octet_length(hash) = 32)),
  constraint audit_position_check CHECK (("position" > 0))
);
CREATE INDEX audit_action ON console.audit USING btree (action, "position" DESC);
CREATE INDEX audit_at ON console.audit USING btree (at);
CREATE INDEX audit_merchant ON console.audit USING btree (merchant_id, "position" DESC);
CREATE INDEX audit_notes ON console.audit USING btree (subject) WHERE (action = 'payment.note'::text);
CREATE INDEX audit_subject ON console.audit USING btree (subject COLLATE "C", "position" DESC);
CREATE INDEX audit_who ON console.audit USING btree (who, "position" DESC);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON console.audit FOR EACH ROW EXECUTE FUNCTION refuse_change_but('subject', 'before', 'after', 'why');
CREATE TRIGGER kept BEFORE TRUNCATE ON console.audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER note_head AFTER INSERT ON console.audit FOR EACH ROW EXECUTE FUNCTION note_audit_head();

create table console.audit_head (
  one boolean not null default true,
  "position" bigint not null,
  hash bytea not null,
  constraint audit_head_pkey PRIMARY KEY (one),
  constraint audit_head_one_check CHECK (one)
);

create table console.challenges (
  challenge text not null,
  session_id text not null,
  purpose text not null,
  created_at timestamp with time zone not null,
  constraint challenges_pkey PRIMARY KEY (challenge),
  constraint challenges_challenge_check CHECK (((length(challenge) >= 20) AND (length(challenge) <= 100))),
  constraint challenges_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'show'::text])))
);
CREATE INDEX challenges_created ON console.challenges USING btree (created_at);

create table console.company_requests (
  key_hash text not null,
  state text not null,
  nonce text not null,
  verifier text not null,
  back text not null,
  created_at timestamp with time zone not null,
  constraint company_requests_pkey PRIMARY KEY (key_hash),
  constraint company_requests_key_hash_check CHECK ((length(key_hash) = 64))
);
CREATE INDEX company_requests_created ON console.company_requests USING btree (created_at);

create table console.exams (
  site_id uuid not null,
  passed_at timestamp with time zone not null,
  constraint exams_pkey PRIMARY KEY (site_id)
);

create table console.factors (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  secret_sealed text,
  code_hash text,
  last_step bigint,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  constraint factors_pkey PRIMARY KEY (id),
  constraint factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES console.users(id),
  constraint factors_check CHECK (((kind = 'totp'::text) = (secret_sealed IS NOT NULL))),
  constraint factors_check1 CHECK (((kind = 'recovery'::text) = (code_hash IS NOT NULL))),
  constraint factors_kind_check CHECK ((kind = ANY (ARRAY['totp'::text, 'recovery'::text])))
);
CREATE UNIQUE INDEX factors_totp ON console.factors USING btree (user_id, ((confirmed_at IS NULL))) WHERE (kind = 'totp'::text);
CREATE INDEX factors_user ON console.factors USING btree (user_id);

create table console.forms (
  id uuid not null,
  user_id uuid not null,
  path text not null,
  claimed_at timestamp with time zone not null,
  constraint forms_pkey PRIMARY KEY (id)
);
CREATE INDEX forms_claimed ON console.forms USING btree (claimed_at);

create table console.go_live (
  merchant_id uuid not null,
  asked_by text not null,
  asked_at timestamp with time zone not null,
  first_by text,
  first_at timestamp with time zone,
  second_by text,
  second_at timestamp with time zone,
  constraint go_live_pkey PRIMARY KEY (merchant_id),
  constraint go_live_check CHECK (((first_by IS NULL) = (first_at IS NULL))),
  constraint go_live_check1 CHECK (((second_by IS NULL) = (second_at IS NULL))),
  constraint go_live_check2 CHECK (((second_by IS NULL) OR (first_by IS NOT NULL))),
  constraint go_live_check3 CHECK (((first_by <> asked_by) AND (second_by <> asked_by) AND (second_by <> first_by)))
);

create table console.grants (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  merchant_id uuid,
  granted_by uuid not null,
  granted_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint grants_pkey PRIMARY KEY (id),
  constraint grants_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES console.users(id),
  constraint grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES console.users(id),
  constraint grants_check CHECK (((merchant_id IS NULL) OR (kind = 'role'::text))),
  constraint grants_check1 CHECK ((ended_at >= granted_at)),
  constraint grants_kind_check CHECK ((kind = ANY (ARRAY['login'::text, 'role'::text, 'reset'::text])))
);
CREATE INDEX grants_user ON console.grants USING btree (user_id, granted_at);

create table console.held (
  user_id uuid not null,
  role text not null,
  merchant_id uuid,
  is_of_company boolean not null default false,
  constraint held_user_id_merchant_id_key UNIQUE NULLS NOT DISTINCT (user_id, merchant_id),
  constraint held_user_id_fkey FOREIGN KEY (user_id) REFERENCES console.users(id),
  constraint held_check CHECK (((role ~~ 'operator-%'::text) = (merchant_id IS NULL)))
);
CREATE INDEX held_merchant ON console.held USING btree (merchant_id);

create table console.identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  constraint identities_pkey PRIMARY KEY (issuer, subject),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES console.users(id),
  constraint identities_issuer_check CHECK ((length(issuer) <= 500)),
  constraint identities_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);
CREATE INDEX identities_user ON console.identities USING btree (user_id);

create table console.invitations (
  id uuid not null,
  token_hash text not null,
  email text not null,
  role text not null,
  merchant_id uuid,
  invited_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_token_hash_key UNIQUE (token_hash),
  constraint invitations_check CHECK (((role ~~ 'operator-%'::text) = (merchant_id IS NULL))),
  constraint invitations_email_check CHECK ((email !~ '[A-Z]'::text))
);

create table console.looks (
  user_id uuid not null,
  merchant_id uuid not null,
  day date not null,
  constraint looks_pkey PRIMARY KEY (user_id, merchant_id, day),
  constraint looks_user_id_fkey FOREIGN KEY (user_id) REFERENCES console.users(id)
);

create table console.passkeys (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES console.users(id),
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1400))),
  constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint passkeys_public_key_check CHECK (((octet_length(public_key) >= 1) AND (octet_length(public_key) <= 4096)))
);
CREATE INDEX passkeys_user ON console.passkeys USING btree (user_id);

create table console.reset_requests (
  id uuid not null,
  email text not null,
  requested_at timestamp with time zone not null,
  constraint reset_requests_pkey PRIMARY KEY (id)
);

create table console.resets (
  id uuid not null,
  user_id uuid not null,
  token_hash text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint resets_pkey PRIMARY KEY (id),
  constraint resets_token_hash_key UNIQUE (token_hash),
  constraint resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES console.users(id)
);
CREATE INDEX resets_expired ON console.resets USING btree (expires_at);
CREATE INDEX resets_user ON console.resets USING btree (user_id, created_at);

create table console.sessions (
  id text not null,
  user_id uuid not null,
  is_waiting boolean not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  factor_at timestamp with time zone,
  network text,
  agent text,
  said text,
  is_strong boolean not null default false,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES console.users(id),
  constraint sessions_id_check CHECK ((length(id) = 64))
);
CREATE INDEX sessions_open ON console.sessions USING btree (user_id) WHERE (ended_at IS NULL);
CREATE INDEX sessions_seen ON console.sessions USING btree (seen_at);

create table console.users (
  id uuid not null,
  email text not null,
  name text,
  password_hash text not null,
  password_changed_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  disabled_at timestamp with time zone,
  email_verified_at timestamp with time zone,
  email_verified_by text,
  origin_merchant_id uuid,
  is_disabled_by_operator boolean not null default false,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_email_check CHECK (((email !~ '[A-Z]'::text) AND ((length(email) >= 3) AND (length(email) <= 254)))),
  constraint users_email_verified_by_check CHECK ((email_verified_by = ANY (ARRAY['company'::text, 'operator'::text]))),
  constraint users_email_verified_check CHECK (((email_verified_at IS NULL) = (email_verified_by IS NULL))),
  constraint users_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);

create table console.views (
  id uuid not null,
  user_id uuid not null,
  merchant_id uuid,
  room text not null,
  name text not null,
  query text not null,
  created_at timestamp with time zone not null,
  constraint views_pkey PRIMARY KEY (id),
  constraint views_user_id_fkey FOREIGN KEY (user_id) REFERENCES console.users(id),
  constraint views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint views_query_check CHECK (((length(query) >= 1) AND (length(query) <= 2000)))
);
CREATE UNIQUE INDEX views_own ON console.views USING btree (user_id, room, lower(name)) WHERE (merchant_id IS NULL);
CREATE UNIQUE INDEX views_team ON console.views USING btree (merchant_id, room, lower(name)) WHERE (merchant_id IS NOT NULL);
