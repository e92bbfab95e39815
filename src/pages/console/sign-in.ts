// Sign-in and sign-out: the same response for a wrong password, an unknown address and a disabled user.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { acceptInvitation, findInvitation } from '../../core/users/invitations.ts';
import { placeOf } from '../../core/users/passkeys.ts';
import { findSession, isWaitingForCode, signOut } from '../../core/users/sessions.ts';
import { askPasskey, showCode, showPasskey, signIn } from '../../core/users/sign-in.ts';
import { type Html, html } from '../html.ts';
import { codeAddress, companyLink, mountCompanySignIn } from './company.ts';
import { button, field, hidden } from './forms.ts';
import { outsidePage } from './frame.ts';
import { sendPage, sentence } from './problems.ts';
import { clearToken, deviceOf, isFromHere, setDevice, setToken, tokenOf, wayBack } from './session-cookie.ts';
import { passkeyAsk } from './views/passkey-form.ts';
import type { ConsoleDeps, Fields, Problem } from './visit.ts';

export function mountSignIn(server: FastifyInstance, deps: ConsoleDeps): void {
  const { ctx, isStaging } = deps;
  const isSignedIn = async (request: FastifyRequest) => {
    const token = tokenOf(request);
    return token !== undefined && (await findSession(ctx, token, isStaging)) !== undefined;
  };

  server.get('/console/sign-in', async (request, reply) => {
    if (await isSignedIn(request)) return reply.redirect('/console', 303);
    const { back, reset } = request.query as Fields;
    return sendPage(reply, signInPage(deps, wayBack(back), undefined, undefined, reset !== undefined));
  });

  post(server, deps, '/console/sign-in', async (request, reply, fields) => {
    const back = wayBack(fields.back ?? (request.query as Fields).back);
    const { email = '', password = '' } = fields;
    const found = await signIn(ctx, {
      email,
      password,
      network: request.ip,
      agent: String(request.headers['user-agent'] ?? '').slice(0, 200),
      device: deviceOf(request),
    });
    if (found.kind === 'slowed')
      return slowed(reply, found.retryAfterSeconds, signInPage(deps, back, tooOften, fields));
    if (found.kind === 'refused') return sendPage(reply, signInPage(deps, back, refused, fields), 401);
    setToken(reply, found.token);
    if (found.kind === 'in') setDevice(reply, found.device);
    return reply.redirect(found.kind === 'code' ? codeAddress(back) : back, 303);
  });

  if (deps.company) mountCompanySignIn(server, deps, deps.company);

  server.get('/console/sign-in/code', async (request, reply) => {
    const token = tokenOf(request);
    const isWaiting = token !== undefined && (await isWaitingForCode(ctx, token));
    if (!isWaiting) return reply.redirect('/console/sign-in', 303);
    return sendPage(reply, await codePageOf(token, wayBack((request.query as Fields).back)));
  });
  const place = placeOf(deps.publicUrl);
  const codePageOf = async (token: string, back: string, problem?: Problem) =>
    codePage(deps, back, await askPasskey(ctx, token, place), problem);

  post(server, deps, '/console/sign-in/code', async (request, reply, fields) => {
    const token = tokenOf(request);
    const back = wayBack(fields.back);
    if (token === undefined) return reply.redirect('/console/sign-in', 303);
    const { code = '', passkey } = fields;
    const holder = { token, device: deviceOf(request) };
    const shown =
      passkey === undefined
        ? await showCode(ctx, holder, code)
        : await showPasskey(ctx, holder, passkey, place);
    if (shown.kind === 'slowed')
      return slowed(reply, shown.retryAfterSeconds, await codePageOf(token, back, tooOften));
    if (shown.kind === 'refused') {
      const problem = passkey === undefined ? wrongCode : wrongPasskey;
      return sendPage(reply, await codePageOf(token, back, problem), 401);
    }
    setToken(reply, shown.token);
    if (shown.device !== undefined) setDevice(reply, shown.device);
    return reply.redirect(back, 303);
  });

  post(server, deps, '/console/sign-out', async (request, reply) => {
    const token = tokenOf(request);
    if (token !== undefined) await signOut(ctx, token);
    clearToken(reply);
    return reply.redirect('/console/sign-in', 303);
  });

  server.get<{ Params: Fields }>('/console/invitations/:token', async (request, reply) => {
    const token = request.params.token!;
    if (await findInvitation(ctx, token)) return sendPage(reply, invitationPage(deps, token));
    return sendPage(reply, outsidePage('Invitation not found', problemText(gone), deps.isStaging), 404);
  });

  post(server, deps, '/console/invitations/:token', async (request, reply, fields) => {
    const token = (request.params as Fields).token!;
    const again = (problem: Problem) => sendPage(reply, invitationPage(deps, token, problem), problem.status);
    try {
      const from = { network: request.ip, device: deviceOf(request) };
      const given = { token, password: fields.password ?? '', ...from };
      const taken = await acceptInvitation(ctx, given);
      if (taken.kind === 'accepted') return reply.redirect('/console/sign-in', 303);
      if (taken.kind === 'slowed')
        return slowed(reply, taken.retryAfterSeconds, invitationPage(deps, token, tooOften));
      return again(refusals[taken.kind]);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return again({ status: 422, message: sentence(error.message), field: 'password' });
    }
  });
}

export function slowed(reply: FastifyReply, seconds: number, page: Html): FastifyReply {
  return sendPage(reply.header('retry-after', seconds), page, 429);
}

type Post = (request: FastifyRequest, reply: FastifyReply, fields: Fields) => Promise<unknown>;

export function post(server: FastifyInstance, deps: ConsoleDeps, path: string, work: Post): void {
  server.post<{ Body: Fields | undefined }>(path, (request, reply: FastifyReply) => {
    if (isFromHere(request, deps.publicUrl)) return work(request, reply, request.body ?? {});
    return sendPage(reply, signInPage(deps, '/console', notFromHere), 403);
  });
}

const refused: Problem = { status: 422, message: 'The email address or the password is not correct.' };
export const tooOften: Problem = {
  status: 429,
  message: 'Too many attempts. Wait a moment, then try again.',
};
const wrongCode: Problem = { status: 422, message: 'The code is not valid, or was already used.' };
const wrongPasskey: Problem = {
  status: 422,
  message: 'The passkey is not valid, or the response came too late.',
};
const gone: Problem = {
  status: 404,
  message: 'This invitation has expired or was already used. Request a new one.',
};
const notThePassword: Problem = {
  status: 422,
  message: 'This email address already has a login. Enter its password.',
};
const notVerified: Problem = {
  status: 409,
  message:
    'The email address of your login is not verified yet. Sign in with your company account once, or ask the operator to reset your login. Then open this link again.',
};
const refusals = { gone, refused: notThePassword, unverified: notVerified };
const notFromHere: Problem = { status: 403, message: 'The form was not sent from this page.' };

export const problemText = ({ message }: Problem): Html => html`<p class="wrong" role="alert">${message}</p>`;
const alert = (problem: Problem | undefined): Html | undefined => problem && problemText(problem);

function signInPage(
  { isStaging, company }: ConsoleDeps,
  back: string,
  problem?: Problem,
  typed?: Fields,
  isReset = false,
): Html {
  const main = html`${alert(problem)}${isReset && html`<p class="said" role="status">Password changed. Sign in with it.</p>`}
<form class="act" method="post" action="/console/sign-in">${hidden({ back })}
${field({ name: 'email', label: 'Email address', type: 'email', typed, autocomplete: 'username' })}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
${button('Sign in')}</form>
<p><a href="/console/forgot">Forgot password?</a></p>
${company && companyLink(back)}
<p class="hint">${
    isStaging
      ? html`To sign in to the demo, use the login that <code>npx tefo credentials</code> prints.`
      : 'Tefo never requests your password.'
  }</p>`;
  return outsidePage('Sign in', main, isStaging);
}

function codePage(
  { isStaging }: ConsoleDeps,
  back: string,
  passkeys: object | undefined,
  problem?: Problem,
): Html {
  const main = html`${alert(problem)}
${passkeyAsk(passkeys, '/console/sign-in/code', { back })}
<form class="act" method="post" action="/console/sign-in/code">${hidden({ back })}
${field({ name: 'code', label: 'Code', hint: 'From your authenticator app, or a recovery code.', autocomplete: 'one-time-code', longest: 20 })}
${button('Sign in')}</form>`;
  return outsidePage('Second factor', main, isStaging);
}

function invitationPage({ isStaging }: ConsoleDeps, token: string, problem?: Problem): Html {
  const main = html`${alert(problem)}
${newPasswordForm(`/console/invitations/${encodeURIComponent(token)}`)}`;
  return outsidePage('Choose your password', main, isStaging);
}

export const newPasswordForm = (to: string): Html => html`<form class="act" method="post" action="${to}">
${field({ name: 'password', label: 'Password', type: 'password', hint: '15 to 128 characters. A sentence works well.', autocomplete: 'new-password' })}
${button('Set password')}</form>`;
