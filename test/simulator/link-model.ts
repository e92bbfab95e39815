// The model of payment links: what they show, and the payments that their visits have led to.
import type { Eft } from './bank-model.ts';

export interface Link {
  id: string;
  url: string;
  reference: string;
  cents: number;
  uses: 'single' | 'many';
  expiresAt: number | null;
  state: 'Active' | 'Paid' | 'Disabled' | 'Expired';
  /** Payments without a deposit that are paid. */
  paidAtOnce: number;
}

/** A payment of a link was paid; others of a single link end. */
export function payLink(paid: Pick<Eft, 'link'>, all: readonly Eft[]): void {
  const { link } = paid;
  if (link?.uses !== 'single') return;
  link.state = 'Paid';
  for (const other of all) if (other.link === link && other !== paid) other.mayEnd = true;
}

/** The money of a payment of a link is gone: the link does not open again by itself. */
export function reverseLink({ link }: Eft): void {
  if (link?.uses === 'single' && link.state === 'Paid') link.state = 'Disabled';
}

export const paidOfLink = (link: Link, efts: readonly Eft[]): number =>
  link.paidAtOnce + efts.filter((eft) => eft.link === link && eft.status === 'Complete').length;
