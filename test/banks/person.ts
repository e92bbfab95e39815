// The user at the desk: explains lines, decides about pending deposits, and compares the books with the statements.
import type { Entry } from './bank.ts';
import { isSunday } from './calendar.ts';
import { refusedFiles } from './files.ts';
import { type End, type Party, receivers, type Sale, type Stage } from './stage.ts';

const centsOf = (decimal: string): number => Number(decimal.replace('.', ''));

/** Explains the open lines, with the user's knowledge. */
export async function explainLines(stage: Stage, party: Party): Promise<void> {
  const { account, bank } = party;
  const open = await stage.command(['statement', 'lines', '--account', account, '--open']);
  for (const line of open) {
    const entry = bank.entries.find(
      (one) => one.date === line.date && one.cents === centsOf(line.amount) && one.kind !== 'sale',
    );
    stage.count(`explained by hand: ${entry?.kind}`);
    const explain = (...args: string[]) =>
      stage.command(['statement', 'explain', line.id, ...args, '--by', 'Thandi']);
    if (entry?.kind === 'charge' || entry?.kind === 'own' || entry?.kind === 'interest')
      await explain(entry.kind);
    else if (entry?.kind === 'reversal') await explain('reversal', await depositOf(stage, party, entry.of!));
    else stage.violations.push(`${account}: a line is open: ${JSON.stringify(line)}, ${entry?.kind}`);
  }
}

async function depositOf(stage: Stage, { account }: Party, { date, cents }: Entry): Promise<string> {
  const lines = await stage.command(['statement', 'lines', '--account', account]);
  // biome-ignore lint/suspicious/noExplicitAny: whatever the command prints
  return lines.find((one: any) => one.as === 'deposit' && one.date === date && centsOf(one.amount) === cents)
    .object;
}

/** Decides about pending deposits, and parks unallocated ones. */
export async function decideDeposits(stage: Stage): Promise<void> {
  const listed = await stage.command(['deposit', 'list', '--limit', '500']);
  for (const one of listed) {
    const cents = Number(one.amountCents);
    const party = stage.parties.find(({ account }) => account === one.bankAccount)!;
    const found = dealOf(stage, party, cents);
    const by = ['--by', 'Thandi', '--note', 'as the customer says'];
    if (!found) {
      const known = party.bank.entries.find((entry) => entry.cents === cents);
      if (known?.kind !== 'unknown')
        stage.violations.push(`${one.bankAccount}: a deposit waits: ${JSON.stringify(one)}`);
      await stage.command(['deposit', 'park', one.depositId, ...by]);
      stage.count('deposits parked');
      continue;
    }
    const { sale, end } = found;
    if (sale.kind === 'exact' || sale.kind === 'late') {
      stage.count('intact references that waited');
      stage.options.say?.(`  waited: ${JSON.stringify(one.reference)} for ${sale.ordered.reference}`);
    }
    if (end === 'accepted') {
      await stage.command(['deposit', 'allocate', one.depositId, sale.ordered.reference, ...by]);
      stage.count('deposits allocated by hand');
    } else {
      const payer = `${receivers.bankId}/${stage.drawNumber()}/${receivers.branch}/S Dlamini`;
      // Of one that the payer's bank has sent back it is known already.
      if (one.from === null)
        await stage.command(['deposit', 'payer', one.depositId, payer, '--by', 'Thandi']);
      await stage.command(['deposit', 'return', one.depositId, ...by]);
      stage.count('deposits sent back');
    }
  }
}

/** The sale that a waiting deposit is of. Of two deposits of one sale, the second waits. */
function dealOf(stage: Stage, { account }: Party, cents: number): { sale: Sale; end: End } | undefined {
  for (const sale of stage.sales) {
    if (sale.account !== account) continue;
    const own = sale.deposits.filter(({ entry }) => entry.cents === cents);
    if (own.length > 0) return { sale, end: own.at(-1)!.end };
  }
  return undefined;
}

/** The evening's question: do statement and books agree, and are the service's own books right? */
export async function reconcile(stage: Stage, day: string): Promise<void> {
  const said = await stage.command(['reconcile'], [0, 1]);
  for (const one of said.accounts) {
    const party = stage.parties.find(({ account }) => account === one.account)!;
    if (one.difference !== '0.00' || one.rows.length > 0)
      stage.violations.push(`${day} ${one.account}: ${JSON.stringify(one)}`);
    const reported = party.bank.lastReported();
    if ((one.statement === null ? null : centsOf(one.statement)) !== reported)
      stage.violations.push(
        `${day} ${one.account}: the bank reported ${reported}, the statement says ${one.statement}`,
      );
  }
  const { findings } = await stage.command(['check'], [0, 1]);
  for (const finding of findings.slice(0, 5))
    stage.violations.push(`${day} check: ${JSON.stringify(finding)}`);
  if (!isSunday(day)) stage.count('evenings that were reconciled');
}

/** Files that were refused: only such as had to wait for another one. */
export function judgeRefused(stage: Stage): void {
  const [a] = stage.parties;
  for (const reason of refusedFiles(a!)) {
    if (/begins with a balance/.test(reason)) stage.count('files refused for a gap');
    else stage.violations.push(`a file was refused: ${reason}`);
  }
}
