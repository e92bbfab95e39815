// Free text of the console: no table and no entry of the audit log keeps a long number of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoBank } from '../../src/core/banks.ts';
import { createSingleReference, receiveDeposit } from '../../src/core/deposits/actions.ts';
import { simulatorAccount } from '../../src/core/rails.ts';
import { newId } from '../../src/kernel/ids.ts';
import { clientOf, openService } from '../support/opening.ts';
import { day, tellLines } from './reported-lines.ts';
import { fillFloat, type Visitor, visitorsOf } from './support.ts';

const service = await openService();
const { ctx, db, merchant } = service;

const text =
  'id 8001015009087, 800101 5009 087, card 4111111111111111, 4111 1111 1111 1111, 4111-1111-1111-1111';
const tails = 'id *********9087, ****** ***9 087, card ************1111';
const long = /8001015009087|800101 5009|4111111111111|4111.1111.1111/;
/** Fields returned unchanged to the merchant or the payer. */
const contract = ['refunds', 'events', 'deliveries', 'archived_events'];

async function keptIn(): Promise<string[]> {
  const tables = await db<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'console') order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db<{ row: string }[]>`select to_jsonb(kept)::text as row from ${db.unsafe(name)} kept`;
    if (rows.some(({ row }) => long.test(row))) found.push(name.replace(/^public\./, ''));
  }
  return found;
}

const sends = async (who: Visitor, page: string, to: string, fields: Record<string, string>) => {
  const answer = await who.act(page, to, fields);
  assert.equal(answer.status, 303, `${to} ${/role="alert">[^<]*/.exec(answer.text)?.[0]}`);
  return answer.to!;
};

async function arrived(): Promise<string> {
  const id = newId(ctx.clock);
  await receiveDeposit(ctx, {
    ...{ account: simulatorAccount, id, amount: 10_000n, reference: 'GOAT', bookedOn: null },
    receivedAt: ctx.clock.now(),
    payer: { bankId: demoBank.id, branchCode: '999999', accountNumber: '1234567890', holder: 'N. Example' },
  });
  return `/console/deposits/${id}`;
}

test('every form with free text masks long numbers before anything is stored', async () => {
  const [finance, admin, operator] = await visitorsOf(service, 'finance', 'admin', 'operator-finance');
  const shop = clientOf(service);
  const { body } = await shop.createPayments({ amount: '25.00', transactionReference: 'ORDER-1' });
  const payment = `/console/payments/${body.paymentRequestId}`;
  await sends(finance, payment, `${payment}/note`, { text });

  const site = await fillFloat(service);
  for (const verb of ['approve', 'decline']) {
    const page = '/console/payouts/new';
    const path = await sends(finance, page, page, {
      ...{ site: merchant.siteCode, amount: '600,25', reference: `MASK-${verb}`, bankReference: 'KAROO 17' },
      ...{ bank: 'c5b7f913-0d6a-4e28-8f34-a9e1625c7d80', account: '5100 0000 001', branch: '' },
    });
    await service.drain();
    await sends(admin, path, path, { amount: '600,25', reason: text, do: verb });
  }

  const single = { site, account: simulatorAccount, amount: 4_000n, merchantReference: 'MASK-1' };
  const { reference: other } = await createSingleReference(ctx, single);
  const { reference: topUp } = await createSingleReference(ctx, {
    ...single,
    amount: 6_000n,
    merchantReference: 'MASK-2',
  });
  for (const [at, fields] of [
    ['', { do: 'park', note: text, to: '' }],
    ['/split', { parts: `${topUp}=60.00\n${other}=40.00`, splitNote: text }],
    ['/return', { returnNote: text, amount: '100,00' }],
  ] as const) {
    const path = await arrived();
    await sends(operator, path, `${path}${at}`, fields);
  }
  const [line] = await tellLines(service, 'masked', [[day, -300n, 'WHAT IS IT']], null);
  const explained = `/console/reconcile/lines/${line}`;
  await sends(operator, explained, explained, { as: 'charge', object: '', note: text });

  const view = { name: '8001015009087, 4111 1111 1111 1111' };
  await sends(finance, '/console/payments?state=complete', '/console/views', view);

  const kept = await keptIn();
  assert.deepEqual(
    kept.filter((name) => !contract.includes(name)),
    [],
  );
  const reported = await db<{ action: string; why: string }[]>`
    select action, why from console.audit where why is not null order by position`;
  assert.deepEqual(
    reported.map(({ action, why }) => [action, why.startsWith(tails)]),
    [
      ...'payment.note payout.approve payout.decline deposit.park deposit.allocate deposit.allocate reconcile.explain'.split(
        ' ',
      ),
    ].map((action) => [action, true]),
  );
  const [saved] = await db`select name from console.views`;
  assert.equal(saved!.name, '*********9087, **** **** **** 1111');
});
