// Timelines: everything on record about one object, from the request to the settlement, in the order of cause and
// effect. Nothing is stored for them. They are read from the records of others, so they are always complete.

import type { AnyContext, Context } from '../../core/context.ts';
import type { Formats } from '../../core/notifications/jobs.ts';
import type { Recall } from '../../core/rails.ts';
import { withoutKind } from '../../core/users/names.ts';
import { sees, type Viewer } from '../../core/viewer.ts';
import { tellBank } from './bank.ts';
import { tellBeginnings } from './beginnings.ts';
import { describeNotifications, listUndelivered, readNotifications, tellArchived } from './deliveries.ts';
import { readArchived, readEvents } from './delivery-store.ts';
import { listDue } from './due.ts';
import type { Raw } from './exchanges.ts';
import { type Family, memberIds, readFamily } from './family.ts';
import { mostEvents, mostSteps, newestOf } from './limits.ts';
import { linked } from './links.ts';
import { tellRemarks } from './notes.ts';
import { tellOlder } from './older.ts';
import { inOrder } from './order.ts';
import { readConsents, readJournals, readSettled, readTransitions } from './record-store.ts';
import { listRelated } from './related.ts';
import { tellHashes, tellKeys, tellRefused } from './requests.ts';
import { type ReadScope, readTogether } from './scope.ts';
import { type Search, searchTimelines } from './search.ts';
import { findCauses, tellConsents, tellJournals, tellSettled, tellTransitions } from './steps.ts';
import { describeRoots, type Owner } from './store.ts';
import type { Match, Note, Root, Step, Timeline } from './timeline.ts';
import { redact } from './words.ts';

export type {
  Due,
  Exchange,
  Journal,
  Match,
  Related,
  Root,
  Step,
  StepKind,
  Timeline,
} from './timeline.ts';

/** Returns the viewer's timelines with exactly an id or a reference, the newest first. */
export function findTimelines({ db }: AnyContext, viewer: Viewer, search: Search): Promise<Match[]> {
  return searchTimelines({ db, viewer }, search);
}

export interface Telling {
  /** Reads records of a bank that keeps readable ones, for operators. */
  recall?: Recall;
  /** The merchants whose raw responses can be shown: `merchantsFor(rights, 'exchange.see')`. Absent: none. */
  exchangesOf?: Viewer;
  /** The renderers of notifications. With them, steps have their raw exchanges, where these can be shown. */
  formats?: Partial<Formats>;
}

/**
 * Returns the timeline of one object, all of it as of one instant. Undefined if there is no such object, or if the
 * viewer cannot see it.
 */
export function readTimeline(
  ctx: Context,
  viewer: Viewer,
  root: Root,
  { recall, exchangesOf = { merchants: [] }, formats }: Telling = {},
): Promise<Timeline | undefined> {
  return readTogether(ctx, async (db) => {
    const scope = { db, viewer };
    const [described] = await describeRoots(scope, [root]);
    if (described?.kind !== root.kind) return undefined;
    const { owner, subscriptionId: _, ...match } = described;
    const { family, older } = await readFamily(scope, root);
    const mayTell = sees(exchangesOf, owner?.merchantId ?? null);
    const raw = mayTell ? { formats, open: (sealed: string) => ctx.keyring.open(sealed) } : undefined;
    const [{ notes, ...rest }, before] = await Promise.all([
      tellFamily(scope, { root, family }, { recall, raw }),
      owner ? tellRequests(scope, { match, owner, family, raw }) : [],
    ]);
    const leftOut = Object.entries(older).flatMap(([kind, at]) => tellOlder(root, kind, at));
    const stateReason = reasonOf(family, root.id);
    const subject = {
      ...match,
      merchantId: owner?.merchantId ?? null,
      merchant: owner?.merchant ?? null,
      siteName: owner?.siteName ?? null,
      stateReason,
    };
    return { subject, steps: inOrder([...before, ...leftOut, ...notes]).map(named), ...rest };
  });
}

/** A user's name is shown without the kind of actor, which only served to find the surface. */
const named = (step: Step): Step => ({ ...step, by: step.by && withoutKind(step.by) });

function reasonOf(family: Family, id: string): string | null {
  const rows: { id: string; stateReason?: string | null }[] = Object.values(family).flat();
  const reason = rows.find((row) => row.id === id)?.stateReason ?? null;
  return reason && redact(reason);
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Returns everything on record about the members of a family. */
async function tellFamily(
  scope: ReadScope,
  { root, family }: { root: Root; family: Family },
  { recall, raw }: { recall: Recall | undefined; raw: Raw | undefined },
): Promise<Omit<Timeline, 'subject' | 'steps'> & { notes: Note[] }> {
  const ids = memberIds(family);
  const [moved, journals, happened, gone, consents, remarks] = await Promise.all([
    readTransitions(scope, ids),
    readJournals(scope, ids),
    readEvents(scope, {
      ids,
      subscriptionIds: family.charges.map(({ subscriptionId }) => subscriptionId),
      transactionIds: idsOf(family.transactions),
      withData: raw?.formats !== undefined,
    }),
    readArchived(scope, ids),
    readConsents(scope, idsOf(family.transactions)),
    tellRemarks(scope, idsOf(family.payments)),
  ]);
  const { shown: transitions, older: olderStep } = newestOf(moved, mostSteps);
  const { shown: events, older: olderEvent } = newestOf(happened, mostEvents);
  const { shown: archived, older: olderArchived } = newestOf(gone, mostEvents);
  const [settled, rows, bank] = await Promise.all([
    readSettled(scope, idsOf(journals)),
    readNotifications(scope, events, raw),
    tellBank(scope, family, transitions, recall),
  ]);
  const causes = findCauses(family, { transitions, journals, events });
  const notes = [
    ...tellOlder(root, 'state changes', olderStep?.at, mostSteps),
    ...tellOlder(root, 'events', olderEvent?.occurredAt, mostEvents),
    ...linked(tellBeginnings(family), family, transitions),
    ...tellTransitions(transitions),
    ...tellJournals(family, journals, causes),
    ...tellSettled(settled, journals),
    ...tellConsents(consents),
    ...describeNotifications(family, rows, causes),
    ...tellOlder(root, 'archived events', olderArchived?.occurredAt, mostEvents),
    ...tellArchived(archived),
    ...remarks,
    ...bank,
  ];
  return {
    notes,
    due: listDue(family, rows),
    related: listRelated(family, settled),
    undelivered: listUndelivered(rows),
  };
}

/** Returns the decisions on requests: earlier refusals, hashes, idempotency keys. */
async function tellRequests(
  scope: ReadScope,
  of: { match: Match; owner: Owner; family: Family; raw: Raw | undefined },
): Promise<Note[]> {
  const { match, owner, family, raw } = of;
  const isRefused = match.kind === 'refused_request';
  const references = [...(match.reference === null ? [] : [match.reference]), ...idsOf(family.transactions)];
  const which = { siteId: owner.siteId, ...(isRefused ? { id: match.id } : { references }) };
  const [refused, keys] = await Promise.all([
    tellRefused(scope, which, raw),
    tellKeys(scope, owner.merchantId, family),
  ]);
  return [...refused, ...tellHashes(family), ...keys];
}
