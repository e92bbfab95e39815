// Payouts and refunds during a storm: refunds of payments, and payouts from a float. Both are requested repeatedly
// until a response arrives, and neither can be paid twice.
import type { Sql } from '../../src/kernel/db/db.ts';
import { withHash } from '../contract/signatures.ts';
import { zarOf } from '../races/merchant.ts';
import type { Books } from './books.ts';
import { type Calls, jsonType } from './calls.ts';
import { isExpected, type Journal } from './journal.ts';
import type { Say } from './oracle.ts';
import type { TefoProcess } from './process.ts';
import type { Shopper } from './shopper.ts';

const capitec = '913999fa-3a32-4e3d-82f0-a1df7e9e4f7b';
const branchCode = '470010';
/** Passes its check digit at the bank above. */
const accountNumber = '1234567898';
const floatRand = '100000000.00';

/** Fills the merchant's float by a deposit with its reference, before the storm. */
export async function fillFloat(calls: Calls): Promise<void> {
  const reference = await calls.insist('/external/Secure/FloatTopUp/CreateFloatTopUpReferenceRequest', {
    method: 'POST',
    headers: calls.apiKey,
  });
  const { beneficiaryReference } = JSON.parse(reference!.text) as { beneficiaryReference: string };
  await calls.insist('/sandbox/deposits', calls.json({ reference: beneficiaryReference, amount: floatRand }));
}

/** Names the account that the merchant's settlements are paid to, before the storm. */
export async function openSettlementAccount(tefo: TefoProcess, { credentials }: Calls): Promise<void> {
  const account = `${capitec}/${accountNumber}/${branchCode}/Storm`;
  const { siteCode } = credentials;
  const set = await tefo.command('site', 'set', siteCode, `settlementAccount=${account}`);
  if (set.code !== 0) throw new Error(`the settlement account was not set: ${set.stderr}`);
}

/**
 * Every day was settled and paid, once; `tefo check` proves that lines and journals agree. Returns the number of days.
 */
export async function judgeSettlements(
  { db, bank }: Books,
  { nightEvery }: { nightEvery: number },
  violations: string[],
): Promise<number> {
  if (nightEvery === 0) return 0;
  const settlements = await db<{ id: string; reference: string; state: string; totalCents: bigint }[]>`
    select id, reference, state, total_cents from settlements`;
  const paidBy = await paidAtBank({ db, bank });
  for (const { id, reference, state, totalCents } of settlements) {
    const paid = paidBy.get(id)?.reduce((sum, cents) => sum + cents, 0n);
    if (state !== 'paid' || paid !== totalCents)
      violations.push(
        `the settlement ${reference} of ${totalCents} cents is ${state}, and the bank has paid ${paid}`,
      );
  }
  return settlements.length;
}

/** The bank's payments for each refund, payout and settlement: the cents of every transfer. */
async function paidAtBank({ db, bank }: Books): Promise<Map<string, bigint[]>> {
  const transfers = await db<{ id: string; objectId: string }[]>`select id, object_id from transfers`;
  const rows = await bank<{ id: string; cents: bigint }[]>`
    select id, amount_cents as cents from bank.transfers where state = 'paid'`;
  const cents = new Map(rows.map((row) => [row.id, row.cents]));
  const paid = new Map<string, bigint[]>();
  for (const { id, objectId } of transfers) {
    if (cents.has(id)) paid.set(objectId, [...(paid.get(objectId) ?? []), cents.get(id)!]);
  }
  return paid;
}

/** Refunds part of a paid transaction under a key, and lets the bank pay it. */
export async function refund(shopper: Shopper, transactionId: string, cents: number): Promise<void> {
  const { calls, journal, random } = shopper;
  const amount = zarOf(random.between(1, cents));
  const call = {
    headers: { ...jsonType, 'idempotency-key': `refund-${transactionId}`, ...(await calls.bearer()) },
    body: JSON.stringify({ amount, reason: 'storm', realTimePayment: false }),
  };
  const answer = await calls.insist(`/one/v1/transactions/${transactionId}/refunds`, call);
  if (!isExpected(journal, answer, [200, 201], `a refund of ${transactionId}`)) return;
  const { id } = JSON.parse(answer.text) as { id: string };
  const promised = { id, transactionId, isPaid: false };
  journal.refunds.push(promised);
  const decided = await calls.insist(`/sandbox/refunds/${id}/outcome`, calls.json({ outcome: 'complete' }));
  promised.isPaid =
    decided?.status === 200 && (JSON.parse(decided.text) as { state: string }).state === 'complete';
}

/** Pays out under a new reference, repeating the request until a response arrives. */
export async function payOut(shopper: Shopper, reference: string): Promise<void> {
  const { calls, journal, random } = shopper;
  const { siteCode } = calls.credentials;
  const order = {
    ...{ siteCode, amount: random.between(1, 900), isRtc: false },
    ...{ merchantReference: reference, customerBankReference: 'STORM' },
    bankingDetails: { bankGroupId: capitec, accountNumber, branchCode },
  };
  const call = calls.json(withHash('payouts requestPayout', order, calls.credentials));
  call.headers = { ...call.headers, sitecode: siteCode };
  const answer = await calls.insist('/payouts/v1/requestpayout', call);
  if (!isExpected(journal, answer, [200], `the payout ${reference}`)) return;
  const { payoutId, payoutStatus } = JSON.parse(answer.text) as {
    payoutId?: string;
    payoutStatus: { subStatus: number; errorMessage: string };
  };
  // An attempt whose response was lost took the reference: the payout exists, and the service correctly
  // refuses this one.
  const isRepeat = payoutId === undefined && payoutStatus.subStatus === 204;
  if (payoutId === undefined && !isRepeat) {
    journal.violations.push(`the payout ${reference} was refused: ${payoutStatus.errorMessage}`);
    return;
  }
  journal.payouts.push({ reference, id: payoutId });
}

/** Every acknowledged refund and payout exists once, and the bank paid nothing twice. */
export async function judgeMoneyOut(journal: Journal, books: Books, say: Say): Promise<void> {
  await judgeRefunds(journal, books.db, say);
  await judgePayouts(journal, books.db, say);
  // The bank's own books of each refund and payout.
  for (const [objectId, paid] of await paidAtBank(books)) {
    if (paid.length > 1) say(`the bank has paid ${objectId} twice`);
  }
}

async function judgeRefunds(journal: Journal, db: Sql, say: Say): Promise<void> {
  const refunds = await db<{ id: string; state: string }[]>`select id, state from refunds`;
  const states = new Map(refunds.map((row) => [row.id, row.state]));
  for (const { id, isPaid } of journal.refunds) {
    const state = states.get(id);
    if (state === undefined) say(`the acknowledged refund ${id} is lost`);
    else if (isPaid && state !== 'complete') say(`the refund ${id} was acknowledged as paid and is ${state}`);
  }
  // Each transaction was refunded under one key; a refund whose responses were all lost may exist.
  const twice = await db`select transaction_id from refunds group by transaction_id having count(*) > 1`;
  for (const { transactionId } of twice) say(`${transactionId} has two refunds under one key`);
}

async function judgePayouts(journal: Journal, db: Sql, say: Say): Promise<void> {
  const payouts = await db<{ id: string; merchantReference: string }[]>`
    select id, merchant_reference from payouts`;
  const ids = new Map(payouts.map((row) => [row.merchantReference, row.id]));
  for (const { reference, id } of journal.payouts) {
    const found = ids.get(reference);
    if (found === undefined) say(`the acknowledged payout ${reference} is lost`);
    else if (id !== undefined && found !== id)
      say(`the payout ${reference} was acknowledged under another id`);
  }
}
