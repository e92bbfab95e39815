// Paying by EFT in the checkout: its page, and the arriving money.
import type { TestService } from './running.ts';

/** Returns the deposit's status as the page shows it; undefined on a page without a deposit. */
export const stateOf = (page: string): string | undefined => /<main[^>]* data-state="(\w+)"/.exec(page)?.[1];

/** Returns the details on a page by the names of their fields. */
export function fieldsOf(page: string): Record<string, string> {
  const found = page.matchAll(/data-field="(\w+)" data-value="([^"]*)"/g);
  return Object.fromEntries([...found].map(([, field, value]) => [field, value]));
}

/** Lets money arrive by the sandbox's control, and does the work that is due by it. */
export async function depositTo(
  { base, merchant, clock, drain }: TestService,
  reference: string,
  amount: string,
): Promise<void> {
  clock.advance(1);
  const answer = await fetch(`${base}/sandbox/deposits`, {
    method: 'POST',
    headers: { apikey: merchant.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ reference, amount: Number(amount) }),
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  await drain();
}
