// A payment link that a user creates, such as for an order by telephone.
import type { Work } from '../../../core/context.ts';
import { createLink, type Link, linkUses } from '../../../core/links/actions.ts';
import { findSiteByCode, type Site } from '../../../core/merchants/actions.ts';
import { sees } from '../../../core/viewer.ts';
import { parseDay, startOfDay } from '../../../kernel/calendar.ts';
import type { Cents } from '../../../kernel/money.ts';
import { findScope } from '../../../reports/lists/scope.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { asksWords } from '../views/link-page.ts';
import {
  type Again,
  type AnyVisit,
  type Fields,
  type FormRoute,
  type PageRoute,
  Refusal,
  type Visit,
} from '../visit.ts';

const path = consolePath('links', 'new');

export const newLinkPage: PageRoute = { path, action: 'link.create', show: (visit) => showForm(visit) };

export const newLinkForm: FormRoute = {
  path,
  action: 'link.create',
  act: async (visit, work, fields) => {
    const link = await create(visit, work, fields);
    const { id, merchantId, merchantReference: reference, uses } = link;
    return {
      to: consolePath('links', id),
      said: 'Payment link created. Send it to the customer.',
      subject: `payment_link ${id}`,
      merchantId,
      after: { amount: asksWords(link), reference, uses },
    };
  },
  again: showForm,
};

/** The limits of an open amount if the user gives none: R 1,00 to R 1 000 000,00. */
const usualLimits = { minimum: 100n, maximum: 100_000_000n };

async function create(visit: AnyVisit, work: Work, fields: Fields): Promise<Link> {
  const site = await ownSite(visit, work, fields.site ?? '');
  const uses = linkUses.find((one) => one === (fields.uses || 'single'));
  if (!uses) throw new Refusal(422, 'Select whether the link is paid once or many times.', 'uses');
  const isOpen = (fields.amount ?? '').trim() === '';
  const name = optionalText(fields, 'customer', 100);
  const email = emailOf(fields.email);
  return createLink(work, {
    site,
    ...(isOpen ? { band: limitsOf(fields) } : { amount: positiveOf(fields.amount, 'amount') }),
    merchantReference: optionalText(fields, 'reference', uses === 'many' ? 40 : 50),
    description: optionalText(fields, 'description', 100),
    customer: name || email ? { ...(name && { name }), ...(email && { email }) } : undefined,
    uses,
    expiresAt: expiryOf(fields.expires),
  });
}

async function ownSite({ viewer }: AnyVisit, { tx }: Work, code: string): Promise<Site> {
  if (code === '') throw new Refusal(422, 'Select the site that is paid.', 'site');
  const site = code.length > 50 ? undefined : await findSiteByCode(tx, code);
  if (site && sees(viewer, site.merchantId)) return site;
  throw new Refusal(400, `No site with the code “${code.slice(0, 50)}”.`, 'site');
}

/** No bank pays more at one time. */
const mostCents = 99_999_999_999n;

function positiveOf(typed: string | undefined, name: string): Cents {
  const cents = amountOf(typed, name);
  if (cents > 0n && cents <= mostCents) return cents;
  throw new Refusal(422, 'The amount must be more than R 0,00 and less than R 1 000 000 000,00.', name);
}

function limitsOf(fields: Fields): { minimum: Cents; maximum: Cents } {
  const limit = (name: 'min' | 'max', usual: Cents) =>
    (fields[name] ?? '').trim() === '' ? usual : positiveOf(fields[name], name);
  const minimum = limit('min', usualLimits.minimum);
  const maximum = limit('max', usualLimits.maximum);
  if (minimum <= maximum) return { minimum, maximum };
  throw new Refusal(422, 'The smallest amount is larger than the largest.', 'min');
}

/** Returns a text of one line that may be absent. */
export function optionalText(fields: Fields, name: string, longest: number): string | undefined {
  const text = (fields[name] ?? '').trim();
  if (text === '') return undefined;
  if (text.length <= longest && /^[^\p{C}]+$/u.test(text)) return text;
  throw new Refusal(422, `This field takes one line of at most ${longest} characters.`, name);
}

function emailOf(typed: string | undefined): string | undefined {
  const text = (typed ?? '').trim();
  if (text === '') return undefined;
  if (text.length <= 254 && /^[^\s@<>]+@[^\s@<>]+$/.test(text)) return text;
  throw new Refusal(422, 'Type an e-mail address such as name@example.com.', 'email');
}

/** Returns the end of a day in South Africa; undefined for no expiry. */
export function expiryOf(typed: string | undefined): Date | undefined {
  const text = (typed ?? '').trim();
  if (text === '') return undefined;
  const day = parseDay(text);
  if (!day) throw new Refusal(422, 'Type the day as YYYY-MM-DD.', 'expires');
  return startOfDay(day.add({ days: 1 }));
}

const useOptions = [
  ['single', 'Once: the link closes when it is paid'],
  ['many', 'Many times: each visit creates a payment'],
] as const;

async function showForm(visit: Visit, again?: Again): Promise<Html> {
  const { sites } = await findScope(visit.ctx.db, visit.viewer);
  const codes = sites.map(({ code }) => [code, code] as const);
  const options = codes.length === 1 ? codes : [['', 'Select a site'] as const, ...codes];
  const money = { ...again, unit: 'R', inputMode: 'decimal', longest: 20, isOptional: true } as const;
  const text = { ...again, isOptional: true } as const;
  const main = html`<p><a href="${consolePath('links')}">Payment links</a></p>
${form({
  to: path,
  ...again,
  label: 'New payment link',
  body: html`${choice({ name: 'site', label: 'Site', options, chosen: again?.typed.site, ...again })}
${field({ name: 'amount', label: 'Amount', hint: 'Leave blank to let the customer type the amount.', ...money })}
<details class="limits"${(again?.typed.min || again?.typed.max || again?.problem.field === 'min' || again?.problem.field === 'max') && html` open`}><summary>Limits of a blank amount</summary>
${field({ name: 'min', label: 'Smallest amount', hint: 'Blank: R 1,00.', ...money })}
${field({ name: 'max', label: 'Largest amount', hint: 'Blank: R 1 000 000,00.', ...money })}
</details>
${field({ name: 'description', label: 'Description', hint: 'The customer reads it.', ...text, longest: 100 })}
${field({ name: 'reference', label: 'Reference', hint: 'Blank: generated. With many uses, payments add -1, -2 and so on.', ...text, longest: 50 })}
${field({ name: 'customer', label: 'Customer', ...text, longest: 100 })}
${field({ name: 'email', label: 'Customer’s e-mail', type: 'email', ...text, longest: 254 })}
${choice({ name: 'uses', label: 'Can be paid', options: useOptions, chosen: again?.typed.uses ?? 'single', ...again })}
${field({ name: 'expires', label: 'Last day', hint: 'Blank: the link does not expire.', type: 'date', ...text })}
${button('Create link')}`,
})}`;
  return consolePage(visit, { title: 'New payment link', page: 'links', main });
}
