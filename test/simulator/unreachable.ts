// Edges and codes that the documents have and no play reaches, each with its reason.

const outside = 'no merchant is known, so that the service counts it for none';

export const unreachable: Readonly<Record<string, string>> = {
  'edge transaction: created decline':
    'the bank would have to decide in the milliseconds before the service notes that it has sent the payer there',
  'edge transfer: ready fail':
    'it needs an account that pays at once through a real bank, such as one at Investec, and a site with releases',
  'edge bulk_job: processing fail':
    'it needs eleven kills of workers in a row in a job of more than 200 requests: `core/bulk/processing.test.ts` has them',
  'error One API: InternalServerError': 'the service would have to fail',
  'error One API: ServiceUnavailable': 'the database would have to be away: `failover` and `storm` have that',
  'error One API: Unauthorized': outside,
  'error One API: PaymentMethodUnavailable': 'no bank at all would have to be connected',
  'error Payments API: PaymentMethodUnavailable': 'no bank at all would have to be connected',
  'error External API: RefundNotFound': 'the surface has no refunds',
  'error External API: IdempotencyKeyReused': 'no operation of the surface takes a key',
  'error External API: IdempotencyKeyInUse': 'no operation of the surface takes a key',
  'error External API: PaymentMethodUnavailable': 'no bank at all would have to be connected',
};
