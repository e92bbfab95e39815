-- beside: 0059
-- The address that is notified when a report of a schedule is ready; null: none.
alter table report_schedules add column notify_url text check (length(notify_url) <= 2000);
