// Cellphone numbers as customers type them: shops pass on what their order form says.

const longest = 50;
const ofTheCountry = /^(?:\+|00)?27(\d{9})$/;
const abroad = /^(?:\+|00)(\d{7,15})$/;

/**
 * A number without what people put between its digits: one of South Africa as it is dialled there ("0821234567"), one of
 * another country with its code ("+447911123456"). Undefined for what is no number.
 */
export function readCellphone(typed: string): string | undefined {
  if (typed.length > longest) return undefined;
  // The 0 in brackets is the one that is not dialled behind a country's code.
  const isAbroad = /^\s{0,9}(?:\+|00)/.test(typed);
  const bare = (isAbroad ? typed.replace('(0)', '') : typed).replace(/[\s().\-/]/g, '');
  const [, national] = ofTheCountry.exec(bare) ?? [];
  if (national !== undefined) return `0${national}`;
  const [, international] = abroad.exec(bare) ?? [];
  if (international !== undefined) return `+${international}`;
  return /^\d{3,15}$/.test(bare) ? bare : undefined;
}
