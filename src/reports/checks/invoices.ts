// Compares invoices and credit notes with the fees of the ledger.
// all merchants: a check compares the whole database with itself.
import { checkOf, type Rules } from '../../core/findings.ts';
import { invoiceCreditMachine } from '../../core/invoices/credit-state.ts';
import { zone } from '../../kernel/calendar.ts';
import { pathRules } from './transactions.ts';

const rules: Rules = {
  // The documents of a merchant for an invoiced month add up to its fees and their VAT in the ledger.
  'invoices-are-the-fees': (db) => db`
    with month as (
      select period, period::timestamp at time zone ${zone}::text as from_at,
        (period + interval '1 month')::timestamp at time zone ${zone}::text as to_at
      from invoice_runs where completed_at is not null
    ), booked as (
      select journal.merchant_id, month.period, -sum(entry.amount_cents) as total,
        coalesce(-sum(entry.amount_cents) filter (where account.kind = 'vat'), 0) as vat
      from ledger_accounts account
      join month on true
      join ledger_entries entry on entry.account_id = account.id
        and entry.booked_at >= month.from_at and entry.booked_at < month.to_at
      join ledger_journals journal on journal.id = entry.journal_id and journal.merchant_id is not null
      where account.kind in ('fees', 'vat') and account.site_id is null
      group by journal.merchant_id, month.period
    ), issued as (
      select merchant_id, period, sum(case kind when 'invoice' then total_cents else -total_cents end) as total,
        sum(case kind when 'invoice' then vat_cents else -vat_cents end) as vat
      from invoices join month using (period) group by merchant_id, period
    )
    select coalesce(booked.merchant_id, issued.merchant_id) as object,
      format('%s: invoiced %s cents with VAT of %s, booked %s with %s', coalesce(booked.period, issued.period),
        coalesce(issued.total, 0), coalesce(issued.vat, 0), coalesce(booked.total, 0), coalesce(booked.vat, 0)) as detail
    from booked full join issued on issued.merchant_id = booked.merchant_id and issued.period = booked.period
    where coalesce(booked.total, 0) <> coalesce(issued.total, 0) or coalesce(booked.vat, 0) <> coalesce(issued.vat, 0)`,
  'invoice-adds-up': (db) => db`
    select invoice.id as object,
      format('is %s cents with VAT of %s, its lines are %s with %s', invoice.total_cents, invoice.vat_cents, line.total,
        line.vat) as detail
    from invoices invoice cross join lateral (
      select sum((line ->> 'totalCents')::numeric) as total, sum((line ->> 'vatCents')::numeric) as vat
      from jsonb_array_elements(invoice.lines) line
    ) line
    where line.total <> invoice.total_cents or line.vat <> invoice.vat_cents`,
  'invoice-numbers-have-no-gap': (db) => db`
    select kind as object, format('has %s documents up to number %s', count(*), max(sequence)) as detail
    from invoices group by kind having count(*) <> max(sequence)`,
  // An approved credit note is booked with its amount and VAT, and nothing else is booked as one.
  'credit-note-is-booked': (db) => db`
    with booked as (
      select journal.object_id, sum(entry.amount_cents) as total,
        coalesce(sum(entry.amount_cents) filter (where account.kind = 'vat'), 0) as vat
      from ledger_journals journal join ledger_entries entry on entry.journal_id = journal.id
      join ledger_accounts account on account.id = entry.account_id and account.kind in ('fees', 'vat')
      where journal.template = 'fee_credited' group by journal.object_id
    )
    select coalesce(credit.id, booked.object_id) as object,
      format('credits %s cents with VAT of %s by %s of %s with %s, booked %s with %s', credit.amount_cents, credit.vat_cents,
        note.id, note.total_cents, note.vat_cents, booked.total, booked.vat) as detail
    from (select * from invoice_credits where state = 'approved') credit
    left join invoices note on note.id = credit.credit_note_id
    full join booked on booked.object_id = credit.id
    where (credit.amount_cents, credit.vat_cents, note.total_cents, note.vat_cents)
      is distinct from (booked.total, booked.vat, booked.total, booked.vat)`,
  'credits-fit-their-invoice': (db) => db`
    select invoice.id as object, format('line %s is %s cents with VAT of %s, and %s with %s are credited', credit.line,
      invoice.lines -> (credit.line - 1) ->> 'totalCents', invoice.lines -> (credit.line - 1) ->> 'vatCents', credit.total,
      credit.vat) as detail
    from (
      select invoice_id, line, sum(amount_cents) as total, coalesce(sum(vat_cents), 0) as vat
      from invoice_credits where state <> 'declined' group by invoice_id, line
    ) credit join invoices invoice on invoice.id = credit.invoice_id
    where credit.total > (invoice.lines -> (credit.line - 1) ->> 'totalCents')::numeric
      or credit.vat > (invoice.lines -> (credit.line - 1) ->> 'vatCents')::numeric
      or invoice.lines -> (credit.line - 1) is null`,
};

export const checkInvoices = checkOf({ ...rules, ...pathRules(invoiceCreditMachine) });
