// POST /postpaymentrequest: a signed payment request becomes a payment and the address of its checkout.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contextOf, requireSite } from './auth.ts';
import type { SurfaceDeps } from './deps.ts';
import { type GivenFields, readRecord } from './given.ts';
import { openPayment } from './request.ts';
import { sendRecord } from './wire.ts';

/** A request refused for what it says is a 200 too, with errorMessage in place of the rest. */
export async function postPaymentRequest(
  deps: SurfaceDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = await answerTo(deps, request, readRecord(request, 'PaymentRequest'));
  const refusal = 'refused' in answer ? answer.refused : null;
  const id = 'paymentId' in answer ? answer.paymentId : null;
  return sendRecord(request, reply, 'PaymentResponse', {
    paymentRequestId: id,
    url: id && `${deps.config.publicUrl}/pay/${id}`,
    errorMessage: refusal,
  });
}

async function answerTo(deps: SurfaceDeps, request: FastifyRequest, given: GivenFields) {
  const siteCode = given.get('sitecode');
  if (!siteCode || siteCode.text.trim() === '') return { refused: 'siteCode is required' };
  if (siteCode.kind !== 'text') return { refused: 'siteCode must be text' };
  const site = await requireSite(deps, request, siteCode.text);
  return openPayment(deps, contextOf(deps, request, site), site, given);
}
