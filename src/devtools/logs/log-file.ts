// The log file of a service in staging, with those that were put aside: the only place where requests stand that changed
// nothing.
import { type FileHandle, open } from 'node:fs/promises';
import { logFiles } from '../../kernel/process/log-file.ts';

/** A request as the service has answered it, or something that went wrong. */
export interface LogEntry {
  kind: 'request' | 'problem';
  /** By the service's clock. */
  at: Date;
  correlationId: string | undefined;
  method?: string;
  route?: string;
  status?: number;
  durationMs?: number;
  /** Why a customer's request was refused. */
  reason?: string;
  message?: string;
}

export interface LogFile {
  /** The entries from an instant on (by the service's clock) for the first time, then those that were added since. */
  read(from: Date): Promise<LogEntry[]>;
}

const chunkBytes = 256 * 1024;
/** So much is looked back through at most. */
const mostBytes = 64 * 1024 * 1024;
const warnLevel = 40;
/** What programs ask every few seconds. */
const unwanted = /^\/(health|metrics)\b/;

/** How far the log was read: which file, by its number on the disk, and how much of it. */
interface Place {
  inode: number;
  offset: number;
}

/** The log at a path; undefined where there is none. `shiftMs`: by how much the sandbox's clock is ahead of the machine's. */
export async function openLogFile(path: string, shiftMs: () => number): Promise<LogFile | undefined> {
  let place: Place | undefined;
  let rest = '';
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return undefined;
  await file.close();

  return {
    read: async (from) => {
      const added = await readOn(path, place, from.getTime() - shiftMs());
      place = added.place;
      const lines = (rest + added.text).split('\n');
      rest = lines.pop()!;
      return lines.flatMap((line) => readLine(line, shiftMs())).filter(({ at }) => at >= from);
    },
  };
}

/**
 * What was added behind a place, oldest first; without one, everything that may be of `sinceMs` (by the machine's clock) or
 * later. From the newest file back to the one that holds where to begin.
 */
async function readOn(path: string, place: Place | undefined, sinceMs: number) {
  const texts: string[] = [];
  let newest: Place | undefined;
  let left = mostBytes;
  for (const name of logFiles(path)) {
    const file = await open(name, 'r').catch(() => undefined);
    if (!file) break;
    try {
      const { size, ino: inode } = await file.stat();
      newest ??= { inode, offset: size };
      // A file that is shorter than before is another one.
      const isKnown = place?.inode === inode && place.offset <= size;
      const start = isKnown ? place!.offset : place ? 0 : await findStart(file, size, sinceMs, left);
      const buffer = Buffer.alloc(size - start);
      await file.read(buffer, 0, buffer.length, start);
      texts.unshift(buffer.toString('utf8'));
      left -= buffer.length;
      if (start > 0 || isKnown || left <= 0) break;
    } finally {
      await file.close();
    }
  }
  return { place: newest ?? place, text: texts.join('') };
}

/** Where to begin in a file, so that no line of `sinceMs` or later is left out of at most `most` bytes. */
async function findStart(file: FileHandle, size: number, sinceMs: number, most: number): Promise<number> {
  for (let start = size; start > 0 && size - start < most; ) {
    start = Math.max(0, start - chunkBytes);
    const buffer = Buffer.alloc(Math.min(chunkBytes, size - start));
    await file.read(buffer, 0, buffer.length, start);
    const first = /"time":"([^"]+)"/.exec(buffer.toString('latin1'))?.[1];
    if (start === 0) return 0;
    if (first !== undefined && Date.parse(first) < sinceMs) return start;
  }
  return Math.max(0, size - most);
}

function readLine(line: string, shiftMs: number): LogEntry[] {
  let fact: Record<string, unknown>;
  try {
    fact = JSON.parse(line);
  } catch {
    // The beginning of the first line is missing, or it is no line of ours.
    return [];
  }
  const { time, at, correlationId, method, route, status, ms, reason, level, msg } = fact as Record<
    string,
    string & number
  >;
  const when = at === undefined ? Date.parse(time ?? '') + shiftMs : Date.parse(at);
  if (Number.isNaN(when)) return [];
  const shared = { at: new Date(when), correlationId };
  if (route !== undefined && unwanted.test(route)) return [];
  if (method !== undefined && status !== undefined)
    return [
      {
        kind: 'request',
        ...shared,
        method,
        route: route!,
        status,
        durationMs: ms!,
        ...(reason !== undefined && { reason }),
      },
    ];
  return (level ?? 0) >= warnLevel ? [{ kind: 'problem', ...shared, message: msg ?? 'see the log' }] : [];
}
