// Compares verifications with the books.
// all merchants: a check compares the whole database with itself.
import { checkOf, type Rules } from '../../core/findings.ts';

const rules: Rules = {
  // The cost of a verification is booked once, from its own site's balance. A free one is not booked.
  'verification-is-charged': (db) => db`
    with booked as (
      select journal.object_id, string_agg(distinct journal.template, ' ') as templates,
        sum(entry.amount_cents) filter (where account.kind = 'merchant') as cents,
        max(account.site_id::text)::uuid as site_id
      from ledger_journals journal
      join ledger_entries entry on entry.journal_id = journal.id
      join ledger_accounts account on account.id = entry.account_id
      where journal.object = 'verification'
      group by journal.object_id
    )
    select coalesce(verification.id, booked.object_id) as object,
      format('%s for %s cents, booked %s of %s', coalesce(verification.outcome, 'no verification'),
        verification.fee_cents, coalesce(booked.templates, 'nothing'), booked.cents) as detail
    from (select * from verifications where fee_cents > 0) verification
    full join booked on booked.object_id = verification.id
    where booked.cents is distinct from verification.fee_cents
      or booked.site_id is distinct from verification.site_id
      or booked.templates is distinct from 'verification_charged'`,
};

export const checkVerifications = checkOf(rules);
