// A bank with one account of a merchant: it keeps its books, writes statements, and executes or refuses orders. It shares
// no code with the service: the service's books must equal its books.
import type { Random } from '../storm/random.ts';
import { type Movement, writeStatement } from '../support/bank-statements.ts';
import { sumOf } from '../support/figures.ts';
import { isBusinessDay } from './calendar.ts';

/** A line of the bank's books, with its true cause. */
export interface Entry {
  date: string;
  /** Debits are negative. */
  cents: number;
  text: string;
  reference: string;
  /** The script's knowledge of the line: for the user who explains it. */
  kind: 'sale' | 'topUp' | 'order' | 'return' | 'charge' | 'own' | 'interest' | 'unknown' | 'reversal';
  /** Whether the bank marks it as taking back an earlier line. */
  isMarked?: boolean;
  /** The entry that a reversal cancels. */
  of?: Entry;
}

export interface Order {
  bankReference: string;
  messageId: string;
  cents: number;
  number: string;
  executionDate: string;
  fate: 'paid' | 'rejected' | 'returned';
  /** Days from its execution to its return. */
  returnsAfter: number;
  executedOn: string | null;
  returnedOn: string | null;
}

export type Bank = ReturnType<typeof openBank>;

export function openBank({ account, number, opening }: { account: string; number: string; opening: number }) {
  const entries: Entry[] = [];
  const orders: Order[] = [];
  const violations: string[] = [];
  let statements = 0;
  let lastReported: number | null = null;

  const sum = (of: Entry[]): number => sumOf(of, ({ cents }) => cents);
  /** The balance at the end of a day, in cents. */
  const balance = (day: string): number => opening + sum(entries.filter(({ date }) => date <= day));

  function add(entry: Entry): Entry {
    entries.push(entry);
    return entry;
  }

  function carryOutDue(day: string, asOne: (messageId: string) => boolean): void {
    const due = orders.filter(
      ({ executedOn, executionDate, fate }) =>
        executedOn === null && executionDate <= day && fate !== 'rejected',
    );
    for (const [messageId, group] of Map.groupBy(due, (order) => order.messageId)) {
      for (const order of group) order.executedOn = day;
      const lines = asOne(messageId)
        ? [{ cents: sumOf(group, ({ cents }) => cents), text: `EFT BATCH ${messageId}` }]
        : group.map(({ cents, bankReference }) => ({ cents, text: `MAGTAPE DEBIT ${bankReference}` }));
      for (const { cents, text } of lines)
        add({ date: day, cents: -cents, text, reference: '', kind: 'order' });
    }
  }

  function giveBackDue(day: string): void {
    for (const order of orders) {
      const { executedOn, returnedOn, fate, returnsAfter } = order;
      if (fate !== 'returned' || executedOn === null || returnedOn !== null) continue;
      const waited = (Date.parse(day) - Date.parse(executedOn)) / 86_400_000;
      if (waited < returnsAfter) continue;
      order.returnedOn = day;
      const text = `UNPAID ITEM ${order.bankReference}`;
      add({ date: day, cents: order.cents, text, reference: '', kind: 'return' });
    }
  }

  return {
    ...{ number, entries, orders, violations, add, balance },
    /** The closing balance of the last statement with balances, in cents; null before the first. */
    lastReported: () => lastReported,
    /** A statement of days in the bank's format. */
    write: (format: string, from: string, to: string): string => {
      const reported = entries
        .filter(({ date }) => date >= from && date <= to)
        .toSorted((one, other) => one.date.localeCompare(other.date));
      statements += 1;
      if (format !== 'mt942') lastReported = balance(to);
      const text = writeStatement(format, {
        account: number,
        number: statements,
        from,
        opening: BigInt(opening + sum(entries.filter(({ date }) => date < from))),
        lines: reported.map(
          ({ date, cents, text, reference }): Movement => ({ date, amount: BigInt(cents), text, reference }),
        ),
      });
      return format.startsWith('mt') ? markReversals(text, reported) : text;
    },
    /** Accepts the orders of a file; those of a known file are refused. */
    take: (taken: Order[]): void => {
      for (const order of taken) {
        if (orders.some(({ bankReference }) => bankReference === order.bankReference))
          violations.push(`${account}: ${order.bankReference} was ordered in two files`);
        if (!isBusinessDay(order.executionDate))
          violations.push(`${account}: ${order.bankReference} is to be paid on ${order.executionDate}`);
        orders.push(order);
      }
    },
    /** Executes the orders due on a day; `asOne`: the accepted payments of a file are one line. */
    carryOut: (day: string, asOne: (messageId: string) => boolean): void => {
      carryOutDue(day, asOne);
      giveBackDue(day);
    },
  };
}

/** A debit that reverses a credit is no plain debit in field 61: RC. */
function markReversals(text: string, reported: Entry[]): string {
  const [head, ...lines] = text.split(':61:');
  const marked = lines.map((line, index) => (reported[index]!.isMarked ? line.replace('DR', 'RC') : line));
  return [head, ...marked].join(':61:');
}

/** The outcome of an order. */
export function drawFate(random: Random, canReject: boolean): Pick<Order, 'fate' | 'returnsAfter'> {
  const drawn = random.between(0, 100);
  const fate = drawn < 8 && canReject ? 'rejected' : drawn < 18 ? 'returned' : 'paid';
  return { fate, returnsAfter: random.between(1, 4) };
}
