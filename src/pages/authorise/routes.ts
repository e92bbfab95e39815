// The authorisation page's routes: read the subscription, look up the page in the state table, call one action, answer
// with a page or a redirect.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context.ts';
import type { Directory } from '../../core/merchants/directory.ts';
import type { OfferedBank, Rails } from '../../core/rails.ts';
import {
  authoriseAtBank,
  declineSubscription,
  enquireMandate,
  findAnySubscription,
  type Subscription,
} from '../../core/subscriptions/actions.ts';
import { required } from '../../kernel/required.ts';
import { troubleOfSubscription } from '../customer/charge.ts';
import { codeRoute } from '../customer/hand-off.ts';
import type { BankError, House } from '../customer/model.ts';
import {
  type Fields,
  frameFor,
  lastBankOf,
  originsOf,
  rememberBank,
  searchOf,
  sendPage,
} from '../customer/replies.ts';
import {
  type Visit as AnyVisit,
  asCustomer,
  bankErrorOf,
  chosenBank,
  consentOf,
  mountVisits,
} from '../customer/visits.ts';
import { mandateConsentVersion } from '../messages/index.ts';
import { authorisePaths } from './paths.ts';
import { showPage } from './show.ts';
import { type AuthorisePage, actionsOf, pageOf } from './states.ts';

export interface AuthoriseDeps {
  ctx: Context;
  directory: Directory;
  rails: Rails;
  /** Our base address for browsers, without a path. */
  publicUrl: string;
  house: House;
  /** Returns where the customer goes back to, with the outcome in the query, or undefined without an address. */
  returnAddress(subscription: Subscription): string | undefined;
}

interface Visit extends AnyVisit<AuthorisePage> {
  subscription: Subscription;
}

export function authoriseRoutes(deps: AuthoriseDeps): FastifyPluginAsync {
  return async (server) => {
    const { get, button } = mountVisits(server, {
      ...{ root: '/subscribe', house: deps.house, actionsOf, toPage },
      find: (id, request, reply) => find(deps, id, request, reply),
      answer: (visit) => answer(deps, visit),
    });
    codeRoute(server, deps, authorisePaths);

    get('return', async (visit) => {
      await enquireMandate({ ...visit.ctx, actor: 'bank' }, deps.rails, visit.subscription);
      return toPage(visit);
    });
    button('choose', 'choose', (visit, fields) => chooseBank(deps, visit, fields));
    button('decline', 'decline', async (visit) => {
      const declined = await declineSubscription(visit.ctx, visit.subscription.id);
      const address = deps.returnAddress(declined);
      return address === undefined ? toPage(visit) : visit.reply.redirect(address, 303);
    });
  };
}

async function chooseBank(deps: AuthoriseDeps, visit: Visit, fields: Fields): Promise<unknown> {
  const { ctx, subscription, reply } = visit;
  const again = (error: BankError) => answer(deps, visit, { error, selectedBankId: fields.bank });
  const chosen = chosenBank(await banksFor(deps, subscription), fields.bank);
  if ('error' in chosen) return again(chosen.error);
  const { bank } = chosen;
  // Consent counts only for the shown text. If the text has changed, the page is shown again.
  if (fields.consent !== mandateConsentVersion) return toPage(visit);
  const consent = {
    ...consentOf(visit, mandateConsentVersion),
    givenAt: ctx.clock.now().toISOString(),
  };
  const returnUrl = deps.publicUrl + authorisePaths.return(subscription.id);
  try {
    const opened = await authoriseAtBank(ctx, deps.rails, subscription, bank, consent, returnUrl);
    rememberBank(reply, bank.id);
    return reply.redirect(opened.redirectUrl, 303);
  } catch (error) {
    const wrong = bankErrorOf(error, bank);
    if (wrong) return again(wrong);
    throw error;
  }
}

/** Reads a subscription as it is now, and its page. */
async function find(
  deps: AuthoriseDeps,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit | undefined> {
  const ctx = asCustomer(deps.ctx, request);
  const subscription = await findAnySubscription(ctx.db, id);
  if (!subscription) return undefined;
  const frame = frameFor(request, reply, deps.house, authorisePaths.page(subscription.id));
  const page = pageOf(subscription, ctx.clock.now());
  return { ctx, request, reply, frame, subscription, page };
}

/** Sends the page of the subscription's present state. */
async function answer(
  deps: AuthoriseDeps,
  visit: Visit,
  form: { error?: BankError; selectedBankId?: string } = {},
): Promise<unknown> {
  const { subscription, request } = visit;
  const query = request.query as Fields;
  const isSuspended = await deps.directory.isSuspended(subscription.merchantId);
  const html = await showPage({
    ...visit,
    now: visit.ctx.clock.now(),
    site: required(await deps.directory.siteById(subscription.siteId), 'site'),
    banks: () => banksFor(deps, subscription),
    backUrl: deps.returnAddress(subscription),
    isChoosingAgain: query.again === '1' || form.error !== undefined || isSuspended,
    query: searchOf(request),
    lastBankId: lastBankOf(request),
    trouble: hasCharges(visit.page) ? await troubleOfSubscription(visit.ctx, subscription.id) : undefined,
    ...form,
  });
  // Browsers check the redirect after a form against the policy's form-action, and declining leads to the merchant.
  return sendPage(visit.reply, html, originsOf([deps.publicUrl, subscription.returnUrl]));
}

const hasCharges = (page: AuthorisePage): boolean => page === 'active' || page === 'stopped';

const toPage = (visit: Visit): unknown =>
  visit.reply.redirect(authorisePaths.page(visit.subscription.id), 303);

/** Returns the banks that can be authorised to charge a customer; none for a suspended merchant. */
async function banksFor(
  { directory, rails }: AuthoriseDeps,
  { merchantId }: Subscription,
): Promise<OfferedBank[]> {
  if (await directory.isSuspended(merchantId)) return [];
  const account = await rails.accountFor(merchantId, 'mandates');
  if (account === undefined) return [];
  return (await rails.banks(merchantId)).map((bank) => ({ ...bank, account }));
}
