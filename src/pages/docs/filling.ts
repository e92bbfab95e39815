// The addresses and demo keys of the service that shows a sample, in place of those that the documents name.
import { html, render } from '../html.ts';

export type Addresses = Record<'publicUrl' | 'oneUrl' | 'paymentsUrl' | 'payoutsUrl' | 'externalUrl', string>;

export interface DemoKeys {
  siteCode: string;
  apiKey: string;
  privateKey: string;
  clientId: string;
  clientSecret: string | null;
  webhookSecret: string;
}

const written = 'http://localhost:8420';

/** Keys are looked up again after this time, in milliseconds: they may have been replaced. */
const keptMs = 5_000;

/**
 * Returns what fills in a text. The keys are the demo merchant's, so this is for a sandbox: elsewhere the names of the
 * keys stay.
 */
export function createFilling(
  config: Addresses,
  findDemoKeys: (() => Promise<DemoKeys | undefined>) | undefined,
): (text: string) => Promise<string> {
  let keys: Promise<DemoKeys | undefined> | undefined;
  let until = 0;
  const present = (): Promise<DemoKeys | undefined> => {
    const now = performance.now();
    if (keys === undefined || now > until) {
      // A page is readable without keys, so a database that is away does not take it with it.
      keys = (findDemoKeys?.() ?? Promise.resolve(undefined)).catch(() => undefined);
      until = now + keptMs;
    }
    return keys;
  };
  return async (text) => {
    const here = fillAddresses(text, config);
    return here.includes('YOUR_') ? fillKeys(here, await present()) : here;
  };
}

function fillAddresses(text: string, config: Addresses): string {
  return text
    .replaceAll(`${written}/one/v1`, escaped(config.oneUrl))
    .replaceAll(`${written}/payouts/v1`, escaped(config.payoutsUrl))
    .replaceAll(`${written}/payments`, escaped(config.paymentsUrl))
    .replaceAll(`${written}/external`, escaped(config.externalUrl))
    .replaceAll(written, escaped(config.publicUrl));
}

function fillKeys(text: string, keys: DemoKeys | undefined): string {
  if (!keys) return text;
  const given: [name: string, value: string | null][] = [
    ['YOUR_SITE_CODE', keys.siteCode],
    ['YOUR_API_KEY', keys.apiKey],
    ['YOUR_PRIVATE_KEY', keys.privateKey],
    ['YOUR_CLIENT_ID', keys.clientId],
    ['YOUR_CLIENT_SECRET', keys.clientSecret],
    ['YOUR_WEBHOOK_SECRET', keys.webhookSecret],
  ];
  let filled = text;
  for (const [name, value] of given)
    if (value !== null) filled = filled.replaceAll(name, () => escaped(value));
  return filled;
}

const escaped = (value: string): string => render(html`${value}`);
