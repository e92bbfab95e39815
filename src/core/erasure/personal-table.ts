// How it is said of a table where a person may stand in it.

export type Treatment =
  /** A star for each character, so that lengths and patterns hold. */
  | 'mask'
  /** Null. */
  | 'clear'
  /** "[erased]", where a column is never null; of what is sealed, the sealed empty text. */
  | 'blank'
  /** JSON without its members that are a person's; what is known of the person is replaced in the others. */
  | 'without'
  /** What is known of the person is replaced in it, and in JSON whatever stands under a person's names. */
  | 'redact'
  /** Searched and shown, and never changed: a reference of the books, or what is not this person's to take away. */
  | 'keep';

export interface PersonalTable {
  /** Its key: what a row is found by again. */
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
  /** Holds several people: it is never anybody's as a whole. */
  isShared?: true;
}
