// POST /postpaymentrequest: a signed payment request becomes a payment and the address of its checkout.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jsonAndXml } from '../described.ts';
import { PaymentRequest } from '../dialect/fields.ts';
import { PaymentResponse, refusedIsGood, requestPayment } from '../dialect/payment-request.ts';
import type { SurfaceDeps } from './deps.ts';
import type { Operation } from './route.ts';
import { sendRecord } from './wire.ts';

export const paymentRequestOperations: Operation[] = [
  {
    method: 'POST',
    path: '/postpaymentrequest',
    name: 'postPaymentRequest',
    summary: 'Create payment request',
    description: refusedIsGood,
    body: jsonAndXml(PaymentRequest, 'PaymentRequest'),
    answer: jsonAndXml(PaymentResponse, 'PaymentResponse'),
    handle: postPaymentRequest,
  },
];

/** A request refused for what it says is a 200 too, with errorMessage in place of the rest. */
async function postPaymentRequest(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendRecord(request, reply, 'PaymentResponse', await requestPayment(deps, request));
}
