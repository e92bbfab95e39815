// POST /postpaymentrequest: a signed payment request becomes a payment and the address of its checkout.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestPayment } from '../dialect/payment-request.ts';
import type { SurfaceDeps } from './deps.ts';
import { sendRecord } from './wire.ts';

/** A request refused for what it says is a 200 too, with errorMessage in place of the rest. */
export async function postPaymentRequest(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendRecord(request, reply, 'PaymentResponse', await requestPayment(deps, request));
}
