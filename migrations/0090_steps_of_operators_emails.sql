-- beside: 0059
-- online
-- The steps of an e-mail about the operator's own matters belong to no merchant.

alter table transitions drop constraint if exists transitions_merchant_check,
  add constraint transitions_merchant_check
    check (merchant_id is not null or object in ('deposit', 'transfer', 'paymentFile', 'email')) not valid;

alter table transitions validate constraint transitions_merchant_check;
