// The number of files and sockets this process may open.
import { readFileSync } from 'node:fs';

/** Returns this process's limit (`ulimit -n`), or Infinity if the system does not report it, as outside of Linux. */
export function descriptorLimit(): number {
  let limits = '';
  try {
    limits = readFileSync('/proc/self/limits', 'utf8');
  } catch {
    // Not Linux.
  }
  const soft = /^Max open files +(\d+)/m.exec(limits)?.[1];
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
}
