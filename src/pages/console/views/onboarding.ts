// The steps of a new merchant, each measured, with the page on which it is done.

import { systemClock } from '../../../kernel/clock.ts';
import { measureOnboarding, type Onboarding, type SiteSteps } from '../../../reports/go-live/onboarding.ts';
import { type Html, html } from '../../html.ts';
import { status } from '../../status.ts';
import { consolePath } from '../rooms.ts';
import type { Visit } from '../visit.ts';

interface Step {
  words: string;
  isDone: boolean;
  /** What is there, or how it is done. */
  how: Html;
}

/** Invitations end by the time of people. */
const peoplesTime = systemClock();

export async function onboardingView({ ctx }: Visit, merchant: { id: string; code: string }): Promise<Html> {
  const found = await measureOnboarding(ctx.db, merchant.id, peoplesTime.now());
  const steps = stepsOf(found, merchant.code);
  const open = steps.filter(({ isDone }) => !isDone).length;
  return html`<section aria-labelledby="steps"><h2 id="steps">${open === 0 ? 'It has all it needs' : `${open} ${open === 1 ? 'step is' : 'steps are'} left`}</h2>
<div class="table" tabindex="0" role="region" aria-label="Steps"><table class="cards"><caption>Steps of a new merchant, in their order</caption>
<thead><tr><th scope="col">Step</th><th scope="col">State</th><th scope="col">How</th></tr></thead>
<tbody>${steps.map(
    ({ words, isDone, how }) =>
      html`<tr><td data-label="Step">${words}</td><td data-label="State">${status(isDone ? 'successful' : 'pending', isDone ? 'done' : 'open')}</td><td data-label="How">${how}</td></tr>`,
  )}</tbody></table></div></section>`;
}

function stepsOf({ sites, admins, isInvited }: Onboarding, code: string): Step[] {
  const at = (has: (site: SiteSteps) => boolean, anchor: string, done: string): Omit<Step, 'words'> => {
    const without = sites.filter((site) => !has(site));
    const links = without.map(
      (site) => html`<a href="${consolePath('settings', site.code)}#${anchor}">${site.code}</a> `,
    );
    return {
      isDone: sites.length > 0 && without.length === 0,
      how: without.length === 0 ? html`${done}` : html`Set it at ${links}`,
    };
  };
  const unverified = sites.filter(({ isVerified }) => !isVerified).map((site) => site.code);
  const unpaid = sites.filter(({ isPaid }) => !isPaid).map((site) => site.code);
  return [
    {
      words: 'Name and first site',
      isDone: sites.length > 0,
      how: html`${sites.map((site) => site.code).join(', ')}`,
    },
    {
      words: 'Settlement account, with a right check digit',
      ...at(({ hasAccount }) => hasAccount, 'account', 'Each site has one.'),
    },
    {
      words: 'Settlement account verified at its bank',
      isDone: unverified.length === 0,
      how:
        unverified.length === 0
          ? html`It was.`
          : html`POST /one/v1/bankaccount/verify, by ${unverified.join(', ')}`,
    },
    {
      words: 'Where notices go',
      ...at(({ hasNotify }) => hasNotify, 'addresses', 'Each site has an address.'),
    },
    {
      words: 'Where customers return to',
      ...at(({ hasReturn }) => hasReturn, 'addresses', 'Each site has its addresses.'),
    },
    {
      words: 'First payment',
      isDone: unpaid.length === 0,
      how:
        unpaid.length === 0
          ? html`Each site was paid.`
          : html`None yet at ${unpaid.join(', ')}: <a href="/console/payments?merchant=${code}">its payments</a>`,
    },
    {
      words: 'Its admin has signed up',
      isDone: admins > 0,
      how:
        admins > 0
          ? html`${admins === 1 ? '1 admin' : `${admins} admins`}`
          : html`${isInvited ? 'Invited, and not there yet.' : 'The invitation has ended.'} <a href="${consolePath('users')}">Invite again</a>`,
    },
  ];
}
