// What runs in the doctor's thread (threaded.ts). It reads no database and no settings: keys come to it in memory alone.
import { diagnose, type Evidence, type Finding, type KeptEvidence } from './doctor.ts';

export interface Search {
  /** The JSON of what was kept: it may be large where an older version kept it, so it is read here too. */
  evidence: string;
  keys: Pick<Evidence, 'rightKeys' | 'otherKeys'>;
}

/** Does nothing: a thread that has done it is there. */
export function ready(): void {}

/** What a kept request got wrong; null where no known mistake leads to its hash. */
export function search({ evidence, keys }: Search): Finding[] | null {
  return diagnose({ ...(JSON.parse(evidence) as KeptEvidence), ...keys }) ?? null;
}
