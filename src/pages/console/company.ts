// Sign-in with a company account (OpenID Connect): the browser goes to the company's own page, and returns with a response that
// only this browser can use, once.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  beginCompanySignIn,
  type Company,
  companyMs,
  type Entered,
  enterByCompany,
  takeCompanySignIn,
} from '../../core/users/company.ts';
import { type Html, html } from '../html.ts';
import { outsidePage } from './frame.ts';
import { sendPage } from './problems.ts';
import { clearCompanyKey, companyKeyOf, setCompanyKey, setToken, wayBack } from './session-cookie.ts';
import type { ConsoleDeps, Fields } from './visit.ts';

const begins = '/console/sign-in/company';

export function mountCompanySignIn(server: FastifyInstance, deps: ConsoleDeps, company: Company): void {
  const { ctx } = deps;

  server.get(begins, async (request, reply: FastifyReply) => {
    const back = wayBack((request.query as Fields).back);
    const network = request.ip;
    const begun = await beginCompanySignIn(ctx, { back, network });
    if (begun.kind === 'slowed')
      return sendPage(
        reply.header('retry-after', begun.retryAfterSeconds),
        problemPage(deps, tooOften, back),
        429,
      );
    const { pending, key } = begun;
    const address = await company.addressOf(pending);
    if (address === undefined) {
      // It does not come back, so it must not count.
      await takeCompanySignIn(ctx, { key, state: pending.state, network });
      return sendPage(reply, problemPage(deps, away, back), 503);
    }
    setCompanyKey(reply, key, companyMs / 1000);
    return reply.redirect(address, 303);
  });

  server.get(`${begins}/answer`, async (request, reply: FastifyReply) => {
    const key = companyKeyOf(request);
    clearCompanyKey(reply);
    const { state } = request.query as Record<string, unknown>;
    const isAnswer = key !== undefined && typeof state === 'string';
    const pending = isAnswer ? await takeCompanySignIn(ctx, { key, state, network: request.ip }) : undefined;
    if (!pending) return sendPage(reply, problemPage(deps, over, '/console'), 400);
    const answer = await company.judge(queryOf(request), pending);
    if (answer.kind === 'away') return sendPage(reply, problemPage(deps, away, pending.back), 503);
    if (answer.kind === 'refused') return sendPage(reply, problemPage(deps, notTaken, pending.back), 401);
    const from = { network: request.ip, agent: String(request.headers['user-agent'] ?? '').slice(0, 200) };
    const own = { ...ctx, correlationId: request.id };
    const entered = await enterByCompany(own, answer.account, company.grants, from);
    if (entered.kind === 'refused')
      return sendPage(reply, problemPage(deps, refusals[entered.why], pending.back), 403);
    setToken(reply, entered.token);
    return reply.redirect(entered.kind === 'code' ? codeAddress(pending.back) : pending.back, 303);
  });
}

function queryOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

const withBack = (path: string, back: string): string =>
  back === '/console' ? path : `${path}?back=${encodeURIComponent(back)}`;

/** The page on which a user shows the second factor, if one is required. */
export const codeAddress = (back: string): string => withBack('/console/sign-in/code', back);

/** Returns the button. It is a link, because browsers block a form that redirects to another site. */
export const companyLink = (back: string): Html =>
  html`<p><a class="act-button act-main" href="${withBack(begins, back)}">Sign in with your company account</a></p>`;

function problemPage({ isStaging }: ConsoleDeps, sentence: string, back: string): Html {
  const main = html`<p class="wrong" role="alert">${sentence}</p>
${companyLink(back)}
<p><a href="${withBack('/console/sign-in', back)}">Sign in with a password</a></p>`;
  return outsidePage('You are not signed in', main, isStaging);
}

const tooOften = 'Too many attempts. Wait a moment, then try again.';
const away = 'Your company’s sign-in is not available right now. Wait a moment, then try again.';
const over = 'This sign-in has expired, was already used, or was started in another browser. Start again.';
const notTaken = 'Your company did not sign you in.';

const refusals: Record<Extract<Entered, { kind: 'refused' }>['why'], string> = {
  unverified: 'Your company has not verified your email address, so you cannot sign in. Ask an admin.',
  'other account': 'This email address is linked to another company account. Ask an admin.',
  disabled: 'Your login is disabled. Ask an admin.',
  noRole: 'Your company account has no role here. Ask an admin.',
};
