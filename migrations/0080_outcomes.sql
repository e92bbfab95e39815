-- beside: 0059
-- online
-- The outcome of a payment's counting attempt, for all that are not simply paid: a filter finds few payments among many
-- (reports/outcomes.ts has the same expression).

create index concurrently if not exists transactions_outcome on transactions ((
  case
    when state = 'reversed' then 'reversed'
    when refunded_cents >= amount_cents then 'refunded'
    when refunded_cents > 0 then 'partly-refunded'
    when paid_late then 'paid-late'
    else state end
), payment_id desc) include (merchant_id)
  where counts and (state in ('declined', 'failed', 'abandoned', 'cancelled', 'reversed') or refunded_cents > 0 or paid_late);
