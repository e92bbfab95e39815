// A Merchant External API and a Payments API over the same data, so that their answers can be compared.
import { holdAnswersOf } from '../../../test/contract/answers.ts';
import { atEnd } from '../../../test/support/ending.ts';
import { createServer } from '../../kernel/http/server.ts';
import { openSurface } from '../payments/setup.test.ts';
import { externalSurface } from './index.ts';

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
