// An account statement as PDF: one page of A4, written as a stream.
import type { Readable } from 'node:stream';
import { localTime } from '../../kernel/calendar.ts';
import { openPdfPage, type TextStyle } from '../../kernel/formats/pdf.ts';
import { inThousands } from '../../kernel/formats/text.ts';
import { formatRand } from '../../kernel/money.ts';
import { type FigureName, figureNames, figureWords, signRule } from './figures.ts';
import type { Statement } from './statement.ts';

export interface StatementHead {
  /** The operator of the service, who issues it. */
  issuer: { name: string; address: string | null };
  /** The merchant's name with its code, or "All merchants". */
  owner: string;
  /** The code of a site; null for all. */
  site: string | null;
  /** Days, "2026-11-01". */
  first: string;
  last: string;
  madeAt: Date;
}

const days = new Intl.DateTimeFormat('en-ZA', {
  ...{ day: 'numeric', month: 'long', year: 'numeric' },
  timeZone: 'UTC',
});
const dayWords = (day: string): string => days.format(new Date(`${day}T00:00:00Z`));

const isSum = (name: FigureName): boolean => name === 'opening' || name === 'net' || name === 'closing';

export async function statementPdf(statement: Statement, head: StatementHead): Promise<Readable> {
  const title = `Account statement, ${head.owner}, ${head.first} to ${head.last}`;
  const pdf = await openPdfPage(title, head.madeAt);
  const right = (y: number, x: number, room: number, style: TextStyle): TextStyle => ({
    ...{ ...style, y, x, room, align: 'right' },
  });
  const inLines = (y: number, style: TextStyle = {}) => right(y, 300, 60, style);
  const inAmount = (y: number, style: TextStyle = {}) => right(y, 363, pdf.width - 363, style);
  pdf.write('P', head.issuer.name, { size: 11, bold: true });
  if (head.issuer.address !== null)
    pdf.write('P', head.issuer.address, { size: 9, muted: true, y: pdf.y + 2 });
  pdf.write('H1', 'Account statement', { size: 22, bold: true, y: pdf.y + 10 });
  pdf.write('P', head.owner, { size: 13, y: pdf.y + 6 });
  const site = head.site === null ? '' : `, site ${head.site}`;
  pdf.write(
    'P',
    `${dayWords(head.first)} to ${dayWords(head.last)}${site}. Amounts in South African rand (ZAR).`,
    {
      ...{ muted: true, y: pdf.y + 2 },
    },
  );
  let y = pdf.y + 22;
  const heading: TextStyle = { size: 9, muted: true };
  pdf.row([
    ['Figure', { ...heading, y }],
    ['Lines', inLines(y, heading)],
    ['Amount', inAmount(y, heading)],
  ]);
  y += 16;
  for (const name of figureNames) {
    const { label, meaning } = figureWords[name];
    const { cents, lines } = statement[name];
    const bold = isSum(name);
    pdf.rule(y, bold ? 1.2 : 0.5);
    const top = y + 8;
    const isMovement = name !== 'opening' && name !== 'closing';
    pdf.row([
      ...(isMovement ? [[inThousands(String(lines), '\u00a0'), inLines(top, { muted: true })] as const] : []),
      [formatRand(cents), inAmount(top, { size: 11, bold })],
      [label, { size: 11, bold, y: top, room: 290 }],
      [meaning, { size: 8.5, muted: true, room: 290 }],
    ]);
    y = pdf.y + 8;
  }
  pdf.rule(y, 1.2);
  pdf.write('P', signRule, { size: 8.5, muted: true, y: y + 14 });
  const at = localTime(head.madeAt).slice(0, 16).replace('T', ', ');
  pdf.write('P', `Created ${at} SAST from the ledger.`, { size: 8.5, muted: true, y: pdf.y + 6 });
  return pdf.end();
}
