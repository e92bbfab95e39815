// Another process's use of the processor and of memory, as Linux reports it.
import { readFileSync, writeFileSync } from 'node:fs';

export interface Usage {
  /** Time of the processor, in milliseconds: whole hundredths of a second. */
  cpuMs: number;
  /** From the memory at the beginning to the most there was, in megabytes. */
  growthMegabytes: number;
}

interface Moment {
  cpuMs: number;
  residentMegabytes: number;
  mostMegabytes: number;
}

/** The current usage; undefined where the system does not report it. */
export function usageOf(pid: number): Moment | undefined {
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

/** Watches a process from now on. */
export function watchUsage(pid: number): { end(): Promise<Usage | undefined> } {
  forgetMost(pid);
  const before = usageOf(pid);
  return {
    end: async () => {
      const after = usageOf(pid);
      return (
        before &&
        after && {
          cpuMs: after.cpuMs - before.cpuMs,
          growthMegabytes: after.mostMegabytes - before.residentMegabytes,
        }
      );
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
