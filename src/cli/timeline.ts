// The text of a timeline of `tefo explain`: day by day, with one column of times.

import { formatRand } from '../kernel/money.ts';
import { type Line, paint } from '../kernel/process/terminal.ts';
import type { Match, Step, Timeline } from '../reports/timelines/actions.ts';
import { type Entry, entriesOf } from '../reports/timelines/entries.ts';
import type { Refused } from './hash/kept.ts';
import { anatomy, verdict } from './hash/texts.ts';
import { type Cell, paintState, paragraph, table } from './output.ts';
import { dayOf, momentOf, type Reading, timeOf, zoneOf } from './times.ts';

/** Rejected requests by id. */
export type Hashes = ReadonlyMap<string, Refused>;

/** Lists several objects with one reference. */
export function listedText(matches: readonly Match[], reading: Reading): Line[] {
  return [
    `${matches.length} matches; explain one of them by its id:`,
    ...table(
      matches.map((match) => [
        match.id,
        paint('faint', momentOf(match.createdAt, reading)),
        match.siteCode ?? '',
        [...titleOf(match), ...(match.state ? [match.state] : [])].join(', '),
      ]),
    ),
  ];
}

function titleOf({ kind, reference, amountCents }: Match): string[] {
  const amount = amountCents === null ? [] : [formatRand(amountCents)];
  return [[kind.replace('_', ' '), reference ?? ''].join(' ').trim(), ...amount];
}

export function timelineText(
  { subject, steps, due, related }: Timeline,
  hashes: Hashes,
  reading: Reading,
  isDetailed = false,
): readonly Line[] {
  const { state, stateReason } = subject;
  const whose = [subject.merchant, subject.siteName].filter((name) => name !== null).join(', ');
  return [
    [
      paint('title', titleOf(subject).join(', ')),
      ...(state ? [', ', paintState(state)] : []),
      ...(stateReason === null ? [] : [`: ${stateReason}`]),
    ],
    ...paragraph(0, `${whose === '' ? 'unallocated' : `${whose} (${subject.siteCode})`}  ${subject.id}`),
    '',
    ...stepLines(steps, hashes, reading, isDetailed),
    ...section(
      'Next steps',
      due.map(({ at, object, what }) => [paint('faint', `  ${momentOf(at, reading)}`), object, what]),
    ),
    ...section(
      'See also',
      related.map(({ kind, id, what }) => [`  ${kind.replace('_', ' ')}`, id, what]),
    ),
  ];
}

const section = (name: string, rows: Cell[][]): Line[] =>
  rows.length === 0 ? [] : ['', [paint('title', `${name}:`)], ...table(rows)];

/** Returns the entries day by day, with the request of each where it changes; with their internals on request. */
function stepLines(steps: readonly Step[], hashes: Hashes, reading: Reading, isDetailed: boolean): Line[] {
  let [day, correlationId] = ['', ''];
  return entriesOf(steps, { ledger: true }).flatMap((entry) => {
    const { step, title } = entry;
    const today = dayOf(step.at, reading);
    const isNewRequest = step.correlationId !== null && step.correlationId !== correlationId;
    const by = [
      ...(step.by === null ? [] : [`by ${step.by}`]),
      ...(isNewRequest ? [`correlation id ${step.correlationId}`] : []),
    ];
    const heading: Line[] = today === day ? [] : [[paint('title', `${today} (${zoneOf(reading)})`)]];
    if (isNewRequest) correlationId = step.correlationId!;
    day = today;
    const time = timeOf(step.at, reading);
    const beside = ' '.repeat(time.length);
    const below = linesBelow(entry, reading, isDetailed);
    return [
      ...heading,
      ...table([
        [paint('faint', time), `${step.object} ${step.objectId.slice(-6)}: ${title}`],
        ...below.map((text) => [beside, `- ${text}`]),
        ...(by.length === 0 ? [] : [[beside, paint('faint', by.join(', '))]]),
      ]),
      ...hashLines(step, hashes, beside.length + 2),
    ];
  });
}

const linesBelow = (entry: Entry, reading: Reading, isDetailed: boolean): string[] => [
  ...(entry.why === null ? [] : [entry.why]),
  ...(entry.retryAt === null ? [] : [`retry at ${momentOf(entry.retryAt, reading)}`]),
  ...(isDetailed ? internalsOf(entry, reading) : []),
];

const internalsOf = ({ step, details, attempts }: Entry, reading: Reading): string[] => [
  ...details,
  ...(step.kind === 'ledger' ? [step.what] : []),
  ...attempts.map(({ at, delivery, why }) =>
    [
      `${momentOf(at, reading)} attempt ${delivery!.attempt}: ${delivery!.result}`,
      ...(why === null ? [] : [why]),
    ].join('; '),
  ),
];

/** Explains the hash of the last rejected request; for earlier ones prints the command to do so. */
function hashLines({ objectId, why }: Step, hashes: Hashes, indent: number): Line[] {
  const refused = hashes.get(objectId);
  if (!refused) return [];
  const isLast = [...hashes.keys()].at(-1) === objectId;
  if (!isLast)
    return paragraph(indent, `details of its hash: tefo hash explain ${objectId} --site ${refused.siteCode}`);
  const isSaid = refused.findings.some(({ mistake }) => why?.startsWith(mistake));
  return [...(isSaid ? [] : verdict(refused)), ...anatomy(refused)].map((line) => `    ${line}`.trimEnd());
}
