// The code of the hash debugger's thread (threaded.ts). It reads no database and no settings; keys are only in memory.
import { diagnose, type Evidence, type Finding, type KeptEvidence } from './diagnose.ts';

export interface Search {
  /** The JSON of a stored request. An older version can have stored a large one, so it is parsed in this thread too. */
  evidence: string;
  keys: Pick<Evidence, 'rightKeys' | 'otherKeys'>;
}

/** Does nothing. A thread that has run it has started. */
export function ready(): void {}

/** Returns the mistakes of a kept request, or null if no known one leads to its hash. */
export function search({ evidence, keys }: Search): Finding[] | null {
  return diagnose({ ...(JSON.parse(evidence) as KeptEvidence), ...keys }) ?? null;
}
