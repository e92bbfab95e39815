// The history of a timeline's objects: every step of their machines with its bookings, the settlement that paid it out,
// and the payer's consent.

import { bulkJobMachine } from '../../core/bulk/actions.ts';
import { depositMachine } from '../../core/deposits/actions.ts';
import { linkMachine } from '../../core/links/actions.ts';
import { paymentFileMachine } from '../../core/payment-files/state.ts';
import { paymentMachine } from '../../core/payments/actions.ts';
import { payoutMachine } from '../../core/payouts/actions.ts';
import { refundMachine } from '../../core/refunds/actions.ts';
import { settlementMachine } from '../../core/settlements/actions.ts';
import { chargeMachine, subscriptionMachine } from '../../core/subscriptions/actions.ts';
import { transactionMachine } from '../../core/transactions/actions.ts';
import { transferMachine } from '../../core/transfers/actions.ts';
import { formatRand } from '../../kernel/money.ts';
import { getOrThrow, itemAt } from '../../kernel/required.ts';
import { findEdge, type Machine } from '../../kernel/state-machine.ts';
import { beginningOf } from './beginnings.ts';
import type { EventRow } from './delivery-store.ts';
import type { Family } from './family.ts';
import type { ConsentRow, JournalRow, SettledRow, TransitionRow } from './record-store.ts';
import type { Note } from './timeline.ts';
import { redact } from './words.ts';

/** All machines, in the order in which a payment meets them. */
export const machines = [
  paymentMachine,
  transactionMachine,
  transferMachine,
  refundMachine,
  payoutMachine,
  settlementMachine,
  subscriptionMachine,
  chargeMachine,
  linkMachine,
  bulkJobMachine,
  depositMachine,
  paymentFileMachine,
] as unknown as Machine[];
const machineOf = new Map(machines.map((machine) => [machine.object, machine]));

export const stepName = (id: bigint): string => `transitions/${id}`;

/** Describes every step, each after the previous one of its object. Money that came late is called late. */
export function tellTransitions(transitions: TransitionRow[]): Note[] {
  return transitions.map((row, index) => ({
    record: stepName(row.id),
    at: row.at,
    kind: 'state',
    object: row.object,
    objectId: row.objectId,
    what: `${row.fromState} → ${row.toState} (${row.verb})${row.verb === 'payLate' ? ': a late payment is valid' : ''}`,
    change: { from: row.fromState, to: row.toState, verb: row.verb },
    why: row.reason === null ? null : redact(row.reason),
    by: row.actor,
    correlationId: row.correlationId,
    after: [beginningOf(row.objectId), ...(index === 0 ? [] : [stepName(itemAt(transitions, index - 1).id)])],
  }));
}

/** The steps that made bookings and events, as their machines define. */
export interface Causes {
  /** Journal id to step. */
  journals: Map<string, string>;
  /** Event id to step. */
  events: Map<string, string>;
}

/** Finds the step of each booking and event. Those that came with a beginning have none. */
export function findCauses(
  family: Family,
  records: { transitions: TransitionRow[]; journals: JournalRow[]; events: EventRow[] },
): Causes {
  const causes: Causes = { journals: new Map(), events: new Map() };
  for (const transition of records.transitions) {
    const machine = machineOf.get(transition.object);
    const edge = machine && findEdge(machine, transition.fromState, transition.verb);
    const ids = new Set([transition.objectId, ...bookedUnder(family, transition)]);
    const journal = records.journals.find(
      ({ id, template, objectId }) =>
        template === edge?.posting && ids.has(objectId) && !causes.journals.has(id),
    );
    if (journal) causes.journals.set(journal.id, stepName(transition.id));
    const owner = eventObjectOf(family, transition);
    const event = records.events.find(
      ({ id, type, objectId }) => type === edge?.event && objectId === owner && !causes.events.has(id),
    );
    if (event) causes.events.set(event.id, stepName(transition.id));
  }
  return causes;
}

/** Returns the other objects under which a step is booked: a settlement's transfers, the parts of a deposit. */
function bookedUnder(family: Family, { object, objectId }: TransitionRow): string[] {
  if (object === 'settlement')
    return family.transfers.filter((one) => one.objectId === objectId).map(({ id }) => id);
  if (object === 'deposit')
    return family.parts.filter((one) => one.depositId === objectId).map(({ id }) => id);
  return [];
}

/** Events about a charge belong to its subscription. */
function eventObjectOf(family: Family, { object, objectId }: TransitionRow): string {
  const charge = object === 'charge' && family.charges.find(({ id }) => id === objectId);
  return charge ? charge.subscriptionId : objectId;
}

/** Describes bookings, account by account. */
export function tellJournals(family: Family, journals: JournalRow[], causes: Causes): Note[] {
  const partOf = new Map(
    family.parts.map(({ id, depositId }) => [id, { depositId, name: `deposit_parts/${id}` }]),
  );
  return journals.map((row) => {
    const lines = row.accounts.map((account, index) => {
      const cents = itemAt(row.amounts, index);
      return `${cents > 0n ? 'debit' : 'credit'} ${account} ${formatRand(cents > 0n ? cents : -cents)}`;
    });
    const part = partOf.get(row.objectId);
    return {
      record: `ledger_journals/${row.id}`,
      at: row.bookedAt,
      kind: 'ledger',
      object: row.object,
      objectId: part?.depositId ?? row.objectId,
      what: `booked ${row.template}: ${lines.join(', ')}`,
      why: null,
      by: null,
      correlationId: null,
      journal: {
        template: row.template,
        rows: row.accounts.map((account, index) => ({ account, amountCents: itemAt(row.amounts, index) })),
        position: row.position,
      },
      cause: causes.journals.get(row.id) ?? part?.name ?? beginningOf(row.objectId),
    };
  });
}

/** Describes which settlement paid out each booking. */
export function tellSettled(settled: SettledRow[], journals: JournalRow[]): Note[] {
  const byId = new Map(journals.map((journal) => [journal.id, journal]));
  return settled.map((row) => {
    const fee = row.feeCents === 0n ? '' : `, fee ${formatRand(row.feeCents)}`;
    const { object, objectId } = getOrThrow(byId, row.journalId);
    return {
      record: `settlement_lines/${row.journalId}`,
      at: row.settledAt,
      kind: 'settled',
      object,
      objectId,
      what: `Included in settlement ${row.reference}: ${formatRand(row.amountCents)}${fee}, type ${row.type}`,
      why: `the settlement is ${row.state}`,
      by: null,
      correlationId: row.settlementId,
      after: [`ledger_journals/${row.journalId}`],
    };
  });
}

export function tellConsents(consents: ConsentRow[]): Note[] {
  return consents.map((row) => ({
    record: `consents/${row.transactionId}`,
    at: row.givenAt,
    kind: 'consent',
    object: 'transaction',
    objectId: row.transactionId,
    what: `Customer accepted the terms (version ${row.textVersion}, ${row.language})`,
    why: null,
    by: 'customer',
    correlationId: null,
    cause: beginningOf(row.transactionId),
  }));
}
