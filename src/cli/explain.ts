// tefo explain: the whole story of something, by any id of ours or the merchant's own reference.
import type { Config } from '../config.ts';
import type { Context } from '../core/context.ts';
import { findSiteByCode } from '../core/merchants/actions.ts';
import {
  findStories,
  type Match,
  type Recall,
  type Root,
  type Step,
  type Story,
  tellStory,
} from '../core/stories/actions.ts';
import { localTime } from '../kernel/calendar.ts';
import { formatRand } from '../kernel/money.ts';
import { recall } from '../rails/simulator/recall.ts';
import { UsageError, type Work } from './command.ts';
import { withBank, withContext } from './context.ts';
import { type Refused, readRefused } from './hash/kept.ts';
import { anatomy, verdict } from './hash/words.ts';
import { print } from './output.ts';
import { withProgress } from './progress.ts';

export const explainCommand: Work = async ({ values, positionals }) => {
  const text = positionals[0]!.trim();
  if (text === '' || text.length > 255) throw new UsageError('REFERENCE_OR_ID has 1 to 255 characters');
  return withContext((ctx, config) =>
    withProgress(
      Boolean(values.json),
      () => `looking for ${text} …`,
      async () => {
        const siteCode = values.site as string | undefined;
        const matches = await findStories(ctx, { text, siteCode });
        const [only] = matches;
        if (!only) throw new Error(`nothing here has the id or the reference ${text}`);
        if (matches.length > 1) return list(values.json, matches);
        return tell(ctx, config, only, values.json);
      },
    ),
  );
};

function list(json: unknown, matches: Match[]): void {
  const shown = matches.map((match) => ({ ...match, ...bothTimes(match.createdAt) }));
  print(json, { matches: shown }, () => [
    `${matches.length} match; explain one of them by its id:`,
    ...matches.map(
      (match) => `${match.id}  ${times(match.createdAt)}  ${title(match)}  ${match.siteCode ?? ''}`,
    ),
  ]);
}

async function tell(ctx: Context, config: Config, root: Root, json: unknown): Promise<void> {
  const story = (await withBank(ctx, config, (bank) => {
    // Where the bank is in the same database, it is read at the same instant.
    const remember: Recall = (db, ids) => recall(bank === ctx.db ? db : bank, ids);
    return tellStory(ctx, root, config.simulatedBank ? remember : undefined);
  }))!;
  const hashes = await readHashes(ctx, config, story);
  print(json, toJson(story, hashes), () => toText(story, hashes));
}

/** Refused requests by their ids. */
type Hashes = ReadonlyMap<string, Refused>;

/** What the hashes of a story's refused requests are made of. */
async function readHashes(ctx: Context, config: Config, { subject, steps }: Story): Promise<Hashes> {
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

function toJson({ subject, steps, due, related }: Story, hashes: Hashes) {
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

/** An instant in UTC and in South African time. */
const bothTimes = (at: Date) => ({ at: at.toISOString(), atSouthAfrica: localTime(at) });

/** South African time, then UTC. */
const times = (at: Date): string => `${localTime(at).slice(11, 23)}  ${at.toISOString()}`;

function title({ kind, reference, amountCents, state }: Match): string {
  const amount = amountCents === null ? [] : [formatRand(amountCents)];
  return [
    [kind.replace('_', ' '), reference ?? ''].join(' ').trim(),
    ...amount,
    ...(state ? [state] : []),
  ].join(', ');
}

function toText({ subject, steps, due, related }: Story, hashes: Hashes): string[] {
  const whose = [subject.merchant, subject.siteName].filter((name) => name !== null).join(', ');
  return [
    title(subject) + (subject.stateReason === null ? '' : `: ${subject.stateReason}`),
    `${whose === '' ? 'nobody’s yet' : `${whose} (${subject.siteCode})`}  ${subject.id}`,
    '',
    ...told(steps, hashes),
    ...section(
      'What is due',
      due.map(({ at, object, what }) => `${times(at)}  ${object}  ${what}`),
    ),
    ...section(
      'See also',
      related.map(({ kind, id, what }) => `${kind.replace('_', ' ')} ${id}  ${what}`),
    ),
  ];
}

const section = (name: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : ['', `${name}:`, ...lines.map((line) => `  ${line}`)];

const dayNames = new Intl.DateTimeFormat('en-ZA', { dateStyle: 'full', timeZone: 'Africa/Johannesburg' });
const indent = ' '.repeat(12 + 2 + 24 + 2);

/** The steps day by day, South African days; whose request it was, where that changes. */
function told(steps: Step[], hashes: Hashes): string[] {
  let [day, correlationId] = ['', ''];
  return steps.flatMap((step) => {
    const today = dayNames.format(step.at);
    const isNewRequest = step.correlationId !== null && step.correlationId !== correlationId;
    const by = [
      ...(step.by === null ? [] : [`by ${step.by}`]),
      ...(isNewRequest ? [`correlation id ${step.correlationId}`] : []),
    ];
    const heading = today === day ? [] : [`${today} (South African time, then UTC)`];
    if (isNewRequest) correlationId = step.correlationId!;
    day = today;
    return [
      ...heading,
      `${times(step.at)}  ${step.object} ${step.objectId.slice(-6)}: ${step.what}`,
      ...(step.why === null ? [] : [`${indent}– ${step.why}`]),
      ...(by.length === 0 ? [] : [`${indent}${by.join(', ')}`]),
      ...toldHash(step, hashes),
    ];
  });
}

/** What the hash of a refused request is made of: of the last of them, for the others where to read it. */
function toldHash({ objectId, why }: Step, hashes: Hashes): string[] {
  const refused = hashes.get(objectId);
  if (!refused) return [];
  const isLast = [...hashes.keys()].at(-1) === objectId;
  if (!isLast) return [`${indent}its hash: tefo hash explain ${objectId} --site ${refused.siteCode}`];
  const isSaid = refused.findings.some(({ mistake }) => why?.startsWith(mistake));
  return [...(isSaid ? [] : verdict(refused)), ...anatomy(refused)].map((line) => `    ${line}`.trimEnd());
}
