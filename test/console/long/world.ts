// A busy merchant at the console, and the addresses of every page with existing objects.
import { demoBank } from '../../../src/core/banks.ts';
import { createBeneficiary } from '../../../src/core/beneficiaries/actions.ts';
import { startBulkAction } from '../../../src/core/bulk-actions/actions.ts';
import { findSiteByCode } from '../../../src/core/merchants/actions.ts';
import { uploadDocument } from '../../../src/core/onboarding/actions.ts';
import { documentKinds } from '../../../src/core/onboarding/list.ts';
import { createPayoutBatch } from '../../../src/core/payout-batches/actions.ts';
import { raiseFloat } from '../../../src/core/payouts/actions.ts';
import { addSchedule, readPeriod, requestReport } from '../../../src/core/scheduled-reports/actions.ts';
import { inWork } from '../../../src/core/unit-of-work.ts';
import { only } from '../../../src/core/viewer.ts';
import type { Sql } from '../../../src/kernel/db/db.ts';
import { newId } from '../../../src/kernel/ids.ts';
import { consolePages } from '../../../src/pages/console/routes.ts';
import { type Busy, openBusy } from '../../support/busy.ts';
import { day, tellLines } from '../reported-lines.ts';

export type World = Busy;

/**
 * Adds to the busy objects what the pages show besides: a task, a saved view of the team, two unallocated lines of a merchant's
 * account, a batch of payouts, a scheduled report with a file and an onboarding document.
 */
export async function openWorld(): Promise<World> {
  const world = await openBusy();
  const { ctx, db, merchant } = world;
  const { id: merchantId } = merchant.merchant;
  const viewer = only(merchantId);
  const payments = await db<{ paymentId: string; reference: string; amountCents: bigint }[]>`
    select id as payment_id, merchant_reference as reference, amount_cents from payments
    where merchant_id = ${merchantId} order by id limit 3`;
  const items = payments.map((one) => ({ ...one, merchantId }));
  await startBulkAction(ctx, viewer, { kind: 'resend', filters: 'state=complete', payments: items });
  await db`
    insert into console.views (id, user_id, merchant_id, room, name, query, created_at)
    select gen_random_uuid(), id, ${merchantId}, 'payments', 'Large', 'min=500', now() from console.users limit 1`;
  const moved = [
    [day, -5_000n, 'SOMETHING ELSE'],
    [day, 700n, 'WHO KNOWS'],
  ] as const;
  await tellLines(world, 'own', moved, merchantId);
  await addBatch(world);
  const report = {
    name: 'takings',
    kind: 'transactions',
    every: 'month',
    format: 'csv',
    to: 'mailto:a@b.example',
  };
  const schedule = await addSchedule(ctx, { merchantId, ...report });
  await requestReport(ctx, viewer, schedule.id, readPeriod(ctx, schedule.every));
  const document = {
    kind: documentKinds[0]!.kind,
    fileName: 'registration.pdf',
    bytes: Buffer.from('%PDF-1.7\n%%EOF'),
  };
  await uploadDocument(ctx, viewer, { merchantId, ...document });
  await world.drain();
  return world;
}

/** Adds a saved beneficiary, and a batch with one payout to it. */
async function addBatch({ ctx, merchant }: World): Promise<void> {
  const site = await findSiteByCode(ctx.db, merchant.siteCode);
  if (!site) throw new Error('no site');
  const { merchantId } = site;
  const bank = demoBank;
  const account = { bankId: bank.id, branchCode: bank.branchCode, accountNumber: '51000000001' };
  const saved = await createBeneficiary(ctx, only(merchantId), {
    merchantId,
    name: 'Karoo Paper',
    ...account,
  });
  const deposit = { id: newId(ctx.clock), bankAccount: 'simulator', amount: 100n };
  await inWork(ctx, (work) => raiseFloat(work, { merchantId, siteId: site.id }, deposit));
  const payout = {
    ...{
      line: 2,
      amount: 100n,
      merchantReference: 'BATCH-1',
      customerBankReference: 'BATCH 1',
      isRtc: false,
    },
    ...{ ...account, bank: { ...bank, available: true }, hashCheck: null, isTyped: true },
    beneficiary: { name: saved.name, saved },
  };
  const file = { fileName: 'suppliers.csv', fileDigest: 'none' };
  await createPayoutBatch({ ...ctx, actor: 'cli:maker' }, { site, ...file, payouts: [payout] });
}

/** The tables of a page, or of a part of it. */
const tables: Record<string, string> = {
  'payments/tasks': 'tasks',
  'reconcile/lines': 'statement_lines',
  'bank-accounts': 'bank_accounts',
  views: 'console.views',
  charges: 'subscription_charges',
  verifications: 'verifications',
  payments: 'payments',
  refunds: 'refunds',
  payouts: 'payouts',
  'payouts/batches': 'payout_batches',
  beneficiaries: 'beneficiaries',
  keys: 'clients',
  customers: 'customers',
  links: 'payment_links',
  linkPayments: 'payments',
  subscriptions: 'subscriptions',
  bulk: 'bulk_jobs',
  settlements: 'settlements',
  deposits: 'deposits',
  deliveries: 'deliveries',
  'invoices/credits': 'invoice_credits',
  invoices: 'invoices',
  'scheduled-reports': 'report_schedules',
  onboarding: 'onboarding_documents',
  'sandbox/mail': 'emails',
  developers: 'hash_mismatches',
  webhooks: 'webhooks',
  users: 'console.users',
  merchants: 'merchants',
};

export interface Address {
  /** Of the route. */
  route: string;
  address: string;
  isExport: boolean;
}

/** Returns the addresses of all pages: for objects, one for each of the newest `most`, and one of each state. */
export async function addressesOf(db: Sql, most: number): Promise<Address[]> {
  const found: Address[] = [];
  for (const { path: route, isExport = false } of consolePages)
    for (const address of await fill(db, route, most)) found.push({ route, address, isExport });
  return found;
}

async function fill(db: Sql, route: string, most: number): Promise<string[]> {
  const [, name] = /:(\w+)/.exec(route) ?? [];
  if (name === undefined) return [route];
  const filled: string[] = [];
  for (const value of await valuesOf(db, route, most)) {
    const address = route.replace(`:${name}`, encodeURIComponent(value));
    if (!address.includes(':report')) filled.push(address);
    else
      for (const { id } of await db<{ id: string }[]>`
        select id from reports where schedule_id = ${value} order by id limit ${most}`)
        filled.push(address.replace(':report', id));
  }
  return filled;
}

/** Returns the page and the name of a route's first parameter; undefined without one. */
function parameterOf(route: string): { page: string; name: string } | undefined {
  const [, page, name] = /^\/console\/([^:]*)\/:(\w+)/.exec(route) ?? [];
  return page === undefined || name === undefined ? undefined : { page, name };
}

/** Returns the routes whose objects no table here has. */
export const routesWithoutObjects = (): string[] =>
  consolePages
    .map(({ path }) => path)
    .filter((route) => {
      const parameter = parameterOf(route);
      return parameter && !['day', 'site'].includes(parameter.name) && !(parameter.page in tables);
    });

/** Returns the value of a route's parameter: one empty text without a parameter. */
export async function valuesOf(db: Sql, route: string, most: number): Promise<string[]> {
  const parameter = parameterOf(route);
  if (!parameter) return [''];
  const { page, name } = parameter;
  if (name === 'day') return ['2026-11-20', '2026-12-04'].slice(0, most);
  if (name === 'site')
    return (await db<{ code: string }[]>`select code from sites order by created_at limit ${most}`).map(
      ({ code }) => code,
    );
  const table = tables[page];
  if (table === undefined) throw new Error(`no objects for ${route}`);
  const key = table === 'invoices' ? `'INV-' || lpad(sequence::text, 6, '0') as id` : 'id';
  const rows = await db.unsafe<{ id: string }[]>(
    `select ${key} from ${table} order by ${hasState.has(table) ? 'row_number() over (partition by state order by id desc),' : ''} id desc limit ${most}`,
  );
  return rows.map(({ id }) => id);
}

const hasState = new Set(['payments', 'refunds', 'payouts', 'subscriptions', 'bulk_jobs', 'deposits']);
