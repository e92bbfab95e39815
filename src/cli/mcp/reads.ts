// The tools of `tefo mcp` that only read. They work as the commands of the same names: for an operator, or for one site.
import Type from 'typebox';
import { everything } from '../../core/viewer.ts';
import { localTime } from '../../kernel/calendar.ts';
import { formatRand } from '../../kernel/money.ts';
import { type Line, rendered } from '../../kernel/process/terminal.ts';
import { readHistory } from '../../reports/history/actions.ts';
import { type Hit, search } from '../../reports/search/actions.ts';
import { withContext } from '../context.ts';
import { explainedText, readExplained } from '../explain.ts';
import { toText } from '../hash/command.ts';
import { readRefused } from '../hash/kept.ts';
import { textOf } from '../logs/texts.ts';
import { siteNamed } from '../session.ts';
import { readSince } from '../since.ts';
import { limitOf, reading, referenceText, type Tool } from './tool.ts';

const textOfLines = (lines: readonly Line[]): string => lines.map((line) => rendered(line, false)).join('\n');

const findPayment = reading(
  'Find payments by any id, your reference, an amount (such as 150.00), the last four digits of an account, or a part of a reference. Returns one line for each, newest first.',
  { text: referenceText('what to search for'), limit: limitOf(10, 50) },
  ({ site }, { text, limit = 10 }) =>
    withContext(async (ctx) => {
      const { hits, isCut } = await search(ctx, everything, { text, ...(site && { siteCode: site }) });
      const payments = hits.filter(({ path }) => path.kind === 'payment');
      if (payments.length === 0) return `No payment matches ${text}.`;
      const more = isCut || payments.length > limit ? ['There are more; give a longer text.'] : [];
      return [...payments.slice(0, limit).map(lineOf), ...more].join('\n');
    }),
);

const lineOf = ({ kind, id, path, by, reference, siteCode, state, outcome, amountCents, createdAt }: Hit) =>
  [
    `payment ${path.id}`,
    ...(id === path.id ? [] : [`${kind} ${id}`]),
    ...(reference === null ? [] : [`reference ${reference}`]),
    ...(amountCents === null ? [] : [formatRand(amountCents)]),
    ...[outcome ?? state].filter((text) => text !== null),
    ...(siteCode === null ? [] : [`site ${siteCode}`]),
    `created ${localTime(createdAt)}`,
    `found by ${by}`,
  ].join(', ');

const explain = reading(
  'Explain the history of a payment, refund, payout, subscription, deposit, settlement or bulk job: its timeline with requests, bank, ledger and notifications, and what is due next. Lists the matches if there are several.',
  {
    reference: referenceText('your reference, or any id of Tefo'),
    details: Type.Optional(
      Type.Boolean({ description: 'also every attempt, ledger posting and identifier (default: false)' }),
    ),
  },
  ({ site }, { reference, details = false }) =>
    withContext(async (ctx, config) => {
      const found = await readExplained(ctx, config, { text: reference, siteCode: site });
      return textOfLines(explainedText(found, { now: ctx.clock.now(), isUtc: false }, details));
    }),
);

const explainHash = reading(
  'Explain why requests of a site were rejected for a wrong hash: the joined fields in order, the hashed text, the mistake and the fix. Newest first.',
  {
    reference: Type.Optional(
      referenceText('your reference, or an id from the response (default: the newest request)'),
    ),
    limit: limitOf(1, 20),
  },
  ({ site: code }, { reference, limit = 1 }) =>
    withContext(async (ctx, config) => {
      const site = await siteNamed(ctx, config, code);
      const filter = { limit, ...(reference !== undefined && { about: reference.trim() }) };
      const refused = await readRefused(ctx, config, site, filter);
      const about = reference === undefined ? '' : ` with the reference or id ${reference}`;
      if (refused.length === 0)
        return `No request of ${site.code} was rejected for its hash in the last thirty days${about}.`;
      return refused.map((one) => textOfLines(toText(one, true))).join('\n\n');
    }),
);

const searchDocs = reading(
  'Search the documentation of Tefo: guides, operations, fields, errors, settings and commands. Returns titles, addresses and excerpts, best first.',
  {
    query: Type.String({ minLength: 1, maxLength: 100, description: 'a few words' }),
    limit: limitOf(5, 10),
  },
  async ({ config, searchDocs: find }, { query, limit = 5 }) => {
    const found = await find(query);
    if (found.length === 0) return `No results for ${query}.`;
    return found
      .slice(0, limit)
      .map(({ title, page, address, text }) =>
        [page === title ? title : `${page}: ${title}`, config.publicUrl + address, text].join('\n'),
      )
      .join('\n\n');
  },
);

const listEvents = reading(
  'List what happened at a site: events, attempts to deliver notifications, and requests with a wrong hash, oldest first.',
  {
    since: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'a span such as 30m, 1h or 2d, or an instant (default: 1h)',
      }),
    ),
    reference: Type.Optional(referenceText('only entries for your reference, or an id')),
    limit: limitOf(50, 200),
  },
  ({ site: code }, { since = '1h', reference, limit = 50 }) =>
    withContext(async (ctx, config) => {
      const site = await siteNamed(ctx, config, code);
      const from = readSince(since, ctx.clock.now());
      const { entries } = await readHistory(ctx, site, { from, reference, limit });
      if (entries.length === 0) return `Nothing happened at ${site.code} since ${localTime(from)}.`;
      const older = entries.length > limit ? ['Older entries are left out.'] : [];
      return textOfLines([...older, ...entries.slice(-limit).flatMap(textOf)]);
    }),
);

export const reads: Record<string, Tool> = {
  find_payment: findPayment,
  explain,
  explain_hash: explainHash,
  search_docs: searchDocs,
  list_events: listEvents,
};
