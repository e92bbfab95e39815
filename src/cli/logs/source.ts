// The sources of `tefo logs`: the database, and the log file of a staging service.
import type { Config } from '../../app/config.ts';
import { clockShift } from '../../app/shared-clock.ts';
import { logPath } from '../../app/startup.ts';
import type { Context } from '../../core/context.ts';
import type { Site } from '../../core/merchants/actions.ts';
import { openLogFile } from '../../devtools/logs/log-file.ts';
import { systemClock } from '../../kernel/clock.ts';
import { readHistory } from '../../reports/history/actions.ts';
import type { Shown } from './texts.ts';

/** The most entries shown of each kind: the newest. */
export const mostShown = 1_000;

export interface Source {
  hasFile: boolean;
  /** The service's time at the last read. */
  now(): Date;
  /** Reads entries since an instant, in time order; from the log file, those added since the last read. */
  read(ctx: Context, from: Date): Promise<{ entries: Shown[]; isCut: boolean }>;
}

export async function openSource(
  ctx: Context,
  config: Config,
  site: Site,
  reference: string | undefined,
): Promise<Source> {
  let shift = await clockShift(ctx.db);
  const file = await openLogFile(logPath(config), () => shift);
  return {
    hasFile: file !== undefined,
    now: () => new Date(systemClock().now().getTime() + shift),
    read: async (present, from) => {
      shift = await clockShift(present.db);
      const logged = (await file?.read(from)) ?? [];
      const history = await readHistory(present, site, { from, reference, limit: mostShown });
      const { correlationIds: about } = history;
      const fitting = about ? logged.filter((entry) => about.has(entry.correlationId ?? '')) : logged;
      const newest = fitting.slice(-mostShown);
      return {
        entries: [...history.entries, ...newest].toSorted(
          (one, other) => one.at.getTime() - other.at.getTime(),
        ),
        isCut: history.isCut || newest.length < fitting.length,
      };
    },
  };
}
