// A payment request that a customer's browser brings to the checkout, as a form or a query. There is no ApiKey: the
// hash alone tells that the merchant wrote it.

import { judgeDestination } from '../../core/addresses.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../dialect/errors.ts';
import { isWebAddress } from '../dialect/fields.ts';
import { type GivenFields, givenOnce } from '../dialect/given.ts';
import { hashRefusal } from '../dialect/mismatch.ts';
import { openPayment } from '../dialect/request.ts';
import type { SurfaceDeps } from './deps.ts';

export interface BrowserRefusal {
  /** Why, in words for the merchant's developer. */
  refused: string;
  /** The name of the site, where it is known. */
  merchantName?: string;
  /** Where the customer may go back to: only where the merchant wrote the request, so that nobody else can send
   * customers anywhere. */
  cancelUrl?: string;
  /** The hash is not that of the fields. */
  hasWrongHash?: true;
}

/**
 * Makes a payment of the fields, by the rules of POST /postpaymentrequest. `countOpening` throws where a site is asked for too
 * often.
 */
export async function openFromBrowser(
  deps: SurfaceDeps & { countOpening?(siteCode: string): void },
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
  const opened = await openPayment(deps, { ...ctx, actor: 'customer' }, site, given);
  if ('paymentId' in opened) return opened;
  const { refused, isSigned, texts } = opened;
  const cancelUrl = texts.cancelUrl ?? site.addresses.cancelUrl;
  const mayLeave =
    isSigned &&
    cancelUrl !== undefined &&
    isWebAddress(cancelUrl) &&
    !judgeDestination(cancelUrl, deps.config);
  return {
    refused,
    merchantName: site.name,
    ...(mayLeave && { cancelUrl }),
    ...(refused === hashRefusal && { hasWrongHash: true }),
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
