-- Where the clock of a sandbox stands still and is only moved: of a run from a seed. Null: it goes on by itself.
alter table sandbox_clock add column stands_at timestamptz;
alter table sandbox_clock add constraint sandbox_clock_is_one_kind check (stands_at is null or shift_ms = 0);
