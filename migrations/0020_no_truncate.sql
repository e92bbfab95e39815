-- What is append-only cannot be emptied either. Restoring a sandbox's snapshot takes all triggers off first.

do $$
declare
  kept text;
begin
  for kept in select tgrelid::regclass::text from pg_trigger where tgname = 'append_only' loop
    execute format('create trigger kept before truncate on %s for each statement execute function refuse_change()', kept);
  end loop;
end $$;
