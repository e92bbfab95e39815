// Compares bank accounts with their statements: the ledger's balance at a bank is the sum of the bank's lines, each
// movement is booked once, and no booked line has been dropped. all merchants: a check compares the whole database with
// itself.
import { checkOf, type Rules } from '../../core/findings.ts';
import { paymentFileMachine } from '../../core/payment-files/state.ts';
import { categoryPostings } from '../../core/statements/lines.ts';
import { pathRules } from './transactions.ts';

/** The postings of lines in a category: the kind, the sign of the amount, and the template. */
const categories = Object.entries(categoryPostings).flatMap(([kind, { in: paidIn, out }]) => [
  { kind, sign: 1, template: paidIn },
  { kind, sign: -1, template: out },
]);

const rules: Rules = {
  // The opening balance, the booked lines, and the bookings of banks' responses before a line shows them.
  'account-is-its-lines': (db) => db`
    with held as (
      select account.bank_account, sum(entry.amount_cents) as cents
      from ledger_accounts account join ledger_entries entry on entry.account_id = account.id
      where account.kind = 'bank_clearing' group by 1
    ), opened as (
      select account.bank_account, -sum(entry.amount_cents) as cents
      from ledger_accounts account join ledger_entries entry on entry.account_id = account.id
      where account.kind = 'opening_balance' group by 1
    ), shown as (
      select bank_account, sum(amount_cents) as cents from statement_lines
      where status in ('booked', 'dropped') group by 1
    ), answered as (
      select own.bank_account, sum(
          case when paid.id is not null and not own.in_sum and payment.id is null then -own.amount_cents else 0 end
          + case when returned.id is not null and back.id is null then own.amount_cents else 0 end) as cents
      from payment_orders own
      left join transitions paid on paid.object_id = own.id and paid.object = 'transfer' and paid.verb = 'pay'
      left join transitions returned on returned.object_id = own.id and returned.object = 'transfer'
        and returned.verb = 'return' and returned.from_state = 'paid'
      left join statement_lines payment on payment.order_id = own.id and payment.meaning = 'payment'
      left join statement_lines back on back.order_id = own.id and back.meaning = 'return'
      group by 1
    )
    select account.id as object,
      format('the books hold %s cents; opening %s, lines %s, answers %s', coalesce(held.cents, 0),
        coalesce(opened.cents, 0), coalesce(shown.cents, 0), coalesce(answered.cents, 0)) as detail
    from bank_accounts account
    left join held on held.bank_account = account.id
    left join opened on opened.bank_account = account.id
    left join shown on shown.bank_account = account.id
    left join answered on answered.bank_account = account.id
    where coalesce(held.cents, 0) <> coalesce(opened.cents, 0) + coalesce(shown.cents, 0) + coalesce(answered.cents, 0)`,
  'statement-adds-up': (db) => db`
    select id as object,
      format('%s of %s: opening %s, lines %s, closing %s', file_name, bank_account, opening_cents, sum_cents,
        closing_cents) as detail
    from statements
    where opening_cents is not null and closing_cents is not null and opening_cents + sum_cents <> closing_cents`,
  // The sum of all final lines, on the opening balance, is the last closing balance.
  'lines-are-the-last-balance': (db) => db`
    with last as (
      select distinct on (bank_account) bank_account, closing_cents
      from statements where kind = 'final' and closing_cents is not null and to_on is not null
      order by bank_account, to_on desc, is_news desc, taken desc
    ), told as (
      select bank_account, sum(amount_cents) as cents from statement_lines
      where 'final' = any (kinds) and status <> 'pending' group by 1
    )
    select last.bank_account as object,
      format('opening %s, lines %s, last closing %s', account.opening_cents, coalesce(told.cents, 0),
        last.closing_cents) as detail
    from last join bank_accounts account on account.id = last.bank_account
    left join told on told.bank_account = last.bank_account
    where coalesce(account.opening_cents, 0) + coalesce(told.cents, 0) <> last.closing_cents`,
  'line-was-not-dropped': (db) => db`
    select id as object,
      format('%s cents of %s on %s were reported, and are not on the final statement', amount_cents, booked_on, bank_account)
        as detail
    from statement_lines where status = 'dropped'`,
  'deposit-line-has-its-deposit': (db) => db`
    select line.id as object,
      format('%s cents on %s, its deposit has %s on %s', line.amount_cents, line.bank_account,
        coalesce(deposit.amount_cents::text, 'nothing'), coalesce(deposit.bank_account, 'none')) as detail
    from statement_lines line left join deposits deposit on deposit.id = line.object_id
    where line.meaning = 'deposit' and (deposit.amount_cents is distinct from line.amount_cents
      or deposit.bank_account is distinct from line.bank_account)`,
  // The outcome recorded of an order is that of its transfer: the transfer moves first.
  'payment-order-is-its-transfer': (db) => db`
    select own.id as object,
      format('%s is recorded as %s, its transfer is %s', own.bank_reference, own.meaning,
        coalesce(transfer.state, 'nowhere')) as detail
    from payment_orders own left join transfers transfer on transfer.id = own.id
    where own.meaning in ('paid', 'failed', 'returned')
      and (transfer.state is null or transfer.state in ('ready', 'sent')
        or (own.meaning = 'returned') <> (transfer.state = 'returned')
          and not (own.meaning = 'paid' and transfer.state = 'returned'))`,
  // A line in a category is booked once with its amount. Every other booking of a category has been undone.
  'category-is-booked': (db) => db`
    with own as materialized (
      select * from unnest(
        ${categories.map(({ kind }) => kind)}::text[], ${categories.map(({ sign }) => sign)}::integer[],
        ${categories.map(({ template }) => template)}::text[]
      ) as own (kind, sign, template)
    ), posted as (
      select journal.object_id, journal.template, sum(abs(entry.amount_cents)) / 2 as cents
      from ledger_journals journal join ledger_entries entry on entry.journal_id = journal.id
      where journal.object = 'statementLine'
        and exists (select from own where journal.template in (own.template, own.template || '_undone'))
      group by 1, 2
    ), books as (
      select object_id, string_agg(format('%s %s', template, cents::bigint), ', ' order by template) as booked
      from posted group by 1
    ), expected as (
      select coalesce(line.booking_id, line.id) as id, format('%s %s', own.template, abs(line.amount_cents)) as booked
      from statement_lines line join own on own.kind = line.meaning and own.sign = sign(line.amount_cents)
      where line.status in ('booked', 'dropped')
    )
    select coalesce(expected.id, books.object_id) as object,
      format('is to be booked as %s, and is booked as %s', coalesce(expected.booked, 'nothing'),
        coalesce(books.booked, 'nothing')) as detail
    from expected full join books on books.object_id = expected.id
    where case when expected.id is null then books.booked !~ '^(\\w+) (\\d+), \\1_undone \\2$'
      else books.booked is distinct from expected.booked end`,
};

/** Returns the findings about bank accounts, their statements and payment files. */
export const checkAccounts = checkOf({ ...rules, ...pathRules(paymentFileMachine) });
