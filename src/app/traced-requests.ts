// The span of each request. It contains the route, but no path, query, address or agent, because these identify
// customers.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../core/context.ts';
import { findPaymentForCustomer } from '../core/payments/actions.ts';
import { traceOf } from '../core/traces.ts';
import { isUuid } from '../kernel/ids.ts';
import { surfaceOf } from './metrics.ts';
import type { RequestSpan, Tracing } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent if tracing is off. */
    span: RequestSpan | undefined;
  }
}

/** Paths without traces: frequent probes, and pages of the simulated bank, which is not part of the service. */
const untraced = /^\/(?:health|metrics|docs|assets|bank)(?:[/?]|$)|^\/pay\/[^/]*\/status$/;

/** Traces every request. Must be called before any hook that calls others. */
export function traceRequests(server: FastifyInstance, tracing: Tracing, ctx: Context): void {
  server.decorateRequest('span', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    if (untraced.test(request.url)) return done();
    const begin = (parent: string | undefined) => {
      const span = begun(tracing, request, parent);
      reply.raw.once('close', () => end(span, request, reply));
      span.run(done);
    };
    const { traceparent } = request.headers;
    if (typeof traceparent === 'string') return begin(traceparent);
    const paymentId = paymentOf(request);
    if (paymentId === undefined) return begin(undefined);
    void traceOfPayment(ctx, paymentId).then(begin, () => begin(undefined));
  });
  // A body arrives outside of the request's async context.
  server.addHook('preValidation', (request, _reply, done) =>
    request.span ? request.span.run(done) : done(),
  );
}

/** Ends the span, also if the client disconnects before the response. */
function end(span: RequestSpan, { refused }: FastifyRequest, { raw, statusCode }: FastifyReply): void {
  if (raw.headersSent) span.set({ 'http.response.status_code': statusCode });
  if (refused?.code) span.set({ 'tefo.refusal': refused.code });
  if (!raw.writableFinished) span.fail('aborted');
  else if (statusCode >= 500) span.fail(String(statusCode));
  span.end();
}

function begun(tracing: Tracing, request: FastifyRequest, parent: string | undefined): RequestSpan {
  const { url: route, config } = request.routeOptions;
  const { method } = request;
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    'url.scheme': 'http',
    'tefo.surface': surfaceOf(request),
    'tefo.operation': config?.operation,
    'tefo.correlation_id': request.id,
  };
  const span = tracing.request(route === undefined ? method : `${method} ${route}`, attributes, parent);
  request.span = span;
  return span;
}

/** The payment on the customer's page, because a browser does not send the merchant's trace context. */
function paymentOf({ routeOptions, params }: FastifyRequest): string | undefined {
  if (!routeOptions.url?.startsWith('/pay/:id')) return undefined;
  const { id } = params as { id: string };
  return isUuid(id) ? id : undefined;
}

async function traceOfPayment(ctx: Context, id: string): Promise<string | undefined> {
  const payment = await findPaymentForCustomer(ctx.db, id);
  return payment && traceOf(ctx.db, payment);
}
