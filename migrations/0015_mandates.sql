-- What a customer authorises is what their bank shows them; and each filter of the list of subscriptions finds its page.

-- Taken once, as soon as the mandate is approved; null where there is no such payment.
alter table bank.mandates add column payable_now_cents bigint check (payable_now_cents > 0);

create index subscriptions_state on subscriptions (merchant_id, state, created_at desc, id desc);
create index subscriptions_site on subscriptions (site_id, created_at desc, id desc);
create index subscriptions_merchant_reference
  on subscriptions (merchant_id, merchant_reference, created_at desc, id desc);
