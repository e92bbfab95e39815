// Lines of CSV (RFC 4180) that a spreadsheet shows but never executes.

// The characters with which spreadsheets let a formula begin, with their full-width forms.
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** Returns one line with its end. A cell that would be a formula gets a leading apostrophe. */
export function writeCsvLine(cells: readonly string[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`;
}

function writeCell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
