// Compares payment links with their payments.
// all merchants: a check compares the whole database with itself.
import { checkOf, type Rules } from '../../core/findings.ts';
import { linkMachine } from '../../core/links/state.ts';
import { pathRules } from './transactions.ts';

const rules: Rules = {
  'single-link-is-paid-with-its-payment': (db) => db`
    select link.id as object, format('is %s, and %s of its payments are paid', link.state, paid.number) as detail
    from payment_links link
    cross join lateral (
      select count(*) as number from payments where link_id = link.id and state = 'complete'
    ) paid
    where link.uses = 'single' and case link.state when 'paid' then paid.number = 0
      -- The bank took the money of one payment back, and a second one was paid as well.
      when 'disabled' then paid.number > 0 and link.state_reason is distinct from 'the bank returned the money'
      else paid.number > 0 end`,
  'payment-of-link-has-its-reference': (db) => db`
    select payment.id as object,
      format('has the reference %s, its link %s, %s use, number %s', payment.merchant_reference,
        link.merchant_reference, link.uses, link.last_number) as detail
    from payments payment join payment_links link on link.id = payment.link_id
    where payment.merchant_id <> link.merchant_id or payment.site_id <> link.site_id or case link.uses
      when 'single' then payment.merchant_reference <> link.merchant_reference
      else substr(payment.merchant_reference, 1, length(link.merchant_reference) + 1)
          <> link.merchant_reference || '-'
        or substr(payment.merchant_reference, length(link.merchant_reference) + 2)::integer > link.last_number end`,
};

export const checkLinks = checkOf({ ...rules, ...pathRules(linkMachine) });
