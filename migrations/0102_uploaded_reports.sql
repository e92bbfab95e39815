-- beside: 0059
-- When the whole file of a report was on an SFTP server under a temporary name; null: not yet, or not by SFTP.
alter table reports add column uploaded_at timestamptz;
