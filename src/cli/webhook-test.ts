// tefo webhook test: sends hostile messages to a merchant's receiver and checks its reactions.
import type { Config } from '../app/config.ts';
import { demoSiteCode } from '../app/credentials.ts';
import type { Context } from '../core/context.ts';
import { findSiteByCode, openSiteSecrets, type Site } from '../core/merchants/actions.ts';
import { noteExam } from '../core/users/go-live.ts';
import type { Language } from '../devtools/webhook-test/forge.ts';
import { openOrders } from '../devtools/webhook-test/orders.ts';
import {
  askOrders,
  caseNames,
  casesOf,
  type Expectation,
  play,
  type Result,
  type WebhookTest,
} from '../devtools/webhook-test/run.ts';
import { openScene } from '../devtools/webhook-test/scene.ts';
import { createSend, type Target } from '../devtools/webhook-test/send.ts';
import { type Line, paint } from '../kernel/process/terminal.ts';
import { firstOf } from '../kernel/required.ts';
import { type Choices, UsageError, type Values, type Work } from './command.ts';
import { withContext } from './context.ts';
import { paragraph, print, table } from './output.ts';
import { withProgress } from './progress.ts';

/** The same as for notifications in `core/notifications`. */
const usualTimeoutSeconds = 15;
const languages: readonly Language[] = ['json', 'form'];

export const webhookTestChoices: Choices = { '--format': languages, '--only': caseNames };

export const webhookTestCommand: Work = async ({ values, positionals }) => {
  const asked = readExam(values, firstOf(positionals));
  return withContext(async (ctx, config) => {
    const site = await siteOf(ctx, config, values.site);
    let at = 'sending a valid message';
    const say = (what: string) => {
      at = what;
    };
    const report = await withProgress(
      Boolean(values.json),
      () => `${at} …`,
      () => examine(ctx, config, site, asked, say),
    );
    if (report.ok && asked.only === undefined) await noteExam(ctx, site.id);
    print(values.json, report, () => toText(report));
    return report.ok ? 0 : 1;
  });
};

interface Asked {
  url: URL;
  orders: string | undefined;
  /** Undefined: any that the receiver accepts. */
  language: Language | undefined;
  only: string[] | undefined;
  timeoutMs: number;
}

function readExam(values: Values, address: string): Asked {
  const only =
    typeof values.only === 'string' ? values.only.split(',').map((name) => name.trim()) : undefined;
  const unknown = only?.find((name) => !caseNames.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--only has unknown names: ${unknown}; use ${caseNames.join(', ')}`);
  const language = languages.find((one) => one === values.format);
  if (values.format !== undefined && !language) throw new UsageError('--format must be json or form');
  const seconds = typeof values.timeout === 'string' ? Number(values.timeout) : usualTimeoutSeconds;
  if (!(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60))
    throw new UsageError('--timeout must be 1 to 60 seconds');
  if (typeof values.orders === 'string') readUrl(values.orders.replace('{reference}', 'x'), '--orders');
  const orders = values.orders as string | undefined;
  return { url: readUrl(address, 'URL'), orders, language, only, timeoutMs: seconds * 1_000 };
}

function readUrl(text: string, name: string): URL {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${name} must be an http or https address`);
  return url;
}

async function siteOf(ctx: Context, config: Config, given: unknown): Promise<Site> {
  const code = (given as string | undefined) ?? (await demoSiteCode(config));
  if (!code) throw new UsageError('--site CODE is missing');
  const site = await findSiteByCode(ctx.db, code);
  if (!site) throw new UsageError(`there is no site with the code ${code}`);
  return site;
}

interface Report {
  ok: boolean;
  url: string;
  site: string;
  passed: number;
  failed: number;
  /** Notes about the test for the reader. */
  notes: string[];
  results: Result[];
}

async function examine(
  ctx: Context,
  config: Config,
  site: Site,
  asked: Asked,
  say: (what: string) => void,
): Promise<Report> {
  const isStaging = config.mode === 'staging';
  const policy = { privateAllowed: isStaging, allowedNetworks: config.allowedNetworks };
  const target: Target = { url: asked.url, policy, timeoutMs: asked.timeoutMs };
  const secrets = await openSiteSecrets(ctx, site.id);
  const orders = asked.orders === undefined ? undefined : openOrders(asked.orders, target);
  const send = createSend(target);
  const webhookTest: WebhookTest = {
    open: (language, expect) =>
      openScene({ ctx, config, site, language, secrets, send, orders, expect, url: asked.url }),
    orders,
    timeoutMs: asked.timeoutMs,
    say,
  };
  const notes = [
    ...(orders ? [] : ['The effect on orders was not checked: use --orders to check it.']),
    ...(isStaging ? [] : ['This is not a sandbox: the messages are about payments that do not exist.']),
  ];
  const expectations: Expectation[] = [];
  const results = await playAll(webhookTest, asked, expectations, notes);
  await askOrders(webhookTest, expectations);
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  const counts = { passed: results.length - failed, failed };
  return {
    ok: failed === 0 && results.length > 0,
    url: asked.url.href,
    site: site.code,
    ...counts,
    notes,
    results,
  };
}

/**
 * Sends the valid message first and checks its order: a receiver that refuses it gets no others. One that accepts only
 * one of the two languages is tested in that language, unless the user names the other.
 */
async function playAll(
  webhookTest: WebhookTest,
  asked: Asked,
  expectations: Expectation[],
  notes: string[],
): Promise<Result[]> {
  const good = firstOf(casesOf('json', ['good']));
  const results: Result[] = [];
  const refusing: { language: Language; results: Result[] }[] = [];
  for (const language of asked.language ? [asked.language] : languages) {
    const mine: Expectation[] = [];
    const first = await play(webhookTest, language, [good], mine);
    await askOrders(webhookTest, mine);
    if (firstOf(first).problems.length > 0) {
      refusing.push({ language, results: first });
      continue;
    }
    if (asked.only === undefined || asked.only.includes('good')) {
      results.push(...first);
    }
    const rest = casesOf(language, asked.only).filter(({ name }) => name !== 'good');
    results.push(...(await play(webhookTest, language, rest, expectations)));
  }
  const isOther = refusing.length === 1 && !asked.language;
  for (const { language, results: first } of refusing) {
    const problem = firstOf(firstOf(first).problems);
    if (isOther)
      notes.push(
        `The receiver does not accept ${language} (${problem}) and was not tested with it. Use --format ${language} to test it.`,
      );
    else results.push(...first);
  }
  if (refusing.length > 0 && !isOther)
    notes.push('No further messages were sent: the receiver must accept the valid message first.');
  return results;
}

function toText({ url, site, passed, failed, notes, results }: Report): Line[] {
  const width = Math.max(...caseNames.map((name) => name.length));
  const lines = results.flatMap(({ name, language, what, why, cure, problems }) => [
    ...table([
      [
        problems.length === 0 ? paint('good', 'ok  ') : paint('bad', 'FAIL'),
        language,
        name.padEnd(width),
        what,
      ],
    ]),
    ...problems.flatMap((problem) => paragraph(8, problem)),
    ...(problems.length === 0
      ? []
      : [...paragraph(8, `Why it matters: ${why}`), ...paragraph(8, `What to do: ${cure}`)]),
  ]);
  return [
    `${url}, with the secrets of ${site}:`,
    ...lines,
    '',
    `${passed} passed, ${failed} failed.`,
    ...notes.flatMap((note) => paragraph(0, note)),
  ];
}
