// The rule by which two names are of the same holder. The guide states it; a test has a table of examples.

/** Words before or after a name that are no part of it. */
const titles = new Set('MR MRS MS MISS DR PROF REV ADV SIR HON MNR MEV MEJ DS PAST JR SNR'.split(' '));
/** The words of a company's legal form. */
const legalForms = new Set(
  'PTY LTD LIMITED PROPRIETARY CC NPC INC INCORPORATED SOC RF BK BPK EDMS MPY'.split(' '),
);
const joiners = new Set(['AND', 'EN', 'THE', 'DIE']);

interface Name {
  words: string[];
  isCompany: boolean;
}

function read(text: string): Name {
  const all = text
    .slice(0, 200)
    .normalize('NFD')
    // Accents and apostrophes belong to their word; everything else that is no letter or digit ends it.
    .replace(/[\p{M}'’]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const isCompany = all.some((word) => legalForms.has(word));
  const words = all.filter((word) => !legalForms.has(word) && !joiners.has(word) && !titles.has(word));
  return { words, isCompany };
}

/**
 * True if two names are of the same holder. Letter case, accents, punctuation, titles, legal forms and the order of words do not
 * count. A company has the same words in both. For a person, each word of the shorter name is a word of the longer one or its
 * initial, and at least one is a whole word.
 */
export function isSameHolder(one: string, other: string): boolean {
  const [left, right] = [read(one), read(other)];
  if (left.isCompany || right.isCompany)
    return left.words.length > 0 && left.words.toSorted().join(' ') === right.words.toSorted().join(' ');
  const [short, long] =
    left.words.length <= right.words.length ? [left.words, right.words] : [right.words, left.words];
  return isWithin(short, long) || isWithin(long, short);
}

/** True if each word of a name is in the other one, as a word or as an initial. */
function isWithin(words: readonly string[], others: readonly string[]): boolean {
  const left = [...others];
  const take = (fits: (other: string) => boolean): boolean => {
    const at = left.findIndex(fits);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  // Whole words first, so that an initial does not take the place of one.
  const initials = words.filter((word) => !take((other) => other === word));
  if (initials.length === words.length) return false;
  return initials.every((word) => takeInitials(word, take));
}

/** Takes a word for each initial: of "T", or of "TJ" for two names. A whole name fits an initial on the other side. */
function takeInitials(word: string, take: (fits: (other: string) => boolean) => boolean): boolean {
  if (take((other) => other.length === 1 && word.startsWith(other))) return true;
  return word.length <= 3 && [...word].every((letter) => take((other) => other.startsWith(letter)));
}
