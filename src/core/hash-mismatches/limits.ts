// Limits the part of a request that is stored and examined. Clients write requests, so everything has a limit, and the
// omitted part is counted.
import { itemAt } from '../../kernel/required.ts';
import type { EvidenceField, KeptEvidence, SentPart } from './evidence.ts';

/** In characters. The longest field has 500 by its rule, and some characters count as two. */
const longestText = 1_000;
/** Limits for fields outside the hash: their number, and the characters of each with its name. */
const mostStrangers = 10;
const longestStranger = 300;
/** The limit of all names and values together, as JSON writes them: twice the size of a request's longest fields. */
const mostBytes = 24 * 1024;
/** The bytes of a character that JSON escapes. */
const longestEscape = 6;

/** A request as it came. `sent` can be iterated only once. */
export interface Given extends Omit<KeptEvidence, 'sent' | 'dropped' | 'cut'> {
  sent: Iterable<SentPart>;
}

/**
 * Returns what is kept of a request: the hashed fields, and a few short ones of the others. A hashed field that is too
 * long is cut; any other is left out, because a hash covers whole values only. Applying it again changes nothing.
 */
export function withinLimits({ fields, sent, digest, mayBeLeftOut, mayAlsoBe = {} }: Given): KeptEvidence {
  const room = { bytes: mostBytes };
  const shortDigest = shorten(digest, room);
  const short = fields.map((field): EvidenceField => ({ ...field, text: shorten(field.text, room) }));
  const cut = fields.filter(({ text }, index) => text !== itemAt(short, index).text).map(({ name }) => name);
  const few = selectSent(sent, fields, room);
  return {
    fields: short,
    digest: shortDigest,
    mayBeLeftOut,
    mayAlsoBe: Object.fromEntries(Object.entries(mayAlsoBe).filter(([, { length }]) => length <= 100)),
    ...few,
    ...(cut.length > 0 && { cut }),
  };
}

function shorten(text: string, room: { bytes: number }): string {
  const short =
    text.length <= longestText && sizeOf(text) <= room.bytes
      ? text
      : text.slice(0, Math.min(longestText, Math.floor(room.bytes / longestEscape))).toWellFormed();
  room.bytes -= sizeOf(short);
  return short;
}

/** Returns the sent parts that there is room for, in their order, and how many were left out. */
function selectSent(
  sent: Iterable<SentPart>,
  fields: readonly EvidenceField[],
  room: { bytes: number },
): Pick<KeptEvidence, 'sent' | 'dropped'> {
  const counted = new Set(fields.map(({ name }) => name.toLowerCase()));
  const kept: SentPart[] = [];
  let strangers = 0;
  let dropped = 0;
  for (const part of sent) {
    const { name, text, within = '' } = part;
    // Each name counts once: a nested member may have the same name.
    const isCounted = name.length <= longestStranger && counted.delete(name.toLowerCase());
    const longest = isCounted ? longestText + longestStranger : longestStranger;
    const mayStay = isCounted || strangers < mostStrangers;
    if (mayStay && name.length + text.length + within.length <= longest && take(room, name + text + within)) {
      kept.push(part);
      if (!isCounted) strangers += 1;
    } else dropped += 1;
  }
  return { sent: kept, ...(dropped > 0 && { dropped }) };
}

function take(room: { bytes: number }, text: string): boolean {
  const size = sizeOf(text);
  if (size > room.bytes) return false;
  room.bytes -= size;
  return true;
}

const sizeOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;
