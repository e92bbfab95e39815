// Puts pages and forms on the server under one rule: who is signed in, whether they may, where a change comes from, that a
// form is carried out once, and that it leaves its entry in the audit log.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inWork } from '../../core/context.ts';
import { DomainError } from '../../core/errors.ts';
import { record } from '../../core/people/audit.ts';
import { claimForm } from '../../core/people/forms.ts';
import { type Action, may, merchantsFor, permissions } from '../../core/people/permissions.ts';
import { isFresh, needsFactor, type Person } from '../../core/people/person.ts';
import { findSession, say, takeSaid } from '../../core/people/sessions.ts';
import { showCode } from '../../core/people/sign-in.ts';
import { systemClock } from '../../kernel/clock.ts';
import { isUuid } from '../../kernel/ids.ts';
import { type Html, html, render } from '../html.ts';
import { pagePolicy } from '../page.ts';
import { button, field, hidden } from './forms.ts';
import { consolePage, outsidePage } from './frame.ts';
import { isFromHere, tokenOf, wayBack } from './session-cookie.ts';
import {
  type ConsoleDeps,
  type Done,
  type Fields,
  type FormRoute,
  type PageRoute,
  type Problem,
  Refusal,
  type Visit,
} from './visit.ts';

/** The time of people: a sandbox's clock ends no session. */
const people = systemClock();

/** Sends a page of the console. */
export function sendPage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy())
    .header('vary', 'cookie')
    .send(render(page));
}

export function mountPage(server: FastifyInstance, deps: ConsoleDeps, route: PageRoute): void {
  server.get(route.path, async (request, reply) => {
    const person = await personOf(deps, request);
    if (!person) return signedOut(deps, request, reply, route.isExport ?? false);
    const visit = visitOf(deps, request, reply, person, route.action);
    if (needsFactor(person, deps.isStaging) && route.action !== 'me.change')
      return reply.redirect('/console/me', 303);
    if (!may(person.rights, route.action)) return sendPage(reply, forbidden(visit), 403);
    try {
      const shown = await route.show(visit);
      if (shown === reply) return reply;
      if (person.said !== null) await takeSaid(deps.ctx, person.sessionId);
      return sendPage(reply, shown as Html);
    } catch (error) {
      const problem = problemOf(error);
      if (!problem || reply.sent) throw error;
      return sendPage(reply, problemPage(visit, problem), problem.status);
    }
  });
}

export function mountForm(server: FastifyInstance, deps: ConsoleDeps, route: FormRoute): void {
  server.post<{ Body: Fields | undefined }>(route.path, async (request, reply) => {
    if (!isFromHere(request, deps.publicUrl)) return sendPage(reply, elsewhere(deps), 403);
    const person = await personOf(deps, request);
    if (!person) return signedOut(deps, request, reply, true);
    const visit = visitOf(deps, request, reply, person, route.action);
    if (!may(person.rights, route.action)) return sendPage(reply, forbidden(visit), 403);
    const { form, code, ...fields } = request.body ?? {};
    if ('isGrave' in permissions[route.action] && !isFresh(person, people.now())) {
      const isShown = code !== undefined && (await showCode(visit.ctx, tokenOf(request)!, code));
      if (!isShown) return sendPage(reply, confirmPage(visit, request, code), 403);
    }
    return carryOut(visit, route, form, fields);
  });
}

async function carryOut(visit: Visit, route: FormRoute, form: string | undefined, fields: Fields) {
  const { reply } = visit;
  try {
    if (form === undefined || !isUuid(form))
      throw new Refusal(422, 'The form is not whole. Load the page again.');
    await route.call?.(visit, fields);
    const done = await inWork(visit.ctx, async (work) => {
      await claimForm(work, { id: form, userId: visit.person.id, path: route.path });
      const own = await route.act(visit, work, fields);
      await note(visit, work, route.action, own);
      return own;
    });
    return done.once ? sendPage(reply, done.once) : reply.redirect(done.to, 303);
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    const page =
      problem.status === 404
        ? problemPage(visit, problem)
        : await route.again(visit, fields, problem).catch(() => problemPage(visit, problem));
    return sendPage(reply, page, problem.status);
  }
}

async function note(visit: Visit, work: Parameters<typeof record>[0], action: Action, done: Done) {
  const { person, request } = visit;
  const { subject, merchantId, before, after, why } = done;
  await record(work, {
    who: person.id,
    merchantId,
    action,
    subject,
    before,
    after,
    why,
    network: request.ip,
  });
  if (!done.once) await say(work, person.sessionId, done.said);
}

async function personOf(deps: ConsoleDeps, request: FastifyRequest): Promise<Person | undefined> {
  const token = tokenOf(request);
  return token === undefined ? undefined : findSession(deps.ctx, token, deps.isStaging);
}

function visitOf(
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
    query: single(request.query as Record<string, unknown>),
    params: request.params as Fields,
  };
}

/** Returns the parameters of an address. Throws Refusal for one that is given twice. */
function single(query: Record<string, unknown>): Fields {
  for (const [name, value] of Object.entries(query))
    if (typeof value !== 'string') throw new Refusal(400, `The parameter ${name} is given twice.`);
  return query as Fields;
}

/** Throws Refusal for a parameter that a page does not have. */
export function assertKnown(query: Fields, names: readonly string[]): void {
  const unknown = Object.keys(query).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Refusal(400, `There is no parameter ${unknown} on this page.`);
}

function signedOut(deps: ConsoleDeps, request: FastifyRequest, reply: FastifyReply, isRefused: boolean) {
  const back = isRefused ? '/console' : wayBack(request.url);
  const to = back === '/console' ? '/console/sign-in' : `/console/sign-in?back=${encodeURIComponent(back)}`;
  if (!isRefused) return reply.redirect(to, 303);
  const main = html`<p>Your session has ended, and nothing was done. <a href="${to}">Sign in</a> and try again.</p>`;
  return sendPage(reply, outsidePage('You are signed out', main, deps.isStaging), 401);
}

const statuses = {
  invalid: 422,
  notFound: 404,
  refused: 409,
  conflict: 409,
  unavailable: undefined,
} as const;

function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Refusal) return error.problem;
  if (!(error instanceof DomainError)) return undefined;
  const status = statuses[error.kind];
  if (status === undefined) return undefined;
  return {
    status,
    message: error.message,
    ...(error.details.field === undefined ? {} : { field: error.details.field }),
  };
}

const titles: Record<Problem['status'], string> = {
  400: 'The address is not right',
  403: 'You may not do this',
  404: 'There is no such thing',
  409: 'It has changed',
  422: 'Something is not right',
  429: 'Too often',
};

function problemPage(visit: Visit, { status, message }: Problem): Html {
  const main = html`<p>${message}</p><p class="hint">Nothing was done. Request ${visit.request.id}.</p>`;
  return consolePage(visit, { title: titles[status], main });
}

export function notFound(visit: Visit): Html {
  return problemPage(visit, {
    status: 404,
    message: 'Nothing stands at this address, or it is not yours to see.',
  });
}

function forbidden(visit: Visit): Html {
  return problemPage(visit, {
    status: 403,
    message: 'Your role does not include this. An admin can change that: ask one.',
  });
}

function elsewhere({ isStaging }: ConsoleDeps): Html {
  const main = html`<p>This form was not sent from a page of the console, so nothing was done.</p>`;
  return outsidePage('Not from here', main, isStaging);
}

/** Asks for a code, and sends along what was typed. */
function confirmPage(visit: Visit, request: FastifyRequest, code: string | undefined): Html {
  const { code: _code, ...typed } = (request.body ?? {}) as Fields;
  const problem: Problem | undefined =
    code === undefined ? undefined : { status: 403, message: 'The code is not right.', field: 'code' };
  const main = html`<p>This moves money, or changes who may. Type a code of your authenticator app, or a recovery code.</p>
<form class="act" method="post" action="${request.url}">${hidden(typed)}
${problem && html`<p class="wrong" role="alert">${problem.message}</p>`}
${field({ name: 'code', label: 'Code', problem, autocomplete: 'one-time-code', longest: 20 })}
${button('Confirm')}</form>`;
  return consolePage(visit, { title: 'Confirm that it is you', main });
}
