// Payment links of the desk's till: opened by payers, paid by deposit or at a bank, disabled, expired and extended by users.
import { editLink } from '../../../src/core/links/actions.ts';
import { ask } from '../../support/merchant.ts';
import { type Action, someOf, type Turn } from '../action.ts';
import { compareEfts } from '../bank-judge.ts';
import { type Link, paidOfLink, payLink } from '../link-model.ts';
import { refusalOf } from '../refusal.ts';

const minuteMs = 60_000;
/** How long a payment of a link stays open. */
const openMs = 7 * 24 * 60 * minuteMs;

const nowOf = ({ world }: Turn): number => world.service.clock.now().getTime();

const createLink: Action = {
  weight: 3,
  play: async (turn) => {
    const { world, model, random, step, expect, reach } = turn;
    const { merchant, till } = world.desk;
    const cents = random.between(1, 900) * 100;
    const expiresAt = random.chance(0.6) ? nowOf(turn) + random.between(60, 4 * 24 * 60) * minuteMs : null;
    const uses = random.pick(['single', 'single', 'many'] as const);
    const reference = `LINK-${step}`;
    const { status, text, body } = await merchant.one('/paymentlinks', {
      ...{ siteCode: till.siteCode, amount: { currency: 'ZAR', value: cents / 100 } },
      ...{ merchantReference: reference, uses },
      ...(expiresAt !== null && { expireAt: new Date(expiresAt).toISOString() }),
    });
    expect(
      status === 201 && body?.status === 'Active',
      () => `a payment link was answered ${status}: ${text}`,
    );
    if (status !== 201) return;
    const known = { id: body.id, url: body.url, reference, cents, uses, expiresAt };
    model.links.push({ ...known, state: 'Active', paidAtOnce: 0 });
    reach(`payment link for ${uses} uses`);
  },
};

/** A payer opens a link, and pays at a bank at once, or requests a reference to pay in. */
const visitLink: Action = {
  weight: 6,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const link = someOf(turn, model.links);
    if (!link) return;
    await compareLink(turn, link);
    const { status, headers, text } = await ask(link.url, { method: 'POST', body: new URLSearchParams() });
    const paymentId = /\/pay\/([\w-]{36})$/.exec(headers.get('location') ?? '')?.[1];
    expect(
      (paymentId !== undefined) === (link.state === 'Active'),
      () => `a visit of a link that is ${link.state} was answered ${status}: ${text.slice(0, 200)}`,
    );
    if (paymentId === undefined) return reach(`link that is ${link.state} visited`);
    const known = model.bank.efts.find(({ id }) => id === paymentId);
    if (known) return reach('link visited again');
    if (random.chance(0.3)) return await payAtOnce(turn, link, paymentId);
    const { merchant } = world.desk;
    const path = `/payments/${paymentId}/transactions`;
    const { status: asked, text: why, body } = await merchant.one(path, { paymentType: 'bankdeposit' });
    expect(asked === 201, () => `a deposit for a link was answered ${asked}: ${why}`);
    if (asked !== 201) return;
    const latest = nowOf(turn) + openMs;
    model.bank.efts.push({
      ...{ id: paymentId, reference: link.reference, cents: link.cents, status: 'Created', link },
      bankReference: body.bankingDetails.beneficiaryReference,
      expiresAt: link.expiresAt !== null && link.expiresAt < latest ? link.expiresAt : latest,
    });
    reach('link visited');
  },
};

async function payAtOnce(turn: Turn, link: Link, paymentId: string): Promise<void> {
  const { world, model, expect, reach } = turn;
  const path = `/transactions/${paymentId}/outcome`;
  const { status, text } = await world.desk.merchant.sandbox(path, { outcome: 'success' });
  expect(status === 200, () => `the payment of a link was answered ${status}: ${text}`);
  if (status !== 200) return;
  link.paidAtOnce += 1;
  payLink({ link }, model.bank.efts);
  reach('link paid at a bank');
  await compareLink(turn, link);
}

const disableLink: Action = {
  weight: 2,
  play: async (turn) => {
    const { world, model, expect, reach } = turn;
    const link = someOf(turn, model.links);
    if (!link) return;
    await compareLink(turn, link);
    const { status, text } = await world.desk.merchant.one(`/paymentlinks/${link.id}/disable`, {});
    expect(status === 200, () => `disabling a link that is ${link.state} was answered ${status}: ${text}`);
    reach(`link that is ${link.state} disabled`);
    if (link.state === 'Active') link.state = 'Disabled';
    await compareLink(turn, link);
  },
};

const extendLink: Action = {
  weight: 3,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const expired = model.links.filter(({ state }) => state === 'Expired');
    const link = someOf(turn, expired.length > 0 && random.chance(0.7) ? expired : model.links);
    if (!link) return;
    await compareLink(turn, link);
    const isPast = random.chance(0.15);
    const expiresAt = new Date(nowOf(turn) + (isPast ? -1 : random.between(1, 3 * 24 * 60)) * minuteMs);
    const ctx = world.desk.as('Naledi');
    const change = { description: null, expiresAt };
    const code = await refusalOf(turn, editLink(ctx, world.desk.viewer, link.id, change));
    const isClosed = link.state === 'Paid' || link.state === 'Disabled';
    const wanted = isPast ? 'InvalidField' : isClosed ? 'PaymentLinkClosed' : undefined;
    expect(code === wanted, () => `extending a link that is ${link.state} ended with ${code}; not ${wanted}`);
    reach(`link that is ${link.state} extended${code ? ' in vain' : ''}`);
    if (code === undefined) Object.assign(link, { state: 'Active', expiresAt: expiresAt.getTime() });
    await compareLink(turn, link);
  },
};

/** Compares a link with the model; its expiry counts to the second. */
async function compareLink(turn: Turn, link: Link): Promise<void> {
  const { world, model, expect } = turn;
  if (link.state === 'Active' && link.expiresAt !== null && link.expiresAt <= nowOf(turn))
    link.state = 'Expired';
  const { status, text, body } = await world.desk.merchant.one(`/paymentlinks/${link.id}`);
  const paid = paidOfLink(link, model.bank.efts);
  expect(
    status === 200 && body.status === link.state && body.payments === paid,
    () => `${link.reference} is ${link.state} with ${paid} payments, and is shown as ${status}: ${text}`,
  );
}

export async function compareLinks(turn: Turn): Promise<void> {
  await compareEfts(turn);
  for (const link of turn.model.links) await compareLink(turn, link);
}

export const linkActions = { createLink, visitLink, disableLink, extendLink };
