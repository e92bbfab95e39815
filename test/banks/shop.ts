// A merchant's program over HTTP alone: payments that are paid by a deposit, refunds, top-ups and payouts. It repeats a
// request whose response is lost because the service was killed.
import { createHash } from 'node:crypto';
import type { Keys } from './inbox.ts';

export interface ShopKeys extends Keys {
  clientId: string;
  clientSecret: string;
}

export interface Ordered {
  /** The customer's input. */
  reference: string;
  merchantReference: string;
  /** Null where only the notification reports it. */
  transactionId: string | null;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
type Body = any;

export const decimal = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const sha512 = (parts: (string | number | boolean)[]): string =>
  createHash('sha512').update(parts.join('').toLowerCase()).digest('hex');
const patienceMs = 60_000;

export type Shop = ReturnType<typeof openShop>;

interface Answer {
  status: number;
  /** The time of the next query, in seconds. */
  again: string | null;
  text: string;
}

const isSaid = ({ status, again }: Answer): boolean => status !== 503 && again === null;

function bodyOf({ status, text }: Answer, wanted: number[], path: string): Body {
  if (!wanted.includes(status)) throw new Error(`${path} was answered ${status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

export interface ShopOptions {
  base: string;
  keys: ShopKeys;
  notifyUrl: string;
  now(): Date;
  /** Lets time pass until the next query is permitted. */
  wait(seconds: number): Promise<void>;
}

export function openShop({ base, keys, notifyUrl, now, wait }: ShopOptions) {
  const { site, apiKey, privateKey } = keys;
  const json = { 'content-type': 'application/json', accept: 'application/json' };
  const withKey = { ...json, apikey: apiKey };
  let token: { text: string; until: number } | undefined;
  let topUp: string | undefined;
  let lost = 0;

  /** One attempt: undefined where the response was lost, so that the outcome is unknown. */
  async function once(path: string, init: RequestInit): Promise<Answer | undefined> {
    const signal = AbortSignal.timeout(20_000);
    try {
      const answer = await fetch(base + path, { ...init, signal });
      return { status: answer.status, again: answer.headers.get('retry-after'), text: await answer.text() };
    } catch {
      lost += 1;
      return undefined;
    }
  }

  /** Retries until a final response arrives: not lost, and not a request to retry. */
  async function must(status: number | number[], path: string, init: RequestInit): Promise<Body> {
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      const answer = await once(path, init);
      if (answer && isSaid(answer)) return bodyOf(answer, [status].flat(), path);
      await wait(Number(answer?.again ?? 0));
    }
    throw new Error(`${path} was not answered for a minute`);
  }

  const post = (path: string, headers: Record<string, string>, body: unknown, status: number | number[]) =>
    must(status, path, { method: 'POST', headers, body: JSON.stringify(body) });

  async function bearer(): Promise<Record<string, string>> {
    if (!token || token.until <= now().getTime()) {
      const form = {
        grant_type: 'client_credentials',
        client_id: keys.clientId,
        client_secret: keys.clientSecret,
      };
      const body = new URLSearchParams(form);
      const answer = await must(200, '/one/v1/token', { method: 'POST', body });
      token = { text: answer.access_token, until: now().getTime() + (answer.expires_in - 60) * 1_000 };
    }
    return { ...json, authorization: `Bearer ${token.text}` };
  }

  return {
    site,
    lost: () => lost,
    /** A payment on the One API, to be paid by a deposit until an instant. */
    sellOnOne: async (merchantReference: string, cents: number, expireAt: Date): Promise<Ordered> => {
      const headers = { ...(await bearer()), 'idempotency-key': merchantReference };
      const paymentRequest = {
        siteCode: site,
        amount: { currency: 'ZAR', value: Number(decimal(cents)) },
        merchantReference,
        notifyUrl,
        expireAt: expireAt.toISOString(),
      };
      const paymentDetail = { paymentType: 'bankdeposit' };
      const made = await post('/one/v1/transactions', headers, { paymentRequest, paymentDetail }, [200, 201]);
      return {
        reference: made.bankingDetails.beneficiaryReference,
        merchantReference,
        transactionId: made.id,
      };
    },
    /** A reference of the Payments API for one payment. */
    sellOnPayments: async (merchantReference: string, cents: number): Promise<Ordered> => {
      const order = {
        siteCode: site,
        amount: decimal(cents),
        transactionReference: merchantReference,
        notifyUrl,
      };
      const hashCheck = sha512([...Object.values(order), privateKey]);
      const made = await post('/payments/secure/banktransfer/single', withKey, { ...order, hashCheck }, 200);
      return { reference: made.beneficiaryReference, merchantReference, transactionId: null };
    },
    /** A reference of the Payments API for any number of payments. */
    openStatic: async (merchantReference: string): Promise<Ordered> => {
      const order = { siteCode: site, transactionReference: merchantReference, notifyUrl };
      const hashCheck = sha512([...Object.values(order), privateKey]);
      const made = await post(
        '/payments/secure/banktransfer/multiple',
        withKey,
        { ...order, hashCheck },
        200,
      );
      return { reference: made.beneficiaryReference, merchantReference, transactionId: null };
    },
    topUpReference: async (): Promise<string> => {
      const path = `/external/Secure/FloatTopUp/CreateFloatTopUpReferenceRequest?amount=1&siteCode=${site}`;
      topUp ??= (await must(200, path, { method: 'POST', headers: { apikey: apiKey } }))
        .beneficiaryReference as string;
      return topUp;
    },
    refund: async (transactionId: string, cents: number): Promise<string> => {
      const headers = { ...(await bearer()), 'idempotency-key': `refund-${transactionId}` };
      const amount = { currency: 'ZAR', value: Number(decimal(cents)) };
      const asked = { amount, reason: 'goods came back', notifyUrl, realTimePayment: false };
      const path = `/one/v1/transactions/${transactionId}/refunds`;
      return (await post(path, headers, asked, [200, 201])).id;
    },
    /** Requests a payout; its id is null where an attempt with a lost response had created it. */
    payOut: async (
      merchantReference: string,
      cents: number,
      to: { bankId: string; number: string; branch: string },
    ): Promise<string | null> => {
      const signed = [
        site,
        cents,
        merchantReference,
        'WINNINGS',
        false,
        notifyUrl,
        to.bankId,
        to.number,
        to.branch,
      ];
      const body = {
        siteCode: site,
        amount: Number(decimal(cents)),
        merchantReference,
        customerBankReference: 'WINNINGS',
        isRtc: false,
        notifyUrl,
        bankingDetails: { bankGroupId: to.bankId, accountNumber: to.number, branchCode: to.branch },
        hashCheck: sha512([...signed, apiKey]),
      };
      const answer = await post('/payouts/v1/requestpayout', { ...withKey, sitecode: site }, body, 200);
      if (answer.payoutId) return answer.payoutId;
      if (answer.payoutStatus.subStatus === 204) return null;
      throw new Error(`a payout was refused: ${JSON.stringify(answer)}`);
    },
    float: async (): Promise<{ available: number; pendingPayouts: number }> => {
      const path = `/external/Secure/FloatTopUp/GetFloatBalanceInfo?siteCode=${site}`;
      return must(200, path, { headers: { apikey: apiKey } });
    },
    /** Every row of a One API list, page by page. */
    readAll: async (path: string): Promise<Body[]> => {
      const rows: Body[] = [];
      for (let next: string | undefined = `/one/v1${path}`; next !== undefined; ) {
        const body: Body = await must(200, next, { headers: await bearer() });
        rows.push(...body.results);
        next = body.links.next?.slice(body.links.next.indexOf('/one/v1'));
      }
      return rows;
    },
  };
}
