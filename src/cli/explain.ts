// tefo explain: shows the timeline of an object, by any Tefo id or the merchant's own reference.

import type { Config } from '../app/config.ts';
import type { Context } from '../core/context.ts';
import { findSiteByCode } from '../core/merchants/actions.ts';
import type { Recall } from '../core/rails.ts';
import { everything } from '../core/viewer.ts';
import { localTime } from '../kernel/calendar.ts';
import { firstOf } from '../kernel/required.ts';
import { recall } from '../rails/simulator/recall.ts';
import {
  findTimelines,
  type Match,
  type Root,
  readTimeline,
  type Timeline,
} from '../reports/timelines/actions.ts';
import { UsageError, type Work } from './command.ts';
import { withBank, withContext } from './context.ts';
import { type Refused, readRefused } from './hash/kept.ts';
import { print } from './output.ts';
import { withProgress } from './progress.ts';
import { type Hashes, listedText, timelineText } from './timeline.ts';
import type { Reading } from './times.ts';

export const explainCommand: Work = async ({ values, positionals }) => {
  const text = firstOf(positionals).trim();
  if (text === '' || text.length > 255) throw new UsageError('REFERENCE_OR_ID must have 1 to 255 characters');
  return withContext((ctx, config) =>
    withProgress(
      Boolean(values.json),
      () => `searching for ${text} …`,
      async () => {
        const reading = { now: ctx.clock.now(), isUtc: values.utc === true };
        const siteCode = values.site as string | undefined;
        const found = await readExplained(ctx, config, { text, siteCode });
        const shown = 'matches' in found ? listed(found.matches) : toJson(found.timeline, found.hashes);
        print(values.json, shown, () => explainedText(found, reading, values.details === true));
      },
    ),
  );
};

/** One timeline, or the objects that share the text. */
export type Explained = { matches: Match[] } | { timeline: Timeline; hashes: Hashes };

/** Returns the timeline of the object with an id or reference, or its matches if several have it. Throws without a match. */
export async function readExplained(
  ctx: Context,
  config: Config,
  wanted: { text: string; siteCode: string | undefined },
): Promise<Explained> {
  const matches = await findTimelines(ctx, everything, wanted);
  const [only] = matches;
  if (!only) throw new Error(`no object has the id or reference ${wanted.text}`);
  return matches.length > 1 ? { matches } : readOne(ctx, config, only);
}

/** Returns the text of a timeline with its hashes, or the list of matches. */
export const explainedText = (found: Explained, reading: Reading, isDetailed: boolean) =>
  'matches' in found
    ? listedText(found.matches, reading)
    : timelineText(found.timeline, found.hashes, reading, isDetailed);

const listed = (matches: Match[]) => ({
  matches: matches.map((match) => ({ ...match, ...bothTimes(match.createdAt) })),
});

async function readOne(ctx: Context, config: Config, root: Root): Promise<Explained> {
  const timeline = (await withBank(ctx, config, (bank) => {
    // A bank in the same database is read at the same instant.
    const remember: Recall = (db, ids) => recall(bank === ctx.db ? db : bank, ids);
    return readTimeline(ctx, everything, root, {
      recall: config.simulatedBank ? remember : undefined,
      exchangesOf: everything,
    });
  }))!;
  return { timeline, hashes: await readHashes(ctx, config, timeline) };
}

/** Explains the hashes of the rejected requests in a timeline. */
async function readHashes(ctx: Context, config: Config, { subject, steps }: Timeline): Promise<Hashes> {
  const ids = steps.filter(({ kind }) => kind === 'refused').map(({ objectId }) => objectId);
  const site = ids.length > 0 && (await findSiteByCode(ctx.db, subject.siteCode!));
  const hashes = new Map<string, Refused>();
  if (!site) return hashes;
  for (const about of ids) {
    const [refused] = await readRefused(ctx, config, site, { about, limit: 1 });
    if (refused) hashes.set(about, refused);
  }
  return hashes;
}

function toJson({ subject, steps, due, related }: Timeline, hashes: Hashes) {
  return {
    subject: { ...subject, ...bothTimes(subject.createdAt) },
    steps: steps.map((step) => ({
      ...step,
      ...bothTimes(step.at),
      ...(step.kind === 'refused' && { hash: hashes.get(step.objectId) }),
    })),
    due: due.map((one) => ({ ...one, ...bothTimes(one.at) })),
    related,
  };
}

/** Returns an instant in UTC and in South African time. */
const bothTimes = (at: Date) => ({ at: at.toISOString(), atSouthAfrica: localTime(at) });
