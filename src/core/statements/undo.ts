// Undoes what a user, or a rule, has booked of a line: its category by a reversing entry, or the match of its deposit. The
// line is open again, or its deposit waits again. The books keep both postings.
import { newId } from '../../kernel/ids.ts';
import { required } from '../../kernel/required.ts';
import { findSeenAccount } from '../accounts/actions.ts';
import type { AnyContext } from '../context.ts';
import { type MatchFacts, undoDeposit } from '../deposits/undo.ts';
import { DomainError } from '../errors.ts';
import { assertAsSeen, type Seen } from '../seen.ts';
import { inWork } from '../unit-of-work.ts';
import type { Viewer } from '../viewer.ts';
import { isCategory, reverseCategory } from './lines.ts';
import * as store from './store.ts';

/** The facts of a booked line that a user saw. */
export type BookedFacts = { meaning: store.LineMeaning | null };

/**
 * Undoes the booking of a line. Throws StatementLineNotFound, ChangedSinceSeen, what undoDeposit throws, and StepNotAllowed
 * if nothing is booked, or it is a payment of this service or a reversal, which the bank has confirmed.
 */
export function undoLine(
  scope: AnyContext,
  viewer: Viewer,
  id: string,
  reason: string,
  seen?: Seen<BookedFacts> & { deposit?: Seen<MatchFacts> },
): Promise<store.StatementLine> {
  return inWork(scope, async (work) => {
    const line = await store.lockLine(work.tx, id);
    if (!line || !(await findSeenAccount(work.tx, viewer, line.bankAccount)))
      throw new DomainError('StatementLineNotFound', { detail: `there is no line ${id}` });
    assertAsSeen<BookedFacts>(seen, { meaning: line.meaning });
    const { meaning, objectId } = line;
    if (line.status !== 'booked' || meaning === null)
      throw refused(`the line is ${line.status}, so there is nothing to undo`);
    if (isCategory(meaning)) {
      reverseCategory(work, line, meaning);
      await store.setUndone(work.tx, id, newId(work.clock));
    } else if (meaning === 'deposit')
      await undoDeposit(work, viewer, required(objectId, 'deposit'), reason, seen?.deposit);
    else
      throw refused(
        'the match of a line to a payment, its return or a reversal by the bank cannot be undone',
      );
    return required(await store.lockLine(work.tx, id), 'line');
  });
}

const refused = (detail: string) => new DomainError('StepNotAllowed', { detail });
