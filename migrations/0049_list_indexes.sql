-- The lists of the console by what they are filtered: each index says which rows are meant without reading them.

-- A site's newest payments, and those of a state among them.
create index payments_site on payments (site_id, created_at desc, id desc) include (merchant_id, state);

-- A merchant's attempts at a bank; and of a payment the attempt that counts.
drop index transactions_bank;
create index transactions_bank on transactions (merchant_id, bank_id, created_at desc, id desc) include (payment_id);
drop index transactions_payment;
create index transactions_payment on transactions (payment_id, created_at desc, id desc) include (bank_id, state);

-- Of what a notice tells, as its event has it: a list of notices looks up no event for each of them, and finds those that are
-- meant in the index.
alter table deliveries add column site_id uuid, add column event_type text;
update deliveries set site_id = events.site_id, event_type = events.type from events where events.id = deliveries.event_id;
drop index deliveries_page;
create index deliveries_page on deliveries (merchant_id, created_at desc, id desc) include (site_id, event_type, receiver_id, status);
drop index deliveries_newest;
create index deliveries_newest on deliveries (created_at desc, id desc) include (site_id, event_type, receiver_id, status);

create index audit_who on console.audit (who, position desc);
create index audit_action on console.audit (action, position desc);
create index audit_subject on console.audit (subject collate "C", position desc);
create index audit_at on console.audit (at);
