// Another process's use of the processor and of memory, as Linux reports it.
import { readFileSync, writeFileSync } from 'node:fs';

/** The current usage; undefined where the system does not report it. */
export function usageOf(pid: number) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024;
    // The name in brackets may hold spaces; user and system time are the 14th and 15th of all fields.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    const cpuMs = (Number(fields[11]) + Number(fields[12])) * 10;
    return { cpuMs, residentMegabytes: megabytes('VmRSS'), mostMegabytes: megabytes('VmHWM') };
  } catch {
    return undefined;
  }
}

/**
 * Watches a process from now on. `end` returns the time of the processor, in whole hundredths of a second, and by how much its memory
 * was more than at the beginning.
 */
export function watchUsage(pid: number) {
  forgetMost(pid);
  const before = usageOf(pid);
  return {
    end: () => {
      const after = usageOf(pid);
      if (!before || !after) return undefined;
      const growthMegabytes = after.mostMegabytes - before.residentMegabytes;
      return { cpuMs: after.cpuMs - before.cpuMs, growthMegabytes };
    },
  };
}

/** The most memory there was counts from here on. */
function forgetMost(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Then the usage reports its all-time maximum.
  }
}
