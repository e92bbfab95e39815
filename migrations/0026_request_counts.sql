-- What the processes of one service have counted of callers that come near a limit, by the minute.
create table request_counts (
  minute timestamptz not null,
  key text not null,
  count bigint not null,
  primary key (minute, key)
);
