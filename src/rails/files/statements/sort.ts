// What a file is, by its beginning and never by its name.
import { withoutMark } from './bytes.ts';

/** "other" is XML that is neither a statement nor an answer; "binary" is no text. */
export type Format = 'mt' | 'camt' | 'ofx' | 'answer' | 'csv' | 'other' | 'binary';

// The first fields of a message; banks write headers of their own before them.
const mtStart =
  /^[\p{Cc}$]{0,9}\{[1-5]:|(?:^|[\r\n]):20:[^\r\n]{0,80}[\r\n]{1,9}(?::21:[^\r\n]{0,80}[\r\n]{1,9})?:25P?:|^:20:/u;
/** In characters. */
const mtHeader = 1_000;

// Behind the mark of a tag, or a prefix.
const camtRoot = /[<:]BkToCstmr(?:AcctRpt|Stmt|DbtCdtNtfctn)[\s/>]/;
const answerRoot = /[<:]CstmrPmtStsRpt[\s/>]/;
const ofxRoot = /[<:]OFX[\s>]/i;

/** Returns what a file is that begins with these bytes; some thousands are enough. */
export function formatOf(head: Uint8Array): Format {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1').trimStart();
  if (mtStart.test(text.slice(0, mtHeader))) return 'mt';
  if (/^OFXHEADER *:/i.test(text)) return 'ofx';
  if (text.startsWith('<')) {
    // Text of a payer may stand anywhere after the root.
    const roots = [camtRoot, answerRoot, ofxRoot].map((root) => text.search(root));
    const first = roots.filter((at) => at >= 0).toSorted((one, other) => one - other)[0];
    return (['camt', 'answer', 'ofx'] as const)[roots.indexOf(first ?? Number.NaN)] ?? 'other';
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\x01-\x08\x0e-\x1f]/.test(text) ? 'binary' : 'csv';
}

/** Returns whether a file is a statement or a bank's answer to a payment file; undefined for anything else. */
export function sortOf(head: Uint8Array): 'statement' | 'answer' | undefined {
  const { bytes, decoder } = withoutMark(Buffer.from(head));
  const format = formatOf(decoder ? Buffer.from(decoder.decode(bytes)) : bytes);
  if (format === 'answer') return 'answer';
  return format === 'other' || format === 'binary' ? undefined : 'statement';
}
