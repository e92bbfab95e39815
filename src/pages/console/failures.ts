// The page of what failed, for whoever looks on: it reads nothing, since the database may be what is away.
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
  title: 'The console cannot answer now',
  message: 'The database is away, or too much is asked of it. Try again in a moment.',
  retryAfterSeconds: 1,
};

const ours: Failure = {
  status: 500,
  title: 'Something went wrong',
  message: 'This is a fault of ours, and the log has it.',
};

/** Sends the page of an error that no room has answered. */
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
${isForm && html`<p>Look whether it was done before you send it again: the same form is never done twice.</p>`}
<p class="hint">Request ${request.id}</p>`;
  return sendPage(reply, outsidePage(title, main, isStaging), status);
}

function failureOf(error: unknown): Failure {
  const transport = transportStatus(error);
  if (isDatabaseAway(error) || transport?.status === 503) return away;
  if (!transport) return ours;
  const { status, detail, retryAfterSeconds } = transport;
  return { status, title: 'The request cannot be taken', message: sentence(detail), retryAfterSeconds };
}
