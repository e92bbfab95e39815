-- Where a request's trace is at, for what follows from the request later: its notifications, and what a bank is asked
-- about it. Only a service that traces writes here; a day later it is forgotten. A crash may empty it: unlogged.
create unlogged table traces (
  merchant_id uuid not null,
  correlation_id text not null,
  traceparent text not null,
  at timestamptz not null,
  primary key (merchant_id, correlation_id)
);

create index traces_at on traces (at);
