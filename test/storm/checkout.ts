// A customer at the hosted checkout, with a browser without scripts: from any page, the next button, until the
// payment is paid. The connection can break between any two pages.
import { setTimeout as sleep } from 'node:timers/promises';
import { demoBankId } from '../../src/core/banks.ts';
import { consentVersion } from '../../src/pages/messages/index.ts';
import { type Calls, formType } from './calls.ts';
import { type Asked, isExpected, type Journal } from './journal.ts';
import type { Random } from './random.ts';

export interface Customer {
  calls: Calls;
  journal: Journal;
  random: Random;
}

const patienceMs = 90_000;

/** Pays; records in the journal when the bank has accepted the approval, and when the checkout shows Paid. */
export async function payAtCheckout(customer: Customer, asked: Asked, id: string): Promise<void> {
  const deadline = performance.now() + patienceMs;
  // Some close the browser at the bank: then only the bank's callback notifies the service.
  const staysAtBank = customer.random.chance(0.3);
  // Some look at the EFT details, which notifies the merchant, and pay at their bank after all.
  if (customer.random.chance(0.2)) await press(customer, `/pay/${id}/eft`, {});
  while (performance.now() < deadline) {
    if (staysAtBank && asked.outcome?.by === 'bank') return;
    const answer = await customer.calls.insist(`/pay/${id}/status`);
    if (!isExpected(customer.journal, answer, [200], `the page of ${asked.reference}`)) return;
    const { page } = JSON.parse(answer.text) as { page: string };
    if (page === 'paid') {
      asked.outcome!.by = 'checkout';
      return;
    }
    if (page === 'choose')
      await press(customer, `/pay/${id}/choose`, { bank: demoBankId, consent: consentVersion });
    else if (page === 'atBank') await approve(customer, asked, id);
    else if (page !== 'waiting')
      customer.journal.violations.push(`${asked.reference} is on the page ${page}`);
    await sleep(5);
  }
}

/** At the bank: log in, approve, and back to where the bank leads. */
async function approve(customer: Customer, asked: Asked, id: string): Promise<void> {
  const page = await customer.calls.insist(`/pay/${id}`);
  const order = /\/bank\/orders\/[0-9a-f-]{36}/.exec(page?.text ?? '')?.[0];
  if (!order) return;
  await press(customer, order, {});
  const approved = await press(customer, `${order}/approve`, { decision: 'approve' });
  const isTaken = approved?.status === 303 && approved.location.endsWith(`/pay/${id}/return`);
  if (!isTaken) return;
  asked.outcome!.by = 'bank';
  if (customer.random.chance(0.7)) await customer.calls.once(`/pay/${id}/return`);
}

function press({ calls }: Customer, path: string, fields: Record<string, string>) {
  return calls.once(path, { method: 'POST', headers: formType, body: `${new URLSearchParams(fields)}` });
}
