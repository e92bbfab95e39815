// tefo fixtures load: creates the objects of a fixtures file in a sandbox site.

import { Refused } from '../devtools/refused.ts';
import type { Line } from '../kernel/process/terminal.ts';
import type { Loaded } from '../sandbox/fixtures/load.ts';
import type { Written } from '../sandbox/fixtures/yaml.ts';
import { SeveralErrors, type Work } from './command.ts';
import { readInput } from './input.ts';
import { print, table } from './output.ts';
import { withProgress } from './progress.ts';
import { withSession } from './session.ts';

export const fixturesLoad: Work = async ({ values, positionals }) => {
  const [path] = positionals as [string];
  const name = path === '-' ? 'standard input' : path;
  const { value, lineOf } = await read(path, name);
  const { siteCode } = (value ?? {}) as { siteCode?: unknown };
  const options = { site: values.site ?? siteCode, command: 'fixtures load', isDecided: true };
  return withSession(options, async (session) => {
    const body = isRecord(value) ? { ...value, siteCode: session.site.code } : value;
    const loaded: Loaded = await withProgress(
      values.json === true,
      () => `loading ${name} into ${session.site.code}`,
      () => session.sandbox('POST', '/fixtures', body),
    ).catch((error) => {
      throw withLines(error, name, lineOf);
    });
    print(values.json, loaded, () => describe(loaded));
  });
};

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function read(path: string, name: string): Promise<Written> {
  const text = await readInput(path);
  // Loaded only here: other commands do not need it and would start later.
  const { readYaml, Unreadable } = await import('../sandbox/fixtures/yaml.ts');
  try {
    return readYaml(text);
  } catch (error) {
    if (error instanceof Unreadable) throw new Error(`${name}:${error.line}: ${error.message}`);
    throw error;
  }
}

/** Adds the file's line to every fault; returns an error without faults unchanged. */
function withLines(error: unknown, name: string, lineOf: Written['lineOf']): unknown {
  const faults =
    error instanceof Refused ? (error.body as { faults?: Fault[] } | undefined)?.faults : undefined;
  if (!faults) return error;
  const said = faults.map(({ place, rule }) => `${name}:${lineOf(place)}: ${place || 'the file'} ${rule}`);
  return new SeveralErrors(said);
}

interface Fault {
  place: string;
  rule: string;
}

function describe({
  siteCode,
  made,
  float,
  payments,
  deposits,
  payouts,
  subscriptions,
  webhooks,
}: Loaded): Line[] {
  const rows = [
    ...webhooks.map(({ webhookId }, index) => ['webhook', String(index + 1), webhookId]),
    ...(float ? [['float', float.reference, '']] : []),
    ...Object.entries(payments).map(([name, { paymentId }]) => ['payment', name, paymentId]),
    ...deposits.map(({ depositId, reference }) => ['deposit', reference, depositId]),
    ...Object.entries(payouts).map(([name, { payoutId }]) => ['payout', name, payoutId]),
    ...Object.entries(subscriptions).map(([name, { subscriptionId }]) => [
      'subscription',
      name,
      subscriptionId,
    ]),
  ];
  const summary = made === 0 ? 'nothing to create' : `${made} created or completed`;
  return [`${siteCode}: ${summary}`, ...table(rows)];
}
