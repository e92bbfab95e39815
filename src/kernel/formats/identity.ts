// South African identity numbers.

/** Returns whether a text has 13 digits and the last is the Luhn check digit of the others. */
export function isSouthAfricanId(given: string): boolean {
  if (!/^\d{13}$/.test(given)) return false;
  const sum = [...given].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
