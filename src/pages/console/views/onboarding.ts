// The setup steps of a new merchant, each measured, with the page on which to complete it.

import { measureOnboarding, type Onboarding, type SiteSteps } from '../../../reports/go-live/onboarding.ts';
import { type Html, html } from '../../html.ts';
import { status } from '../../status.ts';
import { consolePath } from '../navigation.ts';
import type { Visit } from '../visit.ts';

interface Step {
  words: string;
  isDone: boolean;
  /** The present value, or how to complete the step. */
  how: Html;
}

export async function onboardingView({ ctx }: Visit, merchant: { id: string; code: string }): Promise<Html> {
  const found = await measureOnboarding(ctx.db, merchant.id, ctx.realClock.now());
  const steps = stepsOf(found, merchant.code);
  const open = steps.filter(({ isDone }) => !isDone).length;
  return html`<section aria-labelledby="steps"><h2 id="steps">${open === 0 ? 'Setup complete' : `Setup: ${open} ${open === 1 ? 'step' : 'steps'} left`}</h2>
<div class="table" tabindex="0" role="region" aria-label="Setup steps"><table class="cards"><caption>Setup steps</caption>
<thead><tr><th scope="col">Step</th><th scope="col">State</th><th scope="col">Details</th></tr></thead>
<tbody>${steps.map(
    ({ words, isDone, how }) =>
      html`<tr><td data-label="Step">${words}</td><td data-label="State">${status(isDone ? 'successful' : 'pending', isDone ? 'Done' : 'To do')}</td><td data-label="Details">${how}</td></tr>`,
  )}</tbody></table></div></section>`;
}

/** The most sites that a step names: the table below has all. */
const mostNamed = 3;

function namesOf(codes: readonly string[]): string {
  const named = codes.slice(0, mostNamed).join(', ');
  return codes.length > mostNamed ? `${named} and ${codes.length - mostNamed} more` : named;
}

function stepsOf({ sites, admins, isInvited }: Onboarding, code: string): Step[] {
  const at = (has: (site: SiteSteps) => boolean, anchor: string, done: string): Omit<Step, 'words'> => {
    const without = sites.filter((site) => !has(site));
    const links = without
      .slice(0, mostNamed)
      .map((site) => html`<a href="${consolePath('settings', site.code)}#${anchor}">${site.code}</a> `);
    const more = without.length - mostNamed;
    if (more > 0) links.push(html`and ${more} more ${more === 1 ? 'site' : 'sites'}`);
    return {
      isDone: sites.length > 0 && without.length === 0,
      how: without.length === 0 ? html`${done}` : html`Set it for ${links}`,
    };
  };
  const unverified = sites.filter(({ isVerified }) => !isVerified).map((site) => site.code);
  const unpaid = sites.filter(({ isPaid }) => !isPaid).map((site) => site.code);
  return [
    {
      words: 'Name and first site',
      isDone: sites.length > 0,
      how: html`${namesOf(sites.map((site) => site.code))}`,
    },
    {
      words: 'Valid settlement account',
      ...at(({ hasAccount }) => hasAccount, 'account', 'Set for each site.'),
    },
    {
      words: 'Settlement account verified with the bank',
      isDone: unverified.length === 0,
      how:
        unverified.length === 0
          ? html`Verified.`
          : html`POST /one/v1/bankaccount/verify, for ${namesOf(unverified)}`,
    },
    {
      words: 'Notification URL',
      ...at(({ hasNotify }) => hasNotify, 'addresses', 'Set for each site.'),
    },
    {
      words: 'Return URLs',
      ...at(({ hasReturn }) => hasReturn, 'addresses', 'Set for each site.'),
    },
    {
      words: 'First payment',
      isDone: unpaid.length === 0,
      how:
        unpaid.length === 0
          ? html`Each site has received a payment.`
          : html`None yet for ${namesOf(unpaid)}: <a href="/console/payments?merchant=${code}">view payments</a>`,
    },
    {
      words: 'Admin has signed up',
      isDone: admins > 0,
      how:
        admins > 0
          ? html`${admins === 1 ? '1 admin' : `${admins} admins`}`
          : html`${isInvited ? 'Invited, not signed up yet.' : 'The invitation has expired.'} <a href="${consolePath('users')}">Invite again</a>`,
    },
  ];
}
