// A payment request that a customer's browser brings to the checkout, as a form or a query. There is no ApiKey: only
// the hash proves that the merchant wrote it, and nothing is trusted that the hash does not prove.

import { judgeDestination } from '../../core/addresses.ts';
import type { Context } from '../../core/context.ts';
import { hashRefusal } from '../../core/hash-mismatches/actions.ts';
import type { Site } from '../../core/merchants/actions.ts';
import { isFirstCut } from '../../core/payments/browser-requests.ts';
import { Refusal } from '../dialect/errors.ts';
import { isWebAddress } from '../dialect/fields.ts';
import { type GivenFields, givenOnce } from '../dialect/given.ts';
import { comparable } from '../dialect/hash.ts';
import { type Door, openPayment } from '../dialect/request.ts';
import type { SurfaceDeps } from './deps.ts';
import { recutReason, type Terms } from './recut.ts';
import { ambiguousEnds } from './references.ts';

export interface BrowserRefusal {
  /** The reason, in words for the merchant's developer. */
  refused: string;
  /** The name of the site, if it is known. */
  merchantName?: string;
  /** The return address of the customer. Set only if the merchant wrote the request, so that no third party decides it. */
  cancelUrl?: string;
  /** The hash does not match the fields. */
  hasWrongHash?: true;
}

/** Creates a payment by the rules of POST /postpaymentrequest and those for requests that payers may recut. */
export async function openFromBrowser(
  deps: SurfaceDeps,
  ctx: Context,
  fields: Record<string, string>,
): Promise<{ paymentId: string } | BrowserRefusal> {
  const given = readFieldsOnce(fields);
  if (given instanceof Refusal) return { refused: given.message };
  const siteCode = given.get('sitecode');
  if (!siteCode) return { refused: 'siteCode is required' };
  const site = siteCode.kind === 'text' ? await deps.directory.siteByCode(siteCode.text) : undefined;
  if (!site) return { refused: 'siteCode is not known' };
  deps.countOpening?.(site.code);
  const log = ctx.log.child({ correlationId: ctx.correlationId });
  const door = browserDoor(deps, ctx, site, given.get('hashcheck')?.text ?? '');
  const opened = await openPayment(deps, { ...ctx, actor: 'customer', log }, site, given, door);
  if ('paymentId' in opened) return opened;
  const { refused, isSigned, texts } = opened;
  const cancelUrl = texts.cancelUrl ?? site.addresses.cancelUrl;
  const canLeave =
    isSigned &&
    cancelUrl !== undefined &&
    isWebAddress(cancelUrl) &&
    !judgeDestination(cancelUrl, deps.config);
  return {
    refused,
    merchantName: site.name,
    ...(canLeave && { cancelUrl }),
    ...(refused === hashRefusal && { hasWrongHash: true }),
  };
}

/** Admits a request that cannot have been recut and is the first cut with its hash. */
function browserDoor(deps: SurfaceDeps, ctx: Context, site: Site, hashCheck: string): Door {
  const terms = termsOf(site, deps.config);
  return async ({ payment, texts, hashed }) => {
    const refused = recutReason(texts, hashed, terms);
    if (refused !== undefined) return { refused };
    const ends = ambiguousEnds(texts, terms.referencePattern);
    const request = { digest: comparable(hashCheck), fields: texts, ambiguousEnds: ends };
    if (!(await isFirstCut(ctx, site, request))) return { refused: otherCut };
    for (const end of ends) ctx.meter?.ambiguous(end);
    return { payment: { ...payment, ambiguousEnds: ends } };
  };
}

const otherCut = 'hashCheck came before with other fields, and those count';

/** Returns the kinds of requests that a site accepts from browsers. */
export function termsOf(site: Site, { mode }: { mode: 'staging' | 'production' }): Terms {
  return {
    testAllowed: site.allowTest ?? mode === 'staging',
    ownAddresses: site.addresses,
    referencePattern: site.referencePattern,
  };
}

function readFieldsOnce(fields: Record<string, string>): GivenFields | Refusal {
  try {
    return givenOnce(fields);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
