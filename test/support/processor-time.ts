// The processor time of processes, as Linux counts it: unaffected by a busy machine.
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100;

interface Usage {
  parent: number;
  seconds: number;
  /** Of its ended children. */
  childrenSeconds: number;
}

function usageOf(pid: number | string): Usage | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // A process name may contain anything, also spaces and brackets.
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

/** Returns the processor seconds of a process so far. NaN when it is gone, or the system has no /proc. */
export const processorSeconds = (pid: number): number => usageOf(pid)?.seconds ?? Number.NaN;

/** Returns the processor seconds of a process and all its children so far, such as PostgreSQL's backends. */
export function familySeconds(pid: number): number {
  const head = usageOf(pid);
  if (!head) return Number.NaN;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => usageOf(name))
    .filter((usage) => usage?.parent === pid);
  return children.reduce((sum, usage) => sum + usage!.seconds, head.seconds + head.childrenSeconds);
}

/** Returns the parent of a process. */
export const parentOf = (pid: number): number => usageOf(pid)?.parent ?? Number.NaN;
