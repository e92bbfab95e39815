// The payouts and refunds of the vault as the service has them, compared with the model: banks may take the steps that are theirs.
import type { Turn } from './action.ts';
import { isVerified } from './vault.ts';
import type { VaultPayout, VaultRefund } from './vault-model.ts';

type Own<State extends string> = Partial<Record<State, readonly State[]>>;

export async function compareVault(turn: Turn): Promise<void> {
  const { model } = turn;
  const { payouts, refunds } = model.vault;
  await compareAll(turn, 'payouts', payouts, (payout) => payoutSteps(turn, payout));
  await compareAll(turn, 'refunds', refunds, (refund) => refundSteps(turn, refund));
}

interface Known<State extends string> {
  id: string;
  cents: number;
  state: State;
}

/** Compares rows of the vault; each may have gone on to a state that needs no request. */
async function compareAll<State extends string, One extends Known<State>>(
  { world, expect, reach }: Turn,
  table: 'payouts' | 'refunds',
  all: readonly One[],
  stepsOf: (one: One) => Own<State>,
): Promise<void> {
  const { db } = world.service;
  const rows = await db<{ id: string; state: State; cents: bigint }[]>`
    select id, state, amount_cents as cents from ${db(table)} where site_id = ${world.vault.id}`;
  const shown = new Map(rows.map((row) => [row.id, row]));
  expect(
    rows.length === all.length,
    () => `the vault has ${rows.length} ${table}; ${all.length} were accepted`,
  );
  for (const one of all) {
    const row = shown.get(one.id);
    if (row && canBecome(stepsOf(one), one.state, row.state)) {
      reach(`checked ${table.slice(0, -1)} became ${row.state} by itself`);
      one.state = row.state;
    }
    expect(
      row?.state === one.state && Number(row.cents) === one.cents,
      () =>
        `one of the ${table} of ${one.cents} cents is ${one.state}, and is shown as ${row?.state} of ${row?.cents}`,
    );
  }
}

/** True if steps of others lead from one state to another. */
function canBecome<State extends string>(steps: Own<State>, from: State, to: State): boolean {
  if (from === to) return false;
  return (steps[from] ?? []).some((next) => next === to || canBecome(steps, next, to));
}

/** The cents of a payout's amount decide how the simulated bank ends it. */
function payoutSteps({ world }: Turn, { cents, reference }: VaultPayout): Own<VaultPayout['state']> {
  const { verifyPayees, approvalAbove } = world.vault;
  const fate = cents % 100;
  const isMute = reference.startsWith('MUTE');
  const unanswered = approvalAbove === null ? 'submitted' : 'approval';
  return {
    ...(isMute && { verification: ['cancelled'] }),
    payee_check: [verifyPayees === 'refuse' ? 'cancelled' : unanswered],
    submitted: [fate === 91 ? 'cancelled' : 'complete'],
    ...(fate === 92 && { complete: ['returned'] }),
  };
}

function refundSteps({ world }: Turn, { ending }: VaultRefund): Own<VaultRefund['state']> {
  const isRefused = world.vault.verifyPayees === 'refuse' && isVerified(ending, true) !== true;
  return {
    payee_check: [isRefused ? 'refused' : 'approval'],
    approved: ['submitted'],
    submitted: ['complete'],
  };
}

/** Judges the vault after the month: no check is open, and its claims and fees are as the model has them. */
export async function judgeVault(turn: Turn): Promise<void> {
  const { world, model, expect } = turn;
  const { db } = world.service;
  await compareVault(turn);
  const open = [...model.vault.payouts, ...model.vault.refunds].filter(
    ({ state }) => state === 'verification' || state === 'payee_check' || state === 'received',
  );
  expect(open.length === 0, () => `the vault still checks ${JSON.stringify(open)} after a month`);
  for (const { transactionId } of model.vault.paid) {
    const claimed = model.vault.refunds
      .filter((one) => one.transactionId === transactionId && !ended.includes(one.state))
      .reduce((sum, { cents }) => sum + cents, 0);
    const [row] = await db<{ cents: bigint }[]>`
      select refunded_cents as cents from transactions where id = ${transactionId}`;
    expect(
      Number(row!.cents) === claimed,
      () => `${row!.cents} cents of a payment of the vault are claimed; it should be ${claimed}`,
    );
  }
  const [charged] = await db<{ times: number }[]>`
    select count(*)::integer as times from ledger_journals journal
    join verifications verification on verification.id = journal.object_id
    where verification.site_id = ${world.vault.id} and template = 'verification_charged'`;
  expect(
    charged!.times === model.vault.charged,
    () => `${charged!.times} verifications were charged; it should be ${model.vault.charged}`,
  );
}

const ended: readonly VaultRefund['state'][] = ['failed', 'cancelled', 'returned', 'refused'];
