// Texts in the characters that every bank takes: SWIFT's set X, the Latin letters without accents, digits and
// / - ? : ( ) . , ' + and the space.

const replaced: Record<string, string> = {
  '&': '+',
  '@': '(at)',
  _: '-',
  '[': '(',
  '{': '(',
  '<': '(',
  ']': ')',
  '}': ')',
  '>': ')',
  '\\': '/',
  '|': '/',
  '`': "'",
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': ',',
  '\u2032': "'",
  '"': "'",
  '\u201c': "'",
  '\u201d': "'",
  '\u201e': "'",
  '\u00ab': "'",
  '\u00bb': "'",
  ';': ',',
  '\u00df': 'ss',
  '\u1e9e': 'SS',
  '\u00e6': 'ae',
  '\u00c6': 'AE',
  '\u0153': 'oe',
  '\u0152': 'OE',
  '\u00f8': 'o',
  '\u00d8': 'O',
  '\u0142': 'l',
  '\u0141': 'L',
  '\u0111': 'd',
  '\u0110': 'D',
  '\u00f0': 'd',
  '\u00d0': 'D',
  '\u00fe': 'th',
  '\u00de': 'Th',
  '\u0131': 'i',
  '\u20ac': 'EUR',
  // A separate letter in Afrikaans.
  '\u0149': "'n",
};

/**
 * Returns a text in SWIFT's set X, of at most `longest` characters: letters lose their accents, some characters have
 * likenesses, and any other is a full stop. Spaces, tabs and line breaks in a row are one space.
 */
export function toSetX(text: string, longest: number): string {
  // The part that is cut off need not be examined; one character can have several marks.
  const letters = text
    .slice(0, longest * 8)
    .replace(/\s/g, ' ')
    .replace(/[^A-Za-z0-9/?:().,'+ -]/gu, likeness)
    .replace(/ +/g, ' ');
  return letters.trim().slice(0, longest).trim();
}

function likeness(character: string): string {
  const own = replaced[character];
  if (own !== undefined) return own;
  // Marks and invisible characters leave nothing behind.
  if (/^[\p{M}\p{Cf}\p{Cc}]$/u.test(character)) return '';
  if (/^\p{Pd}$/u.test(character)) return '-';
  const plain = character
    .normalize('NFKD')
    .replace('\u2044', '/')
    .replace(/[^A-Za-z0-9/?:().,'+-]/gu, '');
  return plain === '' ? '.' : plain;
}

/** Returns the text, or `instead` where no letter or digit is left of it. */
export function toNamedSetX(text: string, longest: number, instead: string): string {
  const written = toSetX(text, longest);
  return /[A-Za-z0-9]/.test(written) ? written : instead;
}
