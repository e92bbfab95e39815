// The way of VAT from the fee of a payment to the settlement, and back.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changeSite } from '../src/core/merchants/actions.ts';
import { checkEverything } from '../src/reports/checks/all.ts';
import { clientOf, openService } from './support/opening.ts';
import { settlementAccount } from './support/settling.ts';

describe('the VAT of a fee', async () => {
  let token: string;
  const service = await openService({
    env: { TEFO_VAT_RATES: '15@2026-11-21', TEFO_VAT_NUMBER: '4123456789' },
  });
  const shop = clientOf(service);
  await changeSite(service.ctx, service.merchant.siteCode, {
    feeBps: 250,
    feeCents: 100n,
    settlementAccount,
  });
  const signIn = async () => {
    token = (await shop.token()).body.access_token;
  };
  await signIn();
  // biome-ignore lint/suspicious/noExplicitAny: any response of the service.
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const response = await fetch(new URL(path, service.base), {
      method,
      headers: {
        ...{ authorization: `Bearer ${token}`, apikey: service.merchant.apiKey },
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    });
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
    return response.json();
  };
  const pay = async () => {
    const { body } = await shop.createPayments();
    await shop.decide(body.paymentRequestId, 'success');
  };
  /** Moves the clock to a local time, and does all due work. */
  const moveTo = async (time: string) => {
    service.clock.set(new Date(`${time}+02:00`));
    await service.drain();
    await signIn();
  };
  const lines = async () => {
    const { results } = await call('GET', '/one/v1/settlements?fromDate=2026-11-01&toDate=2026-12-31');
    const found = [];
    for (const { id, date } of results.toReversed()) {
      const items = await call('GET', `/one/v1/settlements/${id}/lineitems`);
      for (const { type, fee, feeNet, feeVat, settlementAmount } of items.results)
        found.push([date, type, ...[fee, feeNet, feeVat, settlementAmount].map(({ value }) => value)]);
    }
    return found;
  };
  const balances = async () => {
    const rows = await service.db<{ kind: string; cents: bigint }[]>`
      select account.kind, -sum(entry.amount_cents)::bigint as cents
      from ledger_entries entry join ledger_accounts account on account.id = entry.account_id
      where account.kind in ('fees', 'vat') group by account.kind order by account.kind`;
    return Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents]));
  };

  test('is booked net and VAT apart from the first day of the rate on, and a line of its settlement shows both', async () => {
    await pay();
    await moveTo('2026-11-23T09:00');
    await pay();
    await moveTo('2026-11-24T09:00');
    assert.deepEqual(await lines(), [
      ['2026-11-20', 'transaction', 1.63, 1.63, 0, 23.37],
      ['2026-11-23', 'transaction', 1.63, 1.42, 0.21, 23.37],
    ]);
    assert.deepEqual(await balances(), { fees: 305n, vat: 21n });
    assert.deepEqual(await checkEverything(service.db, service.config), []);
  });

  test('is credited with its VAT when the bank takes the payment back', async () => {
    const before = await balances();
    const { subscriptionId } = await call('POST', '/one/v1/subscriptions', {
      siteCode: service.merchant.siteCode,
      amount: { currency: 'ZAR', value: 100 },
      merchantReference: 'GYM-1',
      frequency: 'Monthly',
      occurrences: 3,
      firstPaymentDate: '2026-11-25',
    });
    await call('POST', `/sandbox/subscriptions/${subscriptionId}/authorize`, { outcome: 'approved' });
    await moveTo('2026-11-25T09:00');
    assert.deepEqual(await balances(), { fees: before.fees! + 304n, vat: before.vat! + 46n });
    const [charge] = await service.db<
      { id: string }[]
    >`select id from transactions where payment_type = 'debit'`;
    await call('POST', `/sandbox/transactions/${charge!.id}/outcome`, { outcome: 'returned', code: '36' });
    assert.deepEqual(await balances(), before);
    await moveTo('2026-11-26T09:00');
    assert.deepEqual(
      (await lines()).filter(([date]) => date === '2026-11-25'),
      [],
    );
    await pay();
    await moveTo('2026-11-27T09:00');
    assert.deepEqual(
      (await lines()).filter(([, type]) => type === 'adjustment'),
      [['2026-11-26', 'adjustment', -3.5, -3.04, -0.46, -96.5]],
    );
    assert.deepEqual(await checkEverything(service.db, service.config), []);
  });
});
