// What the typed client sends, and makes of what it is answered, where no service is needed to tell: a stand-in answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tefo, TefoError, type TefoOptions } from '../sdk/src/index.ts';

const keys = { siteCode: 'KARKAR1234', apiKey: 'a', privateKey: 'p', clientId: 'i', clientSecret: 's' };

/** A client of one address. */
function clientOf(address: string, options?: TefoOptions) {
  const urls = { one: address, payments: address, payouts: address, external: address };
  return new Tefo({ ...keys, urls }, options);
}

/** A client whose requests `answer` answers; of tokens there are enough. */
function answered(answer: (request: Request) => Response, options: TefoOptions = {}) {
  const sent: Request[] = [];
  let tokens = 0;
  const fetch = async (request: Request) => {
    if (request.url.endsWith('/token')) {
      tokens += 1;
      return Response.json({ access_token: `token-${tokens}`, expires_in: '3600' });
    }
    sent.push(request);
    return answer(request);
  };
  return { client: clientOf('http://shop.example', { fetch, ...options }), sent, tokens: () => tokens };
}

test('a 200 with an error is a refusal where it has no id, and else how it ended', async () => {
  const payoutStatus = { status: 90, subStatus: 9001, errorMessage: 'the account is closed' };
  const ended = [
    { id: '1', payoutStatus },
    { id: '1', errorMessage: 'no' },
    { payoutId: '1', payoutStatus },
    { paymentRequestId: '1', errorMessage: 'no' },
    { jobId: '1', errors: ['[3] amount is required'] },
  ];
  const refused = [
    { payoutStatus },
    { paymentRequestId: null, url: null, errorMessage: 'no' },
    { jobReference: 'RUN', errors: ['no'] },
  ];
  const ask = (body: object) =>
    answered(() => Response.json(body)).client.payouts.getPayout({ query: { payoutId: '1' } });
  for (const body of ended) assert.deepEqual(await ask(body), body);
  for (const body of refused) await assert.rejects(ask(body), TefoError, JSON.stringify(body));
});
