// What processes have cost the processor, as Linux counts it: figures that a busy machine leaves alone.
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100;

interface Usage {
  parent: number;
  seconds: number;
  /** Of its children that have ended. */
  childrenSeconds: number;
}

function usageOf(pid: number | string): Usage | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of a process may hold anything, blanks and brackets too.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => fields[at]!);
    return {
      parent: parent!,
      seconds: (user! + system!) / ticksPerSecond,
      childrenSeconds: (endedUser! + endedSystem!) / ticksPerSecond,
    };
  } catch {
    return undefined;
  }
}

/** Processor seconds of a process so far. Not a number where it is not there, or the system has no /proc. */
export const processorSeconds = (pid: number): number => usageOf(pid)?.seconds ?? Number.NaN;

/** Processor seconds of a process and of all its children so far, such as PostgreSQL's and its backends. */
export function familySeconds(pid: number): number {
  const head = usageOf(pid);
  if (!head) return Number.NaN;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => usageOf(name))
    .filter((usage) => usage?.parent === pid);
  return children.reduce((sum, usage) => sum + usage!.seconds, head.seconds + head.childrenSeconds);
}

/** The process that began another. */
export const parentOf = (pid: number): number => usageOf(pid)?.parent ?? Number.NaN;
