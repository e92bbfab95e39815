-- The order in which statements were taken, and which of them told anything new: of those that end on the same day, the last
-- that did has the account's balance, however late an older one comes.
alter table statements add column taken bigint generated always as identity;
alter table statements add column is_news boolean not null default true;
