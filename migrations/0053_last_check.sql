-- How the last check of the whole database ended: the metrics of the service tell it, and a command ran it.
create table last_check (
  is_only boolean primary key default true check (is_only),
  at timestamptz not null,
  findings integer not null
);
