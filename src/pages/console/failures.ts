// The page of a failure. It reads nothing, because the database may be unavailable.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../../kernel/db/db.ts';
import { transportStatus } from '../../kernel/http/server.ts';
import { html } from '../html.ts';
import { outsidePage } from './frame.ts';
import { sendPage, sentence } from './problems.ts';

interface Failure {
  status: number;
  title: string;
  message: string;
  retryAfterSeconds?: number | undefined;
}

const away: Failure = {
  status: 503,
  title: 'The console is not available right now',
  message: 'The database is unavailable or overloaded. Try again in a moment.',
  retryAfterSeconds: 1,
};

const ours: Failure = {
  status: 500,
  title: 'Something went wrong',
  message: 'This is an error of the service. It has been logged.',
};

/** Sends the page of an error that no page has handled. */
export function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  isStaging: boolean,
): FastifyReply {
  const { status, title, message, retryAfterSeconds } = failureOf(error);
  if (status === 500) request.log.error({ error }, 'a page of the console failed');
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds);
  const isForm = request.method === 'POST';
  const main = html`<p role="alert">${message}</p>
${isForm && html`<p>Check whether the action was carried out before you send the form again. The same form is never carried out twice.</p>`}
<p class="hint">Request id: ${request.id}</p>`;
  return sendPage(reply, outsidePage(title, main, isStaging), status);
}

function failureOf(error: unknown): Failure {
  const transport = transportStatus(error);
  if (isDatabaseAway(error) || transport?.status === 503) return away;
  if (!transport) return ours;
  const { status, detail, retryAfterSeconds } = transport;
  return { status, title: 'The request was not accepted', message: sentence(detail), retryAfterSeconds };
}
