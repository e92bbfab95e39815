// The merchant of a form: a field for users who can act at several merchants.
import { findMerchantByCode, findMerchantsNamed, findSiteByCode } from '../../core/merchants/actions.ts';
import { sees } from '../../core/viewer.ts';
import { firstOf } from '../../kernel/required.ts';
import type { Html } from '../html.ts';
import { field } from './forms.ts';
import { type Again, type AnyVisit, type Fields, Refusal, type Visit } from './visit.ts';

/** Returns the field; nothing for users of one merchant. */
export function merchantField(
  { viewer }: Visit,
  hint: string,
  again?: Partial<Again>,
  isRequired = false,
): Html | undefined {
  if (viewer.merchants !== 'all' && viewer.merchants.length === 1) return undefined;
  const isOptional = viewer.merchants === 'all' && !isRequired;
  return field({ name: 'merchant', label: 'Merchant', hint, ...again, isOptional, longest: 50 });
}

/** Returns the merchant by its code, a site's code or its name, or the only one; null for none. Throws Refusal. */
export async function merchantOf(
  { ctx, viewer }: AnyVisit,
  { merchant: given = '' }: Fields,
): Promise<string | null> {
  const name = given.trim();
  const code = name.toUpperCase();
  if (code === '' && viewer.merchants === 'all') return null;
  if (code === '' && viewer.merchants.length === 1) return firstOf(viewer.merchants);
  const id = (await findMerchantByCode(ctx.db, code))?.id ?? (await findSiteByCode(ctx.db, code))?.merchantId;
  if (id !== undefined && sees(viewer, id)) return id;
  const named = (await findMerchantsNamed(ctx.db, name)).filter((one) => sees(viewer, one.id));
  if (named.length === 1) return firstOf(named).id;
  if (named.length > 1)
    throw new Refusal(422, `Several merchants are named “${name}”: enter the code.`, 'merchant');
  throw new Refusal(
    422,
    code === ''
      ? 'Enter the name or the code of the merchant.'
      : `No merchant with the name or code "${name}".`,
    'merchant',
  );
}
