// A kept request, diagnosed with its surface's right keys and with wrong ones, and explained to its developer.
import type { Context } from '../core/context.ts';
import type { HashSurface, StoredFinding } from '../core/hash-mismatches/actions.ts';
import { diagnose, type Evidence, type KeptEvidence, type NamedKey, SearchGivenUp } from './diagnose.ts';
import { type Explanation, explain } from './explain.ts';
import { keysFor } from './keys.ts';

/** The request's site and the kind of its hash. */
interface Kept {
  siteId: string;
  surface: HashSurface;
  evidence: KeptEvidence;
}

export interface KeptExplanation extends Explanation {
  isRight: boolean;
  /** Empty if no known mistake leads to the hash, if the hash is right, or if the request has no hash. */
  findings: StoredFinding[];
  /** Whether no mistake was found because the search was aborted. */
  isGivenUp: boolean;
  /** Set if it is the first wrong item of a request with many. */
  among: KeptEvidence['among'] | null;
  /** How many of the sent fields were not kept. */
  dropped: number;
  /** The names of fields that were cut to their beginning. */
  cut: string[];
}

/**
 * Returns everything about a request except its merchant's keys: a key in a field is masked. `found` is an earlier
 * diagnosis, `isGivenUp` an earlier search that was aborted; `alsoTried` are keys that only the caller knows.
 */
export async function explainKept(
  ctx: Context,
  kept: Kept,
  {
    found = [],
    isGivenUp = false,
    alsoTried = [],
  }: { found?: StoredFinding[]; isGivenUp?: boolean; alsoTried?: NamedKey[] },
): Promise<KeptExplanation> {
  const { evidence } = kept;
  const keys = await keysFor(ctx, kept);
  const otherKeys = [...alsoTried, ...keys.otherKeys];
  const isSent = evidence.digest !== '';
  const isOpen = isSent && found.length === 0;
  const { said, isCutShort } = isOpen ? search({ ...evidence, ...keys, otherKeys }) : { said: found };
  const isRight = isOpen && said?.length === 0;
  const mask = maskOf([...keys.rightKeys, ...otherKeys.map(({ text }) => text)]);
  const { fields, input, ambiguous } = explain(evidence);
  return {
    fields: fields.map(({ name, text }) => ({ name, text: mask(text) })),
    input: mask(input),
    ambiguous,
    isRight,
    findings: (said ?? []).map((one) => ({ ...one, cause: mask(one.cause), cure: mask(one.cure) })),
    isGivenUp: isCutShort ?? (isGivenUp && !isRight && said === undefined),
    among: evidence.among ?? null,
    dropped: evidence.dropped ?? 0,
    cut: evidence.cut ?? [],
  };
}

function search(evidence: Evidence): { said?: StoredFinding[] | undefined; isCutShort?: true } {
  try {
    return { said: diagnose(evidence) };
  } catch (error) {
    if (error instanceof SearchGivenUp) return { isCutShort: true };
    throw error;
  }
}

/** Developers who search for the mistake put keys into fields. */
function maskOf(keys: readonly string[]): (text: string) => string {
  const patterns = keys.map((key) => new RegExp(RegExp.escape(key), 'giu'));
  return (text) => patterns.reduce((masked, pattern) => masked.replace(pattern, '<a key>'), text);
}
