-- beside: 0059
-- E-mails with invoices and credit notes.
alter table emails drop constraint emails_kind_check,
  add constraint emails_kind_check check (kind in ('receipt', 'link', 'charge-reminder', 'charge-failed', 'invitation',
    'reset', 'webhook-failing', 'webhook-disabled', 'payout-approval', 'reconciliation', 'settlement', 'report', 'invoice'));
