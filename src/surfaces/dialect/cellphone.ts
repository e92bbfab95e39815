// Cellphone numbers as customers type them into a shop's order form.

const longest = 50;
const ofTheCountry = /^(?:\+|00)?27(\d{9})$/;
const abroad = /^(?:\+|00)(\d{7,15})$/;

/**
 * Returns a number without punctuation: South African numbers as they are dialled locally ("0821234567"), others with
 * their country code ("+447911123456"). Returns undefined when the text is not a number.
 */
export function readCellphone(typed: string): string | undefined {
  if (typed.length > longest) return undefined;
  // The 0 in brackets is not dialled after a country code.
  const isAbroad = /^\s{0,9}(?:\+|00)/.test(typed);
  const bare = (isAbroad ? typed.replace('(0)', '') : typed).replace(/[\s().\-/]/g, '');
  const [, national] = ofTheCountry.exec(bare) ?? [];
  if (national !== undefined) return `0${national}`;
  const [, international] = abroad.exec(bare) ?? [];
  if (international !== undefined) return `+${international}`;
  return /^\d{3,15}$/.test(bare) ? bare : undefined;
}
