// The checkout's routes: read the payment, look up the page in the state table, call one action, respond with a page or
// a redirect.
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { hasAnyBank } from '../../core/accounts/actions.ts';
import type { Context } from '../../core/context.ts';
import { chooseDeposit } from '../../core/deposits/actions.ts';
import { DomainError } from '../../core/errors.ts';
import type { Directory } from '../../core/merchants/directory.ts';
import { findPaymentForCustomer, type Payment } from '../../core/payments/actions.ts';
import type { Rails } from '../../core/rails.ts';
import {
  chooseTestOutcome,
  findCurrent,
  openTransaction,
  startAtBank,
  type Transaction,
} from '../../core/transactions/actions.ts';
import { cancelAttempt, cancelPayment } from '../../core/transactions/cancellation.ts';
import { leavePayment } from '../../core/transactions/closing.ts';
import { returnFromBank } from '../../core/transactions/enquiries.ts';
import { type Cents, readTypedAmount } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import { troubleOfPayment } from '../customer/charge.ts';
import { codeRoute } from '../customer/hand-off.ts';
import type { House } from '../customer/model.ts';
import { cannotStart, noBanksHere } from '../customer/problems.ts';
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
import { consentVersion } from '../messages/index.ts';
import { isOfDeposit, noWays, openOnlyWay, type Ways, waysOf } from './deposit.ts';
import type { ChooseError } from './model.ts';
import { checkoutPaths } from './paths.ts';
import { readTestOutcome, showPage } from './show.ts';
import { actionsOf, type CheckoutPage, pageOf } from './states.ts';

/** Opens a payment from a form or query that a shop made the customer's browser send straight to the checkout. */
export type OpenFromBrowser = (
  fields: Record<string, string>,
  correlationId: string,
) => Promise<{ paymentId: string } | { refused: string; hasWrongHash?: true }>;

export interface CheckoutDeps {
  ctx: Context;
  directory: Directory;
  rails: Rails;
  /** Our base address for browsers, without a path. */
  publicUrl: string;
  house: House;
  /** Returns where the customer goes back to, with the outcome in the query, or undefined without an address. */
  returnAddress(payment: Payment, transaction: Transaction | undefined): Promise<string | undefined>;
  openFromBrowser: OpenFromBrowser;
}

interface Visit extends AnyVisit<CheckoutPage> {
  payment: Payment;
  transaction: Transaction | undefined;
}

export function checkoutRoutes(deps: CheckoutDeps): FastifyPluginAsync {
  return async (server) => {
    const { get, button } = mountVisits(server, {
      ...{ root: '/pay', house: deps.house, actionsOf, toPage: back },
      find: (id, request, reply) => find(deps, id, request, reply),
      answer: (visit) => answer(deps, visit),
    });
    openingRoutes(server, deps);
    codeRoute(server, deps, checkoutPaths);

    get('return', async (visit) => {
      // A subscription's charge sends no customer to a bank, and the job that sends the charge queries its outcome.
      if (visit.transaction && visit.payment.details.subscriptionId === undefined)
        await returnFromBank({ ...visit.ctx, actor: 'bank' }, deps.rails, visit.transaction);
      return back(visit);
    });
    get('eft', (visit) => {
      const frame = { ...visit.frame, path: checkoutPaths.eft(visit.payment.id) };
      return isOfDeposit(visit) ? answer(deps, { ...visit, frame }, { isEft: true }) : back(visit);
    });
    button('eft', 'payByEft', (visit) => payByEft(deps, visit));
    button('choose', 'choose', (visit, fields) => chooseBank(deps, visit, fields));
    button('test-outcome', 'chooseTestOutcome', async (visit, fields) => {
      const outcome = readTestOutcome(fields.outcome);
      if (!outcome) return answer(deps, visit, { missingOutcome: true });
      await chooseTestOutcome(visit.ctx, visit.payment, outcome);
      return back(visit);
    });
    button('another', 'chooseAnother', async (visit) => {
      const { ctx, transaction } = visit;
      if (transaction) await cancelAttempt(ctx, deps.rails, transaction, 'the payer chose another bank');
      return visit.reply.redirect(checkoutPaths.tryAgain(visit.payment.id), 303);
    });
    button('cancel', 'cancel', async (visit) => {
      await cancelPayment(visit.ctx, deps.rails, visit.payment, 'cancelled by the customer');
      return leave(deps, visit);
    });
    button('leave', 'leave', async (visit) => {
      await leavePayment(visit.ctx, visit.payment.id);
      return leave(deps, visit);
    });
  };
}

// The payer pays by themselves, so there is nothing to agree to.
async function payByEft(deps: CheckoutDeps, visit: Visit): Promise<unknown> {
  const { ctx, payment, reply } = visit;
  const { depositAccount } = await waysOf(deps, payment);
  if (!depositAccount) return back(visit);
  await chooseDeposit(ctx, payment, depositAccount.account);
  return reply.redirect(checkoutPaths.eft(payment.id), 303);
}

async function chooseBank(deps: CheckoutDeps, visit: Visit, fields: Fields): Promise<unknown> {
  const { payment, reply } = visit;
  const again = (error: ChooseError) => answer(deps, visit, { error, fields });
  const chosen = chosenBank((await waysOf(deps, payment)).banks, fields.bank);
  if ('error' in chosen) return again(chosen.error);
  const { bank } = chosen;
  const amount = readAmount(payment, fields.amount);
  if (amount === undefined) return again({ kind: fields.amount ? 'amountUnreadable' : 'amountMissing' });
  // Consent counts only for the shown text. If the text has changed, the page is shown again.
  if (fields.consent !== consentVersion) return back(visit);
  try {
    const opened = await openTransaction(visit.ctx, {
      paymentId: payment.id,
      paymentType: 'redirect',
      bank,
      amount,
      consent: consentOf(visit, consentVersion),
    });
    const returnUrl = deps.publicUrl + checkoutPaths.return(payment.id);
    const started = await startAtBank(visit.ctx, deps.rails, payment, opened, returnUrl);
    rememberBank(reply, bank.id);
    return reply.redirect(started.bankUrl ?? checkoutPaths.page(payment.id), 303);
  } catch (error) {
    const isAmount = error instanceof DomainError && error.code === 'InvalidField';
    const wrong: ChooseError | undefined = isAmount ? { kind: 'amountOutOfRange' } : bankErrorOf(error, bank);
    if (wrong) return again(wrong);
    throw error;
  }
}

/** Returns the payment's amount, or the one that the customer may type. Undefined if it is no amount. */
function readAmount(payment: Payment, typed: string | undefined): Cents | undefined {
  if (payment.minimumCents === null) return payment.amountCents;
  return typed ? readTypedAmount(typed) : undefined;
}

/** The routes that open a checkout without the API: a form post or a link from the shop's page. */
function openingRoutes(server: FastifyInstance, deps: CheckoutDeps): void {
  const open = async (fields: Fields, request: FastifyRequest, reply: FastifyReply) => {
    const opened = await deps.openFromBrowser(fields, request.id);
    if ('paymentId' in opened) return reply.redirect(checkoutPaths.page(opened.paymentId), 303);
    request.refusedFor = opened.refused;
    if (opened.hasWrongHash) request.isRefusedTry = true;
    const frame = frameFor(request, reply, deps.house, '/pay');
    if (!(await hasAnyBank(deps.ctx))) return sendPage(reply.code(503), noBanksHere(frame));
    return sendPage(reply.code(400), cannotStart({ ...frame, technical: opened.refused }));
  };
  server.post<{ Body: Fields | undefined }>('/pay', (request, reply) =>
    open(request.body ?? {}, request, reply),
  );
  server.get<{ Querystring: Fields }>('/pay', (request, reply) => open(request.query, request, reply));
}

/** Reads a payment as it is now, and its page. */
async function find(
  deps: CheckoutDeps,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visit | undefined> {
  const ctx = asCustomer(deps.ctx, request);
  const payment = await findPaymentForCustomer(ctx.db, id);
  if (!payment) return undefined;
  const transaction = await findCurrent(ctx.db, payment.id);
  const frame = frameFor(request, reply, deps.house, checkoutPaths.page(payment.id));
  const page = pageOf(payment, transaction, ctx.clock.now());
  return { ctx, request, reply, frame, payment, transaction, page };
}

interface Shown {
  error?: ChooseError;
  fields?: Fields;
  missingOutcome?: boolean;
  /** The details of the deposit, in place of the banks. */
  isEft?: boolean;
}

/** Sends the page of the payment's present state. Where a deposit is the only way to pay, that is its details. */
async function answer(deps: CheckoutDeps, visit: Visit, shown: Shown = {}): Promise<unknown> {
  const { page } = visit;
  if (page !== 'choose' && page !== 'notPaid') return send(deps, visit, noWays, shown);
  const ways = await waysOf(deps, visit.payment);
  const isChoosing = page === 'choose' || (visit.request.query as Fields).again === '1';
  const deposit = shown.isEft
    ? visit.transaction
    : isChoosing && (await openOnlyWay(visit, ways, visit.request));
  if (!deposit) return send(deps, visit, ways, shown);
  // The details are those of the account that was shown first, while it is there.
  const shownFirst = deposit.bankAccount && (await deps.rails.depositAccount(deposit.bankAccount));
  const depositAccount = shownFirst || ways.depositAccount;
  if (!depositAccount) return back(visit);
  const opened: Visit = { ...visit, transaction: deposit, page: 'choose' };
  return send(deps, opened, { ...ways, depositAccount }, { isEft: true });
}

async function send(
  deps: CheckoutDeps,
  visit: Visit,
  ways: Ways,
  { isEft = false, ...form }: Shown,
): Promise<unknown> {
  const { payment, transaction, request, frame } = visit;
  const query = request.query as Fields;
  const html = await showPage({
    ...visit,
    ...ways,
    isEft,
    now: visit.ctx.clock.now(),
    site: required(await deps.directory.siteById(payment.siteId), 'site'),
    backUrl: () => deps.returnAddress(payment, transaction),
    // A customer who cancels before the bank's answer goes where customers without an attempt go.
    cancelUrl: () => deps.returnAddress(payment, undefined),
    isTryingAgain: query.again === '1' || form.error !== undefined || form.missingOutcome === true,
    query: searchOf(request),
    lastBankId: lastBankOf(request),
    trouble: visit.page === 'charge' ? await troubleOfPayment(visit.ctx, payment.id) : undefined,
    frame,
    ...form,
  });
  return sendPage(visit.reply, html, formTargets(deps, payment));
}

const back = (visit: Visit): unknown => visit.reply.redirect(checkoutPaths.page(visit.payment.id), 303);

async function leave(deps: CheckoutDeps, visit: Visit): Promise<unknown> {
  const payment = required(await findPaymentForCustomer(visit.ctx.db, visit.payment.id), 'payment');
  const address = await deps.returnAddress(payment, await findCurrent(visit.ctx.db, payment.id));
  return visit.reply.redirect(address ?? checkoutPaths.page(payment.id), 303);
}

// Browsers check the redirect after a form against the policy's form-action, so the merchant's origins must be in it.
function formTargets(deps: CheckoutDeps, payment: Payment): string[] {
  const { successUrl, cancelUrl, errorUrl, returnUrl } = payment.details;
  return originsOf([deps.publicUrl, successUrl, cancelUrl, errorUrl, returnUrl]);
}
