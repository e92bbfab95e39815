// A merchant's program and its customers, over HTTP alone: payments, refunds, top-ups and payouts on every surface, and
// reading settlements. Its signatures use independent code.
import { createHash } from 'node:crypto';
import { type Answer, ask } from '../support/merchant.ts';
import type { Books } from './books.ts';
import type { Club, Contract } from './club.ts';
import type { Inbox, Keys } from './inbox.ts';

export interface SiteKeys extends Keys {
  merchant: { apiKey: string; clientId: string; clientSecret: string };
}

/** "1205" cents is "12.05". */
const decimal = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const sha512 = (parts: (string | number | boolean)[]): string =>
  createHash('sha512').update(parts.join('').toLowerCase()).digest('hex');

/** The staging bank whose account numbers have no check digit. */
const demoBank = { id: 'de300b4a-0000-4000-8000-000000000001', branchCode: '999999' };

export type Shop = ReturnType<typeof openShop>;

export function openShop(parts: {
  base: string;
  keys: SiteKeys;
  books: Books;
  club: Club;
  inbox: Inbox;
  now: () => Date;
}) {
  const { base, keys, books, club, inbox, now } = parts;
  const { site, privateKey, merchant } = keys;
  const notifyUrl = inbox.urlOf(site);
  const json = { 'content-type': 'application/json' };
  const withKey = { ...json, apikey: merchant.apiKey };
  const tokens = new Map<string, { text: string; until: number }>();
  let references = 0;
  let topUpReference: string | undefined;
  let staticReference: string | undefined;

  async function must(status: number | number[], path: string, init: RequestInit): Promise<Answer> {
    const answer = await ask(base + path, init);
    if (![status].flat().includes(answer.status)) {
      throw new Error(`${init.method ?? 'GET'} ${path} was answered ${answer.status}: ${answer.text}`);
    }
    return answer;
  }

  const post = (path: string, headers: Record<string, string>, body: unknown, status: number | number[]) =>
    must(status, path, { method: 'POST', headers, body: JSON.stringify(body) });

  /** A token of a surface, for as long as it lasts by the service's own clock. */
  async function tokenOf(path: string, form: Record<string, string>): Promise<Record<string, string>> {
    let token = tokens.get(path);
    if (!token || token.until <= now().getTime()) {
      const headers = { apikey: merchant.apiKey };
      const answer = await must(200, path, { method: 'POST', headers, body: new URLSearchParams(form) });
      const until = now().getTime() + (Number(answer.body.expires_in) - 60) * 1_000;
      token = { text: answer.body.access_token, until };
      tokens.set(path, token);
    }
    return { ...json, authorization: `Bearer ${token.text}` };
  }
  const bearer = () =>
    tokenOf('/one/v1/token', {
      grant_type: 'client_credentials',
      client_id: merchant.clientId,
      client_secret: merchant.clientSecret,
    });
  const secure = () => tokenOf('/payments/token', { grant_type: 'Password', SiteCode: site });

  function nextReference(): string {
    references += 1;
    return `${site}-${references}`;
  }

  /** A payment on the One API, which its customer approves at a bank; the cents of the amount decide. */
  async function sellOnOne(cents: number): Promise<void> {
    const headers = await bearer();
    const amount = { currency: 'ZAR', value: Number(decimal(cents)) };
    const expireAt = new Date(now().getTime() + 3_600_000).toISOString();
    const order = { siteCode: site, amount, merchantReference: nextReference(), notifyUrl, expireAt };
    const { body: payment } = await post('/one/v1/payments', headers, order, 201);
    const begun = await post(
      `/one/v1/payments/${payment.id}/transactions`,
      headers,
      { paymentType: 'capitec' },
      201,
    );
    inbox.ordered(begun.body.id, site, cents);
    for (const step of ['authenticate', 'approve']) {
      await post(`/one/v1/transactions/${begun.body.id}`, headers, { step }, [200, 202, 409]);
    }
  }

  /** A payment on the Payments API, which ends with the sandbox outcome. */
  async function sellOnPayments(cents: number, outcome: string): Promise<void> {
    const fields: Record<string, string> = {
      siteCode: site,
      countryCode: 'ZA',
      currencyCode: 'ZAR',
      amount: decimal(cents),
      transactionReference: nextReference(),
      bankReference: 'MONTH',
      cancelUrl: 'http://127.0.0.1:9/cancel',
      errorUrl: 'http://127.0.0.1:9/error',
      successUrl: 'http://127.0.0.1:9/success',
      notifyUrl,
      isTest: 'false',
    };
    const hashCheck = sha512([...Object.values(fields), privateKey]);
    const asked = await post('/payments/postpaymentrequest', withKey, { ...fields, hashCheck }, 200);
    if (asked.body.paymentRequestId === null) throw new Error(asked.body.errorMessage);
    await post(`/sandbox/transactions/${asked.body.paymentRequestId}/outcome`, withKey, { outcome }, 200);
  }

  async function refundOnOne(transactionId: string, cents: number): Promise<string> {
    const amount = { currency: 'ZAR', value: Number(decimal(cents)) };
    const asked = { amount, reason: 'goods came back', notifyUrl, realTimePayment: false };
    const path = `/one/v1/transactions/${transactionId}/refunds`;
    const { body } = await post(path, await bearer(), asked, 201);
    books.refundAsked(body.id, transactionId, cents);
    return body.id;
  }

  async function refundOnPayments(transactionId: string, cents: number): Promise<string> {
    const item = { transactionId, amount: decimal(cents), refundReason: 'too small', notifyUrl };
    const hashCheck = sha512([...Object.values(item), privateKey]);
    const items = [{ ...item, hashCheck, isRtc: false }];
    const { body } = await post('/payments/secure/refunds/submit', await secure(), items, 200);
    if (body[0].refundId === null) throw new Error(body[0].errors.join('; '));
    books.refundAsked(body[0].refundId, transactionId, cents);
    return body[0].refundId;
  }

  async function cancelRefund(id: string): Promise<void> {
    await must(200, `/one/v1/refunds/${id}/cancel`, { method: 'POST', headers: await bearer() });
  }

  /** Money is paid in with the site's top-up reference. */
  async function topUp(cents: number): Promise<void> {
    if (topUpReference === undefined) {
      const path = `/external/Secure/FloatTopUp/CreateFloatTopUpReferenceRequest?amount=1&siteCode=${site}`;
      const { body } = await must(200, path, { method: 'POST', headers: { apikey: merchant.apiKey } });
      topUpReference = body.beneficiaryReference as string;
    }
    const deposit = { reference: topUpReference, amount: decimal(cents) };
    await post('/sandbox/deposits', withKey, deposit, 200);
    books.toppedUp(site, cents);
  }

  /**
   * A customer pays in with the site's static reference, or with a typing error in it: then the deposit is
   * unallocated.
   */
  async function payIn(cents: number, hasSlip: boolean): Promise<{ depositId: string; reference: string }> {
    if (staticReference === undefined) {
      const fields = { siteCode: site, transactionReference: nextReference(), notifyUrl };
      const hashCheck = sha512([...Object.values(fields), privateKey]);
      const { body } = await post(
        '/payments/secure/banktransfer/multiple',
        withKey,
        { ...fields, hashCheck },
        200,
      );
      staticReference = body.beneficiaryReference as string;
    }
    const written = hasSlip ? `${staticReference.slice(0, -2)}XX` : staticReference;
    const { body } = await post(
      '/sandbox/deposits',
      withKey,
      { reference: written, amount: decimal(cents) },
      200,
    );
    return { depositId: body.depositId, reference: staticReference };
  }

  /** Requests a payout; the cents of the amount decide. False where the service refuses the request. */
  async function payOut(cents: number): Promise<boolean> {
    const [merchantReference, customerBankReference] = [nextReference(), 'WINNINGS'];
    const { id: bankGroupId, branchCode } = demoBank;
    const accountNumber = '9012345678';
    const signed = [
      site,
      cents,
      merchantReference,
      customerBankReference,
      false,
      notifyUrl,
      bankGroupId,
      accountNumber,
      branchCode,
    ];
    const body = {
      siteCode: site,
      amount: Number(decimal(cents)),
      merchantReference,
      customerBankReference,
      isRtc: false,
      notifyUrl,
      bankingDetails: { bankGroupId, accountNumber, branchCode },
      hashCheck: sha512([...signed, merchant.apiKey]),
    };
    const answer = await post('/payouts/v1/requestpayout', { ...withKey, sitecode: site }, body, 200);
    const { payoutId, payoutStatus } = answer.body;
    if (payoutId) books.payoutAccepted(payoutId, site, cents);
    else if (payoutStatus.subStatus !== 203) throw new Error(`a payout was refused: ${answer.text}`);
    return Boolean(payoutId);
  }

  const zar = (cents: number) => ({ currency: 'ZAR', value: Number(decimal(cents)) });

  /** A subscription on the One API, which its customer approves at the bank; returns its id. */
  async function subscribe(contract: Contract): Promise<string> {
    const { cents, frequency, first, occurrences, payableNow, band } = contract;
    const order = {
      siteCode: site,
      amount: zar(cents),
      ...(payableNow !== undefined && { payableNow: zar(payableNow) }),
      ...(band && {
        amountConstraints: {
          minimumValue: Number(decimal(band.minimum)),
          maximumValue: Number(decimal(band.maximum)),
        },
      }),
      merchantReference: nextReference(),
      frequency,
      firstPaymentDate: first,
      occurrences,
      notifyUrl,
    };
    const { body } = await post('/one/v1/subscriptions', await bearer(), order, 201);
    const id = body.subscriptionId as string;
    club.joined(id, site, contract, now());
    await post(`/sandbox/subscriptions/${id}/authorize`, withKey, { outcome: 'approved' }, 200);
    return id;
  }

  /** One more charge of a subscription, inside what its customer agreed to. */
  async function charge(id: string, cents: number): Promise<void> {
    const asked = { amount: zar(cents), merchantReference: nextReference() };
    await post(`/one/v1/subscriptions/${id}/transactions`, await bearer(), asked, 201);
    club.charged(id, cents, now());
  }

  async function unsubscribe(id: string): Promise<void> {
    await must(200, `/one/v1/subscriptions/${id}/cancel`, { method: 'POST', headers: await bearer() });
    club.cancelled(id, now());
  }

  return {
    site,
    subscribe,
    charge,
    unsubscribe,
    sellOnOne,
    sellOnPayments,
    refundOnOne,
    refundOnPayments,
    cancelRefund,
    topUp,
    payIn,
    payOut,
    /** The bank's response to a refund, now. */
    decideRefund: (id: string, outcome: string) =>
      post(`/sandbox/refunds/${id}/outcome`, withKey, { outcome }, 200),
    decidePayout: (id: string, outcome: string) =>
      post(`/sandbox/payouts/${id}/outcome`, withKey, { outcome }, 200),
    setFaults: (bank: Record<string, unknown>) =>
      must(200, '/sandbox/faults', { method: 'PUT', headers: withKey, body: JSON.stringify({ bank }) }),
    float: async (): Promise<{ available: number; pendingPayouts: number; balance: number }> => {
      const path = `/external/Secure/FloatTopUp/GetFloatBalanceInfo?siteCode=${site}`;
      return (await must(200, path, { headers: { apikey: merchant.apiKey } })).body;
    },
    /** Every row of a One API list, page by page. */
    // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
    readAll: async (path: string): Promise<any[]> => {
      const rows = [];
      for (let next: string | undefined = `${base}/one/v1${path}`; next !== undefined; ) {
        const { body }: Answer = await must(200, next.slice(base.length), { headers: await bearer() });
        rows.push(...body.results);
        next = body.links.next;
      }
      return rows;
    },
    readFile: async (path: string): Promise<string> =>
      (await must(200, path, { headers: await bearer() })).text,
    // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
    readSecure: async (path: string): Promise<any[]> =>
      (await must(200, `/payments/secure/${path}`, { headers: await secure() })).body,
  };
}
