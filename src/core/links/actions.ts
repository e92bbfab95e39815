// Actions of merchants on payment links: create, read, edit, disable.
import { timeHere } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import { randomBytes } from '../../kernel/random.ts';
import { assertPayable } from '../accounts/actions.ts';
import type { AnyContext, Work } from '../context.ts';
import { addingCustomers, contactOf, identify } from '../customers/actions.ts';
import type { NamedSource } from '../customers/jobs.ts';
import { DomainError } from '../errors.ts';
import { invalidField } from '../invalid-field.ts';
import type { Site } from '../merchants/actions.ts';
import { assertNotSuspended } from '../merchants/suspension.ts';
import { findPaymentsByReference } from '../payments/actions.ts';
import { assertAsSeen, type Seen } from '../seen.ts';
import { correlated } from '../traces.ts';
import { advance, change } from '../transitions.ts';
import { action } from '../unit-of-work.ts';
import { sees, type Viewer } from '../viewer.ts';
import { type LinkState, linkMachine } from './state.ts';
import * as store from './store.ts';

export { type LinkState, linkMachine, linkStates } from './state.ts';
export { findAnyLink, findLinkForCustomer, type Link, linkUses, listLinks, paymentLinks } from './store.ts';
export { onLinksPaid, onLinksReversed } from './transitions.ts';

export interface NewLink {
  site: Site;
  /** Cents, more than zero; absent if the payer types the amount. */
  amount?: Cents | undefined;
  /** The limits of the amount that the payer types; only without an amount. */
  band?: { minimum: Cents; maximum: Cents } | undefined;
  /** Generated where absent. */
  merchantReference?: string | undefined;
  description?: string | undefined;
  customer?: store.LinkCustomer | undefined;
  uses: store.LinkUses;
  expiresAt?: Date | undefined;
  returnUrl?: string | undefined;
  notifyUrl?: string | undefined;
}

/** The longest reference of a link for many uses, whose payments add their number to it. */
export const longestManyReference = 40;

/**
 * Creates a payment link. Throws InvalidField for an amount with limits or neither, limits in the wrong order, a reference
 * that is too long for many uses and an expiry that is not in the future; DuplicateReference where the site forbids a
 * reference that it has seen; and PaymentMethodUnavailable if it could not be paid.
 */
export async function createLink(ctx: AnyContext, input: NewLink): Promise<store.Link> {
  const { site, amount, band, uses } = input;
  assertNotSuspended(site);
  assertAmount(input);
  const createdAt = ctx.clock.now();
  if (input.expiresAt) assertFuture(input.expiresAt, createdAt);
  const merchantReference = input.merchantReference ?? newReference();
  if (uses === 'many' && merchantReference.length > longestManyReference) {
    const detail = `the reference of a reusable link must have at most ${longestManyReference} characters`;
    throw invalidField('merchantReference', detail);
  }
  await assertPayable(ctx, site.merchantId);
  await assertNewReference(ctx, site, merchantReference);
  const customer = identify(site.merchantId, contactOf(input.customer));
  const link: store.Link = {
    id: newId(ctx.clock),
    merchantId: site.merchantId,
    siteId: site.id,
    state: linkMachine.initial,
    stateReason: null,
    code: newCode(),
    uses,
    amountCents: amount ?? null,
    minimumCents: band?.minimum ?? null,
    maximumCents: band?.maximum ?? null,
    currency: 'ZAR',
    merchantReference,
    description: input.description ?? null,
    customer: input.customer ?? null,
    returnUrl: input.returnUrl ?? site.addresses.returnUrl ?? null,
    notifyUrl: input.notifyUrl ?? site.addresses.notifyUrl ?? null,
    lastNumber: 0,
    correlationId: correlated(ctx, site.merchantId),
    createdBy: ctx.actor,
    createdAt,
    expiresAt: input.expiresAt ?? null,
    completedAt: null,
    dueAt: input.expiresAt ?? null,
    customerId: customer?.id ?? null,
  };
  if (customer) await addingCustomers(ctx.db, [customer], createdAt);
  await store.insertLink(ctx.db, link);
  return link;
}

/** Returns 128 random bits as 25 small letters and digits, which survive being typed in capitals. */
const newCode = (): string =>
  BigInt(`0x${randomBytes(16).toString('hex')}`)
    .toString(36)
    .padStart(25, '0');

/** Without letters that are read as digits. */
const referenceLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Returns a reference such as "PL-7KQ2MX9A". */
function newReference(): string {
  const letters = [...randomBytes(8)].map((byte) => referenceLetters.charAt(byte % referenceLetters.length));
  return `PL-${letters.join('')}`;
}

function assertAmount({ amount, band }: NewLink): void {
  if ((amount === undefined) === (band === undefined))
    throw invalidField(
      'amount',
      'a link requires an amount, or a minimum and a maximum for the payer’s amount',
    );
  if (band && band.minimum > band.maximum)
    throw invalidField('variable', 'the minimum must not exceed the maximum');
}

function assertFuture(expiresAt: Date, now: Date): void {
  if (expiresAt <= now) throw invalidField('expiresAt', `the expiry must be in the future; ${timeHere(now)}`);
}

async function assertNewReference(ctx: AnyContext, site: Site, reference: string): Promise<void> {
  if (site.allowDuplicateReferences) return;
  const owner = { merchantId: site.merchantId, siteId: site.id };
  const isUsed =
    (await findPaymentsByReference(ctx.db, site, [reference])).length > 0 ||
    (await store.hasReference(ctx.db, owner, reference));
  if (!isUsed) return;
  const detail = `the site already has a payment or a link with the reference ${reference}`;
  throw new DomainError('DuplicateReference', { field: 'merchantReference', detail });
}

/** Returns a merchant's link. Throws PaymentLinkNotFound for another merchant's. */
export async function getLink(ctx: AnyContext, merchantId: string, id: string): Promise<store.Link> {
  const link = await store.findLink(ctx.db, merchantId, id);
  if (!link) throw new DomainError('PaymentLinkNotFound');
  return link;
}

/** Returns the state of a link now. Its expiry counts to the second, even if no sweep has recorded it yet. */
export const linkStateAt = ({ state, expiresAt }: store.Link, now: Date): LinkState =>
  state === 'active' && expiresAt !== null && expiresAt <= now ? 'expired' : state;

const disabledBy = ({ actor }: Work): string =>
  actor.startsWith('user:') ? 'disabled at the console' : 'disabled by the merchant';

/** The state of a link when a user saw it. */
export type LinkFacts = { state: LinkState };

/**
 * Disables a link: nothing more is paid by it. Payments that it has made stay as they are, and a link that has ended
 * otherwise stays so. Repeating it changes nothing; for a user who saw it otherwise, it throws DoneAlready. Throws
 * PaymentLinkNotFound, ChangedSinceSeen.
 */
export const disableLink = action(async (work, viewer: Viewer, id: string, seen?: Seen<LinkFacts>) => {
  const link = await lockSeen(work, viewer, id);
  const { state } = link;
  if (seen?.state && seen.state !== state && state === 'disabled')
    throw new DomainError('DoneAlready', { detail: 'the payment link is already disabled' });
  assertAsSeen<LinkFacts>(seen, { state });
  if (advance(work, linkMachine, link, 'disable', disabledBy(work)))
    change(work, store.paymentLinks, link, { dueAt: null });
  return link;
});

export interface LinkChanges {
  description: string | null;
  /** Null: it does not expire. */
  expiresAt: Date | null;
}

/**
 * Changes the description and the expiry of a link that is active or expired; an expired one opens again. Payments that it has
 * made keep theirs. Throws InvalidField for an expiry in the past, PaymentLinkNotFound, and PaymentLinkClosed for a link that
 * is paid or disabled.
 */
export const editLink = action(
  async (work, viewer: Viewer, id: string, { description, expiresAt }: LinkChanges) => {
    const link = await lockSeen(work, viewer, id);
    const before = { description: link.description, expiresAt: link.expiresAt };
    const isNewExpiry = expiresAt?.getTime() !== link.expiresAt?.getTime();
    if (expiresAt && isNewExpiry) assertFuture(expiresAt, work.clock.now());
    if (link.state === 'paid' || link.state === 'disabled') {
      throw new DomainError('PaymentLinkClosed', { detail: `the payment link is ${link.state}` });
    }
    if (isNewExpiry) advance(work, linkMachine, link, 'extend', null);
    const dueAt = link.state === 'active' ? expiresAt : null;
    change(work, store.paymentLinks, link, { description, expiresAt, dueAt });
    return { before, link };
  },
);

async function lockSeen(work: Work, viewer: Viewer, id: string): Promise<store.Link> {
  const link = await store.lockLink(work.tx, id);
  if (!link || !sees(viewer, link.merchantId)) throw new DomainError('PaymentLinkNotFound');
  return link;
}

/** How the sweep of customers reads payment links. */
export const customersOfLinks: NamedSource = {
  table: 'payment_links',
  column: 'customer',
  customerOf: (customer) => contactOf(customer),
};
