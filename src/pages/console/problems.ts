// The pages of actions that were not carried out.
import type { FastifyReply } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { type Html, html, render } from '../html.ts';
import { pagePolicy } from '../page.ts';
import { button, field, hidden } from './forms.ts';
import { consolePage, outsidePage } from './frame.ts';
import { sentence } from './sentence.ts';
import { passkeyAsk } from './views/passkey-form.ts';
import { type Fields, type Problem, Refusal, type Visit } from './visit.ts';

export { sentence } from './sentence.ts';

export function sendPage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy())
    .send(render(page));
}

const statuses = {
  invalid: 422,
  forbidden: 403,
  notFound: 404,
  refused: 409,
  conflict: 409,
  done: 409,
  unavailable: undefined,
} as const;

/** Refuses with status 403 where a second user must decide. */
export function refuseMaker(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== 'MakerMayNotDecide') throw error;
  throw new Refusal(403, sentence(error.message));
}

/** Reads the values that a form shows as JSON. Throws Refusal. */
export function seenIn(text = '{}'): object {
  try {
    const seen = JSON.parse(text) as unknown;
    if (typeof seen === 'object' && seen !== null && !Array.isArray(seen)) return seen;
  } catch {}
  throw new Refusal(422, 'The form is incomplete. Reload the page and try again.');
}

/** Returns the meaning of an error for the user who sent a form; undefined for an error of the service. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Refusal) return error.problem;
  if (!(error instanceof DomainError)) return undefined;
  const status = statuses[error.kind];
  if (status === undefined) return undefined;
  const { field: name } = error.details;
  return { status, message: sentence(error.message), ...(name === undefined ? {} : { field: name }) };
}

const titles: Record<Problem['status'], string> = {
  400: 'Invalid address',
  403: 'Access denied',
  404: 'Not found',
  409: 'The record changed',
  422: 'Invalid input',
  429: 'Too many requests',
};

export function problemPage(visit: Visit, { status, message }: Problem): Html {
  const main = html`<p role="alert">${message}</p><p class="hint">Nothing was changed. Request id: ${visit.request.id}.</p>`;
  return consolePage(visit, { title: titles[status], main });
}

export const notFoundPage = (visit: Visit): Html =>
  problemPage(visit, { status: 404, message: 'Page not found, or you do not have access.' });

export const forbiddenPage = (visit: Visit): Html =>
  problemPage(visit, {
    status: 403,
    message: 'Your role does not allow this. Ask an admin for access.',
  });

export function signedOutPage(isStaging: boolean): Html {
  const main = html`<p>You are signed out, and nothing was changed. <a href="/console/sign-in">Sign in</a>, then try again.</p>`;
  return outsidePage('Signed out', main, isStaging);
}

export function elsewherePage(isStaging: boolean): Html {
  const main = html`<p>This form was not sent from a page of the console. Nothing was changed.</p>`;
  return outsidePage('Form not accepted', main, isStaging);
}

/** Requests a second factor, and sends the input along. `options`: the request for the user's passkeys. */
export function confirmPage(visit: Visit, given: Fields, options: object | undefined): Html {
  const { code, passkey, ...typed } = given;
  const problem = confirmProblem(code, passkey);
  if (!visit.user.hasFactor) return noFactorPage(visit);
  const to = visit.request.url;
  const main = html`<p>Confirm your second factor: it must be less than five minutes old for this action.</p>
${passkeyAsk(options, to, typed)}
<form class="act" method="post" action="${to}">${hidden(typed)}
${problem && html`<p class="wrong" role="alert">${problem.message}</p>`}
${field({ name: 'code', label: 'Code', hint: 'From your authenticator app, or a recovery code.', problem, autocomplete: 'one-time-code', longest: 20 })}
${button('Confirm')}</form>`;
  return consolePage(visit, { title: 'Confirm your identity', main });
}

function confirmProblem(code: string | undefined, passkey: string | undefined): Problem | undefined {
  if (passkey !== undefined)
    return { status: 403, message: 'The passkey is not valid, or the response came too late.' };
  return code === undefined ? undefined : { status: 403, message: 'The code is not valid.', field: 'code' };
}

/** A user whose company confirmed two factors has none here yet, and cannot show one. */
function noFactorPage(visit: Visit): Html {
  const main = html`<p role="alert">This action requires a second factor, and you have not set one up.</p>
<p><a class="act-button act-main" href="/console/me">Set up a second factor</a></p>`;
  return consolePage(visit, { title: 'Confirm your identity', main });
}
