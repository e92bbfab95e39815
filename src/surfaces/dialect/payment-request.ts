// A signed payment request creates a payment and the address of its checkout.
import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { contextOf, requireSite } from './auth.ts';
import type { DialectDeps } from './deps.ts';
import { PaymentRequest } from './fields.ts';
import { type GivenFields, readRecord } from './given.ts';
import type { SharedOperation } from './operation.ts';
import { openPayment } from './request.ts';
import { nullable, uuid } from './shapes.ts';

const PaymentResponse = Type.Object(
  {
    paymentRequestId: nullable(uuid),
    url: nullable(Type.String({ format: 'uri' })),
    errorMessage: nullable(Type.String()),
  },
  { title: 'PaymentResponse' },
);

export const paymentRequestOperation: SharedOperation = {
  method: 'POST',
  path: '/PostPaymentRequest',
  name: 'postPaymentRequest',
  summary: 'Create payment request',
  description:
    'A request that is refused for what it says (a bad field, a wrong hash, an unknown bank, a reference that the site may not use again) is a 200 with errorMessage.',
  body: PaymentRequest,
  answer: PaymentResponse,
  xml: { body: 'PaymentRequest', answer: ['PaymentResponse'] },
  handle: requestPayment,
};

/** Creates a payment from the request's body. A refusal of its content has only errorMessage. */
async function requestPayment(
  deps: DialectDeps,
  request: FastifyRequest,
): Promise<Static<typeof PaymentResponse>> {
  const answer = await answerTo(deps, request, readRecord(request, 'PaymentRequest'));
  const refusal = 'refused' in answer ? answer.refused : null;
  if (refusal !== null) request.refused = { ...request.refused, code: codeOf(refusal), text: refusal };
  const id = 'paymentId' in answer ? answer.paymentId : null;
  return {
    paymentRequestId: id,
    url: id && `${deps.config.publicUrl}/pay/${id}`,
    errorMessage: refusal,
  };
}

/** The answer is a 200 with words of ours, most of which begin with the field: that is what is counted. */
const codeOf = (refusal: string): string => `BadRequest (${refusal.split(/\W/, 1)[0]})`;

async function answerTo(deps: DialectDeps, request: FastifyRequest, given: GivenFields) {
  const siteCode = given.get('sitecode');
  if (!siteCode || siteCode.text.trim() === '') return { refused: 'siteCode is required' };
  if (siteCode.kind !== 'text') return { refused: 'siteCode must be text' };
  const site = await requireSite(deps, request, siteCode.text);
  return openPayment(deps, contextOf(deps, request, site), site, given);
}
