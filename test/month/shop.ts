// A merchant's program and its customers, over HTTP alone: payments, refunds, top-ups and payouts on every surface, and
// reading settlements.
import { withHash } from '../contract/signatures.ts';
import { type Answer, decimal, type Keys, openMerchant, zarOf } from '../races/merchant.ts';
import { must } from '../races/paying.ts';
import { ask, signedFields } from '../support/merchant.ts';
import type { Books } from './books.ts';
import type { Club, Contract } from './club.ts';
import type { Inbox } from './inbox.ts';

/** The staging bank whose account numbers have no check digit. */
const bankingDetails = {
  bankGroupId: 'de300b4a-0000-4000-8000-000000000001',
  accountNumber: '9012345678',
  branchCode: '999999',
};

export type Shop = ReturnType<typeof openShop>;

export function openShop(parts: {
  base: string;
  keys: Keys;
  books: Books;
  club: Club;
  inbox: Inbox;
  now: () => Date;
}) {
  const { base, keys, books, club, inbox, now } = parts;
  const { siteCode: site, apiKey } = keys;
  const notifyUrl = inbox.urlOf(site);
  const client = openMerchant(base, keys, { now });
  let references = 0;
  let topUpReference: string | undefined;
  let staticReference: string | undefined;

  function nextReference(): string {
    references += 1;
    return `${site}-${references}`;
  }

  async function decide(path: string, outcome: string): Promise<void> {
    must(await client.sandbox(`${path}/outcome`, { outcome }), 200);
  }

  return {
    site,

    /** A payment on the One API, which its customer approves at a bank; the cents of the amount decide. */
    sellOnOne: async (cents: number): Promise<void> => {
      const expireAt = new Date(now().getTime() + 3_600_000).toISOString();
      const merchantReference = nextReference();
      const order = { siteCode: site, amount: zarOf(cents), merchantReference, notifyUrl, expireAt };
      const payment = must(await client.one('/payments', order), 201).body;
      const path = `/payments/${payment.id}/transactions`;
      const { id } = must(await client.one(path, { paymentType: 'capitec' }), 201).body;
      inbox.ordered(id, site, cents);
      for (const step of ['authenticate', 'approve'])
        must(await client.one(`/transactions/${id}`, { step }), 200, 202, 409);
    },

    /** A payment on the Payments API, which ends with the sandbox outcome. */
    sellOnPayments: async (cents: number, outcome: string): Promise<void> => {
      const transactionReference = nextReference();
      const fields = { amount: decimal(cents), transactionReference, bankReference: 'MONTH', notifyUrl };
      const { body } = must(await client.payments('/postpaymentrequest', signedFields(keys, fields)), 200);
      if (body.paymentRequestId === null) throw new Error(body.errorMessage);
      await decide(`/transactions/${body.paymentRequestId}`, outcome);
    },

    refundOnOne: async (transactionId: string, cents: number): Promise<string> => {
      const asked = { amount: zarOf(cents), reason: 'goods came back', notifyUrl, realTimePayment: false };
      const { id } = must(await client.one(`/transactions/${transactionId}/refunds`, asked), 201).body;
      books.refundAsked(id, transactionId, cents);
      return id;
    },

    refundOnPayments: async (transactionId: string, cents: number): Promise<string> => {
      const item = {
        transactionId,
        amount: decimal(cents),
        refundReason: 'too small',
        notifyUrl,
        isRtc: false,
      };
      const items = [withHash('payments submitRefunds', item, keys)];
      const [refund] = must(await client.payments('/secure/refunds/submit', items), 200).body;
      if (refund.refundId === null) throw new Error(refund.errors.join('; '));
      books.refundAsked(refund.refundId, transactionId, cents);
      return refund.refundId;
    },

    cancelRefund: async (id: string) => void must(await client.one(`/refunds/${id}/cancel`, {}), 200),

    /** Money is paid in with the site's top-up reference. */
    topUp: async (cents: number): Promise<void> => {
      const path = `/CreateFloatTopUpReferenceRequest?amount=1&siteCode=${site}`;
      topUpReference ??= must(await client.external('POST', path), 200).body.beneficiaryReference as string;
      must(await client.sandbox('/deposits', { reference: topUpReference, amount: decimal(cents) }), 200);
      books.toppedUp(site, cents);
    },

    /**
     * A customer pays in with the site's static reference, or with a typing error in it: then the deposit is
     * unallocated.
     */
    payIn: async (cents: number, hasSlip: boolean): Promise<{ depositId: string; reference: string }> => {
      if (staticReference === undefined) {
        const order = { siteCode: site, transactionReference: nextReference(), notifyUrl };
        const signed = withHash('payments createStaticReference', order, keys);
        const { body } = must(await client.payments('/secure/banktransfer/multiple', signed), 200);
        staticReference = body.beneficiaryReference as string;
      }
      const reference = hasSlip ? `${staticReference.slice(0, -2)}XX` : staticReference;
      const { body } = must(await client.sandbox('/deposits', { reference, amount: decimal(cents) }), 200);
      return { depositId: body.depositId, reference: staticReference };
    },

    /** Requests a payout; the cents of the amount decide. False where the service refuses the request. */
    payOut: async (cents: number): Promise<boolean> => {
      const order = {
        ...{ siteCode: site, amount: Number(decimal(cents)), merchantReference: nextReference() },
        ...{ customerBankReference: 'WINNINGS', isRtc: false, notifyUrl, bankingDetails },
      };
      const signed = withHash('payouts requestPayout', order, keys);
      const { body, text } = must(await client.payouts(site, '/requestpayout', signed), 200);
      if (body.payoutId) books.payoutAccepted(body.payoutId, site, cents);
      else if (body.payoutStatus.subStatus !== 203) throw new Error(`a payout was refused: ${text}`);
      return Boolean(body.payoutId);
    },

    /** A subscription on the One API, which its customer approves at the bank; returns its id. */
    subscribe: async (contract: Contract): Promise<string> => {
      const { cents, frequency, first, occurrences, payableNow, band } = contract;
      const order = {
        ...{ siteCode: site, amount: zarOf(cents), merchantReference: nextReference(), notifyUrl },
        ...{ frequency, firstPaymentDate: first, occurrences },
        ...(payableNow !== undefined && { payableNow: zarOf(payableNow) }),
        ...(band && {
          amountConstraints: { minimumValue: band.minimum / 100, maximumValue: band.maximum / 100 },
        }),
      };
      const { subscriptionId: id } = must(await client.one('/subscriptions', order), 201).body;
      club.joined(id, site, contract, now());
      must(await client.sandbox(`/subscriptions/${id}/authorize`, { outcome: 'approved' }), 200);
      return id;
    },

    /** One more charge of a subscription, inside what its customer agreed to. */
    charge: async (id: string, cents: number): Promise<void> => {
      const asked = { amount: zarOf(cents), merchantReference: nextReference() };
      must(await client.one(`/subscriptions/${id}/transactions`, asked), 201);
      club.charged(id, cents, now());
    },

    unsubscribe: async (id: string): Promise<void> => {
      must(await client.one(`/subscriptions/${id}/cancel`, {}), 200);
      club.cancelled(id, now());
    },

    /** The bank's response to a refund, now. */
    decideRefund: (id: string, outcome: string) => decide(`/refunds/${id}`, outcome),
    setFaults: async (bank: Record<string, unknown>): Promise<void> => {
      const headers = { apikey: apiKey, 'content-type': 'application/json' };
      const init = { method: 'PUT', headers, body: JSON.stringify({ bank }) };
      must(await ask(`${base}/sandbox/faults`, init), 200);
    },
    float: async (): Promise<{ available: number; pendingPayouts: number }> =>
      must(await client.external('GET', `/GetFloatBalanceInfo?siteCode=${site}`), 200).body,
    /** Every row of a One API list, page by page. */
    // biome-ignore lint/suspicious/noExplicitAny: whatever the service answers
    readAll: async (path: string): Promise<any[]> => {
      const rows = [];
      for (let next: string | undefined = path; next !== undefined; ) {
        const answer: Answer = must(await client.one(next), 200);
        rows.push(...answer.body.results);
        next = answer.body.links.next?.slice(`${base}/one/v1`.length);
      }
      return rows;
    },
    readFile: async (path: string) => must(await client.one(path), 200).text,
    readSecure: async (path: string): Promise<Record<string, unknown>[]> =>
      must(await client.payments(`/secure/${path}`), 200).body,
    close: client.close,
  };
}
