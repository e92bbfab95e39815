// A Merchant External API and a Payments API over the same data, so that their responses can be compared.

import { createServer } from '../../../src/kernel/http/server.ts';
import { externalSurface } from '../../../src/surfaces/external/index.ts';
import { holdAnswersOf } from '../../contract/answers.ts';
import { atEnd } from '../ending.ts';
import { openSurface } from './payments-api.ts';

type Query = Record<string, string>;
type Headers = Record<string, string>;

export async function openExternal() {
  const payments = await openSurface();
  const server = createServer({
    clock: payments.ctx.clock,
    log: payments.ctx.log,
    bodyLimitBytes: 1 << 16,
    caseBlindPrefixes: ['/external'],
  });
  holdAnswersOf(server);
  server.register(externalSurface(payments.deps), { prefix: '/external' });
  await server.ready();
  // At the end of the file, so that the tests of a group may share one.
  atEnd(() => server.close());
  const { apiKey } = payments.merchant;

  const get = (path: string, query: Query = {}, headers: Headers = {}) =>
    server.inject({ url: `/external${path}`, query, headers: { apiKey, ...headers } });

  const post = (path: string, payload: string | Buffer, headers: Headers = {}) =>
    server.inject({
      method: 'POST',
      url: `/external${path}`,
      headers: { apiKey, 'content-type': 'application/json', ...headers },
      payload,
    });

  return { ...payments, payments, server, get, post };
}
