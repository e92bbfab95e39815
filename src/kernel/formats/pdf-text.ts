// Text for the standard fonts of PDF, which have the characters of Windows-1252 alone.

/** The characters of Windows-1252 beyond ISO 8859-1. */
const beyondLatin1 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

const isWritable = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || beyondLatin1.includes(character);
};

/**
 * Returns a text with characters that the standard fonts have: a letter with an unknown accent loses the accent, a minus becomes
 * a hyphen, and any other unknown character becomes a question mark.
 */
export function pdfText(text: string): string {
  return [...text.normalize('NFC').replaceAll('\u2212', '-')]
    .map((character) => {
      if (isWritable(character)) return character;
      const base = character.normalize('NFD').charAt(0);
      return isWritable(base) ? base : '?';
    })
    .join('');
}
