// Mounts pages and forms under one rule: the user is signed in and permitted, a change comes from our pages, a form is
// carried out once, and it writes its audit entry.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Work } from '../../core/context.ts';
import { findMerchantById } from '../../core/merchants/actions.ts';
import { inWork } from '../../core/unit-of-work.ts';
import { record } from '../../core/users/audit.ts';
import { claimForm } from '../../core/users/forms.ts';
import { placeOf } from '../../core/users/passkeys.ts';
import { type Action, may, merchantsFor, permissions, type Rights } from '../../core/users/permissions.ts';
import { findSession, say, takeSaid } from '../../core/users/sessions.ts';
import { askPasskey, showCode, showPasskey } from '../../core/users/sign-in.ts';
import { isFresh, needsFactor } from '../../core/users/signed-in-user.ts';
import { longRoute } from '../../kernel/http/server.ts';
import type { Html } from '../html.ts';
import { judgePath, judgeQuery } from './addresses.ts';
import { notYet } from './live/parts.ts';
import {
  confirmPage,
  elsewherePage,
  forbiddenPage,
  notFoundPage,
  problemOf,
  problemPage,
  sendPage,
  signedOutPage,
} from './problems.ts';
import { readAtPrimaryNow } from './replicas.ts';
import { deviceOf, isFromHere, tokenOf, wayBack } from './session-cookie.ts';
import { inFormTurn, inPageTurn } from './session-limits.ts';
import type { ConsoleDeps, ConsoleUser, Done, Fields, FormRoute, PageRoute, Visit } from './visit.ts';

export function mountPage(server: FastifyInstance, deps: ConsoleDeps, route: PageRoute): void {
  // An export takes as long as its reader.
  const options = route.isExport ? longRoute : {};
  server.get(route.path, options, (request, reply: FastifyReply) => {
    const answer = () => answerPage(deps, route, request, reply);
    return route.isExport ? answer() : inPageTurn(request, answer);
  });
}

async function answerPage(
  deps: ConsoleDeps,
  route: PageRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const user = await signedInUserOf(deps, request);
  if (!user) return leadToSignIn(deps, request, reply, route.isExport ?? false);
  if (needsFactor(user, deps.isStaging) && route.action !== 'me.change')
    return reply.redirect('/console/me', 303);
  const visit = visitOf(deps, request, reply, user, route.action);
  if (!may(user.rights, route.action)) return sendPage(reply, forbiddenPage(visit), 403);
  visit.live = notYet(request.url);
  return show(visit, route);
}

async function show(visit: Visit, route: PageRoute): Promise<FastifyReply> {
  const { reply, user, ctx } = visit;
  try {
    judgePath(visit);
    judgeQuery(visit, route);
    const shown: Html | FastifyReply | undefined = await route.show(visit);
    if (isSent(shown)) return reply;
    await takeSaid(ctx, user);
    return sendPage(reply, shown, reply.statusCode);
  } catch (error) {
    const problem = problemOf(error);
    if (!problem || reply.sent) throw error;
    visit.live = notYet();
    if (problem.status === 429) reply.header('retry-after', tooOftenSeconds);
    return sendPage(reply, problemPage(visit, problem), problem.status);
  }
}

/** The Retry-After of a 429, in seconds. */
const tooOftenSeconds = 10;

/** A user who waited for a response that was already sent gets nothing. */
const isSent = (shown: Html | FastifyReply | undefined): shown is FastifyReply | undefined =>
  shown === undefined || 'raw' in shown;

export function mountForm(server: FastifyInstance, deps: ConsoleDeps, route: FormRoute): void {
  const options = { ...(route.isLong && longRoute), ...(route.mostBytes && { bodyLimit: route.mostBytes }) };
  server.post<{ Body: Fields | undefined }>(route.path, options, (request, reply: FastifyReply) => {
    const answer = () => answerForm(deps, route, request, reply);
    return route.isLong ? answer() : inFormTurn(request, answer);
  });
}

async function answerForm(
  deps: ConsoleDeps,
  route: FormRoute,
  request: FastifyRequest<{ Body: Fields | undefined }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!isFromHere(request, deps.publicUrl)) return sendPage(reply, elsewherePage(deps.isStaging), 403);
  const user = await signedInUserOf(deps, request);
  if (!user) return sendPage(reply, signedOutPage(deps.isStaging), 401);
  const typed = request.body ?? {};
  const action = actionOf(route, typed);
  const visit = visitOf(deps, request, reply, user, action);
  if (!may(user.rights, action)) return sendPage(reply, forbiddenPage(visit), 403);
  if (needsFactor(user, deps.isStaging) && action !== 'me.change')
    return sendPage(reply, forbiddenPage(visit), 403);
  if (!(await hasConfirmed(visit, route, action, typed)))
    return sendPage(reply, confirmPage(visit, typed, await passkeysOf(visit)), 403);
  const { form = '', code: _code, passkey: _passkey, ...fields } = typed;
  return carryOut(visit, route, form, route.takesCode ? { ...fields, code: typed.code ?? '' } : fields);
}

function actionOf({ action, buttons = {} }: FormRoute, { do: pressed = '' }: Fields): Action {
  return Object.hasOwn(buttons, pressed) ? buttons[pressed]! : action;
}

/** An action that moves money or changes rights requires a second factor at most five minutes old, if the user has one. */
async function hasConfirmed(
  visit: Visit,
  route: FormRoute,
  action: Action,
  { code, passkey }: Fields,
): Promise<boolean> {
  const { deps, ctx, user, request } = visit;
  const isGrave = 'isGrave' in permissions[action] || (route.asksFactor && user.hasFactor);
  if (!isGrave || isFresh(user, ctx.realClock.now())) return true;
  const holder = { token: tokenOf(request)!, device: deviceOf(request) };
  const shown =
    passkey !== undefined
      ? await showPasskey(ctx, holder, passkey, placeOf(deps.publicUrl))
      : code === undefined
        ? undefined
        : await showCode(ctx, holder, code);
  if (shown?.kind !== 'in') return false;
  visit.user = (await signedInUserOf(deps, request)) ?? user;
  return true;
}

const passkeysOf = ({ deps, ctx, request }: Visit): Promise<object | undefined> =>
  askPasskey(ctx, tokenOf(request)!, placeOf(deps.publicUrl));

async function carryOut(visit: Visit, route: FormRoute, form: string, fields: Fields): Promise<FastifyReply> {
  const { reply } = visit;
  try {
    judgePath(visit);
    const shown = await route.preview?.(visit, fields);
    if (shown) return sendPage(reply, shown);
    await route.call?.(visit, fields);
    const prepared = { ...fields, ...(await route.prepare?.(visit, fields)) };
    const done = await inWork(visit.ctx, async (work) => {
      await claimForm(work, { id: form, userId: visit.user.id, path: route.path });
      const own = await route.act({ ...visit, ctx: work }, work, prepared);
      await note(visit, work, actionOf(route, fields), own);
      return own;
    });
    readAtPrimaryNow(visit, reply);
    return done.once ? sendPage(reply, done.once) : reply.redirect(done.to, 303);
  } catch (error) {
    return showAgain(visit, route, fields, error);
  }
}

/** Shows the page of a form again, with the input and the error; for a missing page or too many requests, only the error. */
async function showAgain(
  visit: Visit,
  route: FormRoute,
  fields: Fields,
  error: unknown,
): Promise<FastifyReply> {
  const problem = problemOf(error);
  if (!problem) throw error;
  try {
    // The page of a form is not rendered for each of too many requests.
    const isPageless = problem.status === 404 || problem.status === 429;
    if (problem.status === 429) visit.reply.header('retry-after', tooOftenSeconds);
    const page = isPageless
      ? problemPage(visit, problem)
      : await route.again(visit, { typed: fields, problem });
    return sendPage(visit.reply, page, problem.status);
  } catch (other) {
    const worse = problemOf(other);
    if (!worse) throw other;
    return sendPage(visit.reply, problemPage(visit, worse), worse.status);
  }
}

async function note({ user, request }: Visit, work: Work, right: Action, done: Done): Promise<void> {
  const { subject, merchantId, before = null, after = null, why = null } = done;
  const { action = right } = done;
  const deed = { who: user.id, merchantId, action, subject, before, after, why, network: request.ip };
  await record(work, deed);
  if (!done.once) await say(work, user.sessionId, done.said);
}

export async function signedInUserOf(
  deps: ConsoleDeps,
  request: FastifyRequest,
): Promise<ConsoleUser | undefined> {
  const token = tokenOf(request);
  const user = token === undefined ? undefined : await findSession(deps.ctx, token, deps.isStaging);
  return user && { ...user, suspended: await suspendedOf(deps, user.rights) };
}

/** Returns the names of the merchants of a user's roles that are suspended. */
async function suspendedOf({ ctx, directory }: ConsoleDeps, { held }: Rights): Promise<string[]> {
  const names: string[] = [];
  for (const merchantId of new Set(held.map((one) => one.merchantId)))
    if (merchantId !== null && (await directory.isSuspended(merchantId)))
      names.push((await findMerchantById(ctx.db, merchantId))?.name ?? '');
  return names;
}

/** Returns the visit of a user who is permitted the action. */
export function visitOf(
  deps: ConsoleDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  user: ConsoleUser,
  action: Action,
): Visit {
  return {
    deps,
    ctx: { ...deps.ctx, correlationId: request.id, actor: `user:${user.id}` },
    user,
    viewer: { merchants: merchantsFor(user.rights, action) },
    request,
    reply,
    query: request.query as Fields,
    params: request.params as Fields,
    live: notYet(),
  };
}

/** Redirects a signed-out user to the sign-in, and from there back; refuses an export. */
function leadToSignIn(deps: ConsoleDeps, request: FastifyRequest, reply: FastifyReply, isExport: boolean) {
  if (isExport) return sendPage(reply, signedOutPage(deps.isStaging), 401);
  return reply.redirect(`/console/sign-in?back=${encodeURIComponent(wayBack(request.url))}`, 303);
}

/** Responds at an address without a page. */
export async function answerUnknown(deps: ConsoleDeps, request: FastifyRequest, reply: FastifyReply) {
  const user = await signedInUserOf(deps, request);
  if (user) return sendPage(reply, notFoundPage(visitOf(deps, request, reply, user, 'home.see')), 404);
  const isRefused = request.method !== 'GET' || /\.(?:csv|xlsx)(?:\?|$)/.test(request.url);
  return leadToSignIn(deps, request, reply, isRefused);
}
