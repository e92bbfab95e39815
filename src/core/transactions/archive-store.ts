// SQL of transactions' rows that go to files.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { isOpen } from '../payments/actions.ts';
import type { AgedRow, Shelf } from '../retention.ts';
import { failedStates, transactionMachine } from './state.ts';

/**
 * Consents of payers, of transactions that have ended. all merchants: the service archives the consents of every
 * merchant.
 */
export const consentShelf: Shelf = {
  read: (tx, { before, after }, limit) => tx<AgedRow[]>`
    select consent.transaction_id as id, consent.given_at::text as at, consent.xmin::text as version,
      json_build_object('table', 'consents', 'row', to_json(consent))::text as line
    from consents consent
    where consent.given_at < ${before}
      and (consent.given_at, consent.transaction_id) > (${after.at}::text::timestamptz, ${after.id}::uuid)
      and (select state from transactions where id = consent.transaction_id) = any (${[...transactionMachine.ended]})
    order by consent.given_at, consent.transaction_id limit ${limit}`,
  remove: async (tx: Tx, rows) => {
    const gone = await tx`
      delete from consents
      using unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ version }) => version)}::text[]) as given (id, version)
      where consents.transaction_id = given.id and consents.xmin::text = given.version`;
    return gone.count;
  },
};

/**
 * True for an `event` of a failed attempt that is notified when no other attempt can follow. all merchants: it is
 * part of statements that name the merchant.
 */
export const mayBeAnnounced = (db: Db) => db`
  coalesce((
    select announced_at is null and state = any (${[...failedStates]}) and ${isOpen(db)}
    from transactions where id = event.object_id), false)`;
