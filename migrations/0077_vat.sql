-- beside: 0059
-- The VAT that the fee of a settlement's line includes. Programs of before book no VAT.

alter table settlement_lines add column vat_cents bigint not null default 0;
alter table settlement_lines add constraint settlement_lines_vat_check
  check (vat_cents between least(fee_cents, 0) and greatest(fee_cents, 0)) not valid;
