// Detects a file's format, by its beginning and never by its name.
import { withoutMark } from './bytes.ts';

/** "other" is XML that is neither a statement nor a response; "binary" is not text. */
export type Format = 'mt' | 'camt' | 'ofx' | 'answer' | 'csv' | 'other' | 'binary';

/** Of a message, in characters. */
const mtHeader = 1_000;

/** True if a text begins with the first fields of a message. Banks write headers of their own before them. */
function beginsMt(text: string): boolean {
  if (text.startsWith(':20:') || /^[\p{Cc}$]{0,9}\{[1-5]:/u.test(text)) return true;
  const lines = text.split(/[\r\n]+/);
  return lines.some((line, at) => {
    const next = lines[at + 1]?.startsWith(':21:') ? lines[at + 2] : lines[at + 1];
    return line.startsWith(':20:') && /^:25P?:/.test(next ?? '');
  });
}

// Behind the mark of a tag, or a prefix.
const camtRoot = /[<:]BkToCstmr(?:AcctRpt|Stmt|DbtCdtNtfctn)[\s/>]/;
const answerRoot = /[<:]CstmrPmtStsRpt[\s/>]/;
const ofxRoot = /[<:]OFX[\s>]/i;

/** Returns the format of a file that begins with these bytes; some thousands are enough. */
export function formatOf(head: Uint8Array): Format {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1').trimStart();
  if (beginsMt(text.slice(0, mtHeader))) return 'mt';
  if (/^OFXHEADER *:/i.test(text)) return 'ofx';
  if (text.startsWith('<')) {
    // A payer's text can be anywhere after the root.
    const roots = [camtRoot, answerRoot, ofxRoot].map((root) => text.search(root));
    const first = roots.filter((at) => at >= 0).toSorted((one, other) => one - other)[0];
    return (['camt', 'answer', 'ofx'] as const)[roots.indexOf(first ?? Number.NaN)] ?? 'other';
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
  return /[\x01-\x08\x0e-\x1f]/.test(text) ? 'binary' : 'csv';
}

/** Returns whether a file is a statement or a bank's response to a payment file; undefined for anything else. */
export function sortOf(head: Uint8Array): 'statement' | 'answer' | undefined {
  const { bytes, decoder } = withoutMark(Buffer.from(head));
  const format = formatOf(decoder ? Buffer.from(decoder.decode(bytes)) : bytes);
  if (format === 'answer') return 'answer';
  return format === 'other' || format === 'binary' ? undefined : 'statement';
}
