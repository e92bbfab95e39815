// tefo hash explain: why a hash is wrong, of a request that was sent or of one in a file.
import { readFile } from 'node:fs/promises';
import type { Context } from '../core/context.ts';
import { findSiteByCode, type Site } from '../core/merchants/actions.ts';
import { type HashSurface, listMismatches, type StoredFinding } from '../core/mismatches/actions.ts';
import { demoSiteCode } from '../credentials.ts';
import { parseJson } from '../kernel/json.ts';
import { formatDecimal, parseDecimal } from '../kernel/money.ts';
import { readFields } from '../surfaces/dialect/fields.ts';
import { type GivenFields, givenOnce } from '../surfaces/dialect/given.ts';
import { paymentEvidence } from '../surfaces/dialect/mismatch.ts';
import type { KeptEvidence } from '../surfaces/hash-doctor/doctor.ts';
import { type Explanation, explain } from '../surfaces/hash-doctor/explain.ts';
import { diagnoseKept } from '../surfaces/hash-doctor/kept.ts';
import { refundEvidence } from '../surfaces/payments/refund-mismatch.ts';
import { payoutEvidence } from '../surfaces/payouts/mismatch.ts';
import { readRequest } from '../surfaces/payouts/requests.ts';
import { type Command, print, readArgs, UsageError, withContext } from './command.ts';

export const hashExplain: Command = {
  usage: 'hash explain [--surface NAME --body FILE|-] [--site CODE]',
  about:
    'Say why a hash is wrong: of the newest requests that were refused for it, or of a request in a file (payments, refunds, payouts or bulk).',
  choices: { '--surface': ['payments', 'refunds', 'payouts', 'bulk'] satisfies HashSurface[] },
  run: async (args) => {
    const { values } = readArgs(args, [], {
      surface: { type: 'string' },
      body: { type: 'string' },
      site: { type: 'string' },
    });
    if ((values.surface === undefined) !== (values.body === undefined))
      throw new UsageError('--surface and --body go together');
    return withContext(async (ctx, config) => {
      const code = (values.site as string | undefined) ?? (await demoSiteCode(config));
      if (!code) throw new UsageError('--site CODE is missing');
      const site = await findSiteByCode(ctx.db, code);
      if (!site) throw new UsageError(`there is no site ${code}`);
      if (values.surface === undefined) return explainNewest(ctx, site, values.json);
      return explainBody(ctx, site, String(values.surface), await readBody(String(values.body)), values.json);
    });
  },
};

async function explainNewest(ctx: Context, site: Site, json: unknown): Promise<void> {
  const mismatches = await listMismatches(ctx, site);
  const shown = mismatches.map(({ createdAt, surface, reference, correlationId, findings }) => ({
    at: createdAt.toISOString(),
    surface,
    reference,
    correlationId,
    findings,
  }));
  print(json, shown, () =>
    shown.length === 0
      ? `No request of ${site.code} was refused for its hash in the last thirty days.`
      : shown
          .map(({ at, surface, reference, findings }) =>
            [`${at}  ${surface}  ${reference ?? ''}`, ...describe(findings)].join('\n'),
          )
          .join('\n\n'),
  );
}

async function explainBody(
  ctx: Context,
  site: Site,
  surface: string,
  body: string,
  json: unknown,
): Promise<number> {
  const read = readers[surface as keyof typeof readers];
  if (!read) throw new UsageError(`--surface is one of ${Object.keys(readers).join(', ')}`);
  const kept = read(body);
  const { fields, input, ambiguous } = explain(kept);
  const isSent = kept.digest !== '';
  const said = isSent ? await diagnoseKept(ctx, site.id, surface as HashSurface, kept) : undefined;
  const [isRight, findings] = [said?.length === 0, said ?? []];
  const verdict = isRight ? ['  The hash is right.'] : describe(findings);
  print(json, { fields, input, ambiguous, isRight, findings }, () =>
    [...anatomy({ fields, input, ambiguous }), '', ...(isSent ? verdict : ['The request has no hash.'])].join(
      '\n',
    ),
  );
  return 0;
}

function anatomy({ fields, input, ambiguous }: Explanation): string[] {
  const width = Math.max(0, ...fields.map(({ name }) => name.length)) + 2;
  return [
    'What is joined, in this order:',
    ...fields.map(({ name, text }) => `  ${name.padEnd(width)}${text}`),
    '',
    'What is hashed with SHA-512:',
    `  ${input}`,
    ...ambiguous.map(
      (pair) => `Note: ${pair} run into each other; a character moved from one to the other hashes alike.`,
    ),
  ];
}

function describe(findings: StoredFinding[] | null): string[] {
  if (findings === null) return ['  not looked at yet'];
  if (findings.length === 0)
    return ['  No known mistake leads to the hash that was sent: it is wrong in a way of its own.'];
  return findings.map(({ mistake, cause, cure }) => `  ${mistake}: ${cause} ${cure}`);
}

async function readBody(path: string): Promise<string> {
  if (path !== '-') return readFile(path, 'utf8');
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** A JSON object, the first of a JSON array, or a form. */
function recordOf(text: string): GivenFields {
  try {
    const value = JSON.parse(text) as unknown;
    return givenOnce((Array.isArray(value) ? value[0] : value) as Record<string, unknown>);
  } catch {
    return givenOnce(Object.fromEntries(new URLSearchParams(text.trim())));
  }
}

const textOf = (given: GivenFields, name: string): string => given.get(name.toLowerCase())?.text ?? '';

function readPayment(text: string): KeptEvidence {
  const given = recordOf(text);
  return paymentEvidence(given, readFields(given, () => true).texts);
}

const hashName = 'hashCheck';

const readers = {
  payments: readPayment,
  bulk: readPayment,
  refunds: (text: string): KeptEvidence => {
    const given = recordOf(text);
    const cents = parseDecimal(textOf(given, 'amount'));
    return refundEvidence({
      transactionId: textOf(given, 'transactionId'),
      amount: cents === undefined ? textOf(given, 'amount') : formatDecimal(cents),
      refundReason: textOf(given, 'refundReason'),
      notifyUrl: textOf(given, 'notifyUrl'),
      hashCheck: textOf(given, 'hashCheck'),
    });
  },
  payouts: (text: string): KeptEvidence => {
    const sent = parseJson(text) as Record<string, unknown>;
    const hasHash = Object.keys(sent ?? {}).some((name) => name.toLowerCase() === hashName.toLowerCase());
    const { request, hashCheck } = readRequest(hasHash ? sent : { ...sent, [hashName]: 'none' });
    return payoutEvidence(request, hasHash ? hashCheck : '');
  },
};
