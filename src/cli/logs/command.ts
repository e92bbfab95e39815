// tefo logs: shows in time order requests, wrong hashes, events, and their deliveries.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../app/config.ts';
import { logPath } from '../../app/startup.ts';
import type { Context } from '../../core/context.ts';
import { minuteMs, systemClock } from '../../kernel/clock.ts';
import { isDatabaseAway, reasonOf } from '../../kernel/db/db.ts';
import { sayJson, sayLines, warnLines } from '../../kernel/process/terminal.ts';
import { firstOf, itemAt } from '../../kernel/required.ts';
import { UsageError, type Work } from '../command.ts';
import { commandConfig } from '../config.ts';
import { connect, untilSignalled, within } from '../connection.ts';
import { withContext } from '../context.ts';
import { siteNamed } from '../session.ts';
import { readSince } from '../since.ts';
import { mostShown, openSource, type Source } from './source.ts';
import { type Shown, statusOf, textOf } from './texts.ts';

const usualSince = '1h';
const pollMs = 300;
/** Entries committed later than this are missed. */
const overlapMs = minuteMs;

export const logsCommand: Work = async ({ values }) => {
  const text = (name: string) => values[name] as string | undefined;
  const asked: Asked = {
    site: text('site'),
    since: text('since') ?? usualSince,
    reference: text('reference'),
    fits: statusFilter(text('status')),
    isJson: values.json === true,
  };
  // Invalid arguments are reported before anything is opened.
  readSince(asked.since, systemClock().now());
  if (values.follow) return follow(commandConfig(), asked);
  return withContext(async (ctx, config) => void (await showFirst(ctx, config, asked)));
};

interface Asked {
  site: string | undefined;
  since: string;
  reference: string | undefined;
  fits: (entry: Shown) => boolean;
  isJson: boolean;
}

function show(entries: Shown[], { fits, isJson }: Asked): void {
  for (const entry of entries.filter(fits))
    if (isJson) sayJson(entry);
    else sayLines(textOf(entry));
}

const say = (line: string): void => warnLines([line]);

/** Shows the entries since the requested time. */
async function showFirst(
  ctx: Context,
  config: Config,
  asked: Asked,
): Promise<{ source: Source; since: Date; shown: Shown[] }> {
  const site = await siteNamed(ctx, config, asked.site);
  const source = await openSource(ctx, config, site, asked.reference);
  if (!source.hasFile && !asked.isJson) say(`requests are not shown: there is no ${logPath(config)} here`);
  const since = readSince(asked.since, source.now());
  const { entries, isCut } = await source.read(ctx, since);
  if (isCut && !asked.isJson)
    say(`only the newest ${mostShown} entries of each kind are shown; use --since for a shorter time`);
  show(entries, asked);
  return { source, since, shown: entries };
}

/** Shows existing and new entries until it is stopped, also during an outage of the service. */
async function follow(config: Config, asked: Asked): Promise<void> {
  const signal = untilSignalled();
  let isAway = false;
  const onAway = (reason: string): void => {
    if (!isAway) say(`!! the service is unavailable (${reason}); waiting until it is back`);
    isAway = true;
  };
  let look: ((ctx: Context) => Promise<void>) | undefined;
  while (!signal.aborted) {
    const connection = await connect(config, signal, onAway);
    if (!connection) return;
    isAway = false;
    try {
      look ??= createFollower(await within(showFirst(connection.ctx, config, asked)), asked);
      while (!signal.aborted) {
        await within(look(connection.ctx));
        await sleep(pollMs, undefined, { signal }).catch(() => {});
      }
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      onAway(reasonOf(error));
    } finally {
      await connection.close();
    }
  }
}

/**
 * Returns a function that shows entries since its last call. Entries committed late have an earlier time than some
 * already shown, so each look reaches back to the service's time a minute ago, even if its clock has jumped since.
 */
function createFollower({ source, since, shown }: Awaited<ReturnType<typeof showFirst>>, asked: Asked) {
  let known = new Set(shown.map(keyOf));
  const looks = [{ real: performance.now(), at: since }];
  return async (ctx: Context): Promise<void> => {
    looks.push({ real: performance.now(), at: source.now() });
    while (looks.length > 1 && itemAt(looks, 1).real < performance.now() - overlapMs) looks.shift();
    const { entries } = await source.read(ctx, firstOf(looks).at);
    const fresh = entries.filter((entry) => !known.has(keyOf(entry)));
    show(fresh, asked);
    known = new Set([...[...known].slice(-10 * mostShown), ...entries.map(keyOf)]);
  };
}

/** Returns the identity of an entry: a wrong hash counts as new again after its diagnosis. */
function keyOf(entry: Shown): string {
  if (entry.kind === 'mismatch') return `${entry.id} ${entry.findings === null} ${entry.isGivenUp}`;
  if ('id' in entry) return entry.id;
  return `${entry.at.getTime()} ${entry.correlationId} ${entry.route ?? ''} ${entry.message ?? ''}`;
}

/** Returns a test for a status: 404, 4xx, none, or a state. */
function statusFilter(given: string | undefined): (entry: Shown) => boolean {
  if (given === undefined) return () => true;
  const wanted = given.toLowerCase();
  if (!/^([1-5]xx|\d{3}|[a-z_ ]+)$/.test(wanted))
    throw new UsageError(
      `--status must be a status such as 404, a class such as 4xx, none, or a state, not ${given}`,
    );
  const isClass = wanted.endsWith('xx');
  return (entry) => {
    const status = statusOf(entry).toLowerCase();
    return isClass ? /^\d{3}$/.test(status) && status[0] === wanted[0] : status === wanted;
  };
}
