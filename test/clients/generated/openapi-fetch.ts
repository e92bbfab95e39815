// A merchant's program with openapi-typescript and openapi-fetch. It is compiled with the types that are generated from
// the four documents, and run against the service: test/clients/generated.test.ts.
import createClient from 'openapi-fetch';
import type { paths as External } from './external.ts';
import type { paths as One } from './one.ts';
import type { paths as Payments } from './payments.ts';
import type { paths as Payouts } from './payouts.ts';

interface Merchant {
  base: string;
  siteCode: string;
  apiKey: string;
  token: string;
  /** The hash of a payment request. */
  sign(fields: Record<string, unknown>): string;
}

/** The error, without a response. */
function good<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

export async function run({ base, siteCode, apiKey, token, sign }: Merchant) {
  const one = createClient<One>({
    baseUrl: `${base}/one/v1`,
    headers: { authorization: `Bearer ${token}` },
  });
  const payments = createClient<Payments>({ baseUrl: `${base}/payments`, headers: { ApiKey: apiKey } });
  const payouts = createClient<Payouts>({
    baseUrl: `${base}/payouts/v1`,
    headers: { ApiKey: apiKey, SiteCode: siteCode },
  });
  const external = createClient<External>({ baseUrl: `${base}/external`, headers: { apiKey } });

  // Only required members: a member with a default is optional.
  const payment = good(
    await one.POST('/payments', {
      body: {
        siteCode,
        amount: { currency: 'ZAR', value: 150.5 },
        merchantReference: 'ORDER-1',
        expireAt: '2100-01-01T00:00:00Z',
      },
    }),
  );
  const read = good(await one.GET('/payments/{id}', { params: { path: { id: payment.id } } }));
  const refused = await one.GET('/payments/{id}', { params: { path: { id: crypto.randomUUID() } } });
  const webhook = good(
    await one.POST('/webhooks', {
      body: { endpoint: 'https://shop.example/hooks', eventType: 'transaction.complete' },
    }),
  );

  const request = {
    siteCode,
    countryCode: 'ZA',
    currencyCode: 'ZAR',
    amount: '150.50',
    transactionReference: 'ORDER-2',
    bankReference: 'ORDER 2',
    cancelUrl: 'https://shop.example/cancel',
    errorUrl: 'https://shop.example/error',
    successUrl: 'https://shop.example/success',
    notifyUrl: 'https://shop.example/notify',
    isTest: false,
  } as const;
  const asked = good(
    await payments.POST('/postpaymentrequest', { body: { ...request, hashCheck: sign(request) } }),
  );
  const url: string | null = asked.url;
  const transactions = good(
    await payments.GET('/GetTransactionByReference', {
      params: { query: { siteCode, transactionReference: 'ORDER-2' } },
    }),
  );
  const banks = good(await payouts.GET('/getavailablebanks', { params: {} }));
  const again = { ...request, transactionReference: 'ORDER-3' } as const;
  const made = good(
    await external.POST('/api/MerchantApiV1/PostPaymentRequest', {
      body: { ...again, hashCheck: sign(again) },
    }),
  );
  const present = good(await external.GET('/get', {}));

  return {
    value: read.amount.value,
    code: refused.error?.code,
    thin: webhook.messageType,
    url,
    references: transactions.map(({ transactionReference }) => transactionReference),
    bank: banks[0]?.bankGroupName,
    made: made.url,
    version: present.version,
  };
}
