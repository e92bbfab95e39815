// POST /postpaymentrequest: a signed payment request becomes a payment and the address of its checkout.
import { jsonAndXml } from '../described.ts';
import { PaymentRequest } from '../dialect/fields.ts';
import { PaymentResponse, refusedIsGood, requestPayment } from '../dialect/payment-request.ts';
import type { Operation } from './route.ts';

export const paymentRequestOperations: Operation[] = [
  {
    method: 'POST',
    path: '/postpaymentrequest',
    name: 'postPaymentRequest',
    summary: 'Create payment request',
    description: refusedIsGood,
    body: jsonAndXml(PaymentRequest, 'PaymentRequest'),
    answer: jsonAndXml(PaymentResponse, 'PaymentResponse'),
    handle: requestPayment,
  },
];
