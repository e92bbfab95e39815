// A sheet of payment requests that a person uploads, as CSV: the fields of single requests as columns. Each row becomes an
// element of a bulk job, signed with the site's private key, so that it is judged and done as those that programs send.
import { parse, stringify } from 'csv/sync';
import { mostItems } from '../../core/bulk/state.ts';
import type { Site } from '../../core/merchants/actions.ts';
import { createYielder } from '../../kernel/concurrency/semaphore.ts';
import { isStorable } from '../../kernel/formats/json.ts';
import type { Cents } from '../../kernel/money.ts';
import { firstOf } from '../../kernel/required.ts';
import { sha512Hex } from '../../kernel/security/crypto.ts';
import { judgeAddress } from './bulk.ts';
import { createBulkForm, type ElementForm } from './bulk-form.ts';
import type { JudgingDeps } from './deps.ts';
import { readElement } from './given.ts';
import { hashedFields, type RequestTexts, requestHashInput } from './hash.ts';

export interface SheetRow {
  /** Counted from 1, without the head. */
  number: number;
  /** As the job takes it, signed. */
  element: string;
  /** Why it will get no link. */
  error: string | null;
  /** In cents; of a refused row null. */
  amount: Cents | null;
}

/** `wrong` says why the sheet cannot be read at all. */
export type Sheet = { rows: SheetRow[] } | { wrong: string };

export interface Sheets {
  /** Returns why a job's result cannot be posted to an address. */
  judgeAddress(address: string): string | undefined;
  /** Reads a sheet for a site, and judges each row as it will be judged when it is done. */
  judge(site: Site, text: string): Promise<Sheet>;
  /** Returns requests as CSV again, with the error of each in a last column. */
  write(rows: readonly { element: string; error: string | null }[]): string;
}

const names = new Map(hashedFields.map((name) => [name.toLowerCase(), name]));
/** Ignored columns: those of CSVs that we have written, and of other programs. */
const ignored = new Set(['error', 'item', 'row', 'hashcheck']);
const needed = ['amount', 'transactionReference', 'bankReference'] as const;

export function createSheets(deps: JudgingDeps): Sheets {
  return {
    judgeAddress: (address) => judgeAddress(address, deps.config),
    judge: async (site, text) => {
      const read = readSheet(text);
      if ('wrong' in read) return read;
      const form = createBulkForm(deps);
      const { privateKeys } = await deps.directory.secretsOf(site.id);
      const yieldIfDue = createYielder();
      const rows: SheetRow[] = [];
      for (const [index, texts] of read.rows.entries()) {
        await yieldIfDue();
        rows.push(await judgeRow(form, site, firstOf(privateKeys), texts, index + 1));
      }
      return { rows };
    },
    write: writeSheet,
  };
}

type Row = { texts: RequestTexts; wrong: string | null };

function readSheet(text: string): { rows: Row[] } | { wrong: string } {
  const cells = readCells(text);
  if (typeof cells === 'string') return { wrong: cells };
  const [head, ...body] = cells;
  if (!head || body.length === 0)
    return { wrong: 'The sheet needs a line of column names, and a line for each payment.' };
  if (body.length > mostItems)
    return { wrong: `The sheet has ${body.length} payments; a job has at most 5 000.` };
  const columns = head.map((name) => name.trim().toLowerCase());
  const wrong = judgeHead(head, columns);
  if (wrong !== undefined) return { wrong };
  return { rows: body.map((row) => readRow(columns, row)) };
}

/** Spreadsheets of South Africa part cells by semicolons, because the comma is theirs for cents. */
function readCells(text: string): string[][] | string {
  const head = firstOf(text.slice(0, 5_000).split('\n'));
  const count = (mark: string) => head.split(mark).length;
  const delimiter = [';', '\t'].find((mark) => count(mark) > count(',')) ?? ',';
  try {
    return parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
  } catch (error) {
    const { message, lines } = error as Error & { lines?: number };
    return `The CSV is not valid${lines === undefined ? '' : `, in line ${lines}`}: ${message.slice(0, 200)}`;
  }
}

function judgeHead(head: readonly string[], columns: readonly string[]): string | undefined {
  const unknown = columns.findIndex((name) => name !== '' && !names.has(name) && !ignored.has(name));
  if (unknown >= 0)
    return `There is no field ${head[unknown]!.slice(0, 50)}: the first line names the columns.`;
  const twice = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index);
  if (twice !== undefined) return `The column ${twice} appears twice.`;
  const missing = needed.filter((name) => !columns.includes(name.toLowerCase()));
  return missing.length === 0 ? undefined : `The CSV has no column ${missing.join(', and no column ')}.`;
}

function readRow(columns: readonly string[], row: readonly string[]): Row {
  const texts: RequestTexts = {};
  for (const [index, column] of columns.entries()) {
    const name = names.get(column);
    const cell = row[index] ?? '';
    if (name && cell !== '') texts[name] = name === 'amount' ? plainAmount(cell) : cell;
  }
  const more = row.length > columns.length;
  return { texts, wrong: more ? `the row has ${row.length} cells, and the head ${columns.length}` : null };
}

/** Amounts as people and spreadsheets write them: "R 1 234,50". */
function plainAmount(cell: string): string {
  const plain = cell.replace(/^R/i, '').replace(/[\s\u00a0]/g, '');
  return /^\d+,\d{1,2}$/.test(plain) ? plain.replace(',', '.') : plain;
}

async function judgeRow(
  form: ElementForm,
  site: Site,
  privateKey: string,
  { texts: typed, wrong }: Row,
  number: number,
): Promise<SheetRow> {
  const texts = {
    ...{ siteCode: site.code, countryCode: 'ZA', currencyCode: 'ZAR', isTest: 'false' },
    ...typed,
  };
  const hashCheck = sha512Hex(requestHashInput(texts, privateKey));
  const element = JSON.stringify({ ...texts, hashCheck });
  const judged = wrong === null ? await judgeElement(form, site, element) : { refused: wrong };
  return 'refused' in judged
    ? { number, element, error: judged.refused, amount: null }
    : { number, element, error: null, amount: judged.payment.amount };
}

async function judgeElement(form: ElementForm, site: Site, element: string) {
  if (!isStorable(element)) return { refused: 'the row has characters that are not allowed' };
  const judged = await form.judge(undefined, site.merchantId, element);
  if ('refused' in judged) return judged;
  // The person has said which site the sheet is for.
  return judged.site!.id === site.id ? judged : { refused: `siteCode is not ${site.code}` };
}

function writeSheet(rows: readonly { element: string; error: string | null }[]): string {
  const read = rows.map(({ element, error }) => ({ texts: textsOf(element), error }));
  const used = hashedFields.filter((name) => read.some(({ texts }) => texts[name] !== undefined));
  const lines = read.map(({ texts, error }) => [...used.map((name) => texts[name] ?? ''), error ?? '']);
  return stringify([[...used, 'error'], ...lines], { escape_formulas: true, quoted_match: '\r' });
}

/** A row that is no record, or not JSON, cannot be fixed in CSV: only the reason is written. */
function textsOf(element: string): RequestTexts {
  const given = readOrSay(element);
  if (typeof given === 'string') return {};
  return Object.fromEntries(
    hashedFields.flatMap((name) => {
      const one = given.get(name.toLowerCase());
      return one ? [[name, one.text]] : [];
    }),
  );
}

function readOrSay(element: string): ReturnType<typeof readElement> {
  try {
    return readElement(element);
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}
