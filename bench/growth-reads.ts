// The reads of merchants and users, each for the largest merchant: every list of the One API with each of its filters, the
// lookups by reference of the older surfaces, search, and one payment's timeline.
import { only } from '../src/core/viewer.ts';
import { dayOf } from '../src/kernel/business-days.ts';
import { search } from '../src/reports/search/actions.ts';
import { readTimeline } from '../src/reports/timelines/actions.ts';
import { publicPaymentStates } from '../src/surfaces/one/payment-wire.ts';
import { publicRefundStates } from '../src/surfaces/one/refund-wire.ts';
import { publicTransactionStates } from '../src/surfaces/one/transaction-wire.ts';
import type { Filled, GrowthCase } from './filled.ts';

type Query = Record<string, string>;

const ever = { fromDate: '2020-01-01', toDate: '2100-01-01' };

export async function readCases(filled: Filled): Promise<GrowthCase[]> {
  const { ctx, ask, site } = filled;
  const samples = await samplesOf(filled);
  const cases: GrowthCase[] = [];
  const add = (what: string, run: () => Promise<unknown>) => cases.push({ part: 'read', what, run });
  for (const [path, what, queries] of listsOf(filled, samples)) {
    for (const query of [{}, ...queries])
      add(`one ${what} ${wordsOf(filled, samples, query)}`.trim(), () =>
        ask(`/one/v1${path}?${new URLSearchParams({ ...ever, ...query })}`),
      );
    if (queries.length === 0) continue;
    const { links } = JSON.parse(await ask(`/one/v1${path}?${new URLSearchParams(ever)}`));
    const { pathname, search } = new URL(links.next);
    add(`one ${what}, second page`, () => ask(pathname + search));
  }
  const known = { siteCode: site.code, isTest: 'false' };
  const lookups: [path: string, query?: Query, body?: object][] = [
    [`/one/v1/payments/${samples.paymentId}`],
    [`/one/v1/transactions/${samples.transactionId}`],
    ['/payments/GetTransactionByReference', { ...known, transactionReference: samples.reference }],
    ['/payments/GetTransaction', { ...known, transactionId: samples.transactionId }],
    [
      '/external/api/MerchantApiV1/GetTransactionByReference',
      { ...known, transactionReference: samples.reference },
    ],
    ['/external/api/MerchantApiV1/GetTransactionByRequestId', { ...known, requestId: samples.paymentId }],
    ['/payouts/v1/getpayout', { payoutId: samples.payoutId }],
    ...[[1], [2], [1, 2]].map((searchFields): [string, Query, object] => [
      '/payouts/v1/getpayoutbyreference',
      {},
      { pageSize: 10, pageIndex: 1, searchFields, searchString: samples.payoutReference },
    ]),
  ];
  for (const [path, query, body] of lookups) {
    const named = body ? ` in ${(body as { searchFields: number[] }).searchFields}` : '';
    add(path.replace(/[0-9a-f-]{36}/, '{id}') + named, () =>
      ask(query ? `${path}?${new URLSearchParams(query)}` : path, body),
    );
  }
  const viewer = only(site.merchantId);
  const { paymentId, reference, bankReference, correlationId } = samples;
  const texts = {
    id: paymentId,
    reference,
    'bank reference': bankReference,
    'correlation id': correlationId,
  };
  const others = {
    'a usual amount': '149.90',
    'the end of an account': '1234',
    nothing: 'nothing of the kind',
  };
  for (const [what, text] of Object.entries({ ...texts, ...others }))
    add(`search: ${what}`, () => search(ctx, viewer, { text }));
  add('the timeline of a payment', () => readTimeline(ctx, viewer, { kind: 'payment', id: paymentId }));
  return cases;
}

type Samples = Awaited<ReturnType<typeof samplesOf>>;

/** Each list: its path, its name, and its queries besides the empty one. */
function listsOf({ clock, site, rareSite }: Filled, samples: Samples): [string, string, Query[]][] {
  const today = dayOf(clock.now()).toString();
  const usual: Query[] = [{ siteCode: site.code }, { siteCode: rareSite.code }, { fromDate: today }];
  const byState = (states: readonly string[]): Query[] =>
    states.flatMap((status): Query[] => [
      { status },
      ...[site, rareSite].map(({ code }): Query => ({ status, siteCode: code })),
    ]);
  const byReference: Query[] = [{ merchantReference: samples.reference }, { merchantReference: 'nothing' }];
  return [
    ['/payments', 'payments', [...usual, ...byState(publicPaymentStates), ...byReference]],
    ['/transactions', 'transactions', [...usual, ...byState(publicTransactionStates), ...byReference]],
    [
      '/refunds',
      'refunds',
      [...usual, ...byState(publicRefundStates), { transactionId: samples.refundedId }],
    ],
    ['/settlements', 'settlements', [...usual, { reference: samples.settlementReference }]],
    ['/subscriptions', 'subscriptions', [...usual, { merchantReference: samples.subscriptionReference }]],
    [`/settlements/${samples.settlementId}/lineitems`, 'lines of a settlement', []],
    [`/subscriptions/${samples.subscriptionId}/transactions`, 'charges of a subscription', []],
    [`/payments/${samples.paymentId}/transactions`, 'transactions of a payment', []],
    [`/transactions/${samples.refundedId}/refunds`, 'refunds of a transaction', []],
    [`/transactions/${samples.transactionId}/notifications`, 'notifications of a transaction', []],
    ['/webhooks', 'webhooks', []],
  ];
}

/** A query without the values of this database. */
function wordsOf({ site, rareSite }: Filled, samples: Samples, query: Query): string {
  const known = new Map<string, string>(Object.entries(samples).map(([name, value]) => [value, name]));
  known.set(site.code, 'the largest').set(rareSite.code, 'the smallest');
  return Object.entries(query)
    .map(([name, value]) => `${name}=${name === 'fromDate' ? 'today' : (known.get(value) ?? value)}`)
    .join(' ');
}

/** Objects of the largest site, about a day old. */
async function samplesOf({ db, ctx, site }: Filled) {
  const newest = async (table: string, where = db`true`): Promise<Record<string, string>> => {
    const [row] = await db`
      select * from ${db(table)} where site_id = ${site.id} and ${where} order by created_at desc limit 1 offset 5`;
    return row!;
  };
  const payment = await newest('payments', db`state = 'complete' and bank_reference like 'PAY%'`);
  const [attempt] = await db`select id from transactions where payment_id = ${payment.id!}`;
  const [refund] =
    await db`select transaction_id from refunds where site_id = ${site.id} order by created_at desc limit 1`;
  const [settlement, subscription] = [
    await newest('settlements', db`reference like 'SET-%'`),
    await newest('subscriptions', db`state = 'active'`),
  ];
  const payout = await newest('payouts', db`merchant_reference like 'OUT-%'`);
  // It was filled without an account number, which the lookup shows.
  await db`update payouts set account_sent_sealed = ${ctx.keyring.seal('62001234567')} where id = ${payout.id!}`;
  return {
    paymentId: payment.id!,
    reference: payment.merchantReference!,
    bankReference: payment.bankReference!,
    correlationId: payment.correlationId!,
    transactionId: attempt!.id as string,
    refundedId: refund!.transactionId as string,
    settlementId: settlement.id!,
    settlementReference: settlement.reference!,
    subscriptionId: subscription.id!,
    subscriptionReference: subscription.merchantReference!,
    payoutId: payout.id!,
    payoutReference: payout.merchantReference!,
  };
}
