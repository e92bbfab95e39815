// One page of A4 as PDF, written as a stream, with tags for screen readers. The library is loaded with the first page.
import type { Readable } from 'node:stream';
import { pdfText } from './pdf-text.ts';

export interface TextStyle {
  /** In points; default 10. */
  size?: number;
  bold?: boolean;
  muted?: boolean;
  /** From the left edge of the text; default 0. */
  x?: number;
  /** Default: below the last text. */
  y?: number;
  align?: 'left' | 'right';
  /** The width of the text; default: to the right edge. */
  room?: number;
}

export interface PdfPage {
  /** Below the last text. */
  readonly y: number;
  /** The width between the margins. */
  readonly width: number;
  /** Writes a text as a separate element, such as P or H1. */
  write(tag: string, text: string, style?: TextStyle): void;
  /** Writes several texts as one element: the cells of a row. */
  row(cells: readonly (readonly [text: string, style: TextStyle])[]): void;
  /** Draws a line over the whole width. */
  rule(y: number, weight?: number): void;
  /** Returns the bytes; nothing is written after it. */
  end(): Readable;
}

const margin = 56;
const width = 595.28 - 2 * margin;
const [ink, muted, line] = ['#14211b', '#55635b', '#c9d1cc'];

export async function openPdfPage(title: string, createdAt: Date): Promise<PdfPage> {
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    ...{ size: 'A4', margin, lang: 'en-ZA', tagged: true, displayTitle: true, pdfVersion: '1.7' },
    info: { Title: pdfText(title), Author: 'Tefo', CreationDate: createdAt },
  });
  const tagged = (type: string, draw: () => void) => void doc.addStructure(doc.struct(type, draw));
  const put = (text: string, style: TextStyle): void => {
    const { x = 0, y = doc.y, align = 'left', room = width - x } = style;
    doc.font(style.bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(style.size ?? 10);
    doc.fillColor(style.muted ? muted! : ink!).text(pdfText(text), margin + x, y, { width: room, align });
  };
  return {
    get y() {
      return doc.y;
    },
    width,
    write: (tag, text, style = {}) => tagged(tag, () => put(text, style)),
    row: (cells) =>
      tagged('P', () => {
        for (const [text, style] of cells) put(text, style);
      }),
    rule: (y, weight = 0.5) =>
      void doc
        .lineWidth(weight)
        .strokeColor(line!)
        .moveTo(margin, y)
        .lineTo(margin + width, y)
        .stroke(),
    end: () => {
      doc.end();
      return doc;
    },
  };
}
