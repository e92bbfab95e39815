// SQL that reads the history of a timeline's objects: steps, bookings, settlement lines, consents, refused requests,
// idempotency keys.
import type { Actor } from '../../core/context.ts';
import { mostAttempts, type StoredFinding } from '../../core/hash-mismatches/actions.ts';
import type { Cents } from '../../kernel/money.ts';
import { mostSteps } from './limits.ts';
import { actorFor, isOperator, ofMerchants, type ReadScope } from './scope.ts';

export interface TransitionRow {
  id: bigint;
  object: string;
  objectId: string;
  fromState: string;
  verb: string;
  toState: string;
  reason: string | null;
  actor: Actor;
  correlationId: string;
  at: Date;
}

/** Hides the operator's remarks on a deposit from merchants. */
const reasonFor = (scope: ReadScope) =>
  isOperator(scope)
    ? scope.db`reason`
    : scope.db`case when object = 'deposit' and actor not in ('bank', 'system') then null else reason end`;

/** Reads the newest, the newest first. */
export const readTransitions = (scope: ReadScope, ids: string[]) => scope.db<TransitionRow[]>`
  select id, object, object_id, from_state, verb, to_state, ${reasonFor(scope)} as reason, ${actorFor(scope, 'actor')} as actor,
    correlation_id, at
  from transitions
  where object_id = any (${ids}::uuid[]) and (${ofMerchants(scope)} or object = 'deposit' and merchant_id is null)
  order by id desc limit ${mostSteps + 1}`;

export interface JournalRow {
  id: string;
  template: string;
  object: string;
  objectId: string;
  bookedAt: Date;
  accounts: string[];
  /** Debits positive, in cents. */
  amounts: Cents[];
  /** In the chain; null until it is linked. */
  position: bigint | null;
}

export const readJournals = (scope: ReadScope, ids: string[]) => scope.db<JournalRow[]>`
  select journal.id, journal.template, journal.object, journal.object_id, journal.booked_at,
    array_agg(account.kind order by entry.id) as accounts,
    array_agg(entry.amount_cents order by entry.id) as amounts,
    (select position from ledger_links link where link.journal_id = journal.id) as position
  from ledger_journals journal
  join ledger_entries entry on entry.journal_id = journal.id
  join ledger_accounts account on account.id = entry.account_id
  where journal.object_id = any (${ids}::uuid[]) and ${ofMerchants(scope, 'journal.merchant_id')}
  group by journal.id order by min(entry.id)`;

export interface SettledRow {
  journalId: string;
  type: string;
  amountCents: Cents;
  feeCents: Cents;
  settlementId: string;
  reference: string;
  state: string;
  settledAt: Date;
}

export const readSettled = (scope: ReadScope, journalIds: string[]) => scope.db<SettledRow[]>`
  select line.journal_id, line.type, line.amount_cents, line.fee_cents, line.settlement_id, settlement.reference,
    settlement.state, settlement.created_at as settled_at
  from settlement_lines line join settlements settlement on settlement.id = line.settlement_id
  where line.journal_id = any (${journalIds}::uuid[]) and ${ofMerchants(scope, 'line.merchant_id')}`;

export interface ConsentRow {
  transactionId: string;
  textVersion: string;
  language: string;
  givenAt: Date;
}

export const readConsents = (scope: ReadScope, transactionIds: string[]) => scope.db<ConsentRow[]>`
  select transaction_id, text_version, language, given_at
  from consents where transaction_id = any (${transactionIds}::uuid[]) and ${ofMerchants(scope)}`;

export interface MismatchRow {
  id: string;
  surface: string;
  reference: string | null;
  /** Null until it is examined. */
  findings: StoredFinding[] | null;
  isGivenUp: boolean;
  /** Null if the caller did not request it. */
  evidenceSealed: string | null;
  correlationId: string;
  createdAt: Date;
}

const mostMismatches = 50;

/** Reads a site's requests that were refused for their hash: one by id, or the newest with one of the references. */
export const readMismatches = (
  scope: ReadScope,
  of: { siteId: string; id?: string; references?: string[]; withEvidence: boolean },
) => scope.db<MismatchRow[]>`
  select id, surface, reference, findings, findings is null and attempts >= ${mostAttempts} as is_given_up,
    ${of.withEvidence ? scope.db`evidence_sealed` : scope.db`null as evidence_sealed`},
    correlation_id, created_at
  from hash_mismatches
  where site_id = ${of.siteId} and ${of.id ? scope.db`id = ${of.id}` : scope.db`reference = any (${of.references ?? []}::text[])`}
    and ${ofMerchants(scope)}
  order by created_at desc limit ${mostMismatches}`;
