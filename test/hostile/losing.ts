// A service whose database can be lost and restored, with a bank that keeps everything: proves what a restore can and
// must not do.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { after } from 'node:test';
import { changeSite, type NewMerchant } from '../../src/core/merchants/actions.ts';
import { manualClock } from '../../src/kernel/clock.ts';
import { openPool } from '../../src/kernel/db/db.ts';
import { copyOf, testDatabase } from '../support/database.ts';
import { ask, payoutRequest, postForm } from '../support/merchant.ts';
import { openFolder } from '../support/opening.ts';
import { startService, type TestService } from '../support/running.ts';

export async function openLosing() {
  const home = await openFolder('losing');
  const [first, bankDatabase] = [await testDatabase(), await testDatabase()];
  const bank = openPool(bankDatabase.url, { max: 2 });
  const headFile = join(home, 'head');
  const env = {
    TEFO_MASTER_KEYS: `k1:${createHash('sha256').update('losing').digest('base64')}`,
    TEFO_BANK_DATABASE_URL: bankDatabase.url,
    TEFO_LEDGER_HEAD: headFile,
  };
  const clock = manualClock('2026-11-20T06:00:00Z');
  const databases = [first, bankDatabase];
  let service = await startService({ env, clock, over: { databaseUrl: first.url } });
  const { merchant } = service;
  await changeSite(service.ctx, merchant.siteCode, { allowPlainAccountNumbers: true });
  after(async () => {
    await service.end();
    await bank.end();
    for (const { drop } of databases) await drop();
  });

  return {
    env,
    headFile,
    bank,
    service: () => service,
    shop: () => shopOf(service, merchant),
    /** Stops the service, copies its database and starts it again. Returns the address of the copy. */
    copy: async (): Promise<string> => {
      await service.end();
      const made = await copyOf(service.databaseUrl);
      databases.push(made);
      service = await startService({ env, clock, over: { databaseUrl: service.databaseUrl, merchant } });
      return made.url;
    },
    /** The service's database is lost, and another replaces it. */
    putBack: async (databaseUrl: string): Promise<void> => {
      await service.end();
      service = await startService({ env, clock, over: { databaseUrl, merchant } });
    },
    /** Time passes, `step` minutes at a time, and what falls due is done. */
    pass: async (minutes: number, step = minutes > 10 ? 5 : 1): Promise<void> => {
      for (let passed = 0; passed < minutes; passed += step) {
        clock.advance(step * 60_000);
        await service.drain();
      }
    },
    /** Everything that has left the bank. */
    left: async (): Promise<{ id: string; cents: bigint }[]> => [
      ...(await bank<{ id: string; cents: bigint }[]>`
        select transfer_id as id, -amount_cents as cents from bank.statement_lines
        where transfer_id is not null order by id`),
    ],
    ordered: async (): Promise<number> => (await bank`select from bank.transfers`).count,
  };
}

function shopOf({ base, clock }: TestService, merchant: NewMerchant) {
  const json = { 'content-type': 'application/json' };
  const keyed = { apikey: merchant.apiKey, sitecode: merchant.siteCode };

  async function call(
    path: string,
    body?: unknown,
    headers: Record<string, string> = keyed,
    method = 'POST',
  ) {
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await ask(base + path, { method, headers: { ...json, ...headers }, ...given });
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.body;
  }

  async function bearer(): Promise<Record<string, string>> {
    const { clientId: client_id, clientSecret: client_secret } = merchant;
    const form = { grant_type: 'client_credentials', client_id, client_secret };
    const answer = await postForm(`${base}/one/v1/token`, form);
    return { authorization: `Bearer ${answer.body.access_token}` };
  }

  return {
    /** Money for payouts, in rand. */
    fillFloat: async (rand: number) => {
      const { beneficiaryReference: reference } = await call(
        '/external/Secure/FloatTopUp/CreateFloatTopUpReferenceRequest',
      );
      await call('/sandbox/deposits', { reference, amount: `${rand}.00` });
    },
    /** Pays as a customer; returns the transaction. */
    pay: async (rand: number): Promise<string> => {
      const { siteCode } = merchant;
      const expireAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
      const asked = {
        siteCode,
        amount: { currency: 'ZAR', value: rand },
        merchantReference: 'ORDER',
        expireAt,
      };
      const { id } = await call('/one/v1/payments', asked, await bearer());
      return (await call(`/sandbox/transactions/${id}/outcome`, { outcome: 'success' })).transactionId;
    },
    refund: async (transactionId: string, rand: number): Promise<string> => {
      const body = { amount: { currency: 'ZAR', value: rand }, reason: 'returned goods' };
      return (await call(`/one/v1/transactions/${transactionId}/refunds`, body, await bearer())).id;
    },
    refundStatus: async (id: string): Promise<string> =>
      (await call(`/one/v1/refunds/${id}`, undefined, await bearer(), 'GET')).status,
    /** Requests a payout, which must be accepted. */
    payOut: async (rand: number, merchantReference: string): Promise<string> => {
      const request = payoutRequest(merchant, rand * 100, { merchantReference, reference: 'KAROO 17' });
      const body = await call('/payouts/v1/requestpayout', request);
      assert.equal(body.payoutStatus.status, 1, JSON.stringify(body));
      return body.payoutId;
    },
    payoutStatus: async (id: string): Promise<number> =>
      (await call(`/payouts/v1/getpayout?payoutId=${id}`, undefined, keyed, 'GET')).payoutStatus.status,
    /** The bank closes for this merchant, or opens. */
    setBankDown: (down: boolean) => call('/sandbox/faults', { bank: { down } }, keyed, 'PUT'),
  };
}
