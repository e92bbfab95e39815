// Lines of CSV (RFC 4180) that a spreadsheet shows and never runs.

// What spreadsheets take for the beginning of a formula, full-width forms included.
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** One line with its end. A cell that would be a formula gets an apostrophe before it. */
export function writeCsvLine(cells: readonly string[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`;
}

function writeCell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
