// The customer's address of a payment link. Opening it creates the payment, or leads to the one that a single link has open. The
// amount is requested where it is open; a preview gets the same page with a button, and creates nothing.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context.ts';
import { DomainError } from '../../core/errors.ts';
import { findLinkForCustomer, type Link, linkStateAt } from '../../core/links/actions.ts';
import { findSharedPayment, payByLink } from '../../core/links/paying.ts';
import type { Site } from '../../core/merchants/actions.ts';
import type { Directory } from '../../core/merchants/directory.ts';
import { acceptForms } from '../../kernel/http/bodies.ts';
import { type Cents, readTypedAmount } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import { brandOf } from '../customer/brand.ts';
import { linkPath } from '../customer/link-path.ts';
import type { Frame, House } from '../customer/model.ts';
import { answerNotFound } from '../customer/not-found.ts';
import { noBanksHere } from '../customer/problems.ts';
import { answerFailure, type Fields, frameFor, originsOf, sendPage } from '../customer/replies.ts';
import { asCustomer } from '../customer/visits.ts';
import { isPreview } from './preview.ts';
import { type AmountError, closed, type LinkFrame, taken, toPay } from './views.ts';

export interface LinkDeps {
  ctx: Context;
  directory: Directory;
  house: House;
  /** Counts a payment that a browser creates for a site. Throws TooManyRequests. */
  countOpening(siteCode: string): void;
}

interface Visit {
  ctx: Context;
  request: FastifyRequest;
  reply: FastifyReply;
  frame: Frame;
  link: Link;
  site: Site;
}

const codePattern = /^[0-9a-z]{25}$/;

/** The page of payment links at /link. */
export function linkRoutes(deps: LinkDeps): FastifyPluginAsync {
  return async (server) => {
    acceptForms(server);
    server.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, deps.house));
    const visiting =
      (work: (visit: Visit) => unknown) => async (request: FastifyRequest, reply: FastifyReply) => {
        // No search engine keeps the address, which is a secret.
        reply.header('x-robots-tag', 'noindex');
        const visit = await find(deps, request, reply);
        return visit ? work(visit) : answerNotFound(request, reply, deps.house);
      };
    server.get(
      linkPath(':code'),
      visiting((visit) => open(deps, visit)),
    );
    server.post(
      linkPath(':code'),
      visiting((visit) => pay(deps, visit, (visit.request.body ?? {}) as Fields)),
    );
  };
}

async function find(
  deps: LinkDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit | undefined> {
  const ctx = asCustomer(deps.ctx, request);
  const code = (request.params as { code: string }).code.toLowerCase();
  const link = codePattern.test(code) ? await findLinkForCustomer(ctx.db, code) : undefined;
  if (!link) return undefined;
  const site = required(await deps.directory.siteById(link.siteId), 'site');
  return { ctx, request, reply, frame: frameFor(request, reply, deps.house, linkPath(code)), link, site };
}

async function open(deps: LinkDeps, visit: Visit): Promise<unknown> {
  const { ctx, link, reply, request } = visit;
  if (linkStateAt(link, ctx.clock.now()) !== 'active') return showClosed(visit);
  const shared = await findSharedPayment(ctx, link);
  if (shared) return reply.redirect(`/pay/${shared.id}`, 303);
  // Another language is chosen on this page.
  const isShown = link.amountCents === null || 'lang' in (request.query as Fields) || isPreview(request);
  return isShown ? showForm(visit) : pay(deps, visit, {});
}

async function pay({ countOpening }: LinkDeps, visit: Visit, fields: Fields): Promise<unknown> {
  const { ctx, site, link, reply } = visit;
  if (linkStateAt(link, ctx.clock.now()) !== 'active') return showClosed(visit);
  const typed = readAmount(link, fields.amount);
  if (typeof typed === 'string') return showForm(visit, typed, fields.amount);
  countOpening(site.code);
  try {
    const payment = await payByLink(ctx, site, link, typed);
    return reply.redirect(`/pay/${payment.id}`, 303);
  } catch (error) {
    if (error instanceof DomainError) return refuse(visit, error, fields.amount);
    throw error;
  }
}

/** Reads the amount that the customer typed, if the link leaves it open. */
function readAmount({ amountCents }: Link, typed: string | undefined): Cents | undefined | AmountError {
  if (amountCents !== null) return undefined;
  if (!typed?.trim()) return 'amountMissing';
  return readTypedAmount(typed) ?? 'amountUnreadable';
}

function refuse(visit: Visit, error: DomainError, typed: string | undefined): unknown {
  const { reply, frame, link } = visit;
  switch (error.code) {
    case 'InvalidField':
      return showForm(visit, 'amountOutOfRange', typed);
    case 'PaymentMethodUnavailable':
    case 'MerchantSuspended':
      return sendPage(reply.code(503), noBanksHere(frame));
    case 'DuplicateReference':
      return sendPage(reply.code(409), taken(aboutOf(visit)));
    case 'PaymentLinkClosed':
      return reply.redirect(linkPath(link.code), 303);
    default:
      throw error;
  }
}

function aboutOf({ ctx, frame, link, site }: Visit): LinkFrame {
  return {
    ...frame,
    ...brandOf(site),
    merchantName: site.name,
    description: link.description ?? undefined,
    reference: link.merchantReference,
    expiresAt: link.expiresAt,
    now: ctx.clock.now(),
  };
}

function showForm(visit: Visit, error?: AmountError, typed?: string): unknown {
  const { reply, link } = visit;
  const { amountCents, minimumCents, maximumCents } = link;
  const amount =
    amountCents === null
      ? {
          minCents: required(minimumCents ?? undefined, 'minimum'),
          maxCents: required(maximumCents ?? undefined, 'maximum'),
          typed,
        }
      : { cents: amountCents };
  const page = toPay({ ...aboutOf(visit), action: linkPath(link.code), amount, error });
  return sendPage(reply.code(error ? 422 : 200), page);
}

function showClosed(visit: Visit): unknown {
  const { ctx, reply, link } = visit;
  const state = linkStateAt(link, ctx.clock.now());
  if (state === 'active') return reply.redirect(linkPath(link.code), 303);
  const page = closed({ ...aboutOf(visit), state, backUrl: link.returnUrl ?? undefined });
  return sendPage(reply, page, originsOf([link.returnUrl]));
}
