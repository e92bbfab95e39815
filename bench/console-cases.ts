// The requests of the measurement: every list with each of its filters, alone and with the least selective ones; pages of one
// object, search and exports.
import type { Sql } from '../src/kernel/db/db.ts';
import { consolePages } from '../src/pages/console/routes.ts';
import { allLists } from '../src/reports/lists/all.ts';
import type { List } from '../src/reports/lists/list.ts';

export interface Case {
  kind: 'page' | 'search' | 'timeline' | 'export';
  who: 'operator' | 'merchant';
  path: string;
}

/** Of the merchant that has the most payments. */
export interface Samples {
  /** Its code, and those of its sites with the most and with the fewest payments of late. */
  merchant: string;
  sites: string[];
  paymentIds: string[];
  payment: Record<
    'id' | 'reference' | 'bankReference' | 'correlationId' | 'amount' | 'account' | 'transactionId',
    string
  >;
  settlementId: string;
  settlementReference: string;
  refundId: string;
  payoutId: string;
  webhookId: string;
}

/** all merchants: the measurement covers every merchant. */
export async function samplesOf(db: Sql): Promise<Samples> {
  const [big] = await db<{ id: string; code: string }[]>`
    select merchants.id, code from merchants
    order by (select count(*) from (select from payments where merchant_id = merchants.id limit 500000) few) desc limit 1`;
  const sites = await db<{ code: string }[]>`
    select code from (select site_id from payments where merchant_id = ${big!.id} order by created_at desc limit 20000) late
    join sites on sites.id = site_id group by code order by count(*) desc`;
  const payments = await db<Samples['payment'][]>`
    select payment.id, payment.merchant_reference as reference, payment.bank_reference, payment.correlation_id,
      trunc(payment.amount_cents / 100.0, 2)::text as amount, right(payer_account, 4) as account,
      attempt.id as transaction_id
    from payments payment join transactions attempt on attempt.payment_id = payment.id
    where payment.merchant_id = ${big!.id} and payment.state = 'complete' order by payment.created_at desc limit 10 offset 5000`;
  const [settlement] = await db`
    select id, reference from settlements where merchant_id = ${big!.id} order by cut_off_at desc limit 1 offset 5`;
  const idIn = async (name: string): Promise<string> => {
    const [row] = await db`
      select id from ${db(name)} where merchant_id = ${big!.id} order by created_at desc limit 1`;
    return row!.id;
  };
  return {
    merchant: big!.code,
    sites: [sites[0]!.code, sites.at(-1)!.code],
    paymentIds: payments.map(({ id }) => id),
    payment: payments[0]!,
    settlementId: settlement!.id,
    settlementReference: settlement!.reference,
    refundId: await idIn('refunds'),
    payoutId: await idIn('payouts'),
    webhookId: await idIn('webhooks'),
  };
}

const addresses: Record<string, string> = {
  notices: 'deliveries',
  refusals: 'developers',
  'payout-batches': 'payouts/batches',
  'open-lines': 'reconcile/lines',
  'invoice-credits': 'invoices/credits',
  sites: 'settings',
};

/** A common name, a rare one, a number, an address, and a name with a typing error. */
const names = [
  'mokoena',
  'willem venter',
  '082 000 0017',
  'naledi.dube',
  'prettorius',
  'nothing of the kind',
];

type Query = Record<string, string>;

/** Filters of each list, alone and together, where the list has them. */
function queriesOf(list: List, { merchant, sites, payment }: Samples): Record<string, string>[] {
  const states = (list.words.state ?? []).map((state) => ({ state }));
  const ofSites = sites.map((site) => ({ site }));
  const banks = ['fnb', 'absa', 'bidvest', 'discovery'].map((bank) => ({ bank }));
  const amounts: Record<string, string>[] = [
    { min: '149.90', max: '149.90' },
    { min: '50', max: '500' },
    { min: '100000' },
  ];
  const all = { from: '2000-01-01' };
  const queries: Record<string, string>[] = [
    {},
    all,
    { from: 'today' },
    { merchant },
    { reference: payment.reference },
    { reference: payment.reference.slice(0, -2) },
    { finding: 'case' },
    ...(list.words.outcome ?? []).map((outcome) => ({ outcome })),
    ...(list.words.sort ?? []).flatMap((sort): Query[] => [{ sort }, { sort, order: 'asc' }]),
    ...names.flatMap((name): Query[] => [{ customer: name }, { q: name }]),
    ...states,
    ...ofSites,
    ...banks,
    ...amounts,
    ...(list.words.event ?? []).slice(0, 3).map((event) => ({ event })),
    ...(list.words.surface ?? []).map((surface) => ({ surface })),
    ...pairs(ofSites, [...states, ...banks, ...amounts, all, { event: 'transaction.complete' }]),
    ...pairs(states, [...banks, ...amounts, all]),
    ...pairs(banks, [...amounts, all]),
  ];
  const has = (name: string): boolean => (list.filters as readonly string[]).includes(name);
  return queries.filter((query) => Object.keys(query).every(has));
}

const pairs = (some: Record<string, string>[], others: Record<string, string>[]) =>
  some.flatMap((one) => others.map((other) => ({ ...one, ...other })));

/** Returns the users who have a filter; operators that manage users see no customers. */
function readersOf(list: List, query: Record<string, string>, isOperators: boolean): Case['who'][] {
  if (list.name === 'customers' || 'customer' in query) return 'merchant' in query ? [] : ['merchant'];
  return isOperators || 'merchant' in query ? ['operator'] : ['operator', 'merchant'];
}

export function casesOf(samples: Samples): Case[] {
  const cases: Case[] = [];
  const add = (
    kind: Case['kind'],
    path: string,
    query: Record<string, string> = {},
    whose = ['operator', 'merchant'],
  ) => {
    const search = new URLSearchParams(query).toString();
    for (const who of whose as Case['who'][])
      cases.push({ kind, who, path: `/console${path}${search && `?${search}`}` });
  };
  for (const list of allLists.filter(({ of }) => of === null)) {
    const isOperators = list.name === 'deposits' || list.name === 'merchants';
    for (const query of queriesOf(list, samples)) {
      const whose = readersOf(list, query, isOperators);
      add('page', `/${addresses[list.name] ?? list.name}`, query, whose);
    }
  }
  const measured = new Set(cases.map(({ path }) => path));
  for (const { path, isExport = false } of consolePages)
    if (!isExport && !path.includes(':') && !measured.has(path)) add('page', path.slice('/console'.length));
  for (const period of ['this-month', 'this-quarter']) add('page', '/reports', { period });
  add('page', `/settlements/${samples.settlementId}`);
  add('page', `/refunds/${samples.refundId}`);
  add('page', `/payouts/${samples.payoutId}`);
  add('page', `/webhooks/${samples.webhookId}`);
  const { payment } = samples;
  const texts = [
    payment.id,
    payment.transactionId,
    payment.reference,
    payment.reference.slice(0, -2),
    payment.bankReference,
    payment.correlationId,
    payment.amount,
    '149.90',
    payment.account,
    samples.settlementReference,
    `12/11 MAGTAPE CREDIT ${payment.reference} R ${payment.amount}`,
    'nothing of the kind',
    ...names,
    payment.reference
      .replace(/[^A-Za-z0-9]/g, '')
      .toLowerCase()
      .replaceAll('0', 'o'),
    payment.reference.slice(2),
  ];
  for (const q of texts) add('search', '/search', { q });
  for (const id of samples.paymentIds) add('timeline', `/payments/${id}`);
  for (const name of ['payments', 'refunds', 'deliveries', 'settlements']) {
    add('export', `/${name}.csv`);
    add('export', `/${name}.csv`, { from: '2000-01-01' });
  }
  return cases;
}
