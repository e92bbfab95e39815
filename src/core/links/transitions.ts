// Applies the payment of a single link, or its reversal by the bank, to the link.
import type { Work } from '../context.ts';
import type { LinkedPayment, Reaction } from '../reactions.ts';
import { advance, change } from '../transitions.ts';
import { type LinkVerb, linkMachine } from './state.ts';
import * as store from './store.ts';

/** Marks single links as paid. The sweep then cancels other payments of them that are still open. */
export const onLinksPaid: Reaction<Work, 'link.paid'> = (work, paid) =>
  move(work, paid, 'pay', null, ({ lastNumber }) => (lastNumber > 1 ? work.clock.now() : null));

/** Disables single links whose money is gone. */
export const onLinksReversed: Reaction<Work, 'link.reversed'> = (work, reversed) =>
  move(work, reversed, 'reverse', 'the bank returned the money', () => null);

async function move(
  work: Work,
  facts: readonly LinkedPayment[],
  verb: LinkVerb,
  reason: string | null,
  dueAtOf: (link: store.Link) => Date | null,
): Promise<void> {
  const links = await store.lockSingleLinks(
    work.tx,
    facts.map(({ linkId }) => linkId),
  );
  for (const link of links) {
    const { actor, correlationId } = facts.find(({ linkId }) => linkId === link.id) ?? work;
    const own = { ...work, actor, correlationId };
    if (advance(own, linkMachine, link, verb, reason))
      change(own, store.paymentLinks, link, { dueAt: dueAtOf(link) });
  }
}
