// Limits concurrent work per session: hundreds of requests of a session delay only that session.
import type { FastifyRequest } from 'fastify';
import { limitShare } from '../../kernel/concurrency/semaphore.ts';
import { tokenOf } from './session-cookie.ts';

// A person's pages and forms are free; a program that asks without end gets little of one processor for its forms.
const pageTurn = limitShare(4, { times: 9, mostMs: 200, freeMs: 1_000 });
const formTurn = limitShare(1, { times: 19, mostMs: 200, freeMs: 500 });

type InTurn = <T>(request: FastifyRequest, work: () => Promise<T>) => Promise<T>;

/** Renders a page, live or not, when fewer than four of its session are being rendered. */
export const inPageTurn: InTurn = (request, work) => inTurn(pageTurn, request, work);

/** Carries a form out when no other form of its session is being carried out. */
export const inFormTurn: InTurn = (request, work) => inTurn(formTurn, request, work);

/** A request without a session leads to the sign-in, which needs no limit. */
function inTurn<T>(turn: typeof pageTurn, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const token = tokenOf(request);
  return token === undefined ? work() : turn(work, token);
}
