// Controls that exist in staging only: they simulate a customer, a bank or time.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../core/context.ts';
import { isOnlyMerchant } from '../core/merchants/actions.ts';
import { isDatabaseAway } from '../kernel/db/db.ts';
import { acceptJson } from '../kernel/http/bodies.ts';
import { longRoute, transportStatus } from '../kernel/http/server.ts';
import { createTokens } from '../kernel/security/access-tokens.ts';
import { SandboxRefusal } from './body.ts';
import { followClock, moveClock, readClock } from './clock.ts';
import type { Call, SandboxDeps } from './deps.ts';
import { changeFaults } from './faults.ts';
import { readMail } from './mail.ts';
import { isOperators } from './operator.ts';
import { payIn } from './outcomes/deposits.ts';
import { decidePayout, decideRefund } from './outcomes/money-out.ts';
import { decideSubscription } from './outcomes/subscriptions.ts';
import { decideTransaction } from './outcomes/transactions.ts';
import { refusalOf } from './refusals.ts';
import { changeRules, readRules } from './rules.ts';
import { changeSettings, makeSite } from './sites.ts';
import { list, remove, restore, save } from './snapshots/controls.ts';

/** The most values in a body: fixtures can create four thousand objects, of about ten values each. */
const mostSandboxValues = 40_000;

interface WithId {
  Params: { id: string };
}

/** The sandbox controls, mounted at /sandbox. Errors are {message}. */
export function sandboxRoutes(deps: SandboxDeps): FastifyPluginAsync {
  const contextOf = (request: Pick<FastifyRequest, 'id'>): Context => ({
    ...deps.ctx,
    correlationId: request.id,
    actor: 'sandbox',
  });
  const callOf = async (request: FastifyRequest): Promise<Call> => ({
    deps,
    ctx: contextOf(request),
    merchantId: await authenticate(deps, request),
  });
  type Decide = (call: Call, id: string, body: unknown) => Promise<unknown>;
  const deciding = (decide: Decide) => async (request: FastifyRequest<WithId>) =>
    decide(await callOf(request), request.params.id, request.body);
  const tokens = createTokens(deps.ctx.keyring, deps.ctx.clock);
  /** A snapshot includes all merchants, so only the operator or the only merchant may use it. */
  const assertWhole = async (request: FastifyRequest, command: string): Promise<void> => {
    const merchantId = await authenticate(deps, request);
    if ((await isOnlyMerchant(deps.ctx.db, merchantId)) || (await isOperators(tokens, request))) return;
    throw new SandboxRefusal(
      403,
      `a snapshot contains all merchants, and this sandbox has several merchants: the operator can run \`tefo snapshot ${command}\``,
    );
  };
  return async (server) => {
    acceptJson(server, mostSandboxValues);
    server.setErrorHandler((error, request, reply) => answerFailure(error, request, reply));
    server.setNotFoundHandler(async (_request, reply) =>
      reply.code(404).send({ message: 'there is no such control' }),
    );
    server.post<WithId>('/transactions/:id/outcome', deciding(decideTransaction));
    server.post<WithId>('/refunds/:id/outcome', deciding(decideRefund));
    server.post<WithId>('/payouts/:id/outcome', deciding(decidePayout));
    server.post<WithId>('/subscriptions/:id/authorize', deciding(decideSubscription));
    server.post('/sites', async (request, reply) => {
      await authenticate(deps, request);
      return reply.code(201).send(await makeSite(deps, contextOf(request), request.body));
    });
    server.patch<WithId>('/sites/:id', deciding(changeSettings));
    server.post('/deposits', async (request) => {
      return payIn(deps, await authenticate(deps, request), request.body);
    });
    server.get('/mail', async (request) => readMail(deps, await authenticate(deps, request)));
    server.get('/faults', async (request) => deps.faults.of(await authenticate(deps, request)));
    server.put('/faults', async (request) => {
      return changeFaults(deps.faults, await authenticate(deps, request), request.body);
    });
    server.post('/fixtures', longRoute, async (request) => {
      const { loadFixtures } = await import('./fixtures/load.ts');
      return loadFixtures(await callOf(request), request.body);
    });
    server.get('/rules', async (request) => ({
      rules: await readRules(deps.ctx, await authenticate(deps, request)),
    }));
    server.put('/rules', async (request) => {
      return changeRules(deps, await authenticate(deps, request), request.body);
    });
    server.get('/snapshots', async (request) => {
      await assertWhole(request, 'list');
      return list(deps);
    });
    server.post('/snapshots', longRoute, async (request, reply) => {
      await assertWhole(request, 'save NAME');
      return reply.code(201).send(await save(deps, request.body));
    });
    server.post<WithId>('/snapshots/:id/restore', longRoute, async (request) => {
      await assertWhole(request, 'restore NAME');
      return restore(deps, request.params.id);
    });
    server.delete<WithId>('/snapshots/:id', longRoute, async (request, reply) => {
      await assertWhole(request, 'delete NAME');
      await remove(deps, request.params.id);
      return reply.code(204).send();
    });
    server.get('/clock', async (request) => {
      await authenticate(deps, request);
      return readClock(deps);
    });
    server.post('/clock', longRoute, async (request, reply) => {
      await authenticate(deps, request);
      if (deps.clockOf === 'operator' && !(await isOperators(tokens, request)))
        throw new SandboxRefusal(
          403,
          'only the operator can advance the clock of this sandbox: `tefo clock`',
        );
      const isGone = () => reply.raw.destroyed && !reply.raw.writableFinished;
      if (!takesLines(request)) return moveClock(deps, request.body, isGone);
      return reply.type(linesType).send(followClock(deps, request.body, isGone));
    });
  };
}

/** The content type for one JSON value on each line. */
const linesType = 'application/x-ndjson';

const takesLines = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers.accept?.includes(linesType) ?? false;

async function authenticate(deps: SandboxDeps, request: FastifyRequest): Promise<string> {
  const { apikey } = request.headers;
  const merchantId = typeof apikey === 'string' ? await deps.directory.merchantByApiKey(apikey) : undefined;
  if (!merchantId) throw new SandboxRefusal(401, 'the ApiKey header is missing or unknown');
  request.acceptKey?.(String(apikey), merchantId);
  return merchantId;
}

function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  const refusal = refusalOf(error);
  if (refusal) {
    const { status, message, code, faults } = refusal;
    return reply.code(status).send({ message, ...(code && { code }), ...(faults && { faults }) });
  }
  const transport = transportStatus(error);
  if (transport?.retryAfterSeconds) reply.header('retry-after', transport.retryAfterSeconds);
  if (transport) return reply.code(transport.status).send({ message: transport.detail });
  if (isDatabaseAway(error))
    return reply.code(503).header('retry-after', '1').send({ message: 'the database is unavailable' });
  request.log.error({ error }, 'a sandbox control failed');
  return reply.code(500).send({ message: 'the sandbox control failed' });
}
