// The log file of a service in staging: the only place where requests stand that changed nothing.
import { open } from 'node:fs/promises';

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

/** The file at a path; undefined where there is none. `shiftMs`: by how much the sandbox's clock is ahead of the machine's. */
export async function openLogFile(path: string, shiftMs: () => number): Promise<LogFile | undefined> {
  let offset: number | undefined;
  let rest = '';
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return undefined;
  await file.close();

  return {
    read: async (from) => {
      const handle = await open(path, 'r');
      try {
        const { size } = await handle.stat();
        // A file that is shorter than before is another one.
        const start =
          offset === undefined
            ? await findStart(handle, size, from.getTime() - shiftMs())
            : offset > size
              ? 0
              : offset;
        const buffer = Buffer.alloc(size - start);
        await handle.read(buffer, 0, buffer.length, start);
        offset = size;
        const lines = (rest + buffer.toString('utf8')).split('\n');
        rest = lines.pop()!;
        return lines.flatMap((line) => readLine(line, shiftMs())).filter(({ at }) => at >= from);
      } finally {
        await handle.close();
      }
    },
  };
}

/** Where to begin, so that no line of `sinceMs` (by the machine's clock) or later is left out. */
async function findStart(
  handle: Awaited<ReturnType<typeof open>>,
  size: number,
  sinceMs: number,
): Promise<number> {
  for (let start = size; start > 0 && size - start < mostBytes; ) {
    start = Math.max(0, start - chunkBytes);
    const buffer = Buffer.alloc(Math.min(chunkBytes, size - start));
    await handle.read(buffer, 0, buffer.length, start);
    const first = /"time":"([^"]+)"/.exec(buffer.toString('latin1'))?.[1];
    if (start === 0) return 0;
    if (first !== undefined && Date.parse(first) < sinceMs) return start;
  }
  return Math.max(0, size - mostBytes);
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
