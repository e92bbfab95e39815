// Describes a table that can hold personal data.

import { nameOf, type Table, type Treatment } from '../../kernel/db/table.ts';

export interface PersonalTable {
  /** The columns of its key, by which a row is found again. */
  key: readonly string[];
  /** Columns with ids of the same matter: rows that share one are erased together. An index is on each but `upward`. */
  links: readonly string[];
  /** Its links are subjects, as the audit log names them: "payment 0199…". */
  isBySubject?: true;
  /** Links that are only followed from a row, not to it. */
  upward?: readonly string[];
  columns: Readonly<Record<string, Treatment>>;
  /** When a row is still needed, in SQL ($now is the time), why, and until when. */
  open?: { when: string; why: string; until?: string };
  /** Why columns that are kept are kept. */
  kept?: string;
  /** Its rows are deleted, not emptied. */
  isDeleted?: true;
  /** Contains several people: it never belongs to one as a whole. */
  isShared?: true;
}

/** Returns the columns with personal data of a described table, by their names in the database. */
export const personalIn = ({ columns }: Table): Record<string, Treatment> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([member, { treatment }]) =>
      treatment === undefined ? [] : [[nameOf(member), treatment]],
    ),
  );
