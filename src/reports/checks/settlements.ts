// Compares settlements with their lines, the books and their transfers.
// all merchants: a check compares the whole database with itself.
import { checkOf, type Rules } from '../../core/findings.ts';
import { ownPostings } from '../../core/settlements/lines.ts';
import { settlementMachine } from '../../core/settlements/state.ts';
import type { Db } from '../../kernel/db/db.ts';
import { pathRules } from './transactions.ts';

const lineRules: Rules = {
  'settlement-adds-up': (db) => db`
    with summed as (
      select settlement_id, sum(amount_cents - fee_cents) as total, sum(fee_cents) as fees, count(*) as lines
      from settlement_lines group by settlement_id
    )
    select settlement.id as object,
      format('is %s cents with %s of fees on %s lines, its lines are %s with %s on %s', settlement.total_cents,
        settlement.fees_cents, settlement.counts->>'total', summed.total, summed.fees, summed.lines) as detail
    from settlements settlement left join summed on summed.settlement_id = settlement.id
    where summed.total is distinct from settlement.total_cents
      or summed.fees is distinct from settlement.fees_cents
      or summed.lines is distinct from (settlement.counts->>'total')::bigint
      or summed.lines is distinct from (
        select sum(value::bigint) from jsonb_each_text(settlement.counts) where key <> 'total')`,
  // A line has its journal's amounts, for the same site, booked after the previous settlement and up to its cut-off.
  'line-is-its-journal': (db) => db`
    with moved as (
      select entry.journal_id, account.site_id, -sum(entry.amount_cents) as net, min(entry.booked_at) as booked_at
      from ledger_entries entry
      join ledger_accounts account on account.id = entry.account_id and account.kind = 'merchant'
      group by entry.journal_id, account.site_id
    ), fee as (
      select entry.journal_id, -sum(entry.amount_cents) as cents,
        coalesce(-sum(entry.amount_cents) filter (where account.kind = 'vat'), 0) as vat_cents
      from ledger_entries entry
      join ledger_accounts account on account.id = entry.account_id and account.kind in ('fees', 'vat')
      group by entry.journal_id
    ), settlement as (
      select id, site_id, cut_off_at, lag(cut_off_at, 1, '-infinity') over (partition by site_id order by business_day) as after
      from settlements
    )
    select line.journal_id as object,
      format('%s cents and a fee of %s with VAT of %s, booked %s at %s; settled from %s to %s', line.amount_cents,
        line.fee_cents, line.vat_cents, coalesce(moved.net::text, 'nothing'), line.booked_at, settlement.after, settlement.cut_off_at) as detail
    from settlement_lines line
    join settlement on settlement.id = line.settlement_id
    left join moved on moved.journal_id = line.journal_id
    left join fee on fee.journal_id = line.journal_id
    where moved.net is distinct from line.amount_cents - line.fee_cents
      or coalesce(fee.cents, 0) <> line.fee_cents or coalesce(fee.vat_cents, 0) <> line.vat_cents
      or moved.site_id is distinct from line.site_id or settlement.site_id <> line.site_id
      or moved.booked_at is distinct from line.booked_at
      or line.booked_at <= settlement.after or line.booked_at > settlement.cut_off_at`,
};

// Movements of a site's balance without a line, except settlements' own postings. No site has two lines for one
// journal, because the journal is the line's key.
const unsettled = (db: Db) => db`
  select entry.journal_id, account.site_id, -sum(entry.amount_cents) as net, min(entry.booked_at) as booked_at
  from ledger_entries entry
  join ledger_accounts account on account.id = entry.account_id and account.kind = 'merchant'
  join ledger_journals journal on journal.id = entry.journal_id and journal.template <> all (${ownPostings})
  left join settlement_lines line on line.journal_id = entry.journal_id
  where line.journal_id is null
  group by entry.journal_id, account.site_id`;

const completenessRules: Rules = {
  // Up to the cut-off of a site's newest settlement, everything has a line.
  'journal-is-settled': (db) => db`
    with unsettled as (${unsettled(db)}),
    newest as (select site_id, max(cut_off_at) as cut_off_at from settlements group by site_id)
    select unsettled.journal_id as object,
      format('moved %s cents at %s, on no line of a settlement up to %s', unsettled.net, unsettled.booked_at,
        newest.cut_off_at) as detail
    from unsettled join newest on newest.site_id = unsettled.site_id
    where unsettled.booked_at <= newest.cut_off_at`,
  // The sum from there to the last processed day is carried forward: zero or less.
  'only-debts-are-carried-forward': (db) => db`
    with unsettled as (${unsettled(db)})
    select progress.site_id as object,
      format('%s cents booked up to %s are in no settlement', sum(unsettled.net), progress.cut_off_at) as detail
    from settlement_progress progress
    join unsettled on unsettled.site_id = progress.site_id and unsettled.booked_at <= progress.cut_off_at
    group by progress.site_id, progress.cut_off_at
    having sum(unsettled.net) > 0`,
  'settled-days-were-dealt-with': (db) => db`
    select settlement.id as object,
      format('of %s, and the site was dealt with up to %s', settlement.business_day,
        coalesce(progress.business_day::text, 'nothing')) as detail
    from settlements settlement left join settlement_progress progress on progress.site_id = settlement.site_id
    where progress.cut_off_at is null or progress.cut_off_at < settlement.cut_off_at`,
};

const bookRules: Rules = {
  'settlement-is-booked': (db) => db`
    with booked as (
      select journal.object_id, account.site_id, -sum(entry.amount_cents) as total
      from ledger_journals journal
      join ledger_entries entry on entry.journal_id = journal.id
      join ledger_accounts account on account.id = entry.account_id and account.kind = 'settlements_in_flight'
      where journal.template = 'settlement_made'
      group by journal.object_id, account.site_id
    )
    select coalesce(settlement.id, booked.object_id) as object,
      format('of %s cents, booked %s', coalesce(settlement.total_cents::text, 'no'),
        coalesce(booked.total::text, 'nothing')) as detail
    from settlements settlement full join booked
      on booked.object_id = settlement.id and booked.site_id = settlement.site_id
    where booked.total is distinct from settlement.total_cents`,
  // Paid: one transfer paid the total, or it stayed where it was, and the books agree. Not paid: none did, or it came back.
  'settlement-is-paid-once': (db) => db`
    with booked as (
      select transfer.object_id, -sum(entry.amount_cents) as cents
      from ledger_journals journal
      join transfers transfer on transfer.id = journal.object_id
      join ledger_entries entry on entry.journal_id = journal.id
      join ledger_accounts account on account.id = entry.account_id and account.kind = 'bank_clearing'
      where journal.template in ('settlement_paid', 'settlement_returned')
      group by transfer.object_id
    ), sent as (
      select object_id, sum(amount_cents) filter (where state = 'paid') as cents
      from transfers where purpose = 'settlement' group by object_id
    ), kept as (
      select journal.object_id, -sum(entry.amount_cents) as cents
      from ledger_journals journal
      join ledger_entries entry on entry.journal_id = journal.id
      join ledger_accounts account on account.id = entry.account_id and account.kind = 'own_movements'
      where journal.template = 'settlement_kept'
      group by journal.object_id
    )
    select settlement.id as object,
      format('%s, of %s cents, booked as paid %s, paid by transfers %s', settlement.state, settlement.total_cents,
        coalesce(booked.cents, 0), coalesce(sent.cents, 0)) as detail
    from settlements settlement
    left join booked on booked.object_id = settlement.id
    left join sent on sent.object_id = settlement.id
    left join kept on kept.object_id = settlement.id
    where coalesce(booked.cents, 0) + coalesce(kept.cents, 0)
        <> case settlement.state when 'paid' then settlement.total_cents else 0 end
      or coalesce(sent.cents, 0) + coalesce(kept.cents, 0)
        <> case settlement.state when 'paid' then settlement.total_cents else 0 end`,
  // An unpaid settlement has a transfer in progress or waits for its day to order one.
  'unpaid-settlement-moves-on': (db) => db`
    select settlement.id as object,
      format('%s transfers under way, %s', count(transfer.id), coalesce('due ' || settlement.due_at, 'not due')) as detail
    from settlements settlement
    left join transfers transfer on transfer.object_id = settlement.id and transfer.state in ('ready', 'sent')
    where settlement.state = 'made'
    group by settlement.id
    having count(transfer.id) <> case when settlement.due_at is null then 1 else 0 end`,
};

export const checkSettlements = checkOf({
  ...lineRules,
  ...completenessRules,
  ...bookRules,
  ...pathRules(settlementMachine),
});
