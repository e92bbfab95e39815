// Attempts to pay through the API: the payer's steps one by one, whatever the bank does with them, and the merchant who loses sight of
// one because the bank does not respond. They are on the club's site.
import { demoBank } from '../../../src/core/banks.ts';
import { ask } from '../../support/merchant.ts';
import { type Action, someOf, type Turn } from '../action.ts';
import { setFaults } from './circumstances.ts';

type State =
  | 'created'
  | 'started'
  | 'authenticated'
  | 'pending'
  | 'unknown'
  | 'successful'
  | 'declined'
  | 'cancelled'
  | 'abandoned'
  | 'failed'
  | 'expired';

export interface Attempt {
  id: string;
  paymentId: string;
  reference: string;
  cents: number;
  expiresAt: number;
  state: State;
  /** Its state at the bank, as far as it was decided there. */
  atBank: State | undefined;
}

/** Returns the bank's decision by the cents of an amount when the payer approves. */
const approved = (cents: number): State => {
  const fate = cents % 100;
  if (fate === 91) return 'declined';
  if (fate === 92) return 'cancelled';
  return fate === 94 || fate === 95 ? 'pending' : 'successful';
};

const begin: Action = {
  weight: 4,
  play: async (turn) => {
    const { world, model, random, step, expect, reach } = turn;
    const cents = random.between(1, 900) * 100 + random.pick([0, 0, 0, 0, 91, 92, 94, 95]);
    const expiresAt = world.service.clock.now().getTime() + random.between(5, 2 * 24 * 60) * 60_000;
    const reference = `TRY-${step}`;
    const made = await world.merchant.one('/payments', {
      ...{ siteCode: world.club.siteCode, amount: { currency: 'ZAR', value: cents / 100 } },
      ...{ merchantReference: reference, expireAt: new Date(expiresAt).toISOString() },
    });
    const paymentId = made.body?.id;
    const path = `/payments/${paymentId}/transactions`;
    const { status, text, body } = await world.merchant.one(path, { paymentType: 'redirect' });
    expect(status === 201, () => `an attempt was answered ${made.status} and ${status}: ${text}`);
    if (status !== 201) return;
    const known = { id: body.id, paymentId, reference, cents, expiresAt };
    const attempt: Attempt = { ...known, state: 'created', atBank: undefined };
    model.attempts.push(attempt);
    if (random.chance(0.85)) await take(turn, attempt, 'selectInstitution');
    reach('attempt begun');
  },
};

const verbs = ['selectInstitution', 'authenticate', 'approve', 'decline', 'cancel'] as const;
type Verb = (typeof verbs)[number];

const from: Record<Verb, readonly State[]> = {
  selectInstitution: ['created'],
  authenticate: ['started'],
  approve: ['authenticated'],
  decline: ['authenticated'],
  cancel: ['created', 'started', 'authenticated'],
};

/** Returns the state of an attempt at the bank after a step. */
function after(verb: Verb, { cents }: Attempt): State {
  if (verb === 'selectInstitution') return 'started';
  if (verb === 'authenticate') return 'authenticated';
  if (verb === 'approve') return approved(cents);
  return verb === 'decline' ? 'declined' : 'cancelled';
}

/** Takes a step, and predicts where the attempt is then: a lost response leaves it unknown, or is no loss at all. */
async function take(turn: Turn, attempt: Attempt, verb: Verb): Promise<void> {
  const { world, model, expect, reach } = turn;
  const isAllowed = from[verb].includes(attempt.state);
  const { status, text } = await world.merchant.one(`/transactions/${attempt.id}`, {
    step: verb,
    ...(verb === 'selectInstitution' && { institutionId: demoBank.id }),
  });
  const wasCreated = attempt.state === 'created';
  if (isAllowed) {
    attempt.atBank = wasCreated && verb === 'cancel' ? undefined : after(verb, attempt);
    attempt.state = seenAfter(model.isBankLossy, verb, wasCreated, attempt);
  }
  const wanted = isAllowed ? statusOf(attempt.state) : [403, 409];
  expect(
    wanted.includes(status),
    () => `${verb} of ${attempt.reference} made it ${attempt.state}, and was answered ${status}: ${text}`,
  );
  reach(`${verb}: ${isAllowed ? attempt.state : 'refused'}`);
  await compareAttempts(turn, [attempt]);
}

/** The status of a step's response by the state that it leads to. */
function statusOf(state: State): number[] {
  if (state === 'failed') return [502];
  return state === 'pending' || state === 'unknown' ? [202] : [200];
}

/** The state after a step, where the bank's response may be lost. */
function seenAfter(isLossy: boolean, verb: Verb, wasCreated: boolean, { atBank }: Attempt): State {
  if (wasCreated && verb === 'cancel') return 'cancelled';
  if (!isLossy || verb === 'authenticate') return atBank!;
  return verb === 'selectInstitution' ? 'failed' : 'unknown';
}

const stepOn: Action = {
  weight: 6,
  play: async (turn) => {
    const { random, model } = turn;
    await compareAttempts(turn, model.attempts);
    const live = model.attempts.filter(({ state }) => acting.includes(state));
    const attempt = someOf(turn, random.chance(0.9) ? live : model.attempts);
    if (!attempt) return;
    const fitting = verbs.filter((verb) => from[verb].includes(attempt.state) && verb !== 'cancel');
    const isFitting = fitting.length > 0 && random.chance(0.8);
    await take(turn, attempt, random.pick(isFitting ? fitting : verbs));
  },
};

const acting: readonly State[] = ['created', 'started', 'authenticated'];

/** The payer returns while the bank does not respond: the outcome of the attempt is unknown. */
const loseSight: Action = {
  weight: 4,
  play: async (turn) => {
    const { world, model, expect, fault, reach } = turn;
    await compareAttempts(turn, model.attempts);
    const attempt = someOf(
      turn,
      model.attempts.filter(({ state }) => state === 'started' || state === 'authenticated'),
    );
    if (!attempt) return;
    const was = attempt.state;
    await setFaults(world, { ...model.line, bank: { down: true } });
    const { status } = await ask(`${world.service.base}/pay/${attempt.paymentId}/return`);
    await setFaults(world, model.line);
    fault('bank: down');
    expect(status < 500, () => `the return of ${attempt.reference} was answered ${status}`);
    attempt.state = 'unknown';
    attempt.atBank = was;
    await compareAttempts(turn, [attempt]);
    reach(`lost sight of an attempt that was ${was}`);
  },
};

const outcomes = {
  success: 'successful',
  declined: 'declined',
  cancelled: 'cancelled',
  abandoned: 'abandoned',
  error: 'failed',
  pending: 'pending',
} as const satisfies Record<string, State>;

/** The bank decides, whatever the payer did. */
const decideAttempt: Action = {
  weight: 9,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    await compareAttempts(turn, model.attempts);
    const open = model.attempts.filter(({ state }) => [...acting, 'pending', 'unknown'].includes(state));
    const attempt = someOf(turn, random.chance(0.9) ? open.filter(({ state }) => state !== 'created') : open);
    if (!attempt) return;
    const outcome = random.pick(Object.keys(outcomes) as (keyof typeof outcomes)[]);
    const { status, text } = await world.merchant.sandbox(`/transactions/${attempt.id}/outcome`, { outcome });
    const isAtBank = attempt.state !== 'created';
    // An unknown one may be decided there.
    const isDecided =
      attempt.state === 'unknown' && !['started', 'authenticated', 'pending'].includes(attempt.atBank!);
    const mayBe = isDecided ? [200, 409] : isAtBank ? [200] : [200, 409, 503];
    expect(
      mayBe.includes(status),
      () => `${outcome} of ${attempt.reference}, which is ${attempt.state}, was answered ${status}: ${text}`,
    );
    if (status !== 200) return;
    reach(`attempt that was ${attempt.state}: ${outcome}`);
    const isEnded = isDecided && attempt.atBank !== outcomes[outcome] && outcome !== 'success';
    if (!isEnded) attempt.atBank = outcomes[outcome];
    if (isAtBank) attempt.state = attempt.atBank!;
    else Object.assign(attempt, await readAttempt(turn, attempt));
    await compareAttempts(turn, [attempt]);
  },
};

async function readAttempt({ world }: Turn, { id }: Attempt): Promise<{ state: State; atBank: State }> {
  const [row] = await world.service.db<{ state: State }[]>`select state from transactions where id = ${id}`;
  return { state: row!.state, atBank: row!.state };
}

/** The steps that need no request of the merchant. */
function onItsOwn({ atBank, cents }: Attempt): Partial<Record<State, readonly State[]>> {
  const known = atBank && !acting.includes(atBank) ? atBank : undefined;
  const processed: State[] = cents % 100 === 95 ? ['declined'] : ['successful'];
  return {
    created: ['expired', 'cancelled', 'abandoned'],
    started: ['abandoned', 'expired'],
    authenticated: ['abandoned', 'expired'],
    unknown: known ? [known, ...(known === 'pending' ? processed : [])] : ['abandoned'],
    pending: approved(cents) === 'pending' ? processed : [],
    // The bank had received the step, although its response was lost.
    failed: known === 'successful' ? ['successful'] : [],
    abandoned: known === 'successful' ? ['successful'] : [],
    expired: known === 'successful' ? ['successful'] : [],
  };
}

export async function compareAttempts(turn: Turn, attempts: readonly Attempt[]): Promise<void> {
  const { world, expect, reach } = turn;
  const ids = attempts.map(({ id }) => id);
  const rows = await world.service.db<{ id: string; state: State; cents: bigint }[]>`
    select id, state, amount_cents as cents from transactions where id = any (${ids}::uuid[])`;
  const shown = new Map(rows.map((row) => [row.id, row]));
  for (const attempt of attempts) {
    const row = shown.get(attempt.id);
    if (row && onItsOwn(attempt)[attempt.state]?.includes(row.state)) {
      reach(`attempt that was ${attempt.state} became ${row.state}`);
      attempt.state = row.state;
      attempt.atBank ??= row.state;
    }
    expect(
      row?.state === attempt.state && Number(row.cents) === attempt.cents,
      () =>
        `${attempt.reference} of ${attempt.cents} cents is ${attempt.state} (at the bank: ${attempt.atBank}), and is shown as ${row?.state}`,
    );
  }
}

/** After a month no attempt waits for a payer, and each paid one is booked. */
export async function judgeAttempts(turn: Turn): Promise<void> {
  const { world, model, expect } = turn;
  await compareAttempts(turn, model.attempts);
  for (const { reference, state } of model.attempts)
    expect(![...acting, 'unknown'].includes(state), () => `${reference} is still ${state} after a month`);
  for (const { id, cents, state, reference } of model.attempts) {
    const [booked] = await world.service.db<{ cents: bigint }[]>`
      select coalesce(sum(entry.amount_cents), 0)::bigint as cents
      from ledger_journals journal join ledger_entries entry on entry.journal_id = journal.id
        join ledger_accounts account on account.id = entry.account_id
      where journal.object_id = ${id} and account.kind = 'bank_clearing'`;
    const wanted = state === 'successful' ? cents : 0;
    expect(
      Number(booked!.cents) === wanted,
      () => `${booked!.cents} cents of ${reference}, which is ${state}, are booked; it should be ${wanted}`,
    );
  }
}

export const attemptActions = { begin, stepOn, loseSight, decideAttempt };
