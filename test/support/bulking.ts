// Bulk jobs over HTTP on a running service, from a merchant's program: for tests that cross folders.
import { after } from 'node:test';
import { createMerchant, type NewMerchant } from '../../src/core/merchants/actions.ts';
import { packed, resultOf, type Signer } from '../bulk/merchant.ts';
import { ask, postForm } from './merchant.ts';
import { startReceiver, startService, type TestServiceOptions } from './running.ts';

/** A running service, a merchant with a bearer token, and the server that gets its results. */
export async function openBulk(options: TestServiceOptions = {}) {
  const service = await startService(options);
  const receiver = await startReceiver();
  after(async () => {
    await service.end();
    await receiver.end();
  });
  const { base, ctx, merchant } = service;
  const tokens = new Map<string, string>();

  async function bearer(as: NewMerchant = merchant): Promise<Record<string, string>> {
    const known = tokens.get(as.apiKey);
    if (known) return { authorization: `Bearer ${known}` };
    const answer = await postForm(
      `${base}/payments/token`,
      { grant_type: 'password', SiteCode: as.siteCode },
      { apikey: as.apiKey },
    );
    tokens.set(as.apiKey, answer.body.access_token);
    return { authorization: `Bearer ${answer.body.access_token}` };
  }

  /** Posts a body unchanged, or a value as JSON. */
  async function post(body: unknown, headers: Record<string, string> = {}) {
    return ask(`${base}/payments/secure/bulkpaymentrequests/create`, {
      method: 'POST',
      headers: { ...(await bearer()), 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  return {
    ...service,
    receiver,
    bearer,
    post,
    another: (name: string) => createMerchant(ctx, { name }),

    /** Sends an array of requests, or of anything else, as a job. */
    create: (content: unknown, jobReference = 'JOB-1', notifyUrl = `${receiver.url}/bulk`) =>
      post({ jobReference, notifyUrl, compressedData: packed(content) }),

    jobs: async (reference: string, as: NewMerchant = merchant) => {
      const query = new URLSearchParams({ reference });
      const url = `${base}/payments/secure/bulkpaymentrequests/getbulkjobbyreference?${query}`;
      return ask(url, { headers: await bearer(as) });
    },

    /** The only result sent for a job. */
    notificationsOf: (jobId: string, as: Signer = merchant) =>
      resultOf(
        receiver.received.map(({ body }) => body),
        jobId,
        as,
      ),
  };
}
