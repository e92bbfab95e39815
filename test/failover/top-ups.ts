// A merchant who raises their float through the Merchant External API, again and again.
import { setTimeout as sleep } from 'node:timers/promises';
import { decimal } from '../races/merchant.ts';
import type { Books } from '../storm/books.ts';
import type { Calls } from '../storm/calls.ts';
import { isExpected, type Journal } from '../storm/journal.ts';
import type { Say } from '../storm/oracle.ts';

export interface TopUp {
  depositId: string;
  cents: number;
}

/** Records each acknowledged deposit. One whose response was lost may exist, and is not repeated. */
export async function topUpUntil(
  calls: Calls,
  journal: Journal,
  topUps: TopUp[],
  isOver: () => boolean,
): Promise<void> {
  for (let number = 1; !isOver(); number += 1) {
    const asked = await calls.insist('/external/Secure/FloatTopUp/CreateFloatTopUpReferenceRequest', {
      method: 'POST',
      headers: calls.apiKey,
    });
    if (isExpected(journal, asked, [200], `the top-up ${number}`)) {
      const { beneficiaryReference: reference } = JSON.parse(asked.text) as { beneficiaryReference: string };
      const cents = 10_000 + number;
      const answer = await calls.once('/sandbox/deposits', calls.json({ reference, amount: decimal(cents) }));
      if (isExpected(journal, answer, [200], `the deposit ${number}`))
        topUps.push({ depositId: (JSON.parse(answer.text) as { depositId: string }).depositId, cents });
    }
    await sleep(500);
  }
}

/** Each acknowledged deposit is in the float, once. */
export async function judgeTopUps(topUps: TopUp[], { db }: Books, say: Say): Promise<void> {
  const rows = await db<{ id: string; state: string; cents: bigint; booked: number }[]>`
    select deposit.id, deposit.state, deposit.amount_cents as cents,
      (select count(*)::integer from ledger_journals where object_id = deposit.id) as booked
    from deposits deposit`;
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const { depositId, cents } of topUps) {
    const row = found.get(depositId);
    if (row?.state !== 'allocated' || row.cents !== BigInt(cents) || row.booked === 0)
      say(`the deposit ${depositId} of ${cents} cents is ${row?.state ?? 'not there'}`);
    else if (row.booked > 1) say(`the deposit ${depositId} is booked ${row.booked} times`);
  }
}
