// "Forgot password?": the request for a link, and the page that the link opens. The response is the same for every address.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isMailOn } from '../../core/emails/actions.ts';
import { DomainError } from '../../core/errors.ts';
import { isReset, requestReset, resetPassword } from '../../core/users/resets.ts';
import { readUserEmail } from '../../core/users/users.ts';
import { type Html, html } from '../html.ts';
import { button, field } from './forms.ts';
import { outsidePage } from './frame.ts';
import { problemOf, sendPage } from './problems.ts';
import { newPasswordForm, post, problemText, slowed, tooOften } from './sign-in.ts';
import type { ConsoleDeps, Fields, Problem } from './visit.ts';

const path = '/console/forgot';

export function mountResets(server: FastifyInstance, deps: ConsoleDeps): void {
  const { ctx } = deps;

  server.get(path, async (request, reply: FastifyReply) =>
    sendPage(
      reply,
      (request.query as Fields).sent === undefined ? forgotPage(deps) : sentPage(deps.isStaging),
    ),
  );

  post(server, deps, path, async (request, reply, fields) => {
    try {
      const email = readUserEmail(fields.email ?? '');
      const waitSeconds = await requestReset(ctx, { email, network: request.ip });
      if (waitSeconds !== undefined)
        return slowed(reply, waitSeconds, forgotPage(deps, { problem: tooOften, fields }));
      return reply.redirect(`${path}?sent`, 303);
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) throw error;
      return sendPage(reply, forgotPage(deps, { problem, fields }), problem.status);
    }
  });

  server.get<{ Params: Fields }>('/console/reset/:token', async (request, reply) => {
    const token = request.params.token!;
    if (await isReset(ctx, token)) return sendPage(reply, resetPage(deps, token));
    return sendPage(reply, gonePage(deps.isStaging), 404);
  });

  post(server, deps, '/console/reset/:token', async (request, reply, fields) => {
    const token = (request.params as Fields).token!;
    const given = { token, password: fields.password ?? '', network: request.ip };
    try {
      const reset = await resetPassword({ ...ctx, correlationId: request.id }, given);
      if (reset.kind === 'reset') return reply.redirect('/console/sign-in?reset', 303);
      if (reset.kind === 'slowed')
        return slowed(reply, reset.retryAfterSeconds, resetPage(deps, token, tooOften));
      return sendPage(reply, gonePage(deps.isStaging), 404);
    } catch (error) {
      const problem = error instanceof DomainError ? problemOf(error) : undefined;
      if (!problem) throw error;
      return sendPage(reply, resetPage(deps, token, problem), problem.status);
    }
  });
}

const backLink = html`<p><a href="/console/sign-in">Back to sign-in</a></p>`;

function forgotPage(
  { isStaging, ctx }: ConsoleDeps,
  { problem, fields }: { problem?: Problem; fields?: Fields } = {},
): Html {
  const main = html`${problem && problemText(problem)}
${isMailOn(ctx) ? html`<p>Enter the email address of your login. We send a link to choose a new password.</p>` : html`<p>This service sends no e-mail. Ask an admin for a link to choose a new password.</p>`}
<form class="act" method="post" action="${path}">
${field({ name: 'email', label: 'Email address', type: 'email', typed: fields, problem, autocomplete: 'username', longest: 254 })}
${button('Send link')}</form>
${backLink}`;
  return outsidePage('Forgot password', main, isStaging);
}

function sentPage(isStaging: boolean): Html {
  const main = html`<p role="status">If the address has a login, a link is on its way to it. The link works once, within 30 minutes.</p>
<p class="hint">No e-mail? Check the spam folder and the address. One login receives at most three links in an hour.</p>
${backLink}`;
  return outsidePage('Check your e-mail', main, isStaging);
}

function resetPage({ isStaging }: ConsoleDeps, token: string, problem?: Problem): Html {
  const main = html`${problem && problemText(problem)}
<p>Your sessions end. Your second factor stays.</p>
${newPasswordForm(`/console/reset/${encodeURIComponent(token)}`)}`;
  return outsidePage('Choose a new password', main, isStaging);
}

function gonePage(isStaging: boolean): Html {
  const main = html`<p class="wrong" role="alert">This link has expired or was already used.</p>
<p><a href="${path}">Request a new link</a></p>`;
  return outsidePage('Link not found', main, isStaging);
}
