// Recomputes the chain, link by link, from the booked rows, and names changes by their position.
import type { Db } from '../../kernel/db/db.ts';
import { lastOf } from '../../kernel/required.ts';
import { checkOf, type Finding, findingsPerRule } from '../findings.ts';
import { beginning, formatHead, type Head, hashAfter } from './chain.ts';
import { type LinkedJournal, linkRules, listLinks } from './chain-store.ts';

export interface ChainReport {
  /** The end of the chain. */
  head: Head;
  findings: Finding[];
}

const linksAtATime = 2_000;

/**
 * Recomputes the whole chain, page by page, while the service can go on. `noted`: an exported head, which must still be
 * in it; `onProgress` receives the position that has been reached.
 */
export async function checkChain(
  db: Db,
  { noted, onProgress }: { noted?: Head | undefined; onProgress?: (position: number) => void } = {},
): Promise<ChainReport> {
  const { judge, end } = createJudge(noted);
  for (let after = 0; ; ) {
    const links = await listLinks(db, after, linksAtATime);
    if (links.length === 0) break;
    for (const link of links) judge(link);
    after = lastOf(links).position;
    onProgress?.(after);
  }
  const { head, findings } = end();
  return { head, findings: [...findings, ...(await checkOf(linkRules)(db))] };
}

/** Judges the links of a chain in their order. */
function createJudge(noted: Head | undefined) {
  const { findings, find } = createList();
  let last: Head = beginning;
  // The previous link, if its hash is wrong. The next link shows which of two things was changed: it was computed from
  // the stored hash, or from the one that its journal gives.
  let doubted: { link: LinkedJournal; computed: Buffer } | undefined;

  function settleDoubt(next?: LinkedJournal): boolean {
    if (!doubted) return false;
    const { link, computed } = doubted;
    const { position, journalId } = link;
    doubted = undefined;
    const isRewritten = next?.text != null && hashAfter(computed, next.text).equals(next.hash);
    if (isRewritten)
      find(
        'hash-is-as-linked',
        journalId,
        `position ${position}: its hash was rewritten, its journal was not`,
      );
    else
      find(
        'journal-is-as-linked',
        journalId,
        `position ${position}: its hash does not follow from position ${position - 1} and its journal, which was changed since, unless position ${position - 1} was rewritten with its own`,
      );
    return isRewritten;
  }

  function judgeHash(link: LinkedJournal): void {
    const computed = link.text === null ? undefined : hashAfter(last.hash, link.text);
    const follows = computed?.equals(link.hash) ?? false;
    const isExplained = settleDoubt(follows ? undefined : link);
    if (!computed)
      find('journal-is-as-linked', link.journalId, `position ${link.position}: its journal is gone`);
    else if (!follows && !isExplained) doubted = { link, computed };
  }

  function holdNoted(head: Head): void {
    if (head.position === noted?.position && !head.hash.equals(noted.hash))
      find('noted-head-stands', formatHead(noted), `it is ${formatHead(head)} now`);
  }

  holdNoted(beginning);
  return {
    judge: (link: LinkedJournal): void => {
      const { position, journalId, hash } = link;
      if (position === last.position + 1) judgeHash(link);
      else {
        // Missing links cannot be recomputed, so the first link after them is trusted.
        settleDoubt();
        find('chain-has-no-gap', journalId, `position ${position} comes after position ${last.position}`);
      }
      last = { position, hash };
      holdNoted(last);
    },
    end: (): ChainReport => {
      settleDoubt();
      if (noted && noted.position > last.position)
        find('noted-head-stands', formatHead(noted), `the chain ends at ${formatHead(last)}`);
      return { head: last, findings };
    },
  };
}

/** Findings, at most a few of each rule. */
function createList() {
  const findings: Finding[] = [];
  const counts = new Map<string, number>();
  return {
    findings,
    find: (rule: string, object: string, detail: string): void => {
      const count = (counts.get(rule) ?? 0) + 1;
      counts.set(rule, count);
      if (count <= findingsPerRule) findings.push({ rule, object, detail });
    },
  };
}
