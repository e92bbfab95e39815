-- beside: 0059
-- A user whom an operator disabled is enabled by an operator: an admin of the merchant cannot undo it.
alter table console.users add column is_disabled_by_operator boolean not null default false;
