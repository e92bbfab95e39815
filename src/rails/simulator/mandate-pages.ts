// The bank's pages about a mandate: log in, read the terms, approve or decline, and back. Going back, reloading and
// sending a form twice only ever show the mandate's status.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { payerAccounts } from './accounts.ts';
import type { Mandate } from './mandate-store.ts';
import { mandateApprovalView, mandateEndingView, mandateLoginView, mandatePath } from './mandate-views.ts';
import { decideMandate, lookUpMandate, MandateDecided } from './mandates.ts';
import { bankOf } from './orders.ts';
import { type Pages, pageOf, send } from './page.ts';

const decisions = { approve: 'approved', decline: 'declined' } as const;

/** The routes below /bank/mandates. Forms arrive as a flat record of text. */
export function mandateRoutes(app: FastifyInstance, pages: Pages): void {
  const { books } = pages;
  const withMandate = pageOf(pages, lookUpMandate);
  const approvalOf = (mandate: Mandate) => `${mandatePath(mandate)}/approve`;

  app.get(
    '/bank/mandates/:id',
    withMandate(async (mandate, _request, reply) => {
      const { state } = mandate;
      if (state !== 'waiting') return send(pages, reply, 200, mandateEndingView(mandate, state));
      return send(pages, reply, 200, mandateLoginView(mandate, bankOf(books, mandate.bankId)));
    }),
  );
  app.post(
    '/bank/mandates/:id',
    withMandate(async (mandate, _request, reply) => reply.redirect(approvalOf(mandate), 303)),
  );
  app.get(
    '/bank/mandates/:id/approve',
    withMandate(async (mandate, _request, reply) => {
      const { state } = mandate;
      if (state !== 'waiting') return send(pages, reply, 200, mandateEndingView(mandate, state));
      return send(pages, reply, 200, mandateApprovalView(mandate, bankOf(books, mandate.bankId)));
    }),
  );
  app.post('/bank/mandates/:id/approve', withMandate(decideHere));

  async function decideHere(mandate: Mandate, request: FastifyRequest, reply: FastifyReply) {
    const { decision = '', account } = (request.body ?? {}) as Record<string, string | undefined>;
    const offered = payerAccounts(bankOf(books, mandate.bankId)).some(({ number }) => number === account);
    if (!Object.hasOwn(decisions, decision) || (account !== undefined && !offered)) {
      return reply.redirect(approvalOf(mandate), 303);
    }
    try {
      await decideMandate(books, mandate.id, decisions[decision as keyof typeof decisions], account);
    } catch (error) {
      // Decided otherwise in another window, or too late: the page shows its status.
      if (error instanceof MandateDecided) return reply.redirect(approvalOf(mandate), 303);
      throw error;
    }
    // If the response is lost on its way, the customer is left at the bank.
    const isLost = pages.faults.of(mandate.merchantId).timeoutAfterCommit;
    return reply.redirect(isLost ? approvalOf(mandate) : mandate.returnUrl, 303);
  }
}
