// Remarks of users on an object of a timeline. They are stored in the audit log alone; those of operators have no
// merchant there, so that merchants do not see them.
import { mostNotes } from '../../core/users/audit.ts';
import { withoutKind } from '../../core/users/names.ts';
import { beginningOf } from './beginnings.ts';
import { actorFor, ofMerchants, type ReadScope } from './scope.ts';
import type { Note } from './timeline.ts';
import { redact } from './words.ts';

interface Remark {
  position: bigint;
  /** By the service's clock, which the other steps go by. */
  at: string;
  by: string;
  text: string;
  paymentId: string;
  correlationId: string;
}

/** Returns the newest remarks on payments that the viewer may see: all of them, unless they are older than the limit. */
export async function tellRemarks(scope: ReadScope, paymentIds: readonly string[]): Promise<Note[]> {
  if (paymentIds.length === 0) return [];
  const subjects = paymentIds.map((id) => `payment ${id}`);
  const rows = await scope.db<Remark[]>`
    select position, after ->> 'at' as at, ${actorFor(scope, 'actor')} as by, why as text, substr(subject, 9) as payment_id,
      correlation_id
    from (
      select *, case when who like 'cli:%' then who else 'user:' || who end as actor from console.audit
      where action = 'payment.note' and subject = any (${subjects}) and ${ofMerchants(scope)}
      order by position desc limit ${2 * mostNotes * paymentIds.length}
    ) remark
    order by position`;
  return rows.map(({ position, at, by, text, paymentId, correlationId }) => ({
    record: `audit/${position}`,
    at: new Date(at),
    kind: 'note',
    object: 'payment',
    objectId: paymentId,
    what: `Note: ${redact(text)}`,
    why: null,
    by: withoutKind(by),
    correlationId,
    cause: beginningOf(paymentId),
  }));
}
