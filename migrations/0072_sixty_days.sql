-- beside: 0059
-- Charges collected since 13 April 2026 can be returned for 60 days. Versions before this one made their last enquiry
-- on day 40: these charges get another on day 60.
update transactions t
set enquire_at = date_trunc('hour', t.completed_at + interval '1441 hours' - interval '1 microsecond', 'UTC')
from subscription_charges c
where t.id = c.transaction_id and c.state = 'successful'
  and t.payment_type = 'debit' and t.state in ('successful', 'refunded') and not t.is_test and t.bank_id is not null
  and t.returned_at is null and t.enquire_at is null and t.completed_at >= '2026-04-13T00:00:00+02:00';
