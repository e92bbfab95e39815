// The entries of a timeline that report rows left out.
import { beginningOf } from './beginnings.ts';
import { mostShown } from './limits.ts';
import type { Note, Root } from './timeline.ts';

/** Returns the entry that reports that older rows of a kind, a plural, are not shown. */
export function tellOlder(root: Root, kind: string, at: Date | undefined, most = mostShown): Note[] {
  if (at === undefined) return [];
  return [
    {
      record: `older/${kind.replaceAll(' ', '-')}`,
      at,
      kind: 'begin',
      object: root.kind,
      objectId: root.id,
      what: `older ${kind} are not shown`,
      why: `the newest ${most} are shown`,
      by: null,
      correlationId: null,
      after: [beginningOf(root.id)],
    },
  ];
}
