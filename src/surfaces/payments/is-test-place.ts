// Finds isTest in the text of a request. Nothing separates it from the address before it or from the texts after it,
// and both may contain "true" or "false". So the whole text decides the place, the same one for every cut of it, and a
// request with isTest anywhere else is refused.
import { firstOf } from '../../kernel/required.ts';
import { isLonger, isWebAddress, rules } from '../dialect/fields.ts';

/** Matches allowVariableAmount, variableAmountMin and variableAmountMax, in lower case. */
export const bandMark = /true\d{1,12}\.\d{2}\d{1,12}\.\d{2}/g;

const flag = /true|false/g;
const bandHere = new RegExp(bandMark.source, 'y');
/** Matches what can continue an address, but cannot begin another field or come before its first space. */
const goesOn = /^[-._~:@!$&'()*+,;%]|[/?=#]/;

/**
 * Finds isTest in a lower-case text that begins with the last address or, without addresses, with the field after the
 * amount. Returns undefined if it could be anywhere.
 */
export function placeOfIsTest(
  text: string,
  { testAllowed, isAddress }: { testAllowed: boolean; isAddress: boolean },
): number | undefined {
  const flags = [...text.matchAll(flag)]
    .map(({ 0: word, index: place }) => ({ word, place, end: place + word.length }))
    .filter(({ place }) => !isBand(text, place));
  if (!isAddress) return flags.length === 1 ? firstOf(flags).place : undefined;
  const possible = flags.filter(
    ({ word, place }) => (word === 'false' || testAllowed) && isLastAddress(text.slice(0, place)),
  );
  // The first that is not inside the address, judged by the text after it.
  const chosen = possible.find(({ end }, index) => {
    const next = possible[index + 1];
    return next === undefined || !goesOn.test(text.slice(end, next.place));
  });
  return chosen?.place;
}

function isBand(text: string, place: number): boolean {
  bandHere.lastIndex = place;
  return bandHere.test(text);
}

const isLastAddress = (text: string): boolean => !isLonger(text, rules.notifyUrl.most!) && isWebAddress(text);
