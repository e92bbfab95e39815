// tefo hash explain: explains why a hash is wrong, for rejected requests or one in a file.
import type { Config } from '../../app/config.ts';
import { demoSiteCode } from '../../app/credentials.ts';
import type { Context } from '../../core/context.ts';
import type { HashSurface } from '../../core/hash-mismatches/actions.ts';
import { findSiteByCode, type Site } from '../../core/merchants/actions.ts';
import { readers } from '../../hash-debugger/bodies.ts';
import { explainKept } from '../../hash-debugger/kept.ts';
import { type Choices, UsageError, type Work } from '../command.ts';
import { withContext } from '../context.ts';
import { readInput } from '../input.ts';
import { print } from '../output.ts';
import { withProgress } from '../progress.ts';
import { keysBeside, type Refused, readRefused } from './kept.ts';
import { anatomy, verdict } from './texts.ts';

const surfaces = Object.keys(readers) as HashSurface[];
const usuallyShown = 20;
const mostShown = 500;

export const hashChoices: Choices = { '--surface': surfaces };

export const hashExplain: Work = async ({ values, positionals }) => {
  const [about] = positionals;
  const { surface, body } = values;
  if ((surface === undefined) !== (body === undefined))
    throw new UsageError('--surface and --body must be given together');
  if (body !== undefined && (about !== undefined || values.limit !== undefined))
    throw new UsageError('a request in a file allows neither a reference nor --limit');
  if (about !== undefined && (about.trim() === '' || about.length > 255))
    throw new UsageError('REFERENCE_OR_ID must have 1 to 255 characters');
  const limit = readLimit(values.limit);
  return withContext(async (ctx, config) => {
    const code = (values.site as string | undefined) ?? (await demoSiteCode(config));
    if (!code) throw new UsageError('--site CODE is missing');
    const site = await findSiteByCode(ctx.db, code);
    if (!site) throw new UsageError(`there is no site with the code ${code}`);
    if (surface !== undefined)
      return explainBody(ctx, config, site, String(surface), await readInput(String(body)), values.json);
    const filter = { about: about?.trim(), limit };
    return withProgress(
      Boolean(values.json),
      () => 'searching for the errors …',
      () => explainRefused(ctx, config, site, filter, values.json),
    );
  });
};

function readLimit(value: string | boolean | undefined): number {
  if (value === undefined) return usuallyShown;
  const limit = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (limit < 1 || limit > mostShown) throw new UsageError(`--limit must be a number from 1 to ${mostShown}`);
  return limit;
}

async function explainRefused(
  ctx: Context,
  config: Config,
  site: Site,
  filter: { about?: string; limit: number },
  json: unknown,
): Promise<void> {
  const { about } = filter;
  const refused = await readRefused(ctx, config, site, filter);
  const none = `No request of ${site.code} was rejected for its hash in the last thirty days`;
  if (refused.length === 0 && about !== undefined)
    throw new Error(`${none} with the reference or id ${about}`);
  print(json, refused, () =>
    refused.length === 0
      ? [`${none}.`]
      : refused.flatMap((one, index) => [
          ...(index === 0 ? [] : ['']),
          ...toText(one, about !== undefined || index === 0),
        ]),
  );
}

/** Returns the text of a rejected request: `isWhole` with its fields and the hashed text. */
export function toText(refused: Refused, isWhole: boolean): string[] {
  const { id, at, surface, reference } = refused;
  const head = `${at}  ${surface}  ${reference ?? ''}`;
  return isWhole
    ? [`${head}  ${id}`, ...verdict(refused), ...anatomy(refused).map((line) => `  ${line}`.trimEnd())]
    : [head, ...verdict(refused), `  Details: tefo hash explain ${id} --site ${refused.siteCode}`];
}

async function explainBody(
  ctx: Context,
  config: Config,
  site: Site,
  surface: string,
  body: string,
  json: unknown,
): Promise<void> {
  const read = readers[surface as HashSurface];
  if (!read) throw new UsageError(`--surface must be one of ${surfaces.join(', ')}`);
  const evidence = read(body);
  const alsoTried = await keysBeside(ctx, config, site);
  const kept = { siteId: site.id, surface: surface as HashSurface, evidence };
  const explained = await explainKept(ctx, kept, { alsoTried });
  const isSent = evidence.digest !== '';
  print(json, explained, () => [
    ...anatomy(explained),
    '',
    ...(isSent ? verdict(explained) : ['The request has no hash.']),
  ]);
}
