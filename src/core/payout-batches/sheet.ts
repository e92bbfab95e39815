// Reads a CSV of payouts as spreadsheets write it, and names each mistake by its line, field and rule.
import { parse } from 'csv/sync';
import { isStorable } from '../../kernel/formats/json.ts';
import { type Cents, readTypedAmount } from '../../kernel/money.ts';
import { type AccountToCheck, checkAccountNumber, isBranchOf } from '../account-numbers.ts';
import { type BankDetails, bankById, bankNamed, demoBank } from '../banks.ts';
import type { Beneficiary } from '../beneficiaries/actions.ts';
import { accountNumberOf, findBeneficiariesByName } from '../beneficiaries/actions.ts';
import type { AnyContext } from '../context.ts';
import type { Site } from '../merchants/actions.ts';
import { usedReferences } from '../payouts/actions.ts';
import { mostPayouts } from './actions.ts';

export const sheetColumns = [
  'beneficiary',
  'bank',
  'account',
  'branch',
  'amount',
  'reference',
  'statement',
] as const;
type SheetColumn = (typeof sheetColumns)[number];

export interface SheetProblem {
  field: SheetColumn;
  /** The rule that the value breaks, as a sentence. */
  rule: string;
}

/** A row whose values all follow their rules. */
export interface SheetPayout {
  line: number;
  name: string;
  bank: BankDetails;
  accountNumber: string;
  branchCode: string;
  amount: Cents;
  reference: string;
  statement: string;
  saved: Beneficiary | undefined;
}

/** A row of the file. `texts`: as they were written. */
export interface SheetRow {
  /** Its line in the file; the head is line 1. */
  line: number;
  texts: Record<SheetColumn, string>;
  problems: SheetProblem[];
  payout: SheetPayout | undefined;
}

/** `wrong` says why the file cannot be read at all. */
export type PayoutSheet = { rows: SheetRow[]; sum: Cents } | { wrong: string };

/** The largest file, in bytes. */
export const mostSheetBytes = 512 * 1024;
const longestCell = 200;

interface RawRow {
  line: number;
  cells: string[];
}

const count = (text: string, sign: string): number => text.split(sign).length - 1;

/** Returns the separator of a head: the one of `;`, tab and `,` that it has most of. */
function separatorOf(text: string): string {
  const head = text.slice(0, 2_000).split(/\r?\n/, 1)[0] ?? '';
  return [';', '\t', ','].toSorted((one, other) => count(head, other) - count(head, one))[0] ?? ',';
}

function readRows(text: string): RawRow[] | { wrong: string } {
  if (text.trim() === '') return { wrong: 'The file is empty.' };
  if (!isStorable(text))
    return { wrong: 'The file has characters that are not text. Save it as CSV (UTF-8).' };
  try {
    const found = parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
      to: mostPayouts + 2,
      max_record_size: 10_000,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return found.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    const { lines } = error as { lines?: number };
    return { wrong: `The file is not CSV: a quote is not closed${lines ? ` near line ${lines}` : ''}.` };
  }
}

const keyOf = (heading: string): string => heading.trim().toLowerCase();

function columnsIn(head: readonly string[]): Map<SheetColumn, number> | { wrong: string } {
  const places = new Map<SheetColumn, number>();
  const unknown: string[] = [];
  for (const [at, heading] of head.entries()) {
    const column = sheetColumns.find((one) => one === keyOf(heading));
    if (column === undefined && heading.trim() !== '') unknown.push(heading.trim().slice(0, 30));
    if (column !== undefined && places.has(column)) return { wrong: `The column ${column} is there twice.` };
    if (column !== undefined) places.set(column, at);
  }
  const missing = (['beneficiary', 'amount', 'reference'] as const).filter((one) => !places.has(one));
  const names = sheetColumns.join(', ');
  if (missing.length > 0)
    return { wrong: `The first line lacks ${missing.join(', ')}. It names the columns: ${names}.` };
  if (unknown.length > 0)
    return { wrong: `Unknown column: ${unknown.slice(0, 5).join(', ')}. The columns are ${names}.` };
  return places;
}

/** Reads a file for a site, and judges each row. */
export async function readPayoutSheet(
  ctx: AnyContext,
  site: Site,
  text: string,
  isStaging: boolean,
): Promise<PayoutSheet> {
  const raw = readRows(text);
  if ('wrong' in raw) return raw;
  const [head, ...body] = raw;
  const places = columnsIn(head?.cells ?? []);
  if ('wrong' in places) return places;
  if (body.length === 0) return { wrong: 'The file has no payouts below its first line.' };
  if (body.length > mostPayouts) return { wrong: `A batch has at most ${mostPayouts} payouts.` };
  const rows = body.map(({ line, cells }) => rowOf(line, cells, places));
  const known = await knownOf(ctx, site, rows);
  for (const row of rows) judge(ctx, row, known, isStaging);
  markTwice(rows);
  const sum = rows.reduce((all, { payout }) => all + (payout?.amount ?? 0n), 0n);
  return { rows, sum };
}

function rowOf(line: number, cells: readonly string[], places: Map<SheetColumn, number>): SheetRow {
  const textOf = (column: SheetColumn): string => (cells[places.get(column) ?? -1] ?? '').trim();
  const texts = Object.fromEntries(sheetColumns.map((column) => [column, textOf(column)]));
  return { line, texts: texts as SheetRow['texts'], problems: [], payout: undefined };
}

interface Known {
  beneficiaries: Map<string, Beneficiary>;
  used: Set<string>;
}

async function knownOf(ctx: AnyContext, site: Site, rows: readonly SheetRow[]): Promise<Known> {
  const short = (column: SheetColumn) =>
    rows.map(({ texts }) => texts[column]).filter((one) => one.length <= longestCell);
  const beneficiaries = await findBeneficiariesByName(ctx, site.merchantId, short('beneficiary').map(nameOf));
  const used = await usedReferences(ctx, site, short('reference'));
  return { beneficiaries, used };
}

const nameOf = (text: string): string => text.replace(/\s+/g, ' ');

function judge(ctx: AnyContext, row: SheetRow, known: Known, isStaging: boolean): void {
  const { texts, problems, line } = row;
  const wrong = (field: SheetColumn, rule: string) => void problems.push({ field, rule });
  const long = sheetColumns.find((column) => texts[column].length > longestCell);
  if (long !== undefined) {
    wrong(long, `has at most ${longestCell} characters`);
    return;
  }
  const name = nameOf(texts.beneficiary);
  if (!/^[^\p{C}]{1,100}$/u.test(name)) wrong('beneficiary', 'has 1 to 100 characters');
  const saved = known.beneficiaries.get(name.toLowerCase());
  const account = accountOf(ctx, row, saved, isStaging);
  const amount = amountIn(texts.amount);
  if (typeof amount === 'string') wrong('amount', amount);
  if (!/^[^\p{C}]{1,20}$/u.test(texts.reference)) wrong('reference', 'has 1 to 20 characters');
  else if (known.used.has(texts.reference)) wrong('reference', 'was used by an earlier payout of the site');
  const statement = texts.statement === '' ? texts.reference : texts.statement;
  if (!/^[A-Za-z0-9 -]{1,20}$/.test(statement))
    wrong('statement', 'has 1 to 20 letters, digits, spaces and dashes; blank: the reference');
  if (problems.length > 0 || !account || typeof amount === 'string') return;
  row.payout = { line, name, ...account, amount, reference: texts.reference, statement, saved };
}

/** Returns the account of a row, that of the saved beneficiary if the row has none. */
function accountOf(
  ctx: AnyContext,
  { texts, problems }: SheetRow,
  saved: Beneficiary | undefined,
  isStaging: boolean,
): Pick<SheetPayout, 'bank' | 'accountNumber' | 'branchCode'> | undefined {
  const wrong = (field: SheetColumn, rule: string) => void problems.push({ field, rule });
  const own = saved && { number: accountNumberOf(ctx, saved), bank: bankById(saved.bankId) };
  if (texts.account === '' && texts.bank === '' && saved && own?.bank)
    return { bank: own.bank, accountNumber: own.number, branchCode: saved.branchCode };
  const bank = bankIn(texts.bank, isStaging);
  if (!bank)
    wrong(
      'bank',
      texts.bank === '' ? 'is missing, and no saved beneficiary has the name' : 'is not a known bank',
    );
  const accountNumber = texts.account.replace(/[\s-]/g, '').replace(/^'/, '');
  const branchCode = texts.branch === '' ? bank?.branchCode : texts.branch.replace(/\s/g, '');
  if (!bank || branchCode === undefined) return undefined;
  if (!isBranchOf(ctx.policy.accountRules, bank, branchCode)) wrong('branch', branchRule(branchCode, bank));
  const rule = accountRule(ctx, { bankId: bank.id, branchCode, accountNumber });
  if (rule !== undefined) wrong('account', rule);
  if (own && (own.number !== accountNumber || own.bank?.id !== bank.id))
    wrong('account', `differs from the saved beneficiary (${saved?.account}): change the beneficiary first`);
  return { bank, accountNumber, branchCode };
}

function bankIn(text: string, isStaging: boolean): BankDetails | undefined {
  const plain = text.toLowerCase().replace(/\s/g, '');
  const found =
    bankNamed(plain) ??
    [demoBank].find(({ id, name }) => plain === id || plain === keyOf(name).replace(' ', ''));
  return found?.id === demoBank.id && !isStaging ? undefined : found;
}

const branchRule = (branchCode: string, { name, branchCode: universal }: BankDetails): string =>
  /^\d{1,5}$/.test(branchCode)
    ? `has ${branchCode.length} of 6 digits: a spreadsheet may have dropped leading zeros; blank: ${universal}`
    : `is not a branch of ${name}; blank: ${universal}`;

/** The longest account number. */
const mostDigits = 11;

/** Returns the rule that an account number breaks, and the likely mistake of a spreadsheet. */
function accountRule(ctx: AnyContext, account: AccountToCheck): string | undefined {
  const { accountNumber } = account;
  if (accountNumber === '') return 'is missing';
  if (/^\d+(?:[.,]\d+)?E\+?\d+$/i.test(accountNumber))
    return 'was changed to a rounded number by a spreadsheet: format the column as text, and type the number again';
  if (!/^\d{4,20}$/.test(accountNumber)) return 'has 4 to 20 digits';
  const { accountRules } = ctx.policy;
  const verdict = checkAccountNumber(accountRules, account);
  if (verdict.valid) return undefined;
  const filled = Array.from({ length: Math.max(0, mostDigits - accountNumber.length) }, (_, at) =>
    accountNumber.padStart(accountNumber.length + at + 1, '0'),
  ).find((one) => checkAccountNumber(accountRules, { ...account, accountNumber: one }).valid);
  return filled === undefined
    ? verdict.reason
    : `${verdict.reason}; leading zeros may be lost (${filled} would be valid): format the column as text`;
}

/** The most that one payout pays, in cents. */
const mostCents = 99_999_999_999n;

function amountIn(text: string): Cents | string {
  if (text === '') return 'is missing';
  const cents = readTypedAmount(text);
  if (cents === undefined) return 'is an amount such as 1250,50 or 1250.50';
  return cents > 0n && cents <= mostCents ? cents : 'is more than R 0,00 and less than R 1 000 000 000,00';
}

/** Marks references that two rows have. */
function markTwice(rows: readonly SheetRow[]): void {
  const first = new Map<string, number>();
  for (const row of rows) {
    const { reference } = row.texts;
    const before = first.get(reference);
    if (before === undefined) first.set(reference, row.line);
    else if (reference !== '') {
      row.problems.push({ field: 'reference', rule: `is also in line ${before}` });
      row.payout = undefined;
    }
  }
}
