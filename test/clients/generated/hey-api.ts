// A merchant's program with the clients that @hey-api/openapi-ts generates of the four documents; see openapi-fetch.ts.
import { createClient as createExternal } from './external/client/index.ts';
import * as external from './external/index.ts';
import { createClient as createOne } from './one/client/index.ts';
import * as one from './one/index.ts';
import { createClient as createPayments } from './payments/client/index.ts';
import * as payments from './payments/index.ts';
import { createClient as createPayouts } from './payouts/client/index.ts';
import * as payouts from './payouts/index.ts';

interface Merchant {
  base: string;
  siteCode: string;
  apiKey: string;
  token: string;
  /** The hash of a payment request. */
  sign(fields: Record<string, unknown>): string;
}

export async function run({ base, siteCode, apiKey, token, sign }: Merchant) {
  const throwOnError = true;
  const oneClient = createOne({ baseUrl: `${base}/one/v1`, auth: token });
  const paymentsClient = createPayments({ baseUrl: `${base}/payments`, auth: apiKey });
  const payoutsClient = createPayouts({
    baseUrl: `${base}/payouts/v1`,
    auth: ({ name }) => (name === 'SiteCode' ? siteCode : apiKey),
  });
  const externalClient = createExternal({ baseUrl: `${base}/external`, auth: apiKey });

  // Only required members: a member with a default is optional.
  const payment = await one.createPayment({
    client: oneClient,
    throwOnError,
    body: {
      siteCode,
      amount: { currency: 'ZAR', value: 150.5 },
      merchantReference: 'ORDER-4',
      expireAt: '2100-01-01T00:00:00Z',
    },
  });
  const read = await one.getPayment({ client: oneClient, throwOnError, path: { id: payment.data.id } });
  const refused = await one.getPayment({ client: oneClient, path: { id: crypto.randomUUID() } });
  const webhook = await one.createWebhook({
    client: oneClient,
    throwOnError,
    body: { endpoint: 'https://shop.example/hooks/hey', eventType: 'transaction.complete' },
  });

  const request = {
    siteCode,
    countryCode: 'ZA',
    currencyCode: 'ZAR',
    amount: '150.50',
    transactionReference: 'ORDER-5',
    bankReference: 'ORDER 5',
    cancelUrl: 'https://shop.example/cancel',
    errorUrl: 'https://shop.example/error',
    successUrl: 'https://shop.example/success',
    notifyUrl: 'https://shop.example/notify',
    isTest: false,
  } as const;
  const asked = await payments.postPaymentRequest({
    client: paymentsClient,
    throwOnError,
    body: { ...request, hashCheck: sign(request) },
  });
  const url: string | null = asked.data.url;
  const transactions = await payments.getTransactionByReference({
    client: paymentsClient,
    throwOnError,
    query: { siteCode, transactionReference: 'ORDER-5' },
  });
  const banks = await payouts.getAvailableBanks({ client: payoutsClient, throwOnError });
  const again = { ...request, transactionReference: 'ORDER-6' } as const;
  const made = await external.postPaymentRequest({
    client: externalClient,
    throwOnError,
    body: { ...again, hashCheck: sign(again) },
  });
  const present = await external.get({ client: externalClient, throwOnError });

  return {
    value: read.data.amount.value,
    code: refused.error?.code,
    thin: webhook.data.messageType,
    url,
    references: transactions.data.map(({ transactionReference }) => transactionReference),
    bank: banks.data[0]?.bankGroupName,
    made: made.data.url,
    version: present.data.version,
  };
}
