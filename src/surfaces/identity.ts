// South African identity numbers.

/** Whether a text is 13 digits of which the last is the check digit (Luhn's) of the others. */
export function isSouthAfricanId(given: string): boolean {
  if (!/^\d{13}$/.test(given)) return false;
  const sum = [...given].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
