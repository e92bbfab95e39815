// The authorisation page's routes: read the subscription, look up the page in the state table, call one action, answer
// with a page or a redirect. Of what a browser sends, only the pressed button is trusted.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context.ts';
import { DomainError } from '../../core/errors.ts';
import type { Directory } from '../../core/merchants/directory.ts';
import type { OfferedBank, Rails } from '../../core/rails.ts';
import {
  authoriseAtBank,
  declineSubscription,
  enquireMandate,
  findAnySubscription,
  type Subscription,
} from '../../core/subscriptions/actions.ts';
import { acceptForms } from '../../kernel/http/bodies.ts';
import { isUuid } from '../../kernel/ids.ts';
import { required } from '../../kernel/required.ts';
import { troubleOfSubscription } from '../customer/charge.ts';
import { codeRoute } from '../customer/hand-off.ts';
import type { BankError, Frame, House } from '../customer/model.ts';
import { answerNotFound } from '../customer/nowhere.ts';
import {
  answerFailure,
  type Fields,
  frameFor,
  lastBankOf,
  originsOf,
  press,
  rememberBank,
  searchOf,
  sendPage,
} from '../customer/replies.ts';
import { mandateConsentVersion } from '../words/index.ts';
import { authorisePaths } from './paths.ts';
import { showPage } from './show.ts';
import { type AuthoriseAction, type AuthorisePage, actionsOf, pageOf } from './states.ts';

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

interface Visit {
  ctx: Context;
  request: FastifyRequest;
  reply: FastifyReply;
  frame: Frame;
  subscription: Subscription;
  page: AuthorisePage;
}

/** The authorisation page at /subscribe. */
export function authoriseRoutes(deps: AuthoriseDeps): FastifyPluginAsync {
  return async (server) => {
    acceptForms(server);
    server.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, deps.house));

    server.get('/subscribe/:id', async (request, reply) => {
      const visit = await arrive(deps, request, reply);
      return visit ? answer(deps, visit) : answerNotFound(request, reply, deps.house);
    });
    // Some shops' clients redirect their customer with a POST.
    server.post('/subscribe/:id', async (request, reply) => {
      const visit = await arrive(deps, request, reply);
      return visit ? toPage(visit) : answerNotFound(request, reply, deps.house);
    });
    server.get('/subscribe/:id/return', async (request, reply) => {
      const visit = await arrive(deps, request, reply);
      if (!visit) return answerNotFound(request, reply, deps.house);
      await enquireMandate({ ...visit.ctx, actor: 'bank' }, deps.rails, visit.subscription);
      return toPage(visit);
    });
    server.get('/subscribe/:id/status', async (request, reply) => {
      const visit = await arrive(deps, request, reply);
      if (!visit) return reply.code(404).send({ page: 'notFound' });
      return { page: visit.page };
    });

    codeRoute(server, deps, authorisePaths);

    button(server, deps, '/subscribe/:id/choose', 'choose', chooseBank);
    button(server, deps, '/subscribe/:id/decline', 'decline', async (visit) => {
      const declined = await declineSubscription(visit.ctx, visit.subscription.id);
      const address = deps.returnAddress(declined);
      return address === undefined ? toPage(visit) : visit.reply.redirect(address, 303);
    });
  };
}

type Press = (visit: Visit, fields: Fields, deps: AuthoriseDeps) => Promise<unknown>;

function button(
  server: FastifyInstance,
  deps: AuthoriseDeps,
  path: string,
  action: AuthoriseAction,
  work: Press,
): void {
  server.post<{ Body: Fields | undefined }>(path, async (request, reply) => {
    const visit = await arrive(deps, request, reply);
    if (!visit) return answerNotFound(request, reply, deps.house);
    return press(
      actionsOf[visit.page].includes(action),
      () => work(visit, request.body ?? {}, deps),
      () => toPage(visit),
    );
  });
}

async function chooseBank(visit: Visit, fields: Fields, deps: AuthoriseDeps): Promise<unknown> {
  const { ctx, subscription, request, reply } = visit;
  const again = (error: BankError) => answer(deps, visit, { error, selectedBankId: fields.bank });
  const bank = (await banksFor(deps.rails, subscription)).find((one) => one.id === fields.bank);
  if (!bank) return again({ kind: 'noBank' });
  if (!bank.available) return again({ kind: 'bankUnavailable', bankName: bank.name });
  // Consent counts only for the shown text. If the text has changed, the page is shown again.
  if (fields.consent !== mandateConsentVersion) return toPage(visit);
  const consent = {
    textVersion: mandateConsentVersion,
    language: visit.frame.language,
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
    givenAt: ctx.clock.now().toISOString(),
  };
  const returnUrl = deps.publicUrl + authorisePaths.return(subscription.id);
  try {
    const opened = await authoriseAtBank(ctx, deps.rails, subscription, bank, consent, returnUrl);
    rememberBank(reply, bank.id);
    return reply.redirect(opened.redirectUrl, 303);
  } catch (error) {
    const isAway = error instanceof DomainError && error.code === 'BankUnavailable';
    if (isAway) return again({ kind: 'bankUnreachable', bankName: bank.name });
    throw error;
  }
}

/** Reads the subscription of the address as it is now, and its page. */
async function arrive(
  deps: AuthoriseDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit | undefined> {
  const { id } = request.params as { id: string };
  if (!isUuid(id)) return undefined;
  const ctx: Context = { ...deps.ctx, correlationId: request.id, actor: 'customer' };
  const subscription = await findAnySubscription(ctx, id);
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
  const html = await showPage({
    ...visit,
    now: visit.ctx.clock.now(),
    site: required(await deps.directory.siteById(subscription.siteId), 'site'),
    banks: () => banksFor(deps.rails, subscription),
    backUrl: deps.returnAddress(subscription),
    isChoosingAgain: query.again === '1' || form.error !== undefined,
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

/** Returns the banks that can be authorised to charge a customer. */
async function banksFor(rails: Rails, { merchantId }: Subscription): Promise<OfferedBank[]> {
  const account = await rails.accountFor(merchantId, 'mandates');
  if (account === undefined) return [];
  return (await rails.banks(merchantId)).map((bank) => ({ ...bank, account }));
}
