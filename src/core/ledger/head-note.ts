// The chain's head as it is exported outside of the database: signed, so that a reader of the note can verify its
// origin, and a person who changes the database cannot write another one (docs/adr/0014).

import type { Db } from '../../kernel/db/db.ts';
import { openTextStore } from '../../kernel/process/text-store.ts';
import { firstOf, lastOf } from '../../kernel/required.ts';
import { type Keyring, signerOf } from '../../kernel/security/crypto.ts';
import type { Finding } from '../findings.ts';
import { formatHead, type Head, parseHead } from './chain.ts';
import * as store from './chain-store.ts';

/** An exported head: the end of the chain, and when. */
export interface Note extends Head {
  journalId: string;
  linkedAt: Date;
  /** How many journals were booked then but not linked yet: the note does not cover them. */
  waiting: number;
  notedAt: Date;
}

/** The text is not a signed note of this service. */
export class NoNote extends Error {}

const purpose = 'ledger head';

/** The keys that sign notes, that of new ones first, by the ids of the master keys they follow from. */
export function noteKeys(keyring: Keyring): { id: string; publicKey: string }[] {
  return keyring.derive(purpose).map(({ id, bytes }) => ({ id, publicKey: signerOf(bytes).publicKey }));
}

/** A note as a line of JSON, with its signature. */
export function writeNote(keyring: Keyring, note: Note): string {
  const { id: keyId, bytes } = firstOf(keyring.derive(purpose));
  const { journalId, linkedAt, waiting, notedAt } = note;
  const signature = signerOf(bytes).sign(signedText(note));
  return `${JSON.stringify({ head: formatHead(note), journalId, linkedAt, waiting, notedAt, keyId, signature })}\n`;
}

/** Reads the last line of a text as a note. Throws NoNote if it is malformed or its signature is unknown. */
export function readNote(keyring: Keyring, text: string): Note {
  const given = parseLine(lastOf(text.trim().split('\n')));
  const head = parseHead(String(given?.head));
  const [linkedAt, notedAt] = [new Date(String(given?.linkedAt)), new Date(String(given?.notedAt))];
  if (!given || !head || Number.isNaN(linkedAt.getTime()) || Number.isNaN(notedAt.getTime()))
    throw new NoNote('it is not a head as the service notes it');
  const note = {
    ...head,
    journalId: String(given.journalId),
    linkedAt,
    waiting: Number(given.waiting),
    notedAt,
  };
  const key = keyring.derive(purpose).find(({ id }) => id === given.keyId);
  if (!key)
    throw new NoNote(`it is signed with a key of the master key ${given.keyId}, which is not in the ring`);
  if (!signerOf(key.bytes).isSigned(signedText(note), String(given.signature)))
    throw new NoNote('its signature is not ours');
  return note;
}

function parseLine(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

// What is signed: lines, none of which can contain a line end, so that it does not depend on how JSON is written.
function signedText({ journalId, linkedAt, waiting, notedAt, ...head }: Note): string {
  const facts = [formatHead(head), journalId, linkedAt.toISOString(), waiting, notedAt.toISOString()];
  return `tefo ledger head\n${facts.join('\n')}\n`;
}

/** Returns the chain's end as it would be noted now; undefined while nothing is linked. */
export async function noteNow(db: Db, notedAt: Date): Promise<Note | undefined> {
  const last = await store.lastLink(db);
  return last && { ...last, waiting: await store.countUnlinked(db), notedAt };
}

/** Returns the reason why an exported head contradicts the ledger; undefined if the head is still in it. */
export async function judgeNote(db: Db, note: Note): Promise<string | undefined> {
  if (await store.hasLink(db, note)) return undefined;
  // Later links may have taken the positions of the lost ones.
  const left = await store.lastLink(db, note.linkedAt);
  const noted = `the head noted at ${note.notedAt.toISOString()} is journal ${note.position}`;
  if (left && left.position >= note.position)
    return `${noted}, and that position has another hash now: the chain was changed and recomputed`;
  const lost = note.position - (left?.position ?? 0);
  const newest = left
    ? `the newest left is ${left.journalId} of ${(await store.bookedAt(db, left.journalId)).toISOString()}`
    : 'nothing is left';
  return `${noted}; of what was booked by then, this ledger ends at ${left?.position ?? 0}: ${lost} journal${lost === 1 ? ' is' : 's are'} lost; ${newest}`;
}

/** Returns when the newest link was made that the note covers and that is left; null if none is. */
export async function linkedUpTo(db: Db, note: Note): Promise<Date | null> {
  return (await store.lastLink(db, note.linkedAt))?.linkedAt ?? null;
}

const headRule = 'noted-head-stands';

/**
 * Holds the ledger against a head: one that was written down (`POSITION:HASH`), or the note in a file or at an address. What
 * cannot be read proves nothing, and so it is a finding too.
 */
export async function checkNoted(db: Db, keyring: Keyring, where: string): Promise<Finding[]> {
  const problem = await problemWith(db, keyring, where);
  return problem === undefined ? [] : [{ rule: headRule, object: where, detail: problem }];
}

async function problemWith(db: Db, keyring: Keyring, where: string): Promise<string | undefined> {
  const head = parseHead(where);
  if (head && (head.position === 0 || (await store.hasLink(db, head)))) return undefined;
  const last = await store.lastLink(db);
  if (head) return `the ledger’s chain ends at ${last ? formatHead(last) : 'nothing'}, and has no such head`;
  try {
    const note = await findNote(keyring, where);
    if (note) return await judgeNote(db, note);
    return last ? 'no head is noted there' : undefined;
  } catch (error) {
    return `the head that is noted there cannot be read: ${(error as Error).message}`;
  }
}

/**
 * Returns the note in a file or at an address; undefined if it is missing. Throws NoNote for a text without a valid
 * signature.
 */
export async function findNote(keyring: Keyring, where: string): Promise<Note | undefined> {
  const text = await openTextStore(where).read();
  return text === undefined || text.trim() === '' ? undefined : readNote(keyring, text);
}
