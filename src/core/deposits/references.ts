// Deposit references: short, typed by payers, and drawn so that a typing error never gives another valid one.
import { drawChecked } from '../../kernel/check-digits.ts';
import type { Tx } from '../../kernel/db/db.ts';
import type { Cents } from '../../kernel/money.ts';
import { required } from '../../kernel/required.ts';
import type { AnyContext, Context, Work } from '../context.ts';
import { DomainError } from '../errors.ts';
import type { Site } from '../merchants/actions.ts';
import { lockPayment, makePayment, type Payment } from '../payments/actions.ts';
import { depositType, openTransaction } from '../transactions/actions.ts';
import { announceDeposit } from '../transactions/transitions.ts';
import { action, inWork } from '../unit-of-work.ts';
import { prefixes } from './reference-search.ts';
import * as store from './store.ts';

export type { DepositReference } from './store.ts';

type Prefix = (typeof prefixes)[keyof typeof prefixes];

/** Normalises a reference: banks print capitals, and payers insert spaces and dashes. */
export function comparable(reference: string): string {
  return reference.replace(/[\s\p{Pd}]/gu, '').toUpperCase();
}

/** Draws a reference that is not in use. */
async function drawFree(tx: Tx, prefix: Prefix): Promise<string> {
  for (;;) {
    const drawn = prefix + drawChecked();
    if (!(await store.findReference(tx, drawn))) return drawn;
  }
}

type Meaning = Pick<store.DepositReference, 'reference' | 'purpose'> & Partial<store.DepositReference>;

function referenceOf(
  ctx: AnyContext,
  { merchantId, siteId }: { merchantId: string; siteId: string },
  meaning: Meaning,
): store.DepositReference {
  const nothing = { paymentId: null, merchantReference: null, notifyUrl: null, bankId: null };
  return { merchantId, siteId, ...nothing, ...meaning, createdAt: ctx.clock.now() };
}

async function addReference(tx: Tx, row: store.DepositReference): Promise<store.DepositReference> {
  if (await store.insertReference(tx, row)) return row;
  // Two equal draws of ten thousand million, at the same moment.
  throw new Error(`the reference ${row.reference} was drawn twice at once`);
}

/** Returns the reference with which deposits raise a site's float: always the same, for any amount. */
export function createTopUpReference(ctx: Context, site: Site): Promise<string> {
  const owner = { merchantId: site.merchantId, siteId: site.id };
  return inWork(ctx, async (work) => {
    for (;;) {
      const known = await store.findFloatReference(work.tx, owner);
      if (known) return known.reference;
      const reference = await drawFree(work.tx, prefixes.float);
      await store.insertReference(work.tx, referenceOf(work, owner, { reference, purpose: 'float' }));
    }
  });
}

export interface NewSingle {
  site: Site;
  /** The account of this service to which the deposit is to be paid. */
  account: string;
  /** The exact amount, in cents. */
  amount: Cents;
  merchantReference: string;
  /** The payer's bank, if known. */
  bankId?: string;
  notifyUrl?: string;
  /** Default: seven days from now. */
  expiresAt?: Date;
}

/**
 * Creates a Payments API payment that one deposit pays, and its reference. Throws DuplicateReference when the site
 * forbids repeated references, and InvalidField for an expiry that is not in the future.
 */
export function createSingleReference(ctx: Context, input: NewSingle): Promise<store.DepositReference> {
  const { site, account, amount, merchantReference, bankId, notifyUrl, expiresAt } = input;
  return inWork(ctx, async (work) => {
    const reference = await drawFree(work.tx, prefixes.payment);
    const asked = { contract: 'payments', amount, merchantReference, bankReference: reference } as const;
    const payment = await makePayment(work, { site, ...asked, notifyUrl, expiresAt, details: {} });
    const meaning = { reference, purpose: 'single', paymentId: payment.id, bankId: bankId ?? null } as const;
    const row = await addReference(work.tx, referenceOf(work, payment, meaning));
    await openTransaction(work, {
      paymentId: payment.id,
      paymentType: depositType,
      account,
      depositReference: reference,
    });
    return row;
  });
}

export interface NewMultiple {
  site: Site;
  /** The merchant reference of each payment created from a deposit. */
  merchantReference: string;
  bankId?: string;
  notifyUrl?: string;
}

/** Creates a lasting reference: each deposit that carries it, of any amount, becomes a payment. */
export function createMultipleReference(ctx: Context, input: NewMultiple): Promise<store.DepositReference> {
  const { site, merchantReference, bankId = null, notifyUrl = null } = input;
  const owner = { merchantId: site.merchantId, siteId: site.id };
  return inWork(ctx, async (work) => {
    const reference = await drawFree(work.tx, prefixes.payment);
    const meaning = { reference, purpose: 'multiple', merchantReference, bankId, notifyUrl } as const;
    return addReference(work.tx, referenceOf(work, owner, meaning));
  });
}

/**
 * Opens an attempt to pay by a deposit to an account of the service; repeating it returns the same one. Throws the
 * errors of openTransaction.
 */
export const openDeposit = action(async (work, payment: Pick<Payment, 'id'>, account: string) => {
  const locked = await lockPayment(work.tx, payment.id);
  if (!locked) throw new DomainError('PaymentNotFound');
  const { reference } = (await store.findReferenceOf(work.tx, locked.id)) ?? (await addSingle(work, locked));
  const attempt = { paymentId: locked.id, paymentType: depositType, account, depositReference: reference };
  return openTransaction(work, attempt);
});

/**
 * Opens one for a payer who has chosen in the checkout to pay by deposit, and notifies the merchant that the payment is
 * pending: once, however often it is chosen.
 */
export const chooseDeposit = action(async (work, payment: Pick<Payment, 'id'>, account: string) => {
  const transaction = await openDeposit(work, payment, account);
  await announceDeposit(work, required(await lockPayment(work.tx, payment.id), 'payment'), transaction);
  return transaction;
});

async function addSingle(work: Work, payment: Payment): Promise<store.DepositReference> {
  const reference = await drawFree(work.tx, prefixes.payment);
  return addReference(
    work.tx,
    referenceOf(work, payment, { reference, purpose: 'single', paymentId: payment.id }),
  );
}

/** Returns a site's own payment reference as typed. Throws DepositReferenceNotFound. */
export async function getReference(ctx: Context, site: Site, typed: string): Promise<store.DepositReference> {
  const found = await store.findReference(ctx.db, comparable(typed));
  if (found?.siteId === site.id && found.purpose !== 'float') return found;
  throw new DomainError('DepositReferenceNotFound');
}
