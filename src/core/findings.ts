// What a check of the whole database finds. A rule is one statement over whole tables, so that it ends on ten million
// rows, and one statement sees one moment, so that it may run while the service works.
import type { Db, Sql } from '../kernel/db/db.ts';

export interface Finding {
  /** The rule, as a short name. */
  rule: string;
  /** The id of what breaks it. */
  object: string;
  detail: string;
}

/** Rules by their names: each statement finds the objects that break its rule, each `object` with a `detail`. */
export type Rules = Readonly<Record<string, (db: Db) => ReturnType<Sql>>>;

/** More findings of one kind than this add no information. */
export const findingsPerRule = 100;

/** Returns the check of `rules`: it finds everything that breaks one of them. */
export const checkOf = (rules: Rules) => async (db: Db) => {
  const findings: Finding[] = [];
  for (const [rule, find] of Object.entries(rules)) {
    const broken = await db<Omit<Finding, 'rule'>[]>`
      select object, detail from (${find(db)}) broken limit ${findingsPerRule}`;
    findings.push(...broken.map(({ object, detail }) => ({ rule, object, detail })));
  }
  return findings;
};
