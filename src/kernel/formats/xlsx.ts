// Workbooks of spreadsheets (Office Open XML), written as their rows come. Cells have types: none of them is ever a
// formula, and a spreadsheet sorts times and adds amounts without further settings.
import { itemAt } from '../required.ts';
import { createTextBytes } from './text-bytes.ts';
import { type ZipEntry, zip } from './zip.ts';

/** `amount`: a decimal number as text; `time`: "2026-11-21T10:00:00", whose rest is left out; `day`: "2026-11-21". */
export type CellKind = 'text' | 'amount' | 'number' | 'time' | 'day';

/** A cell as text; null is an empty one. */
export type Cell = string | null;

export interface SheetColumn {
  heading: string;
  kind: CellKind;
}

export interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  /** Some rows at a time. */
  rows: AsyncIterable<Iterable<readonly Cell[]>>;
}

/** A sheet's rows, its headings included. */
export const mostRows = 1_048_576;
/** A cell's characters. */
const mostText = 32_767;

/**
 * Yields the bytes of a workbook. A sheet of more rows than a spreadsheet takes continues in further ones: "payments
 * 2". `rowsOfASheet` counts the headings.
 */
export async function* xlsx(sheets: Iterable<Sheet>, rowsOfASheet = mostRows): AsyncGenerator<Buffer> {
  yield* zip(entries(sheets, rowsOfASheet));
}

async function* entries(sheets: Iterable<Sheet>, rowsOfASheet: number): AsyncGenerator<ZipEntry> {
  const names: string[] = [];
  for (const { name, columns, rows } of sheets) {
    const cursor = await openCursor(rows);
    for (let part = 1; part === 1 || cursor.row; part += 1) {
      names.push(part === 1 ? name : `${name} ${part}`);
      const parts = sheetParts(columns, cursor, rowsOfASheet);
      yield { name: `xl/worksheets/sheet${names.length}.xml`, parts };
    }
  }
  for (const [name, text] of Object.entries(frame(names))) yield { name, parts: [text] };
}

/** The row that is the next to be written; undefined behind the last. */
interface Cursor {
  row: readonly Cell[] | undefined;
  /** Goes to the row behind it. Only where that has to be read first there is something to wait for. */
  move(): Promise<void> | undefined;
}

async function openCursor(rows: Sheet['rows']): Promise<Cursor> {
  const source = rows[Symbol.asyncIterator]();
  let some: Iterator<readonly Cell[]> = [].values();
  const cursor: Cursor = {
    row: undefined,
    move: () => {
      cursor.row = some.next().value;
      return cursor.row ? undefined : read();
    },
  };
  async function read(): Promise<void> {
    for (let next = await source.next(); !next.done; next = await source.next()) {
      some = next.value[Symbol.iterator]();
      cursor.row = some.next().value;
      if (cursor.row) return;
    }
  }
  await read();
  return cursor;
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
/** Characters; a time takes nineteen. */
const widths: Record<CellKind, number> = { text: 24, amount: 14, number: 10, time: 20, day: 12 };
/** Places in the list of formats below. */
const styles: Record<CellKind, number> = { text: 0, number: 0, amount: 2, time: 3, day: 4 };

async function* sheetParts(
  columns: readonly SheetColumn[],
  cursor: Cursor,
  mostRows: number,
): AsyncGenerator<Buffer> {
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const cols = columns.map(
    ({ kind }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widths[kind]}" customWidth="1"/>`,
  );
  const bytes = createTextBytes();
  bytes.add(
    `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>`,
  );
  // Cells could go without their places, but some programs do not read them then.
  const letters = columns.map((_, index) => lettersOf(index));
  const headings = columns.map(({ heading }, index) => text(`${letters[index]}1`, heading, ' s="1"'));
  bytes.add(`<row r="1">${headings.join('')}</row>`);
  for (let number = 2; number <= mostRows && cursor.row; number += 1) {
    const { row } = cursor;
    bytes.add(`<row r="${number}">`);
    for (const [index, cell] of row.entries())
      bytes.add(written(`${letters[index]}${number}`, itemAt(columns, index).kind, cell));
    bytes.add('</row>');
    const reading = cursor.move();
    if (!reading) continue;
    yield* bytes.take();
    await reading;
  }
  bytes.add('</sheetData></worksheet>');
  yield* bytes.take();
}

/** Columns are A to Z, AA to AZ, and so on. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last;
}

function written(place: string, kind: CellKind, cell: Cell): string {
  if (cell === null || cell === '') return '';
  if (kind === 'text') return text(place, cell);
  const number = kind === 'amount' || kind === 'number' ? numberOf(cell) : daysOf(cell);
  return number === undefined
    ? text(place, cell)
    : `<c r="${place}" s="${styles[kind]}"><v>${number}</v></c>`;
}

/** A spreadsheet keeps fifteen digits: longer numbers stay text. */
const numberOf = (cell: string): string | undefined =>
  /^-?\d{1,13}(?:\.\d{1,2})?$/.test(cell) ? cell : undefined;

const firstDay = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;

/** Spreadsheets count days from 30 December 1899, whatever the zone; before March 1900 they are one day off. */
function daysOf(cell: string): string | undefined {
  const ms = Date.parse(`${cell.slice(0, 10)}T${cell.slice(11, 19) || '00:00:00'}Z`) - firstDay;
  if (!(ms >= 61 * dayMs)) return undefined;
  return String(Math.round((ms / dayMs) * 1e7) / 1e7);
}

function text(place: string, cell: string, style = ''): string {
  const kept = cell.length > mostText ? `${cell.slice(0, mostText - 1)}…` : cell;
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(kept)}</t></is></c>`;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const plain = /^[A-Za-z0-9 .,:;*/+-]*$/;

/** XML has no place for most control characters and for halves of a pair; "_x0041_" would be read as one letter. */
function escaped(given: string): string {
  if (plain.test(given)) return given;
  return given
    .toWellFormed()
    .replace(/[&<>]/g, (character) => escapes[character]!)
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(controls, '\ufffd')
    .replaceAll('\r', '_x000D_');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow these characters
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** The files about the sheets: their names, their types, and the formats of numbers. */
function frame(names: readonly string[]): Record<string, string> {
  const numbers = names.map((_, index) => index + 1);
  const part = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const related = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
  return {
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names
      .map((name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="r${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packages}/relationships">${numbers
      .map((one) => related(`r${one}`, 'worksheet', `worksheets/sheet${one}.xml`))
      .join('')}${related('styles', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': `${xml}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.00"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${packages}/relationships">${related('workbook', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${part}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${part}.styles+xml"/>${numbers
      .map(
        (one) => `<Override PartName="/xl/worksheets/sheet${one}.xml" ContentType="${part}.worksheet+xml"/>`,
      )
      .join('')}</Types>`,
  };
}
