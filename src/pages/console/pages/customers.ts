// Customers: the list, and one customer with their payments, subscriptions, payment links and refunds.
import { type Customer, findAnyCustomer } from '../../../core/customers/actions.ts';
import { may } from '../../../core/users/permissions.ts';
import { sees } from '../../../core/viewer.ts';
import { formatDecimal } from '../../../kernel/money.ts';
import {
  type CustomerTotals,
  findOwned,
  findTotals,
  mostTotalled,
  type Owned,
} from '../../../reports/customer-summary.ts';
import { lists } from '../../../reports/lists/all.ts';
import { type Html, html } from '../../html.ts';
import { consolePage } from '../frame.ts';
import { exportRoutes, listRoutes, partList } from '../list-page.ts';
import { consolePath } from '../navigation.ts';
import { looksAt } from '../operator-access.ts';
import { idOf } from '../records.ts';
import { facts, listTime, money, state, time } from '../views/parts.ts';
import { type AnyVisit, type PageRoute, Refusal, type Visit } from '../visit.ts';

const page = 'customers';
const action = 'customer.see';
const path = `${consolePath(page)}/:id`;

export const customerPages: PageRoute[] = [
  ...listRoutes({
    page,
    list: lists.customers,
    title: 'Customers',
    first: {
      words:
        'No customers yet. A customer appears here when a payment names one, or when a bank names its payer.',
    },
  }),
  { path, action, takes: 'filters', show: showCustomer },
  ...exportRoutes({
    path,
    list: lists.customerPayments,
    of: async (visit) => (await ownCustomer(visit)).id,
  }),
];

/** Returns the customer of the address. Throws Refusal for one that does not exist or that the viewer does not see. */
async function ownCustomer(visit: AnyVisit): Promise<Customer> {
  const found = await findAnyCustomer(visit.ctx.db, idOf(visit));
  if (found && sees(visit.viewer, found.merchantId)) return found;
  throw new Refusal(404, 'Customer not found, or you do not have access.');
}

async function showCustomer(visit: Visit): Promise<Html> {
  const customer = await ownCustomer(visit);
  const { id, merchantId } = customer;
  const viewer = { merchants: [merchantId] };
  const [totals, owned] = await Promise.all([
    findTotals(visit.ctx.db, viewer, id),
    findOwned(visit.ctx.db, viewer, id),
    looksAt(visit, merchantId),
  ]);
  const payments = { list: lists.customerPayments, of: id, path: consolePath(page, id), title: 'Payments' };
  return consolePage(visit, {
    title: customer.name ?? customer.email ?? customer.phone ?? 'Customer',
    page,
    main: html`<p><a href="${consolePath(page)}">Customers</a></p>
<div class="thing"><div>
${await partList(visit, { ...payments, none: 'This customer has no payments yet.' })}
${sections.map(({ kind, title }) =>
  ownedTable(
    visit,
    title,
    owned.filter((one) => one.kind === kind),
  ),
)}
</div><aside aria-label="Customer">
<section class="panel" aria-label="Contact"><h2>Contact</h2>
<dl class="facts">${contactOf(customer).map(
      ([field, label, value]) => html`<dt>${label}</dt><dd data-field="${field}">${value}</dd>`,
    )}</dl></section>
<section class="panel" aria-label="Totals"><h2>Totals</h2>${totalsOf(totals)}</section>
</aside></div>`,
  });
}

const contactOf = ({ name, email, phone, reference }: Customer) =>
  (
    [
      ['customer', 'Name', name],
      ['email', 'E-mail', email],
      ['phone', 'Phone', phone],
      ['reference', 'Your identifier', reference],
    ] as const
  ).filter(([, , value]) => value !== null);

function totalsOf({ payments, paid, paidCents, refundedCents, firstAt, latestAt }: CustomerTotals): Html {
  const isCut = payments > mostTotalled;
  return html`${facts([
    ['Payments', isCut ? `more than ${mostTotalled}` : String(payments)],
    ['Paid', html`<span data-field="paid" data-value="${paid}">${paid}</span>`],
    [
      'Amount paid',
      html`<span data-field="paid-amount" data-value="${formatDecimal(paidCents)}">${money(paidCents)}</span>`,
    ],
    ['Refunded', refundedCents > 0n ? money(refundedCents) : null],
    ['First payment', firstAt && time(firstAt)],
    ['Latest payment', latestAt && time(latestAt)],
  ])}
${isCut && html`<p class="hint">The amounts are of the newest ${mostTotalled} payments.</p>`}`;
}

const sections = [
  { kind: 'subscriptions', title: 'Subscriptions' },
  { kind: 'links', title: 'Payment links' },
  { kind: 'refunds', title: 'Refunds' },
] as const;

const actions = { subscriptions: 'subscription.see', links: 'link.see', refunds: 'refund.see' } as const;

function ownedTable({ user }: Visit, title: string, rows: readonly Owned[]): Html | undefined {
  const [first] = rows;
  if (!first || !may(user.rights, actions[first.kind])) return undefined;
  return html`<div class="part"><h2>${title}</h2>
<div class="table" tabindex="0" role="region" aria-label="${title}"><table class="cards">
<caption>${rows.length === 1 ? '1 row' : `Newest ${rows.length}`}</caption>
<thead><tr><th scope="col">Reference</th><th scope="col">State</th><th scope="col" class="money">Amount</th><th scope="col">Created</th></tr></thead>
<tbody>
${rows.map(
  ({ kind, id, reference, state: word, amountCents, createdAt }) => html`<tr id="row-${id}">
<td data-label="Reference"><a data-row href="${consolePath(kind, id)}">${reference}</a></td>
<td data-label="State">${state(word)}</td>
<td class="money" data-label="Amount">${amountCents === null ? 'open' : money(amountCents)}</td>
<td data-label="Created">${listTime(createdAt)}</td></tr>`,
)}
</tbody></table></div></div>`;
}
