// One entry of a camt as lines: itself, or each of the movements that its bank booked in one sum.
import {
  BadStatement,
  type ReportedLine,
  type ReportedPayer,
} from '../../../core/statements/parsed-statement.ts';
import type { Cents } from '../../../kernel/money.ts';
import { firstOf, itemAt, lastOf } from '../../../kernel/required.ts';
import {
  centsOf,
  currencyOf,
  dayAt,
  isTrue,
  kindOf,
  referenceAt,
  signed,
  statusOf,
  textsAt,
} from './camt-parts.ts';
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

/** Returns the lines of an entry. `lastDay` dates pending ones without a day. */
export function linesOf(
  element: unknown,
  lineOf: (element: unknown) => number | null,
  today: string,
  lastDay: string,
): ReportedLine[] {
  const at = lineOf(element) ?? 1;
  assertOnce(element, ['Amt', 'CdtDbtInd', 'RvslInd', 'Sts', 'BookgDt', 'ValDt'], at);
  const amount = signed(element, centsOf(elementAt(element, 'Amt'), at, 'the amount of the entry'), at);
  const entry: Entry = { element, at, amount, isReversal: isTrue(element, 'RvslInd', at) };
  const status = statusOf(element, at);
  const days = daysOf(element, at, status === 'booked' ? today : undefined, lastDay);
  const details = listAt(element, 'NtryDtls').flatMap((one) => listAt(one, 'TxDtls'));
  const parts = partsOf(entry, details, lineOf);
  return parts.map((part, index) => ({
    at: (parts.length > 1 ? lineOf(part.details[0]) : null) ?? at,
    ...days,
    amount: part.amount,
    ...reported(entry, part.details, at),
    bankKey: keyOf(entry, parts, index),
    status,
    isReversal: entry.isReversal,
    payer: part.details.length === 1 ? payerOf(entry, part.details[0]) : null,
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

/** A line of an entry, with the details that it is of. */
interface Part {
  amount: Cents;
  details: readonly unknown[];
}

/**
 * Returns the lines of an entry. Its amount is the booked one: details split it only if they add up to it. They do not
 * if they are before a fee, in another currency, or incomplete.
 */
function partsOf(
  { element, at, amount }: Entry,
  details: readonly unknown[],
  lineOf: (element: unknown) => number | null,
): Part[] {
  if (details.length > 1)
    for (const paths of readings) {
      const amounts = details.map((detail) => detailAmount(detail, element, paths, lineOf(detail) ?? at));
      const sum = amounts.reduce<Cents>((total, one) => total + (one ?? 0n), 0n);
      if (sum === amount && amounts.every((one) => one !== undefined))
        return details.map((detail, index) => ({ amount: itemAt(amounts, index), details: [detail] }));
    }
  return [{ amount, details }];
}

const beside = ['Amt'];
const transaction = ['AmtDtls', 'TxAmt', 'Amt'];
const instructed = ['AmtDtls', 'InstdAmt', 'Amt'];
/** The places of the amounts of details, the same in all of them: in version 02 within AmtDtls, later next to it. */
const readings = [[beside, transaction, instructed], [transaction], [instructed]];

/** Returns the first of several amounts that is in rand, or undefined. */
function detailAmount(
  detail: unknown,
  entry: unknown,
  paths: readonly string[][],
  at: number,
): Cents | undefined {
  assertOnce(detail, ['Amt', 'CdtDbtInd', 'AmtDtls'], at);
  const found = paths.map((path) => elementAt(detail, ...path)).find((one) => currencyOf(one) === 'ZAR');
  if (found === undefined) return undefined;
  const direction = textAt(detail, 'CdtDbtInd') === '' ? entry : detail;
  return signed(direction, centsOf(found, at, 'the amount of the detail'), at);
}

/** In characters: the most that the text of an entry with many details has. */
const longestText = 20_000;

function reported({ element, at }: Entry, details: readonly unknown[], line: number) {
  const references = details.map((detail) =>
    cleanText(referenceAt(detail, 'Refs', 'EndToEndId') || structuredOf(detail)[0] || '', line),
  );
  const batches = listAt(element, 'NtryDtls').map((one) => elementAt(one, 'Btch'));
  const texts = [
    ...details.flatMap((detail, index) => textsOf(detail, itemAt(references, index))),
    textAt(element, 'AddtlNtryInf'),
    ...batches.flatMap((batch) => ['PmtInfId', 'MsgId'].map((name) => referenceAt(batch, name))),
  ];
  const parts = texts.map((part) => cleanText(part, at)).filter((part) => part !== '');
  let length = 0;
  const kept = parts.filter((part) => {
    length += part.length + 1;
    return length <= longestText;
  });
  const kinds = [...details, element].map(kindOf);
  const kind = (details.length <= 1 && kinds.find(({ type }) => type !== '')) || lastOf(kinds);
  return {
    text: joined(kept),
    reference: references.length === 1 ? firstOf(references) : '',
    type: kind.type,
    hint: kind.hint,
  };
}

/** Returns the references of structured texts, and the texts next to them. */
const structuredOf = (detail: unknown): string[] =>
  listAt(elementAt(detail, 'RmtInf'), 'Strd').flatMap((one) => [
    textAt(one, 'CdtrRefInf', 'Ref'),
    ...textsAt(one, 'AddtlRmtInf'),
    ...listAt(one, 'RfrdDocInf').map((document) => textAt(document, 'Nb')),
  ]);

const textsOf = (detail: unknown, reference: string): string[] => [
  ...textsAt(elementAt(detail, 'RmtInf'), 'Ustrd'),
  ...structuredOf(detail),
  textAt(detail, 'AddtlTxInf'),
  nameOf(detail, 'Dbtr'),
  nameOf(detail, 'Cdtr'),
  textAt(detail, 'RtrInf', 'Rsn', 'Cd'),
  ...textsAt(elementAt(detail, 'RtrInf'), 'AddtlInf'),
  reference,
  ...['InstrId', 'PmtInfId', 'MsgId'].map((name) => referenceAt(detail, 'Refs', name)),
];

/** Returns the bank's own key, which must be another one for each line. */
function keyOf({ element }: Entry, parts: readonly Part[], index: number): string | null {
  const entry = referenceAt(element, 'AcctSvcrRef');
  const own = parts.map(({ details }) =>
    details.length === 1 ? referenceAt(details[0], 'Refs', 'AcctSvcrRef') : '',
  );
  if (parts.length === 1) return entry || own[0] || null;
  if (own.every((key) => key !== '') && new Set(own).size === own.length) return itemAt(own, index);
  return entry === '' ? null : `${entry}/${index + 1}`;
}

const nameOf = (detail: unknown, party: 'Dbtr' | 'Cdtr'): string =>
  textAt(detail, 'RltdPties', party, 'Nm') || textAt(detail, 'RltdPties', party, 'Pty', 'Nm');

/** Returns whose account is at the other end: of a reversal, the one of the movement that it takes back. */
function payerOf({ amount, isReversal }: Entry, detail: unknown): ReportedPayer | null {
  const party = amount > 0n !== isReversal ? 'Dbtr' : 'Cdtr';
  const accountNumber = textAt(detail, 'RltdPties', `${party}Acct`, 'Id', 'Othr', 'Id').replaceAll(' ', '');
  const branchCode = textAt(detail, 'RltdAgts', `${party}Agt`, 'FinInstnId', 'ClrSysMmbId', 'MmbId');
  if (!/^\d{4,20}$/.test(accountNumber) || !/^\d{6}$/.test(branchCode)) return null;
  return { branchCode, accountNumber, holder: cleanText(nameOf(detail, party), 1) || null };
}
