// The subscriber's page: a signed address that shows a customer their subscription, and lets them cancel it and stop its e-mails.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context.ts';
import { isMailOn } from '../../core/emails/actions.ts';
import type { Site } from '../../core/merchants/actions.ts';
import type { Directory } from '../../core/merchants/directory.ts';
import {
  type Charge,
  cancelSubscription,
  comingCharges,
  findAnySubscription,
  listCharges,
  type Subscription,
  setReminders,
  subscriberPath,
  subscriptionOfToken,
} from '../../core/subscriptions/actions.ts';
import { only } from '../../core/viewer.ts';
import { dayOf } from '../../kernel/business-days.ts';
import { acceptForms } from '../../kernel/http/bodies.ts';
import { required } from '../../kernel/required.ts';
import { brandOf } from '../customer/brand.ts';
import { troubleOfSubscription } from '../customer/charge.ts';
import type { Frame, House } from '../customer/model.ts';
import { answerNotFound } from '../customer/not-found.ts';
import { answerFailure, type Fields, frameFor, press, sendPage } from '../customer/replies.ts';
import { asCustomer } from '../customer/visits.ts';
import {
  cancelQuestion,
  type EmailChoice,
  ended,
  overview,
  type PastCharge,
  type SubscriberFrame,
} from './views.ts';

export interface SubscriberDeps {
  ctx: Context;
  directory: Directory;
  house: House;
}

interface Visit {
  ctx: Context;
  reply: FastifyReply;
  frame: Frame;
  subscription: Subscription;
  site: Site;
  path: string;
}

/** How many charges the page lists. */
const shown = { coming: 3, past: 12 };

/** The subscriber's page at /subscriber. */
export function subscriberRoutes(deps: SubscriberDeps): FastifyPluginAsync {
  return async (server) => {
    acceptForms(server);
    server.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, deps.house));
    const visiting =
      (work: (visit: Visit, fields: Fields) => unknown) =>
      async (request: FastifyRequest, reply: FastifyReply) => {
        // The address is a secret: no search engine keeps it, no cache shares it, and no other server receives it.
        reply
          .header('x-robots-tag', 'noindex')
          .header('cache-control', 'no-store')
          .header('referrer-policy', 'same-origin');
        const visit = await find(deps, request, reply);
        if (visit) return work(visit, (request.body ?? {}) as Fields);
        // Counted like a wrong key, so that no one can try many.
        request.isRefusedTry = true;
        return answerNotFound(request, reply, deps.house);
      };
    server.get('/subscriber/:token', visiting(show));
    server.get(
      '/subscriber/:token/cancel',
      visiting((visit) =>
        isActive(visit) ? sendPage(visit.reply, cancelQuestion(aboutOf(visit))) : toPage(visit),
      ),
    );
    server.post('/subscriber/:token/cancel', visiting(cancel));
    server.post('/subscriber/:token/emails', visiting(changeEmails));
  };
}

async function find(
  deps: SubscriberDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit | undefined> {
  const ctx = asCustomer(deps.ctx, request);
  const { token } = request.params as { token: string };
  const id = subscriptionOfToken(ctx, token);
  const subscription = id === undefined ? undefined : await findAnySubscription(ctx.db, id);
  if (!subscription) return undefined;
  const site = required(await deps.directory.siteById(subscription.siteId), 'site');
  const path = subscriberPath(ctx, subscription.id);
  return { ctx, reply, frame: frameFor(request, reply, deps.house, path), subscription, site, path };
}

const isActive = ({ subscription }: Visit): boolean => subscription.state === 'active';

const toPage = ({ reply, path }: Visit): unknown => reply.redirect(path, 303);

/** Shows the subscription. The customer decides about a new one on its own page. */
async function show(visit: Visit): Promise<unknown> {
  const { ctx, reply, subscription, site } = visit;
  const { id, state, merchantId } = subscription;
  if (state === 'pending_authorization' || state === 'unknown')
    return reply.redirect(`/subscribe/${id}`, 303);
  const about = aboutOf(visit);
  // Cancelling revokes the address: the page shows nothing more than that.
  if (state === 'canceled') return sendPage(reply, ended(about, state));
  const { rows, hasMore } = await listCharges(
    ctx.db,
    { id, merchantId },
    { limit: shown.past + 1, offset: 0 },
  );
  const past = rows.filter((charge) => charge.state !== 'scheduled');
  const details = {
    past: past.slice(0, shown.past).map(pastOf),
    hasOlder: hasMore || past.length > shown.past,
    trouble: await troubleOfSubscription(ctx, id),
  };
  if (state !== 'active') return sendPage(reply, ended(about, state, details));
  const coming = await comingCharges(ctx, subscription, site, shown.coming);
  return sendPage(
    reply,
    overview({
      ...{ ...about, ...details, coming },
      ...{ bankName: subscription.bankName ?? undefined, account: subscription.payerAccount ?? undefined },
      ...{ retries: site.chargeRetries, emails: emailsOf(visit) },
    }),
  );
}

function emailsOf({ ctx, subscription, site }: Visit): EmailChoice | undefined {
  const { emailReminderDays, emailFailedCharges } = site;
  const areOffered = emailReminderDays !== null || emailFailedCharges;
  if (!areOffered || !isMailOn(ctx) || subscription.customer?.email === undefined) return undefined;
  return {
    // A daily charge has no reminder.
    daysBefore: (subscription.frequency !== 'Daily' && emailReminderDays) || undefined,
    afterFailure: emailFailedCharges,
    areStopped: subscription.remindersStoppedAt !== null,
  };
}

function aboutOf({ frame, subscription, site, path }: Visit): SubscriberFrame {
  const { amountCents, frequency, occurrences, description, merchantReference, authorizedAt } = subscription;
  return {
    ...{ ...frame, ...brandOf(site), merchantName: site.name, reference: merchantReference },
    ...{ amountCents, frequency, occurrences, description: description ?? undefined },
    wasActive: authorizedAt !== null,
    actions: { cancel: `${path}/cancel`, emails: `${path}/emails` },
  };
}

function pastOf({ chargeDate, amountCents, state, dueAt }: Charge): PastCharge {
  const day = { day: chargeDate, amountCents };
  if (state === 'successful') return { ...day, outcome: 'paid' };
  if (state === 'charging') return { ...day, outcome: 'atBank' };
  if (state === 'retrying' && dueAt) return { ...day, outcome: 'notPaid', againOn: dayOf(dueAt).toString() };
  return { ...day, outcome: 'notPaid' };
}

function cancel(visit: Visit): Promise<unknown> {
  const { ctx, subscription } = visit;
  return press(
    isActive(visit),
    async () => {
      await cancelSubscription(ctx, only(subscription.merchantId), subscription.id);
      return toPage(visit);
    },
    () => toPage(visit),
  );
}

/** Also for mail programs, which post `List-Unsubscribe=One-Click`. */
async function changeEmails(visit: Visit, { send }: Fields): Promise<unknown> {
  await setReminders(visit.ctx, visit.subscription.id, send === 'yes');
  return toPage(visit);
}
