-- beside: 0059
-- online
-- The payments, subscriptions and payment links of a customer, newest first.

create index concurrently if not exists payments_customer on payments (customer_id, created_at desc, id desc)
  where customer_id is not null;

create index concurrently if not exists subscriptions_customer on subscriptions (customer_id, created_at desc, id desc)
  where customer_id is not null;

create index concurrently if not exists payment_links_customer on payment_links (customer_id, created_at desc, id desc)
  where customer_id is not null;
