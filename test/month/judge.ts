// Compares the service's settlements with the merchant's calculation.
import type { ExpectedSettlement } from './books.ts';

interface Amount {
  value: number;
}

interface Reported {
  id: string;
  reference: string;
  date: string;
  totalSettlement: Amount;
  totalFees: Amount;
  lineItemCounts: Record<string, number>;
}

interface ReportedLine {
  type: string;
  amount: Amount;
  fee: Amount;
  settlementAmount: Amount;
}

type Say = (violation: string) => void;

const cents = ({ value }: Amount): number => Math.round(value * 100);

export function compareSettlements(
  expected: ExpectedSettlement[],
  reported: Reported[],
  site: string,
  say: Say,
): void {
  const found = new Map(reported.map((settlement) => [settlement.date, settlement]));
  if (found.size !== reported.length) say(`${site} has two settlements of one day`);
  for (const one of expected) {
    const settlement = found.get(one.date);
    found.delete(one.date);
    const said = settlement && {
      date: settlement.date,
      total: cents(settlement.totalSettlement),
      fees: cents(settlement.totalFees),
      transactions: settlement.lineItemCounts.transaction,
      refunds: settlement.lineItemCounts.refund,
    };
    if (JSON.stringify(said) !== JSON.stringify(one))
      say(`${site} expects ${JSON.stringify(one)}, and reads ${JSON.stringify(said)}`);
    if (settlement && settlement.reference !== `${site}-${one.date.replaceAll('-', '')}`)
      say(`${settlement.id} has the reference ${settlement.reference}`);
  }
  for (const [date, { totalSettlement }] of found)
    say(`${site} expects no settlement of ${date}, and reads ${totalSettlement.value}`);
}

export function judgeLines(settlement: Reported, lines: ReportedLine[], say: Say): void {
  const sum = (pick: (line: ReportedLine) => number): number =>
    lines.reduce((total, line) => total + pick(line), 0);
  const { reference, lineItemCounts } = settlement;
  if (sum((line) => cents(line.settlementAmount)) !== cents(settlement.totalSettlement))
    say(`the lines of ${reference} do not sum to it`);
  if (sum((line) => cents(line.fee)) !== cents(settlement.totalFees))
    say(`the fees of the lines of ${reference} do not sum to its fees`);
  if (lines.some((line) => cents(line.amount) - cents(line.fee) !== cents(line.settlementAmount)))
    say(`a line of ${reference} is not amount less fee`);
  if (lines.some((line) => line.type === 'refund' && line.amount.value >= 0))
    say(`a refund of ${reference} is no less`);
  if (lines.length !== lineItemCounts.total) say(`${reference} has ${lines.length} lines`);
}
