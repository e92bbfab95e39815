-- A collected charge comes back, up to 40 days and more after it was paid.
alter table transactions add column returned_at timestamptz;

-- The simulated bank's collections do so too.
alter table bank.orders add column unpaid_code text check (unpaid_code ~ '^[0-9]{2}$');
alter table bank.orders drop constraint orders_state_check;
alter table bank.orders add constraint orders_state_check check (
  state in ('started', 'authenticated', 'processing', 'paid', 'declined', 'cancelled', 'abandoned', 'error', 'returned')
) not valid;
alter table bank.orders validate constraint orders_state_check;
alter table bank.orders add constraint orders_returned_check
  check (state <> 'returned' or (mandate_id is not null and payer_account is not null)) not valid;
alter table bank.orders validate constraint orders_returned_check;

-- On each account an order's money moves at most once, and at most once back.
create unique index statement_lines_order_once on bank.statement_lines (order_id, account, (amount_cents < 0))
  where order_id is not null;
drop index bank.statement_lines_once;

alter table bank.callbacks add column unpaid_code text;
alter table bank.callbacks drop constraint callbacks_outcome_check;
alter table bank.callbacks add constraint callbacks_outcome_check check (
  case
    when transfer_id is not null then outcome in ('paid', 'failed', 'returned')
    when deposit_id is not null then outcome = 'arrived'
    else outcome in ('pending', 'paid', 'declined', 'cancelled', 'abandoned', 'error', 'returned')
  end
) not valid;
alter table bank.callbacks validate constraint callbacks_outcome_check;
