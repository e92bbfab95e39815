// Mounts pages and forms under one rule: the user is signed in and permitted, a change comes from our pages, a form is
// carried out once, and it writes its audit entry.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Work } from '../../core/context.ts';
import { record } from '../../core/people/audit.ts';
import { claimForm } from '../../core/people/forms.ts';
import { placeOf } from '../../core/people/passkeys.ts';
import { type Action, may, merchantsFor, permissions } from '../../core/people/permissions.ts';
import { isFresh, needsFactor, type Person } from '../../core/people/person.ts';
import { findSession, say, takeSaid } from '../../core/people/sessions.ts';
import { askPasskey, showCode, showPasskey } from '../../core/people/sign-in.ts';
import { inWork } from '../../core/unit-of-work.ts';
import { systemClock } from '../../kernel/clock.ts';
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
import type { ConsoleDeps, Done, Fields, FormRoute, PageRoute, Visit } from './visit.ts';

/** System time: a sandbox's clock ends no session. */
const peoplesTime = systemClock();

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
  const person = await personOf(deps, request);
  if (!person) return leadToSignIn(deps, request, reply, route.isExport ?? false);
  if (needsFactor(person, deps.isStaging) && route.action !== 'me.change')
    return reply.redirect('/console/me', 303);
  const visit = visitOf(deps, request, reply, person, route.action);
  if (!may(person.rights, route.action)) return sendPage(reply, forbiddenPage(visit), 403);
  visit.live = notYet(request.url);
  return show(visit, route);
}

async function show(visit: Visit, route: PageRoute): Promise<FastifyReply> {
  const { reply, person, ctx } = visit;
  try {
    judgePath(visit);
    judgeQuery(visit, route);
    const shown: Html | FastifyReply | undefined = await route.show(visit);
    if (isSent(shown)) return reply;
    await takeSaid(ctx, person);
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
  const person = await personOf(deps, request);
  if (!person) return sendPage(reply, signedOutPage(deps.isStaging), 401);
  const typed = request.body ?? {};
  const action = actionOf(route, typed);
  const visit = visitOf(deps, request, reply, person, action);
  if (!may(person.rights, action)) return sendPage(reply, forbiddenPage(visit), 403);
  if (needsFactor(person, deps.isStaging) && action !== 'me.change')
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
  const { deps, ctx, person, request } = visit;
  const isGrave = 'isGrave' in permissions[action] || (route.asksFactor && person.hasFactor);
  if (!isGrave || isFresh(person, peoplesTime.now())) return true;
  const holder = { token: tokenOf(request)!, device: deviceOf(request) };
  const shown =
    passkey !== undefined
      ? await showPasskey(ctx, holder, passkey, placeOf(deps.publicUrl))
      : code === undefined
        ? undefined
        : await showCode(ctx, holder, code);
  if (shown?.kind !== 'in') return false;
  visit.person = (await personOf(deps, request)) ?? person;
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
      await claimForm(work, { id: form, userId: visit.person.id, path: route.path });
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
    const page = isPageless ? problemPage(visit, problem) : await route.again(visit, fields, problem);
    return sendPage(visit.reply, page, problem.status);
  } catch (other) {
    const worse = problemOf(other);
    if (!worse) throw other;
    return sendPage(visit.reply, problemPage(visit, worse), worse.status);
  }
}

async function note({ person, request }: Visit, work: Work, right: Action, done: Done): Promise<void> {
  const { subject, merchantId, before = null, after = null, why = null } = done;
  const { action = right } = done;
  const deed = { who: person.id, merchantId, action, subject, before, after, why, network: request.ip };
  await record(work, deed);
  if (!done.once) await say(work, person.sessionId, done.said);
}

/** Returns the signed-in user. */
export async function personOf(deps: ConsoleDeps, request: FastifyRequest): Promise<Person | undefined> {
  const token = tokenOf(request);
  return token === undefined ? undefined : findSession(deps.ctx, token, deps.isStaging);
}

/** Returns the visit of a user who is permitted the action. */
export function visitOf(
  deps: ConsoleDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  person: Person,
  action: Action,
): Visit {
  return {
    deps,
    ctx: { ...deps.ctx, correlationId: request.id, actor: `user:${person.id}` },
    person,
    viewer: { merchants: merchantsFor(person.rights, action) },
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
  const person = await personOf(deps, request);
  if (person) return sendPage(reply, notFoundPage(visitOf(deps, request, reply, person, 'home.see')), 404);
  const isRefused = request.method !== 'GET' || /\.(?:csv|xlsx)(?:\?|$)/.test(request.url);
  return leadToSignIn(deps, request, reply, isRefused);
}
