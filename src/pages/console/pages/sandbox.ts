// The sandbox: controls in place of time, a payer or a bank. Production does not have it.

import { DomainError } from '../../../core/errors.ts';
import type { Merchant } from '../../../core/merchants/actions.ts';
import { findMerchantById } from '../../../core/merchants/actions.ts';
import { isClaimed } from '../../../core/users/forms.ts';
import { may } from '../../../core/users/permissions.ts';
import { sees } from '../../../core/viewer.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { formatDecimal } from '../../../kernel/money.ts';
import { type Html, html } from '../../html.ts';
import { amountOf } from '../amounts.ts';
import { consolePage } from '../frame.ts';
import { merchantField, merchantOf } from '../merchant-field.ts';
import { consolePath } from '../navigation.ts';
import {
  type ControlAgain,
  clockPanel,
  depositPanel,
  faultsPanel,
  outcomePanel,
} from '../views/sandbox-page.ts';
import {
  type AnyVisit,
  type Done,
  type Fields,
  type FormRoute,
  type LineOfFaults,
  type PageRoute,
  Refusal,
  type Sandbox,
  type Visit,
} from '../visit.ts';

const page = 'sandbox';
const path = consolePath(page);

export const sandboxPages: PageRoute[] = [
  { path, action: 'sandbox.use', takes: ['merchant'], show: (visit) => showSandbox(visit) },
];

interface Control {
  of: ControlAgain['of'];
  isLong?: true;
  call(visit: Visit, fields: Fields, sandbox: Sandbox): Promise<void>;
  done(visit: AnyVisit, fields: Fields): Pick<Done, 'said' | 'subject' | 'after'>;
}

const controls: Control[] = [
  {
    of: 'clock',
    isLong: true,
    call: async ({ user }, { from = '', advance = '' }, sandbox) => {
      if (!mayMoveClock(user, sandbox))
        throw new Refusal(403, 'Only operators can advance the clock of this sandbox.');
      const shown = new Date(from);
      if (Number.isNaN(shown.getTime())) throw new Refusal(422, 'The form has no start time.', 'from');
      await sandbox.moveClock(shown, advance);
    },
    done: ({ ctx }, { advance }) => ({
      said: `Test clock advanced by ${advance}.`,
      subject: 'clock',
      after: { now: ctx.clock.now() },
    }),
  },
  {
    of: 'outcome',
    call: async (visit, { id = '', outcome = '' }, sandbox) => {
      const { id: merchantId } = await merchantSent(visit);
      await sandbox.decide({ ...visit.ctx, actor: 'sandbox' }, merchantId, id.trim().toLowerCase(), outcome);
    },
    done: (_visit, { id, outcome }) => ({
      said: `Outcome set: ${outcome}.`,
      subject: `payment ${id?.trim()}`,
      after: { outcome },
    }),
  },
  {
    of: 'deposit',
    call: async (visit, { reference = '', amount }, sandbox) => {
      const { id } = await merchantSent(visit);
      const cents = amountOf(amount, 'amount');
      await sandbox.deposit(id, { reference: reference.trim(), amount: formatDecimal(cents) });
    },
    done: (_visit, { reference, amount }) => ({
      said: `Deposit of R ${amount} created with the reference ${reference?.trim()}.`,
      subject: `deposit ${reference?.trim()}`,
      after: { amount },
    }),
  },
  {
    of: 'faults',
    call: async (visit, fields, sandbox) => {
      const { id } = await merchantSent(visit);
      await sandbox.changeFaults(id, faultsIn(fields, sandbox.faultsOf(id)));
    },
    done: (_visit, fields) => ({
      said: 'Faults updated.',
      subject: 'faults',
      after: Object.fromEntries(
        Object.entries(fields).filter(([name, value]) => name.includes('.') && value !== ''),
      ),
    }),
  },
];

export const sandboxForms: FormRoute[] = controls.map(({ of, isLong, call, done }) => ({
  path: `${path}/${of}`,
  action: 'sandbox.use',
  ...(isLong && { isLong }),
  call: async (visit, fields) => {
    const sandbox = sandboxOf(visit);
    // The claim follows in the transaction; for concurrent forms of one kind, only this makes them run once.
    if (await isClaimed(visit.ctx, (visit.request.body as Fields).form ?? ''))
      throw new DomainError('FormSentBefore');
    await call(visit, fields, sandbox);
  },
  act: async (visit, _work, fields) => {
    const merchant = of === 'clock' ? undefined : await merchantSent(visit);
    const to = visit.viewer.merchants === 'all' && merchant ? `${path}?merchant=${merchant.code}` : path;
    return { to, merchantId: merchant?.id ?? null, ...done(visit, fields) };
  },
  again: async (visit, again) =>
    showSandbox(visit, {
      again: { of, ...again },
      merchant: await merchantSent(visit).catch(() => undefined),
    }),
}));

function sandboxOf({ deps }: Visit): Sandbox {
  if (deps.sandbox) return deps.sandbox;
  throw new Refusal(404, 'The sandbox is not available here.');
}

const mayMoveClock = ({ rights }: Visit['user'], { isClockOperators }: Sandbox): boolean =>
  !isClockOperators || may(rights, 'sandbox.use', null);

/** Returns the merchant of a form. Throws Refusal for a merchant that is not the viewer's. */
async function merchantSent({ ctx, viewer, request }: AnyVisit): Promise<Merchant> {
  const { merchantId = '' } = (request.body ?? {}) as Fields;
  const merchant =
    isUuid(merchantId) && sees(viewer, merchantId) ? await findMerchantById(ctx.db, merchantId) : undefined;
  if (merchant) return merchant;
  throw new Refusal(404, 'Merchant not found.');
}

/** Returns the faults of both connections. Throws Refusal for a value that is not a number. */
function faultsIn(fields: Fields, known: Record<'bank' | 'notifications', LineOfFaults>) {
  const lineOf = (line: 'bank' | 'notifications'): LineOfFaults =>
    Object.fromEntries(
      Object.entries(known[line]).map(([name, value]) => {
        const typed = (fields[`${line}.${name}`] ?? '').trim();
        if (typeof value === 'boolean') return [name, typed === 'on'];
        const number = Number(typed.replace(',', '.'));
        if (Number.isNaN(number)) throw new Refusal(422, `"${typed}" is not a number.`, `${line}.${name}`);
        return [name, number];
      }),
    );
  return { bank: lineOf('bank'), notifications: lineOf('notifications') };
}

async function showSandbox(
  visit: Visit,
  { again, merchant }: { again?: ControlAgain; merchant?: Merchant | undefined } = {},
): Promise<Html> {
  const sandbox = sandboxOf(visit);
  const chosen = merchant ?? (await merchantChosen(visit));
  const main = html`${choiceOf(visit)}
<div class="panels">${mayMoveClock(visit.user, sandbox) && clockPanel(visit.ctx.clock.now(), again)}
${
  chosen &&
  html`${outcomePanel(chosen, sandbox.outcomes, again)}
${depositPanel(chosen, again)}
${faultsPanel(chosen, sandbox.faultsOf(chosen.id), again)}`
}</div>`;
  const tools = html`<a href="${consolePath('sandbox', 'mail')}">Mailbox</a>`;
  return consolePage(visit, { title: chosen ? `Sandbox: ${chosen.name}` : 'Sandbox', page, tools, main });
}

/** Returns the merchant in the query, or the only one; undefined while none is chosen. */
async function merchantChosen(visit: Visit): Promise<Merchant | undefined> {
  const { merchant = '' } = visit.query;
  const { merchants } = visit.viewer;
  if (merchant === '' && (merchants === 'all' || merchants.length > 1)) return undefined;
  const id = await merchantOf(visit, { merchant });
  return id === null ? undefined : findMerchantById(visit.ctx.db, id);
}

function choiceOf(visit: Visit): Html | undefined {
  const chosen = merchantField(visit, 'The merchant’s name or code, or a site code', { typed: visit.query });
  return (
    chosen &&
    html`<form class="filters" method="get" action="${path}" role="search" aria-label="Merchant">${chosen}<button class="quiet-button">Show</button></form>`
  );
}
