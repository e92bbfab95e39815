// The files between the banks and the service: statements late, doubled, overlapping and out of order; orders read from
// pain.001 and CSV; reports late, doubled and in the wrong order.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOrders, standardBank } from '../support/pain.ts';
import { drawFate, type Order } from './bank.ts';
import { dayAfter, isSunday } from './calendar.ts';
import type { Party, Stage } from './stage.ts';

interface Waiting {
  day: string;
  name: string;
  text: string;
}

const waiting: Waiting[] = [];
const seen = new Map<string, string>();
let number = 0;

/** A number that no other file has. */
const next = (): string => {
  number += 1;
  return String(number).padStart(5, '0');
};

const cents = (decimal: string): number => Number(decimal.replace('.', ''));
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Puts a file where we take it, as a bank that writes it whole. */
function putIn({ gives }: Party, name: string, text: string): void {
  writeFileSync(join(gives, `.${name}`), text);
  renameSync(join(gives, `.${name}`), join(gives, name));
}

/** The bank fetches its files, acknowledges them, and schedules further reports for tomorrow. */
export function fetchOrders(stage: Stage, party: Party): void {
  const out = party.fetches;
  const fetched = join(stage.dataDir, 'fetched');
  mkdirSync(fetched, { recursive: true });
  for (const name of readdirSync(out).filter((one) => one.endsWith('.xml'))) {
    const text = readFileSync(join(out, name), 'utf8');
    renameSync(join(out, name), join(fetched, `${next()}-${name}`));
    takeFile(stage, party, text);
  }
}

function takeFile(stage: Stage, party: Party, text: string): void {
  const { random, violations } = stage;
  const { messageId, payments, executionDate, accountNumber, counts, sums } = readOrders(text);
  const ids = { messageId: `BANK${next()}`, originalMessageId: messageId };
  const known = seen.get(messageId);
  if (known !== undefined) {
    if (known !== hashOf(text)) violations.push(`the file ${messageId} came again with other bytes`);
    stage.count('files that came twice');
    putIn(party, `nack-${next()}.xml`, standardBank.nack(ids));
    return;
  }
  seen.set(messageId, hashOf(text));
  const total = payments.reduce((sum, { amount }) => sum + amount, 0n);
  if (accountNumber !== party.bank.number) violations.push(`the file ${messageId} is of another account`);
  if (counts.some((one) => one !== payments.length) || sums.some((one) => one !== total))
    violations.push(`the sums of the file ${messageId} are wrong`);
  const orders = payments.map(
    ({ bankReference, amount, accountNumber: to }): Order => ({
      bankReference,
      messageId,
      cents: Number(amount),
      number: to,
      executionDate,
      ...drawFate(random, true),
      executedOn: null,
      returnedOn: null,
    }),
  );
  party.bank.take(orders);
  stage.count('pain.001 files');
  answer(stage, party, ids, orders);
}

type Ids = Parameters<typeof standardBank.ack>[0];

/** Reports immediate results of orders, and schedules the reports of the mornings after. */
function answer(stage: Stage, party: Party, ids: Ids, orders: Order[]): void {
  const { random } = stage;
  const { executionDate } = orders[0]!;
  const of = (fate: (order: Order) => boolean) =>
    orders.filter(fate).map(({ bankReference }) => ({ bankReference }));
  const accepted = of(({ fate }) => fate !== 'rejected');
  const rejected = of(({ fate }) => fate === 'rejected');
  const now = [
    { name: 'ack.xml', text: standardBank.ack(ids) },
    { name: 'intaud.xml', text: standardBank.intaud(ids, accepted, rejected) },
  ];
  // In any order, and some twice.
  for (const { name, text } of random.chance(0.5) ? now : now.toReversed()) {
    putIn(party, `${next()}-${name}`, text);
    if (random.chance(0.15)) putIn(party, `${next()}-again-${name}`, text);
  }
  if (accepted.length === 0) return;
  const late = random.chance(0.2) ? random.between(1, 3) : 0;
  const finaud = standardBank.finaud(ids, accepted);
  waiting.push({ day: dayAfter(executionDate, 1 + late), name: `finaud-${next()}.xml`, text: finaud });
  for (const { bankReference, fate, returnsAfter } of orders) {
    // Some returns appear only in the statement.
    if (fate !== 'returned' || random.chance(0.25)) continue;
    waiting.push({
      // Before the statement or after it, and perhaps before FINAUD.
      day: dayAfter(executionDate, returnsAfter + random.between(0, 2)),
      name: `unpaid-${next()}.xml`,
      text: standardBank.unpData(ids, [{ bankReference }], random.pick(['02', '03', '12'])),
    });
  }
}

/** In the morning the bank reports executed and returned orders, in any order and some twice. */
export function putAnswers(stage: Stage, party: Party, day: string): void {
  const { random } = stage;
  const due = waiting.filter((one) => one.day <= day);
  for (const one of due) {
    waiting.splice(waiting.indexOf(one), 1);
    const name = `${random.between(10_000, 99_999)}-${one.name}`;
    putIn(party, name, one.text);
    if (random.chance(0.15)) putIn(party, `again-${name}`, one.text);
    stage.count('pain.002 files');
  }
}

/** The number of reports that the bank has yet to send. */
export const answersLeft = (): number => waiting.length;

/** Resets all state for another month. */
export function beginFiles(): void {
  waiting.length = 0;
  seen.clear();
}

/** A user takes the CSV to the bank: by the columns that the bank's manual names. */
export async function carryCsv(stage: Stage, party: Party): Promise<void> {
  const args = ['payments', 'export', '--account', party.account, '--out', party.folder, '--by', 'Thandi'];
  const { files = [] } = await stage.command(args);
  for (const { file, messageId, sha256 } of files) {
    const text = readFileSync(file, 'utf8');
    if (hashOf(text) !== sha256) stage.violations.push(`the file ${messageId} has other bytes than it says`);
    if (seen.has(messageId)) stage.violations.push(`the file ${messageId} was handed out twice`);
    seen.set(messageId, sha256);
    const [head, ...rows] = text.trimEnd().split('\r\n');
    if (head !== 'Date,Account,Branch,Type,Holder,Amount,Their reference,Our reference')
      stage.violations.push(`the file ${messageId} begins with ${head}`);
    const orders = rows.map((row): Order => {
      const cells = row.split(',');
      return {
        bankReference: cells.at(-1)!,
        messageId,
        cents: cents(cells[5]!),
        number: cells[1]!,
        executionDate: cells[0]!,
        // A CSV has no report: a payment that fails is booked and returned.
        ...drawFate(stage.random, false),
        executedOn: null,
        returnedOn: null,
      };
    });
    party.bank.take(orders);
    stage.count('CSV files');
  }
}

/** The bank's statement of the evening, with typical errors of statements. Returns whether it reported the day. */
export async function tellStatement(stage: Stage, party: Party, day: string, isLast: boolean): Promise<void> {
  const { random } = stage;
  if (isSunday(day)) return;
  const drawn = isLast ? 99 : random.between(0, 100);
  // Late: tomorrow's also has this day, or arrives together with it.
  if (drawn < 8) return;
  const from = party.unreported;
  const isOutOfOrder = from < day && drawn < 60;
  const texts: { name: string; text: string }[] = [];
  const nameOf = (one: string) => `${party.format.toUpperCase()}_${one}_${next()}.txt`;
  if (isOutOfOrder) {
    const first = party.bank.write(party.format, from, dayAfter(day, -1));
    texts.push({ name: nameOf(from), text: first });
    texts.push({ name: nameOf(day), text: party.bank.write(party.format, day, day) });
    texts.reverse();
    stage.count('statements out of order');
  } else if (drawn < 20 && from > stage.from) {
    const before = dayAfter(from, -random.between(1, 3));
    const start = before < stage.from ? stage.from : before;
    texts.push({ name: nameOf(day), text: party.bank.write(party.format, start, day) });
    stage.count('statements that overlap');
  } else texts.push({ name: nameOf(day), text: party.bank.write(party.format, from, day) });
  if (random.chance(0.12)) {
    texts.push({ ...texts[0]!, name: `copy of ${texts[0]!.name}` });
    stage.count('files delivered twice');
  }
  party.unreported = dayAfter(day);
  if (party.format === 'mt940') await deliver(stage, party, texts);
  else await importByHand(stage, party, texts);
}

/** At noon a bank reports the day's lines so far: by MT942, or by a file of the day that a user fetches. */
export async function tellSoFar(stage: Stage, party: Party, day: string): Promise<void> {
  if (isSunday(day) || stage.random.chance(0.3)) return;
  const isSwift = party.format === 'mt940';
  const format = isSwift ? 'mt942' : party.format;
  const from = isSwift ? day : party.unreported;
  const one = { name: `NOON_${day}_${next()}.txt`, text: party.bank.write(format, from, day) };
  stage.count('files of an unfinished day');
  if (isSwift) putIn(party, one.name, one.text);
  else await importByHand(stage, party, [one]);
}

async function deliver(stage: Stage, party: Party, texts: { name: string; text: string }[]): Promise<void> {
  // One alone, which must be refused, and again after the missing one.
  const isApart = texts.length > 1 && stage.random.chance(0.4);
  if (isApart) {
    putIn(party, texts[0]!.name, texts[0]!.text);
    await stage.drain();
  }
  for (const { name, text } of isApart ? texts.toReversed() : texts) putIn(party, name, text);
}

async function importByHand(
  stage: Stage,
  party: Party,
  texts: { name: string; text: string }[],
): Promise<void> {
  let left = texts;
  while (left.length > 0) {
    const refused: typeof texts = [];
    for (const one of left) {
      const path = join(party.folder, one.name);
      writeFileSync(path, one.text);
      const args = ['statement', 'import', path, '--account', party.account, '--by', 'Thandi'];
      const taken = await stage.command(args, [0, 1]);
      stage.count(`by hand: ${taken?.status ?? 'refused'}`);
      if (taken?.status === 'imported' || taken?.status === 'duplicate') continue;
      refused.push(one);
      // It may wait for others.
      if (left.length === 1)
        stage.violations.push(`${party.account}: ${one.name} was refused: ${JSON.stringify(taken)}`);
    }
    if (refused.length === left.length) return;
    left = refused;
  }
}

/** Files of the account's folder that were refused, with the reason. */
export function refusedFiles({ folder }: Party): string[] {
  const names = readdirSync(join(folder, 'refused')).filter((name) => name.endsWith('.reason.txt'));
  return names.map((name) => `${name}: ${readFileSync(join(folder, 'refused', name), 'utf8').trim()}`);
}
