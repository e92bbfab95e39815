// The log file of a service in staging, with its older files: the only record of requests that changed nothing.
import { type FileHandle, open } from 'node:fs/promises';
import { logFiles } from '../../kernel/process/log-file.ts';

/** A request with its answer, or a problem. */
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
  /** Returns the entries since an instant (by the service's clock) on the first call, then the new ones. */
  read(from: Date): Promise<LogEntry[]>;
}

const chunkBytes = 256 * 1024;
/** The most bytes that are searched backwards. */
const mostBytes = 64 * 1024 * 1024;
const warnLevel = 40;
/** The addresses that programs ask every few seconds. */
const unwanted = /^\/(health|metrics)\b/;

/** How far the log was read: the file, by its inode, and the offset in it. */
interface Place {
  inode: number;
  offset: number;
}

/** Opens the log at a path. Undefined without one. `shiftMs`: how far the sandbox's clock is ahead of the machine's. */
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
 * Returns what was added after a place, oldest first; without one, everything since `sinceMs` (by the machine's clock).
 * Reads from the newest file back to the one with the start.
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
      // A file that has shrunk is another one.
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

/** Returns an offset in a file such that no line since `sinceMs` is left out, within the last `most` bytes. */
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
    // The line lacks its beginning, or is not ours.
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
