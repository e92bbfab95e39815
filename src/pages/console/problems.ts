// The pages of what was not done, and why.
import type { FastifyReply } from 'fastify';
import { DomainError } from '../../core/errors.ts';
import { type Html, html, render } from '../html.ts';
import { pagePolicy } from '../page.ts';
import { button, field, hidden } from './forms.ts';
import { consolePage, outsidePage } from './frame.ts';
import { passkeyAsk } from './views/passkey-form.ts';
import { type Fields, type Problem, Refusal, type Visit } from './visit.ts';

/** Sends a page of the console. */
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

/** Returns what an error means for whoever sent a form; undefined for one that is ours. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Refusal) return error.problem;
  if (!(error instanceof DomainError)) return undefined;
  const status = statuses[error.kind];
  if (status === undefined) return undefined;
  const { field: name } = error.details;
  return { status, message: sentence(error.message), ...(name === undefined ? {} : { field: name }) };
}

/** Returns a text that says something as a sentence: it begins with a capital, and ends. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

const titles: Record<Problem['status'], string> = {
  400: 'The address is not right',
  403: 'You may not do this',
  404: 'There is no such thing',
  409: 'It has changed',
  422: 'Something is not right',
  429: 'Too often',
};

export function problemPage(visit: Visit, { status, message }: Problem): Html {
  const main = html`<p role="alert">${message}</p><p class="hint">Nothing was done. Request ${visit.request.id}.</p>`;
  return consolePage(visit, { title: titles[status], main });
}

export const notFoundPage = (visit: Visit): Html =>
  problemPage(visit, { status: 404, message: 'Nothing stands at this address, or it is not yours to see.' });

export const forbiddenPage = (visit: Visit): Html =>
  problemPage(visit, {
    status: 403,
    message: 'Your role does not include this. Ask an admin to change that.',
  });

export function signedOutPage(isStaging: boolean): Html {
  const main = html`<p>You are signed out, and nothing was done. <a href="/console/sign-in">Sign in</a>, and try again.</p>`;
  return outsidePage('Signed out', main, isStaging);
}

export function elsewherePage(isStaging: boolean): Html {
  const main = html`<p>This form was not sent from a page of the console, so nothing was done.</p>`;
  return outsidePage('Not from here', main, isStaging);
}

/** Asks for a second factor, and sends along what was typed. `options`: what the person's passkeys are asked. */
export function confirmPage(visit: Visit, given: Fields, options: object | undefined): Html {
  const { code, passkey, ...typed } = given;
  const problem = confirmProblem(code, passkey);
  if (!visit.person.hasFactor) return noFactorPage(visit);
  const to = visit.request.url;
  const main = html`<p>This moves money, or changes who may. Show a second factor: it stays good for five minutes.</p>
${passkeyAsk(options, to, typed)}
<form class="act" method="post" action="${to}">${hidden(typed)}
${problem && html`<p class="wrong" role="alert">${problem.message}</p>`}
${field({ name: 'code', label: 'Code', hint: 'Of your authenticator app, or a recovery code.', problem, autocomplete: 'one-time-code', longest: 20 })}
${button('Confirm')}</form>`;
  return consolePage(visit, { title: 'Confirm that it is you', main });
}

function confirmProblem(code: string | undefined, passkey: string | undefined): Problem | undefined {
  if (passkey !== undefined)
    return { status: 403, message: 'The passkey is not right, or its answer came too late.' };
  return code === undefined ? undefined : { status: 403, message: 'The code is not right.', field: 'code' };
}

/** Whoever their company let in by two factors has none here yet, and cannot show one. */
function noFactorPage(visit: Visit): Html {
  const main = html`<p role="alert">This moves money, or changes who may: it takes a second factor of your own, and you have none yet.</p>
<p><a class="act-button act-main" href="/console/me">Set one up</a></p>`;
  return consolePage(visit, { title: 'Confirm that it is you', main });
}
