// A merchant's program over HTTP alone: payments that are paid by a deposit, refunds, top-ups and payouts. It repeats a
// request whose response is lost because the service was killed.
import { withHash } from '../contract/signatures.ts';
import { decimal, zarOf } from '../races/merchant.ts';
import { type Call, type Calls, jsonType, readAll } from '../storm/calls.ts';

export interface Ordered {
  /** The customer's input. */
  reference: string;
  merchantReference: string;
  /** Null where only the notification reports it. */
  transactionId: string | null;
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
type Body = any;

export type Shop = ReturnType<typeof openShop>;

export function openShop(calls: Calls, notifyUrl: string) {
  const { credentials: keys, apiKey } = calls;
  const { siteCode: site } = keys;
  let topUp: string | undefined;

  async function must(path: string, call: Call, statuses = [200]): Promise<Body> {
    const answer = await calls.insist(path, call);
    if (!answer || !statuses.includes(answer.status))
      throw new Error(`${path} was answered ${answer?.status}: ${answer?.text}`);
    return answer.text === '' ? undefined : JSON.parse(answer.text);
  }

  const post = (path: string, body: unknown, headers: Record<string, string> = {}, statuses = [200]) =>
    must(
      path,
      {
        headers: { ...jsonType, accept: 'application/json', ...apiKey, ...headers },
        body: JSON.stringify(body),
      },
      statuses,
    );

  /** Creates something on the One API, once for any number of requests with this key. */
  const createOne = async (path: string, key: string, body: unknown) =>
    post(`/one/v1${path}`, body, { ...(await calls.bearer()), 'idempotency-key': key }, [200, 201]);

  /** A reference of the Payments API: for one payment, or without an amount for any number. */
  async function sellOnPayments(transactionReference: string, cents?: number): Promise<Ordered> {
    const amount = cents === undefined ? {} : { amount: decimal(cents) };
    const order = { siteCode: site, ...amount, transactionReference, notifyUrl };
    const path = `/payments/secure/banktransfer/${cents === undefined ? 'multiple' : 'single'}`;
    const made = await post(path, withHash('payments createUniqueReference', order, keys));
    const reference = made.beneficiaryReference;
    return { reference, merchantReference: transactionReference, transactionId: null };
  }

  return {
    site,
    /** A payment on the One API, to be paid by a deposit until an instant. */
    sellOnOne: async (merchantReference: string, cents: number, expireAt: Date): Promise<Ordered> => {
      const order = { siteCode: site, amount: zarOf(cents), merchantReference, notifyUrl };
      const { id: transactionId, bankingDetails } = await createOne('/transactions', merchantReference, {
        paymentRequest: { ...order, expireAt: expireAt.toISOString() },
        paymentDetail: { paymentType: 'bankdeposit' },
      });
      return { reference: bankingDetails.beneficiaryReference, merchantReference, transactionId };
    },
    sellOnPayments,
    topUpReference: async (): Promise<string> => {
      const path = `/external/Secure/FloatTopUp/CreateFloatTopUpReferenceRequest?amount=1&siteCode=${site}`;
      topUp ??= (await must(path, { method: 'POST', headers: apiKey })).beneficiaryReference as string;
      return topUp;
    },
    refund: async (transactionId: string, cents: number): Promise<string> => {
      const asked = { amount: zarOf(cents), reason: 'goods came back', notifyUrl, realTimePayment: false };
      const path = `/transactions/${transactionId}/refunds`;
      return (await createOne(path, `refund-${transactionId}`, asked)).id;
    },
    /** Requests a payout; its id is null where an attempt with a lost response had created it. */
    payOut: async (
      merchantReference: string,
      cents: number,
      to: { bankId: string; number: string; branch: string },
    ): Promise<string | null> => {
      const order = {
        ...{ siteCode: site, amount: Number(decimal(cents)), merchantReference, notifyUrl },
        ...{ customerBankReference: 'WINNINGS', isRtc: false },
        bankingDetails: { bankGroupId: to.bankId, accountNumber: to.number, branchCode: to.branch },
      };
      const signed = withHash('payouts requestPayout', order, keys);
      const answer = await post('/payouts/v1/requestpayout', signed, { sitecode: site });
      if (answer.payoutId) return answer.payoutId;
      if (answer.payoutStatus.subStatus === 204) return null;
      throw new Error(`a payout was refused: ${JSON.stringify(answer)}`);
    },
    float: (): Promise<{ available: number; pendingPayouts: number }> =>
      must(`/external/Secure/FloatTopUp/GetFloatBalanceInfo?siteCode=${site}`, { headers: apiKey }),
    /** Every row of a One API list. */
    readAll: (path: string) => readAll<Body>(calls, path),
    close: calls.close,
  };
}
