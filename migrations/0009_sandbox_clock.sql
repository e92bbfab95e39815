-- How far the clock of a sandbox is ahead of the machine's. No row: it was never moved.
create table sandbox_clock (
  is_only boolean primary key default true check (is_only),
  shift_ms bigint not null check (shift_ms >= 0)
);
