// A customer without JavaScript, and one with a test browser: both do only what pages offer.
import { consentVersion, mandateConsentVersion } from '../../src/pages/messages/index.ts';

type Form = Record<string, string>;

/** Sends a form as a browser does and returns its redirect, without following it. */
export async function submit(
  url: string,
  form: Form,
): Promise<{ status: number; location: string; text: string }> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const location = new URL(answer.headers.get('location') ?? url, url).href;
  return { status: answer.status, location, text: await answer.text() };
}

/** Chooses a bank in the checkout; returns the redirect. */
export function chooseBank(base: string, paymentId: string, bank: string, amount?: string) {
  const form: Form = { bank, consent: consentVersion, ...(amount !== undefined && { amount }) };
  return submit(`${base}/pay/${paymentId}/choose`, form);
}

/** Agrees to a subscription and chooses a bank for it; returns the redirect. */
export function agree(base: string, subscriptionId: string, bank: string, form: Form = {}) {
  const consent = mandateConsentVersion;
  return submit(`${base}/subscribe/${subscriptionId}/choose`, { bank, consent, ...form });
}

/** Logs in and decides at the bank's page. Returns where the bank sends the customer. */
export async function decideAtBank(
  bankUrl: string,
  decision: 'approve' | 'decline' | 'cancel',
): Promise<string> {
  const { location } = await submit(bankUrl, {});
  const decided = await submit(location, { decision });
  return decided.location;
}

/** Returns the checkout's current page, by its name in the state table. */
export function pageNow(base: string, paymentId: string): Promise<string> {
  return pageAt(`${base}/pay/${paymentId}`);
}

/** Returns the current page at an address, by its name in its state table. */
export async function pageAt(url: string): Promise<string> {
  const answer = await fetch(`${url}/status`);
  return ((await answer.json()) as { page: string }).page;
}

/** Requests an address and returns its redirect, without following it. */
export async function follow(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? url, url).href;
}

/** Runs a whole payment at a bank: choose, log in, decide, return. */
export async function payAtBank(
  base: string,
  paymentId: string,
  bank: string,
  decision: 'approve' | 'decline' | 'cancel' = 'approve',
): Promise<string> {
  const { location } = await chooseBank(base, paymentId, bank);
  const back = await decideAtBank(location, decision);
  return follow(back);
}
