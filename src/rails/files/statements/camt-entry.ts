// One entry of a camt as lines: itself, or each of the movements that its bank booked in one sum.
import { BadStatement, type ToldLine, type ToldPayer } from '../../../core/statements/told.ts';
import type { Cents } from '../../../kernel/money.ts';
import { centsOf, dayAt, isTrue, kindOf, referenceAt, signed, statusOf, textsAt } from './camt-parts.ts';
import { assertNear, assertPast } from './days.ts';
import { cleanText, joined } from './text.ts';
import { assertOnce, elementAt, listAt, textAt } from './xml-tree.ts';

interface Entry {
  element: unknown;
  /** The line on which it begins. */
  at: number;
  amount: Cents;
  isReversal: boolean;
}

/** Returns the lines of an entry. `lastDay` dates what is only announced and has no day of its own. */
export function linesOf(
  element: unknown,
  lineOf: (element: unknown) => number | null,
  today: string,
  lastDay: string,
): ToldLine[] {
  const at = lineOf(element) ?? 1;
  assertOnce(element, ['Amt', 'CdtDbtInd', 'RvslInd', 'Sts', 'BookgDt', 'ValDt'], at);
  const amount = signed(element, centsOf(elementAt(element, 'Amt'), at, 'the amount of the entry'), at);
  const entry: Entry = { element, at, amount, isReversal: isTrue(element, 'RvslInd', at) };
  const status = statusOf(element, at);
  const days = daysOf(element, at, status === 'booked' ? today : undefined, lastDay);
  const details = listAt(element, 'NtryDtls').flatMap((one) => listAt(one, 'TxDtls'));
  const amounts = amountsOf(entry, details, lineOf);
  assertCount(element, details.length, at);
  return (details.length === 0 ? [undefined] : details).map((detail, index) => ({
    at: (details.length > 1 ? lineOf(detail) : null) ?? at,
    ...days,
    amount: amounts[index]!,
    ...told(entry, detail, at),
    bankKey: keyOf(entry, details, index),
    status,
    isReversal: entry.isReversal,
    payer: payerOf(entry, detail),
    balance: null,
  }));
}

function daysOf(element: unknown, at: number, today: string | undefined, lastDay: string) {
  const [booked, value] = [dayAt(elementAt(element, 'BookgDt'), at), dayAt(elementAt(element, 'ValDt'), at)];
  if (today !== undefined && booked === undefined && value === undefined)
    throw new BadStatement('the entry has no BookgDt', at);
  const bookedOn = booked ?? value ?? lastDay;
  if (today !== undefined) {
    assertPast(bookedOn, today, at);
    if (value !== undefined) assertNear(value, today, at);
  }
  return { bookedOn, valueOn: value ?? bookedOn };
}

/** Returns the amount of each detail. Throws BadStatement where they do not make their entry. */
function amountsOf(
  { element, at, amount }: Entry,
  details: readonly unknown[],
  lineOf: (element: unknown) => number | null,
): Cents[] {
  if (details.length === 0) return [amount];
  const found = details.map((detail) => detailAmount(detail, element, lineOf(detail) ?? at));
  if (details.length === 1) {
    if (found[0] !== undefined && found[0] !== amount) throw new BadStatement(notTheSum, at);
    return [amount];
  }
  let sum = 0n;
  for (const [index, one] of found.entries()) {
    if (one === undefined)
      throw new BadStatement('a detail of the entry has no amount', lineOf(details[index]) ?? at);
    sum += one;
  }
  if (sum !== amount) throw new BadStatement(notTheSum, at);
  return found as Cents[];
}

const notTheSum = 'the details do not make the amount of their entry';

/** In version 02 within AmtDtls, later beside it; in the account's currency. */
function detailAmount(detail: unknown, entry: unknown, at: number): Cents | undefined {
  assertOnce(detail, ['Amt', 'CdtDbtInd', 'AmtDtls'], at);
  const found = [['Amt'], ['AmtDtls', 'TxAmt', 'Amt'], ['AmtDtls', 'InstdAmt', 'Amt']]
    .map((path) => elementAt(detail, ...path))
    .find((one) => (one as { '@Ccy'?: unknown } | undefined)?.['@Ccy'] === 'ZAR');
  if (found === undefined) return undefined;
  const direction = textAt(detail, 'CdtDbtInd') === '' ? entry : detail;
  return signed(direction, centsOf(found, at, 'the amount of the detail'), at);
}

/** The bank says how many there are: fewer is a file with a hole. */
function assertCount(element: unknown, details: number, at: number): void {
  const counts = listAt(element, 'NtryDtls').map((one) => textAt(one, 'Btch', 'NbOfTxs'));
  if (details === 0 || counts.some((count) => !/^\d{1,9}$/.test(count))) return;
  const counted = counts.reduce((sum, count) => sum + Number(count), 0);
  if (counted !== details)
    throw new BadStatement(`the entry says that it has ${counted} details, and has ${details}`, at);
}

function told({ element, at }: Entry, detail: unknown, line: number) {
  const reference = cleanText(
    referenceAt(detail, 'Refs', 'EndToEndId') || textAt(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    line,
  );
  const batches = listAt(element, 'NtryDtls').map((one) => elementAt(one, 'Btch'));
  const parts = [
    ...textsAt(elementAt(detail, 'RmtInf'), 'Ustrd'),
    textAt(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    textAt(detail, 'AddtlTxInf'),
    textAt(element, 'AddtlNtryInf'),
    nameOf(detail, 'Dbtr'),
    nameOf(detail, 'Cdtr'),
    textAt(detail, 'RtrInf', 'Rsn', 'Cd'),
    ...textsAt(elementAt(detail, 'RtrInf'), 'AddtlInf'),
    reference,
    ...['InstrId', 'PmtInfId', 'MsgId'].map((name) => referenceAt(detail, 'Refs', name)),
    ...batches.flatMap((batch) => ['PmtInfId', 'MsgId'].map((name) => referenceAt(batch, name))),
  ];
  const own = kindOf(detail);
  const kind = own.type === '' ? kindOf(element) : own;
  return {
    text: joined(parts.map((part) => cleanText(part, at))),
    reference,
    type: kind.type,
    hint: kind.hint,
  };
}

/** Returns the bank's own key, which must be another one for each detail. */
function keyOf({ element }: Entry, details: readonly unknown[], index: number): string | null {
  const entry = referenceAt(element, 'AcctSvcrRef');
  if (details.length <= 1) return entry || referenceAt(details[0], 'Refs', 'AcctSvcrRef') || null;
  const own = details.map((detail) => referenceAt(detail, 'Refs', 'AcctSvcrRef'));
  if (own.every((key) => key !== '') && new Set(own).size === own.length) return own[index]!;
  return entry === '' ? null : `${entry}/${index + 1}`;
}

const nameOf = (detail: unknown, party: 'Dbtr' | 'Cdtr'): string =>
  textAt(detail, 'RltdPties', party, 'Nm') || textAt(detail, 'RltdPties', party, 'Pty', 'Nm');

/** Returns whose account is at the other end: of a reversal, the one of the movement that it takes back. */
function payerOf({ amount, isReversal }: Entry, detail: unknown): ToldPayer | null {
  const party = amount > 0n !== isReversal ? 'Dbtr' : 'Cdtr';
  const accountNumber = textAt(detail, 'RltdPties', `${party}Acct`, 'Id', 'Othr', 'Id').replaceAll(' ', '');
  const branchCode = textAt(detail, 'RltdAgts', `${party}Agt`, 'FinInstnId', 'ClrSysMmbId', 'MmbId');
  if (!/^\d{4,20}$/.test(accountNumber) || !/^\d{6}$/.test(branchCode)) return null;
  return { branchCode, accountNumber, holder: cleanText(nameOf(detail, party), 1) || null };
}
