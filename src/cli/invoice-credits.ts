// tefo invoice credit, credits, approve, decline: credit notes for a part of an invoice, requested by one person and approved by
// another.
import type { AnyContext, Context } from '../core/context.ts';
import { invoiceOfId } from '../core/invoices/actions.ts';
import {
  decideCredit,
  type InvoiceCredit,
  requestCredit,
  siteCodeOf,
  waitingCredits,
} from '../core/invoices/credits.ts';
import { everything } from '../core/viewer.ts';
import { isUuid } from '../kernel/ids.ts';
import { formatDecimal, formatRand, parseDecimal } from '../kernel/money.ts';
import { firstOf, required } from '../kernel/required.ts';
import { actingBy, byOf } from './by.ts';
import { UsageError, type Values, type Work } from './command.ts';
import { onDatabase, withContext } from './context.ts';
import { print, table } from './output.ts';

async function described(ctx: AnyContext, credit: InvoiceCredit) {
  const invoice = required(await invoiceOfId(ctx, credit.invoiceId), 'invoice');
  const { id, state, line, reason, amountCents, createdBy, createdAt } = credit;
  return {
    ...{
      id,
      state,
      invoice: invoice.number,
      merchant: invoice.buyer.code,
      site: await siteCodeOf(ctx, credit),
      line,
    },
    ...{ amount: formatDecimal(amountCents), reason, createdBy, createdAt: createdAt.toISOString() },
  };
}

/** Runs a step in the name of the acting person. */
const acting = <Result>(values: Values, step: (ctx: Context) => Promise<Result>): Promise<Result> =>
  withContext(async (ctx) => step({ ...ctx, actor: (await actingBy(ctx, byOf(values))).actor }));

const textOf = (value: Values[string]): string | undefined =>
  value === undefined ? undefined : String(value);

export const invoiceCredit: Work = async ({ values, positionals }) => {
  const { amount, line = '1', reason } = values;
  const cents = amount === undefined ? undefined : parseDecimal(String(amount));
  if (amount !== undefined && (cents === undefined || cents <= 0n))
    throw new UsageError('--amount must be an amount such as 115.00');
  if (!/^[1-9]\d{0,3}$/.test(String(line)))
    throw new UsageError('--line must be the number of a line, from 1');
  if (reason === undefined) throw new UsageError('--reason is required');
  await acting(values, async (ctx) => {
    const credit = await requestCredit(ctx, everything, {
      ...{ number: firstOf(positionals), line: Number(line), amount: cents, reason: String(reason) },
      siteCode: textOf(values.site),
    });
    const shown = await described(ctx, credit);
    print(values.json, shown, () => [
      `${formatRand(credit.amountCents)} of ${shown.invoice} waits for another person: tefo invoice approve ${credit.id}`,
    ]);
  });
};

export const invoiceCredits = onDatabase(async (ctx, { values }) => {
  const found = await waitingCredits(ctx, everything);
  const list = await Promise.all(found.map((credit) => described(ctx, credit)));
  print(values.json, list, () =>
    table(list.map(({ id, invoice, merchant, amount, reason }) => [id, invoice, merchant, amount, reason])),
  );
});

async function decide(values: Values, given: string, verb: 'approve' | 'decline'): Promise<void> {
  const id = given.toLowerCase();
  if (!isUuid(id)) throw new UsageError('ID must be the id of a requested credit note, a UUID');
  await acting(values, async (ctx) => {
    const note = textOf(values.note) ?? '';
    const { credit, number } = await decideCredit(ctx, everything, id, verb, { note });
    const shown = { ...(await described(ctx, credit)), creditNote: number };
    print(values.json, shown, () => [
      number === null
        ? `the credit note on ${shown.invoice} is declined`
        : `${number} credits ${formatRand(credit.amountCents)} of ${shown.invoice}`,
    ]);
  });
}

export const creditApprove: Work = ({ values, positionals }) =>
  decide(values, firstOf(positionals), 'approve');

export const creditDecline: Work = ({ values, positionals }) =>
  decide(values, firstOf(positionals), 'decline');
