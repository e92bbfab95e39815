// How the bank's pages respond: in the shared document, never cached, and not at all while the bank is down.
import type { FastifyReply } from 'fastify';
import type { LineFaults } from './faults.ts';
import type { Books } from './orders.ts';
import type { Frame, View } from './views.ts';

/** What every page of the bank works with. */
export interface Pages {
  books: Books;
  frame: Frame;
  faults: LineFaults;
}

export function send({ frame }: Pages, reply: FastifyReply, status: number, view: View): FastifyReply {
  if (status === 503) reply.header('retry-after', '5');
  return reply.code(status).type('text/html; charset=utf-8').send(frame(view));
}
