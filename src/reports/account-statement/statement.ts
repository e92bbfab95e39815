// The account statement of a period: what a merchant's balance was, what moved it, and what it is.
import type { Sql } from '../../kernel/db/db.ts';
import { type Cents, formatDecimal } from '../../kernel/money.ts';
import { inPatience } from '../lists/read.ts';
import {
  type FigureName,
  figureNames,
  figureOf,
  type MovementName,
  movementNames,
  netOf,
} from './figures.ts';
import { readParts, type StatementOf, type StatementPart } from './store.ts';

/** A sum in cents, positive where it raises the balance, and the number of the ledger's lines that it adds up. */
export interface Figure {
  cents: Cents;
  lines: number;
}

export type Statement = Record<FigureName, Figure>;

/** Returns the statement of the accounts that a viewer sees. Throws TooWide if it takes more than two seconds. */
export async function readStatement(db: Sql, of: StatementOf): Promise<Statement> {
  const parts = await inPatience(db, ['merchant', 'site', 'from', 'to'], { words: {} }, (tx) =>
    readParts(tx, of),
  );
  return statementOf(parts);
}

/** Adds up the parts. Throws if they do not lead from the opening to the closing balance, which only a bug can cause. */
export function statementOf(parts: readonly StatementPart[]): Statement {
  const statement = Object.fromEntries(
    figureNames.map((name) => [name, { cents: 0n, lines: 0 }]),
  ) as Statement;
  for (const { part, kind, posting, side, count, cents, vatCount, vatCents } of parts) {
    const name = part === 'moved' ? figureOf(kind, posting ?? '', side ?? '') : part;
    if (name === undefined) throw new Error(`no figure has the ${side}s of ${posting} on ${kind}`);
    statement[name].cents -= cents - vatCents;
    statement[name].lines += count;
    statement.vat.cents -= vatCents;
    statement.vat.lines += vatCount;
  }
  for (const name of netOf) {
    statement.net.cents += statement[name].cents;
    statement.net.lines += statement[name].lines;
  }
  const end = movementNames.reduce((sum, name) => sum + statement[name].cents, statement.opening.cents);
  if (end !== statement.closing.cents)
    throw new Error(`the movements lead to ${end}, and the closing balance is ${statement.closing.cents}`);
  return statement;
}

/** Returns a statement as commands print it: decimal texts, in the order of issue. */
export function statementRecord(statement: Statement): Record<'opening' | MovementName | 'closing', string> {
  const names = ['opening', ...movementNames, 'closing'] as const;
  return Object.fromEntries(names.map((name) => [name, formatDecimal(statement[name].cents)])) as Record<
    'opening' | MovementName | 'closing',
    string
  >;
}
