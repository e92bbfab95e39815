// Where isTest stands in the text of a request. Nothing parts it from the last address before it, nor from the texts behind
// it, and both may hold "true" or "false". So the place is chosen by the whole text, the same one for every cut of it: a
// request with isTest anywhere else is not taken.
import { isLonger, isWebAddress, rules } from '../dialect/fields.ts';

/** allowVariableAmount, variableAmountMin and variableAmountMax, in lower case. */
export const bandMark = /true\d{1,12}\.\d{2}\d{1,12}\.\d{2}/g;

const flag = /true|false/g;
const bandHere = new RegExp(bandMark.source, 'y');
/** What an address goes on with, and no other field begins with or has before its first space. */
const goesOn = /^[-._~:@!$&'()*+,;%]|[/?=#]/;

/**
 * Finds isTest in a text in lower case that begins with the last address, or where there is none with the first field behind
 * the amount. Undefined where it could be anywhere.
 */
export function placeOfIsTest(
  text: string,
  { testAllowed, isAddress }: { testAllowed: boolean; isAddress: boolean },
): number | undefined {
  const flags = [...text.matchAll(flag)]
    .map(({ 0: word, index: place }) => ({ word, place, end: place + word.length }))
    .filter(({ place }) => !isBand(text, place));
  if (!isAddress) return flags.length === 1 ? flags[0]!.place : undefined;
  const possible = flags.filter(
    ({ word, place }) => (word === 'false' || testAllowed) && isLastAddress(text.slice(0, place)),
  );
  // The first that is not in the middle of the address, as far as what follows it tells.
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
