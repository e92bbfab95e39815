// How the bank's pages respond: in the shared document, never cached, and not at all while the bank is down.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../kernel/ids.ts';
import type { LineFaults } from './faults.ts';
import type { Books } from './orders.ts';
import { busyView, type Frame, unknownView, type View } from './views.ts';

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

/** Returns the handler of a page about an order or a mandate. */
export const pageOf =
  <Subject extends { merchantId: string | null }>(
    pages: Pages,
    find: (books: Books, id: string) => Promise<Subject | undefined>,
  ) =>
  (handle: (subject: Subject, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { id } = request.params as { id: string };
    const subject = isUuid(id) ? await find(pages.books, id) : undefined;
    if (!subject) return send(pages, reply, 404, unknownView());
    if (pages.faults.of(subject.merchantId).down) return send(pages, reply, 503, busyView());
    return handle(subject, request, reply);
  };
