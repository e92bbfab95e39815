// What the console is asked for: every list with every filter that it has, alone and with those that narrow least; pages
// of one thing, search and exports.
import type { Sql } from '../src/kernel/db/db.ts';
import { allLists } from '../src/reports/lists/all.ts';
import type { FilterName, List } from '../src/reports/lists/list.ts';

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

/** all merchants: whoever measures sees them all. */
export async function samplesOf(db: Sql): Promise<Samples> {
  const [big] = await db<{ id: string; code: string }[]>`
    select merchants.id, code from merchants
    order by (select count(*) from (select from payments where merchant_id = merchants.id limit 500000) some) desc limit 1`;
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

const rooms: Record<string, string> = { refusals: 'developers' };

/** Filters by which each list is asked, and those that are asked for together. */
function queriesOf(list: List, samples: Samples): Record<string, string>[] {
  const [common, rare] = samples.sites as [string, string];
  const has = (...names: FilterName[]) => names.every((name) => list.filters.includes(name));
  const queries: Record<string, string>[] = [{}];
  const add = (query: Record<string, string>) => {
    if (has(...(Object.keys(query) as FilterName[]))) queries.push(query);
  };
  for (const site of [common, rare]) add({ site });
  const states = list.words.state ?? [];
  for (const state of states) add({ state });
  for (const bank of ['fnb', 'absa', 'bidvest', 'discovery']) add({ bank });
  for (const event of list.words.event?.slice(0, 3) ?? []) add({ event });
  for (const surface of list.words.surface ?? []) add({ surface });
  add({ finding: 'case' });
  add({ min: '149.90', max: '149.90' });
  add({ min: '50', max: '500' });
  add({ min: '100000' });
  add({ reference: samples.payment.reference });
  add({ reference: samples.payment.reference.slice(0, -2) });
  add({ from: 'today' });
  add({ from: '2000-01-01' });
  add({ merchant: 'FILL02' });
  for (const site of [common, rare]) {
    for (const state of states) add({ site, state });
    for (const bank of ['fnb', 'bidvest']) add({ site, bank });
    add({ site, event: 'transaction.complete' });
    add({ site, min: '149.90', max: '149.90' });
    add({ site, from: '2000-01-01' });
  }
  for (const state of states) add({ state, from: '2000-01-01' });
  for (const state of states) for (const bank of ['fnb', 'bidvest']) add({ state, bank });
  add({ bank: 'fnb', min: '149.90', max: '149.90' });
  add({ bank: 'fnb', from: '2000-01-01' });
  add({ bank: 'bidvest', from: '2000-01-01' });
  return queries;
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
      const whose = isOperators || 'merchant' in query ? ['operator'] : ['operator', 'merchant'];
      add('page', `/${rooms[list.name] ?? list.name}`, query, whose);
    }
  }
  for (const path of [
    '',
    '/ledger',
    '/reconcile',
    '/settings',
    '/users',
    '/audit',
    '/go-live',
    '/me',
    '/sandbox',
  ])
    add('page', path);
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
  ];
  for (const q of texts) add('search', '/search', { q });
  for (const id of samples.paymentIds) add('timeline', `/payments/${id}`);
  for (const room of ['payments', 'refunds', 'notices', 'settlements']) {
    add('export', `/${room}.csv`);
    add('export', `/${room}.csv`, { from: '2000-01-01' });
  }
  return cases;
}
