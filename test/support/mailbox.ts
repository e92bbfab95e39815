// The sandbox's mailbox, in which a merchant finds the e-mails of its customers and users.
import { ask } from './merchant.ts';
import type { TestService } from './running.ts';

export interface Mail {
  id: string;
  kind: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  at: string;
}

/** Returns the e-mails of the merchant with a key, newest first. */
export async function mailbox(
  { base, merchant }: Pick<TestService, 'base' | 'merchant'>,
  apiKey = merchant.apiKey,
): Promise<Mail[]> {
  const { status, body, text } = await ask(`${base}/sandbox/mail`, { headers: { apikey: apiKey } });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
}
