// The simulated bank's own pages: log in, approve, and back to the shop. They work without scripts; going back,
// reloading and sending a form twice only ever show the order's status.
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { BankStep } from '../../core/rails.ts';
import { payerAccounts } from './accounts.ts';
import { mandateRoutes } from './mandate-pages.ts';
import { bankOf, lookUp, make, takeStep } from './orders.ts';
import { arrival, type Order } from './outcomes.ts';
import { type Pages, pageOf, send } from './page.ts';
import { approvalView, busyView, endingView, loginView, pathOf } from './views.ts';

const decisions: readonly string[] = ['approve', 'decline', 'cancel'] satisfies BankStep[];

/** The routes below /bank. Forms arrive as a flat record of text. */
export function bankPages(pages: Pages): FastifyPluginAsync {
  const { books } = pages;
  const withOrder = pageOf(pages, lookUp);
  return async (app) => {
    // A browser that goes back must request the page again, or it would show a form that was decided long ago.
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    app.get('/bank/orders/:id', withOrder(showLogin));
    app.post(
      '/bank/orders/:id',
      withOrder(async (order, _request, reply) => {
        await takeStep(books, order.id, 'authenticate');
        return reply.redirect(`${pathOf(order)}/approve`, 303);
      }),
    );
    app.get(
      '/bank/orders/:id/approve',
      withOrder(async (order, _request, reply) => {
        if (order.state === 'started') return reply.redirect(pathOf(order), 303);
        if (order.state !== 'authenticated') return showEnding(pages, order, order.state, reply);
        return send(pages, reply, 200, approvalView(order, bankOf(books, order.bankId)));
      }),
    );
    app.post('/bank/orders/:id/approve', withOrder(decideHere));
    mandateRoutes(app, pages);
  };

  async function showLogin(order: Order, _request: FastifyRequest, reply: FastifyReply) {
    const left = order.state === 'started' ? arrival(order, await books.ruling(order)) : undefined;
    const here = left ? await make(books, order, left, null) : order;
    if (here.state === 'authenticated') return reply.redirect(`${pathOf(here)}/approve`, 303);
    if (here.state !== 'started') return showEnding(pages, here, here.state, reply);
    return send(pages, reply, 200, loginView(here, bankOf(books, here.bankId)));
  }

  async function decideHere(order: Order, request: FastifyRequest, reply: FastifyReply) {
    const { decision, account } = (request.body ?? {}) as Record<string, string | undefined>;
    const offered = payerAccounts(bankOf(books, order.bankId)).some(({ number }) => number === account);
    if (!decision || !decisions.includes(decision) || (account !== undefined && !offered)) {
      return reply.redirect(`${pathOf(order)}/approve`, 303);
    }
    const after = (await takeStep(books, order.id, decision as BankStep, account)) ?? order;
    // The response is lost on its way: the payer is left at the bank.
    const lost = after.manner === 'busy' || pages.faults.of(order.merchantId).timeoutAfterCommit;
    const undecided = after.state === 'started' || after.state === 'authenticated';
    return reply.redirect(lost || undecided ? `${pathOf(order)}/approve` : order.returnUrl, 303);
  }
}

function showEnding(
  pages: Pages,
  order: Order,
  state: Parameters<typeof endingView>[1],
  reply: FastifyReply,
) {
  if (order.manner === 'busy') return send(pages, reply, 503, busyView(order));
  return send(pages, reply, 200, endingView(order, state));
}
