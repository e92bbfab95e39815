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

/** The address of the service in the documents. */
export const origin = 'http://localhost:8420';

/** Keys are looked up again after this time, in milliseconds: they may have been replaced. */
const keptMs = 5_000;

/** Writes a value as the text around it needs it. */
export type Escape = (value: string) => string;

export const asItIs: Escape = (value) => value;
export const inHtml: Escape = (value) => render(html`${value}`);
export const inJson: Escape = (value) => JSON.stringify(value).slice(1, -1);

/**
 * Returns a function that fills in a text's placeholders, cached while the keys are the same: a reference of a megabyte is not built
 * for each reader. `name` is the text's own. The keys are the demo merchant's, so this is for a sandbox: elsewhere the names of the
 * keys stay.
 */
export function createFilling(
  config: Addresses,
  findDemoKeys: (() => Promise<DemoKeys | undefined>) | undefined,
): (name: string, make: () => string | Promise<string>, written: Escape) => Promise<string> {
  const made = new Map<string, Promise<string>>();
  let keys: Promise<DemoKeys | undefined> | undefined;
  let until = 0;
  const presentKeys = (): Promise<DemoKeys | undefined> => {
    const now = performance.now();
    if (keys === undefined || now > until) {
      // A page is readable without keys, so a database that is away does not take it with it.
      keys = (findDemoKeys?.() ?? Promise.resolve(undefined)).catch(() => undefined);
      until = now + keptMs;
      made.clear();
    }
    return keys;
  };
  return async (name, make, written) => {
    const present = await presentKeys();
    const known = made.get(name);
    if (known) return known;
    const text = Promise.resolve(make()).then((given) =>
      fillKeys(fillAddresses(given, config, written), present, written),
    );
    made.set(name, text);
    text.catch(() => made.delete(name));
    return text;
  };
}

function fillAddresses(text: string, config: Addresses, written: Escape): string {
  return text
    .replaceAll(`${origin}/one/v1`, written(config.oneUrl))
    .replaceAll(`${origin}/payouts/v1`, written(config.payoutsUrl))
    .replaceAll(`${origin}/payments`, written(config.paymentsUrl))
    .replaceAll(`${origin}/external`, written(config.externalUrl))
    .replaceAll(origin, written(config.publicUrl));
}

function fillKeys(text: string, keys: DemoKeys | undefined, written: Escape): string {
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
    if (value !== null) filled = filled.replaceAll(name, () => written(value));
  return filled;
}
