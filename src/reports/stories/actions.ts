// Stories: everything on record about one object, from the request to the settlement, in the order of cause and effect.
// Nothing is stored for them. They are read from the others' records, so they are always complete.

import { atOneInstant, type Context } from '../../core/context.ts';
import type { Recall } from '../../core/rails.ts';
import type { Db } from '../../kernel/db/db.ts';
import { tellBank } from './bank.ts';
import { tellBeginnings } from './beginnings.ts';
import { listDue } from './due.ts';
import { type Family, memberIds, readFamily } from './family.ts';
import { linked } from './links.ts';
import { inOrder } from './order.ts';
import { readConsents, readJournals, readSettled, readTransitions } from './record-store.ts';
import { listRelated } from './related.ts';
import { tellHashes, tellKeys, tellRefused } from './requests.ts';
import { type Search, searchStories } from './search.ts';
import { findCauses, tellConsents, tellJournals, tellSettled, tellTransitions } from './steps.ts';
import { describeRoots, type Owner } from './store.ts';
import type { Match, Note, Root, Story } from './story.ts';
import { readTold, tellTold } from './told.ts';
import { readEvents } from './told-store.ts';
import { redact } from './words.ts';

export type { Due, Match, Related, Root, Step, StepKind, Story } from './story.ts';

/** Returns the stories that a search finds, the newest first. all merchants: for operators. */
export function findStories(ctx: Context, search: Search): Promise<Match[]> {
  return searchStories(ctx.db, search);
}

/**
 * Returns the story of one object, all of it as of one instant, or undefined if there is no such object. `recall` asks
 * a bank that keeps readable records. all merchants: for operators.
 */
export function tellStory(ctx: Context, root: Root, recall?: Recall): Promise<Story | undefined> {
  return atOneInstant(ctx, async (tx) => {
    const [described] = await describeRoots(tx, [root]);
    if (!described) return undefined;
    const { owner, subscriptionId: _, ...match } = described;
    const family = await readFamily(tx, root);
    const { notes, due, related } = await tellFamily(tx, family, recall);
    const before = owner ? await tellRequests(tx, match, owner, family) : [];
    const stateReason = reasonOf(family, root.id);
    const subject = {
      ...match,
      merchant: owner?.merchant ?? null,
      siteName: owner?.siteName ?? null,
      stateReason,
    };
    return { subject, steps: inOrder([...before, ...notes]), due, related };
  });
}

function reasonOf(family: Family, id: string): string | null {
  const rows: { id: string; stateReason?: string | null }[] = Object.values(family).flat();
  const reason = rows.find((row) => row.id === id)?.stateReason ?? null;
  return reason && redact(reason);
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Returns everything on record about the members of a family. */
async function tellFamily(
  db: Db,
  family: Family,
  recall: Recall | undefined,
): Promise<Pick<Story, 'due' | 'related'> & { notes: Note[] }> {
  const ids = memberIds(family);
  const transitions = await readTransitions(db, ids);
  const journals = await readJournals(db, ids);
  const settled = await readSettled(db, idsOf(journals));
  const events = await readEvents(db, {
    ids,
    subscriptionIds: family.charges.map(({ subscriptionId }) => subscriptionId),
    transactionIds: idsOf(family.transactions),
  });
  const told = await readTold(db, events);
  const causes = findCauses(family, { transitions, journals, events });
  const notes = [
    ...linked(tellBeginnings(family), family, transitions),
    ...tellTransitions(transitions),
    ...tellJournals(family, journals, causes),
    ...tellSettled(settled, journals),
    ...tellConsents(await readConsents(db, idsOf(family.transactions))),
    ...tellTold(family, told, causes),
    ...(await tellBank(db, family, transitions, recall)),
  ];
  return { notes, due: listDue(family, told), related: listRelated(family, settled) };
}

/** Returns the decisions on requests: earlier refusals, hashes, idempotency keys. */
async function tellRequests(db: Db, match: Match, owner: Owner, family: Family): Promise<Note[]> {
  const isRefused = match.kind === 'refused_request';
  const references = [...(match.reference === null ? [] : [match.reference]), ...idsOf(family.transactions)];
  const refused = await tellRefused(db, {
    siteId: owner.siteId,
    ...(isRefused ? { id: match.id } : { references }),
  });
  return [...refused, ...tellHashes(family), ...(await tellKeys(db, owner.merchantId, family))];
}
