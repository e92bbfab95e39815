// Forms that change something: each does it once, however often it is sent.
import { isUuid } from '../../kernel/ids.ts';
import { unseededUuid } from '../../kernel/security/secure-random.ts';
import type { AnyContext, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import { findForm, insertForm } from './form-store.ts';

export const newFormId = unseededUuid;

/**
 * Claims a form in the transaction of its work, so that a form whose work failed can be sent again. Throws
 * FormSentBefore if it was claimed, and InvalidField for a malformed id.
 */
export async function claimForm(
  work: Work,
  { id, userId, path }: { id: string; userId: string; path: string },
): Promise<void> {
  if (!isUuid(id)) throw invalidField('form', 'the form id is missing');
  const isFirst = await insertForm(work.tx, {
    id,
    userId,
    path: path.slice(0, 500),
    at: work.realClock.now(),
  });
  if (!isFirst) throw new DomainError('FormSentBefore');
}

/** True for a form that was carried out. For work done outside of its transaction. */
export const isClaimed = async ({ db }: AnyContext, id: string): Promise<boolean> =>
  isUuid(id) && findForm(db, id);
