// One merchant and its customer, repeatedly: a payment is requested, and most are paid. A repeatable request is
// repeated until a response arrives; any other is abandoned when its response is lost.
import { setTimeout as sleep } from 'node:timers/promises';
import { decimal, zarOf } from '../races/merchant.ts';
import { signedFields } from '../support/merchant.ts';
import { type Answer, type Call, jsonType } from './calls.ts';
import { type Customer, payAtCheckout } from './checkout.ts';
import { type Asked, type Contract, isExpected, type OnePayment } from './journal.ts';
import { payOut, refund } from './money-out.ts';
import type { Gate } from './nights.ts';

/** An expiry that no storm reaches, however many days it passes. */
export const farFuture = new Date(Date.now() + 1_000 * 86_400_000).toISOString();

export interface Shopper extends Customer {
  name: string;
  notifyUrl: string;
  paysOut: boolean;
  gate: Gate;
  /** How long they rest after a payment, in milliseconds. */
  restMs: number;
  isOver(): boolean;
}

export async function shop(shopper: Shopper): Promise<void> {
  for (let number = 1; !shopper.isOver(); number += 1) {
    await shopper.gate.enter();
    const id = await shopOnce(shopper, number).finally(shopper.gate.leave);
    // Customers pause; and a service that is down does not get a thousand requests a second.
    await sleep(id ? shopper.restMs : Math.max(20, shopper.restMs));
  }
}

async function shopOnce(shopper: Shopper, number: number): Promise<string | undefined> {
  const asked = ask(shopper, number);
  const id =
    asked.contract === 'one' ? await createOne(shopper, asked) : await createPayments(shopper, asked);
  if (id && shopper.random.chance(0.6)) await pay(shopper, asked, id);
  if (shopper.paysOut && shopper.random.chance(0.15)) await payOut(shopper, asked.reference);
  return id;
}

function ask({ name, journal, random }: Shopper, number: number): Asked {
  const reference = `${name}-${number}`;
  const contract: Contract = random.pick(['one', 'one', 'payments']);
  const key = contract === 'one' && random.chance(0.5) ? `key-${reference}` : undefined;
  // Cents from .91 on are amounts that decide by themselves in the sandbox.
  const cents = random.between(1, 900) * 100 + random.between(0, 91);
  const asked: Asked = { reference, contract, key, cents, ids: new Set() };
  journal.asked.push(asked);
  return asked;
}

async function createOne(shopper: Shopper, asked: Asked): Promise<string | undefined> {
  const { calls, random, notifyUrl } = shopper;
  const body = JSON.stringify({
    siteCode: calls.credentials.siteCode,
    amount: zarOf(asked.cents),
    merchantReference: asked.reference,
    beneficiaryReference: 'Storm',
    notifyUrl,
    expireAt: farFuture,
  });
  const keyed: Record<string, string> = asked.key === undefined ? {} : { 'idempotency-key': asked.key };
  const call: Call = { headers: { ...jsonType, ...keyed, ...(await calls.bearer()) }, body };
  const path = '/one/v1/payments';
  if (asked.key === undefined) return noteOne(shopper, asked, await calls.once(path, call));
  // A twin sets off at the same moment: both must be given the one payment.
  const tries = random.chance(0.1)
    ? [calls.insist(path, call), calls.insist(path, call)]
    : [calls.insist(path, call)];
  const ids = (await Promise.all(tries)).map((answer) => noteOne(shopper, asked, answer));
  if (random.chance(0.1)) noteOne(shopper, asked, await calls.insist(path, call));
  return ids[0];
}

function noteOne(shopper: Shopper, asked: Asked, answer: Answer | undefined): string | undefined {
  if (
    !isExpected(shopper.journal, answer, [201, ...(asked.key ? [200] : [])], `a payment ${asked.reference}`)
  )
    return undefined;
  const record = JSON.parse(answer.text) as OnePayment;
  asked.ids.add(record.id);
  asked.record ??= record;
  return record.id;
}

async function createPayments(
  { calls, journal, notifyUrl }: Shopper,
  asked: Asked,
): Promise<string | undefined> {
  const shopUrl = new URL('/shop', notifyUrl).href;
  const fields = signedFields(calls.credentials, {
    ...{ amount: decimal(asked.cents), transactionReference: asked.reference, bankReference: 'Storm' },
    ...{ cancelUrl: shopUrl, errorUrl: shopUrl, successUrl: shopUrl, notifyUrl },
  });
  const answer = await calls.once('/payments/postpaymentrequest', calls.json(fields));
  if (!isExpected(journal, answer, [200], `a payment request ${asked.reference}`)) return undefined;
  const { paymentRequestId: id, errorMessage } = JSON.parse(answer.text);
  if (id === null)
    journal.violations.push(`the payment request ${asked.reference} was refused: ${errorMessage}`);
  else asked.ids.add(id);
  return id ?? undefined;
}

async function pay(shopper: Shopper, asked: Asked, id: string): Promise<void> {
  if (shopper.random.chance(0.4)) {
    asked.outcome = { wanted: 'Successful' };
    await payAtCheckout(shopper, asked, id);
    return;
  }
  // A Payments API merchant is notified of a failure only when the customer has left, so only the other one has
  // failures.
  const isDeclined = asked.contract === 'one' && shopper.random.chance(0.15);
  asked.outcome = { wanted: isDeclined ? 'Error' : 'Successful' };
  const { calls, journal } = shopper;
  const call = calls.json({ outcome: isDeclined ? 'declined' : 'success' });
  const answer = await calls.insist(`/sandbox/transactions/${id}/outcome`, call);
  if (!isExpected(journal, answer, [200], `the outcome of ${asked.reference}`)) return;
  const { state, transactionId } = JSON.parse(answer.text) as { state: string; transactionId: string };
  if (state === (isDeclined ? 'declined' : 'successful')) asked.outcome.by = 'sandbox';
  else journal.violations.push(`the outcome of ${asked.reference} was answered with the state ${state}`);
  if (state === 'successful' && shopper.random.chance(0.4)) await refund(shopper, transactionId, asked.cents);
}
