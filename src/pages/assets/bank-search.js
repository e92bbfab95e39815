// Finds banks by what a customer types. The server uses it too, for browsers without scripts. It must run on old phones.

/**
 * Returns for each bank whether it matches a search. Case, spaces, punctuation and the words "the" and "bank" do not count. If no
 * bank matches, one typo is allowed in each word of four letters or more.
 * @param {readonly (readonly string[])[]} banks the names of each bank
 * @param {string} search
 * @returns {boolean[]}
 */
export function findBanks(banks, search) {
  const wanted = wordsOf(search);
  const hits = banks.map((names) => names.some((name) => matches(wordsOf(name), wanted)));
  if (hits.some(Boolean)) return hits;
  return banks.map((names) => names.some((name) => nearlyMatches(wordsOf(name), wanted)));
}

function wordsOf(text) {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f']/g, '');
  return plain
    .split(/[^a-z0-9]+/)
    .filter((word) => word && !/^(?:the|bank|banka|ibhange|ibhanki)$/.test(word));
}

function matches(name, wanted) {
  const [whole, typed] = [name.join(''), wanted.join('')];
  return (
    whole.includes(typed) ||
    // The word "bank", as far as it was typed.
    (typed.length > whole.length && `${whole}bank`.startsWith(typed)) ||
    wanted.every((one) => name.some((word) => word.startsWith(one)))
  );
}

function nearlyMatches(name, wanted) {
  const [whole, typed] = [name.join(''), wanted.join('')];
  return (
    isNearStart(`${whole}bank`, typed) ||
    wanted.every((one) => name.some((word) => word.startsWith(one) || isNearStart(word, one)))
  );
}

/** Whether a text of four letters or more begins a word, but for one letter more, less, other, or two swapped. */
function isNearStart(word, typed) {
  if (typed.length < 4) return false;
  return [-1, 0, 1].some((more) => isNear(word.slice(0, typed.length + more), typed));
}

function isNear(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [a, b] = [one.slice(at), other.slice(at)];
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  );
}
