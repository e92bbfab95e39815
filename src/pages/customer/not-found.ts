// Unknown addresses: a page for people, JSON for programs. This file alone decides between them, by the Accept header.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerNowhere } from '../../kernel/http/server.ts';
import type { Html } from '../html.ts';
import type { Frame, House } from './model.ts';
import { notFound, nothingHere } from './problems.ts';
import { frameFor, pathOf, sendPage } from './replies.ts';

/** Responds that an address has the right form but no record. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply, house: House): unknown {
  return answer(request, reply, house, notFound);
}

/** Responds that no route has this address. */
export function answerElsewhere(request: FastifyRequest, reply: FastifyReply, house: House): unknown {
  return answer(request, reply, house, nothingHere);
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  house: House,
  page: (frame: Frame) => Html,
): unknown {
  const path = pathOf(request);
  if (!wantsPage(request.headers.accept, customers.test(path))) return answerNowhere(request, reply);
  return sendPage(reply.code(404), page(frameFor(request, reply, house, path)));
}

/** The addresses to which customers are sent. */
const customers = /^\/(?:pay|subscribe|subscriber|link|bank)(?:\/|$)/i;

/**
 * Returns whether an Accept header requests a page: it names HTML, as browsers do. At an address for customers it can
 * also be unspecific, as from a plugin that forwards the response.
 */
export function wantsPage(accept: string | undefined, isCustomers: boolean): boolean {
  const types = (accept || '*/*')
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()))
    .filter(([, ...parameters]) => !parameters.some((one) => /^q=0(?:\.0*)?$/.test(one)))
    .map(([type]) => type!);
  if (types.some((type) => type === 'text/html' || type === 'application/xhtml+xml')) return true;
  return isCustomers && types.length > 0 && types.every((type) => type === '*/*' || type === 'text/*');
}
