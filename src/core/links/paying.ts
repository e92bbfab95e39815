// A customer opens a payment link: the payment that it leads to.
import { plus } from '../../kernel/clock.ts';
import type { Cents } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import { assertPayable } from '../accounts/actions.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import type { Site } from '../merchants/actions.ts';
import { assertNotSuspended } from '../merchants/suspension.ts';
import {
  createPayment,
  findNewestOfLink,
  makePayment,
  type NewPayment,
  type Payment,
} from '../payments/actions.ts';
import { findCurrent } from '../transactions/actions.ts';
import { change } from '../transitions.ts';
import { inWork } from '../unit-of-work.ts';
import { linkStateAt } from './actions.ts';
import { type Link, lockLink, paymentLinks, takeNumber } from './store.ts';

/** How long a payment of a link stays open, in milliseconds: seven days, or until the link expires. */
const openMs = 7 * 24 * 60 * 60 * 1000;

/** How many numbers are tried where a site forbids duplicate references and has some of them. */
const mostNumbers = 100;

/** Attempts without an outcome. */
const undecided = ['pending', 'unknown'];

/**
 * Returns the payment of a single link that its visits share: one that is open, or that a bank has not decided.
 * Undefined if the next visit creates a new one, and for links for many uses.
 */
export async function findSharedPayment(ctx: AnyContext, link: Link): Promise<Payment | undefined> {
  if (link.uses !== 'single' || link.lastNumber === 0) return undefined;
  const newest = await findNewestOfLink(ctx.db, link);
  if (!newest) return undefined;
  if (newest.state === 'created' && newest.expiresAt > ctx.clock.now()) return newest;
  const attempt = await findCurrent(ctx.db, newest.id);
  return attempt && undecided.includes(attempt.state) ? newest : undefined;
}

/**
 * Returns the payment that a visit of a link leads to, and creates it if no payment can be shared. `typed` is the amount
 * that the customer has typed; it has no effect if the link has an amount. Throws PaymentLinkClosed, InvalidField
 * ("amount") outside of the limits, PaymentMethodUnavailable, and DuplicateReference if the site has a single link's
 * reference.
 */
export async function payByLink(ctx: Context, site: Site, link: Link, typed?: Cents): Promise<Payment> {
  assertOpen(ctx, link);
  if (link.uses === 'single') return inWork(ctx, (work) => paySingle(work, site, link.id, typed));
  const amount = amountOf(link, typed);
  for (let tried = 1; ; tried += 1) {
    const number = await takeNumber(ctx.db, link.id);
    try {
      const made = await createPayment(ctx, paymentOf(ctx, { link, site, amount, number }));
      return required(made.kind === 'made' ? made.payment : undefined, 'payment');
    } catch (error) {
      const isTaken = error instanceof DomainError && error.code === 'DuplicateReference';
      if (!isTaken || tried === mostNumbers) throw error;
    }
  }
}

/** Visits of a single link wait for each other, so that it has one open payment. */
async function paySingle(work: Work, site: Site, id: string, typed: Cents | undefined): Promise<Payment> {
  const link = required(await lockLink(work.tx, id), 'payment link');
  assertOpen(work, link);
  const shared = await findSharedPayment(work, link);
  if (shared) return shared;
  assertNotSuspended(site);
  await assertPayable(work, link.merchantId);
  const number = link.lastNumber + 1;
  const input = paymentOf(work, { link, site, amount: amountOf(link, typed), number });
  // An earlier payment of the link, which ended unpaid, has the reference already.
  const payment = await makePayment(work, input, { mayRepeat: number > 1 });
  change(work, paymentLinks, link, { lastNumber: number });
  return payment;
}

function assertOpen({ clock }: AnyContext, link: Link): void {
  const state = linkStateAt(link, clock.now());
  if (state !== 'active')
    throw new DomainError('PaymentLinkClosed', { detail: `the payment link is ${state}` });
}

function amountOf({ amountCents, minimumCents, maximumCents }: Link, typed: Cents | undefined): Cents {
  if (amountCents !== null) return amountCents;
  if (typed !== undefined && typed >= minimumCents! && typed <= maximumCents!) return typed;
  const detail = 'the amount must be between its minimum and its maximum';
  throw invalidField('amount', detail);
}

interface Part {
  link: Link;
  site: Site;
  amount: Cents;
  number: number;
}

function paymentOf({ clock }: AnyContext, { link, site, amount, number }: Part): NewPayment {
  const { merchantReference, description, customer, expiresAt } = link;
  const openUntil = plus(clock.now(), openMs);
  return {
    site,
    contract: 'one',
    amount,
    linkId: link.id,
    merchantReference: link.uses === 'many' ? `${merchantReference}-${number}` : merchantReference,
    ...(link.notifyUrl !== null && { notifyUrl: link.notifyUrl }),
    expiresAt: expiresAt && expiresAt < openUntil ? expiresAt : openUntil,
    details: {
      ...(link.returnUrl !== null && { returnUrl: link.returnUrl }),
      ...(description !== null && { description }),
      ...(customer && { payer: customer }),
      region: 'ZA',
    },
  };
}
