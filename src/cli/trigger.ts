// tefo trigger: triggers an event, with real objects and the caller's data.
import { type EventType, eventRegistry } from '../core/events.ts';
import { type Session, until } from '../devtools/session.ts';
import { bulkRecipes } from '../devtools/trigger/bulk.ts';
import { despiteMoves } from '../devtools/trigger/moved-clock.ts';
import { paymentRecipes } from '../devtools/trigger/payments.ts';
import { payoutRecipes } from '../devtools/trigger/payouts.ts';
import type { Given, Recipe } from '../devtools/trigger/recipe.ts';
import { reportRecipes } from '../devtools/trigger/reports.ts';
import { subscriptionRecipes } from '../devtools/trigger/subscriptions.ts';
import { newId } from '../kernel/ids.ts';
import { type Cents, parseDecimal } from '../kernel/money.ts';
import { firstOf } from '../kernel/required.ts';
import { findEvent } from '../reports/history/actions.ts';
import { moved } from './clock.ts';
import { type Choices, UsageError, type Work } from './command.ts';
import { lines, print } from './output.ts';
import { withProgress } from './progress.ts';
import { withSession } from './session.ts';

/** How to cause each event. */
export const recipes: Record<EventType, Recipe> = {
  ...paymentRecipes,
  ...payoutRecipes,
  ...subscriptionRecipes,
  ...bulkRecipes,
  ...reportRecipes,
};

const events = Object.keys(eventRegistry) as EventType[];
const patienceMs = 20_000;

export const triggerChoices: Choices = {
  EVENT: events,
  '--outcome': [...new Set(events.flatMap((event) => recipes[event].outcomes))],
};

export const triggerMore = `The command uses the service’s own API and the sandbox’s controls, so the objects are real. It uses an object with your reference: an open payment, a paid transaction to refund, a subscription. ${events
  .filter((event) => recipes[event].warning !== undefined)
  .map((event) => `${event}: ${recipes[event].warning}`)
  .join(' ')}`;

export const triggerCommand: Work = async ({ values, positionals }) => {
  const text = (name: string) => values[name] as string | undefined;
  const event = readEvent(firstOf(positionals));
  const outcome = readOutcome(event, text('outcome'));
  const amount = readAmount(text('amount'));
  const isQuiet = values.json === true;
  const given = { reference: text('reference'), amount, outcome, notifyUrl: text('notifyUrl'), isQuiet };
  return withSession({ site: values.site, command: 'trigger', isDecided: true }, async (session) => {
    const made = await trigger(session, event, given);
    print(values.json, made, () => lines(made));
  });
};

/** Triggers an event; returns it with all objects that were created or used. */
export async function trigger(
  session: Session,
  event: EventType,
  { isQuiet, ...asked }: Omit<Given, 'freshReference' | 'moveClock'> & { isQuiet: boolean },
) {
  const { ctx, site } = session;
  const freshReference = `TRIGGER-${newId(ctx.clock).slice(-8).toUpperCase()}`;
  const given: Given = { ...asked, freshReference, moveClock: (move) => moved(session, move, isQuiet) };
  const done = await despiteMoves(session, () => recipes[event].run(session, given));
  const found = await withProgress(
    isQuiet,
    () => `waiting for ${event}`,
    () => until(() => findEvent(ctx.db, site.merchantId, { ...done, type: event }), patienceMs),
  );
  const { objectId, ids, clock } = done;
  if (!found) throw new Error(`${event} of ${objectId} did not happen within ${patienceMs / 1_000} seconds`);
  const { id: eventId, sequence } = found;
  const { outcome } = given;
  return { event, eventId, sequence, objectId, outcome, ...ids, ...(clock !== undefined && { clock }) };
}

function readEvent(given: string): EventType {
  const event = events.find((one) => one === given);
  if (!event) throw new UsageError(`there is no event ${given}; use one of ${events.join(', ')}`);
  return event;
}

function readOutcome(event: EventType, given: string | undefined): string {
  const { outcomes } = recipes[event];
  if (given === undefined) return outcomes[0];
  if (!outcomes.includes(given))
    throw new UsageError(`--outcome of ${event} must be one of ${outcomes.join(', ')}`);
  return given;
}

function readAmount(given: string | undefined): Cents | undefined {
  if (given === undefined) return undefined;
  const amount = parseDecimal(given);
  if (amount === undefined || amount <= 0n)
    throw new UsageError('--amount must be an amount in rand, such as 150 or 99.90');
  return amount;
}
