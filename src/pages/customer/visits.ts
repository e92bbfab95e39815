// The routes that the checkout and the authorisation page share. The address names a payment or a subscription; its state
// decides which page is shown and which buttons the page has. Only the pressed button is taken from the browser.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../core/context.ts';
import { DomainError } from '../../core/errors.ts';
import { acceptForms } from '../../kernel/http/bodies.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { BankError, Frame, House } from './model.ts';
import { answerNotFound } from './not-found.ts';
import { answerFailure, type Fields, press } from './replies.ts';

/** A request for a page, with the present state of its payment or subscription. */
export interface Visit<Page extends string> {
  ctx: Context;
  request: FastifyRequest;
  reply: FastifyReply;
  frame: Frame;
  page: Page;
}

/** Pages about one kind of thing. */
export interface VisitedPages<Page extends string, Action extends string, V extends Visit<Page>> {
  /** The path below which the id follows. */
  root: string;
  house: House;
  actionsOf: Record<Page, readonly Action[]>;
  /** Reads the payment or subscription with an id; undefined if it does not exist. */
  find(id: string, request: FastifyRequest, reply: FastifyReply): Promise<V | undefined>;
  /** Sends the page of the present state. */
  answer(visit: V): Promise<unknown>;
  /** Leads to that page. */
  toPage(visit: V): unknown;
}

/** Mounts the page and what its script asks. Returns functions that mount its other addresses and its buttons. */
export function mountVisits<Page extends string, Action extends string, V extends Visit<Page>>(
  server: FastifyInstance,
  pages: VisitedPages<Page, Action, V>,
) {
  const { root, house, actionsOf } = pages;
  const arrive = async (request: FastifyRequest, reply: FastifyReply): Promise<V | undefined> => {
    const { id } = request.params as { id: string };
    return isUuid(id) ? pages.find(id, request, reply) : undefined;
  };
  const visiting =
    (work: (visit: V, fields: Fields) => unknown) => async (request: FastifyRequest, reply: FastifyReply) => {
      const visit = await arrive(request, reply);
      const fields = (request.body ?? {}) as Fields;
      return visit ? work(visit, fields) : answerNotFound(request, reply, house);
    };

  acceptForms(server);
  server.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, house));
  server.get(`${root}/:id`, visiting(pages.answer));
  // Some shops' clients redirect their customer with a POST.
  server.post(`${root}/:id`, visiting(pages.toPage));
  server.get(`${root}/:id/status`, async (request, reply) => {
    const visit = await arrive(request, reply);
    return visit ? { page: visit.page } : reply.code(404).send({ page: 'notFound' });
  });
  return {
    get: (name: string, work: (visit: V) => unknown): void =>
      void server.get(`${root}/:id/${name}`, visiting(work)),
    /** The work is done where the page of the present state has the button. */
    button: (name: string, action: Action, work: (visit: V, fields: Fields) => Promise<unknown>): void =>
      void server.post(
        `${root}/:id/${name}`,
        visiting((visit, fields) =>
          press(
            actionsOf[visit.page].includes(action),
            () => work(visit, fields),
            () => pages.toPage(visit),
          ),
        ),
      ),
  };
}

export const asCustomer = (ctx: Context, request: FastifyRequest): Context => ({
  ...ctx,
  correlationId: request.id,
  actor: 'customer',
});

/** Returns the bank that was chosen among those that are offered, or why it cannot be. */
export function chosenBank<Bank extends { id: string; name: string; available: boolean }>(
  banks: readonly Bank[],
  id: string | undefined,
): { bank: Bank } | { error: BankError } {
  const bank = banks.find((one) => one.id === id);
  if (!bank) return { error: { kind: 'noBank' } };
  return bank.available ? { bank } : { error: { kind: 'bankUnavailable', bankName: bank.name } };
}

/** Returns why a choice failed that the customer can make again; undefined for any other error. */
export const bankErrorOf = (error: unknown, bank: { name: string }): BankError | undefined =>
  error instanceof DomainError && (error.code === 'BankUnavailable' || error.code === 'MerchantSuspended')
    ? { kind: 'bankUnreachable', bankName: bank.name }
    : undefined;

/** Returns a customer's consent: the version of the shown text, its language and the address of the browser. */
export const consentOf = ({ request, frame }: Visit<string>, textVersion: string) => ({
  textVersion,
  language: frame.language,
  address: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
});
