// Decisions about a deposit, each by the action that the command line calls too.
import type { Deposit } from '../../../core/deposits/actions.ts';
import { allocateDeposit, parkDeposit, splitDeposit } from '../../../core/deposits/allocation.ts';
import { returnDeposit } from '../../../core/deposits/returns.ts';
import { readPortion, readTarget } from '../../../core/deposits/targets.ts';
import { undoDeposit } from '../../../core/deposits/undo.ts';
import { DomainError } from '../../../core/errors.ts';
import { formatDecimal } from '../../../kernel/money.ts';
import { amountOf } from '../amounts.ts';
import { consolePath } from '../navigation.ts';
import { idOf } from '../records.ts';
import { money } from '../views/parts.ts';
import { type Done, type Fields, type FormRoute, Refusal } from '../visit.ts';
import { depositPath, seenOf, showDeposit, targetSeen } from './deposits.ts';

const path = `${consolePath('deposits')}/:id`;
const mostParts = 50;

export const depositForms: FormRoute[] = [
  {
    path,
    action: 'deposit.allocate',
    buttons: { park: 'deposit.park' },
    act: async (visit, work, fields) => {
      const id = idOf(visit);
      const note = noteOf(fields.note);
      const seen = seenOf(fields);
      if (fields.do === 'park') {
        const parked = await orField('note', () => parkDeposit(work, visit.viewer, id, note ?? '', seen));
        return doneOf(parked, 'The deposit is on hold in suspense, with your note.', fields, note);
      }
      if (fields.do !== 'allocate') throw new Refusal(422, 'Choose Allocate or Put on hold.');
      const to = readTarget(fields.to ?? '');
      const target = targetSeen(fields, to);
      const deposit = await orField('to', () =>
        allocateDeposit(work, visit.viewer, id, to, note, { ...seen, ...(target && { target }) }),
      );
      const said = `${money(deposit.amountCents)} allocated to ${(fields.to ?? '').trim()}.`;
      return doneOf(deposit, said, fields, note, { to: (fields.to ?? '').trim() });
    },
    again: (visit, again) => showDeposit(visit, { which: 'decide', ...again }),
  },
  {
    path: `${path}/match`,
    action: 'deposit.allocate',
    act: async (visit, work, fields) => {
      const typed = (fields.target ?? fields.to ?? '').trim();
      const to = readTarget(typed);
      const target = targetSeen(fields, to);
      const seen = { ...seenOf(fields), ...(target && { target }) };
      const deposit = await orField('to', () =>
        allocateDeposit(work, visit.viewer, idOf(visit), to, null, seen),
      );
      const said = `${money(deposit.amountCents)} matched. Undo it here if the match is wrong.`;
      return doneOf(deposit, said, fields, null, { to: typed });
    },
    again: (visit, again) => showDeposit(visit, { which: 'match', ...again }),
  },
  {
    path: `${path}/undo`,
    action: 'deposit.undo',
    act: async (visit, work, fields) => {
      const typed = noteOf(fields.reason);
      const reason = typed ?? 'the match was undone';
      const match = fields.seenMatch || undefined;
      const deposit = await undoDeposit(work, visit.viewer, idOf(visit), reason, { match });
      const said = `The match was undone. ${money(deposit.amountCents)} is an unmatched deposit again.`;
      return doneOf(deposit, said, { ...fields, seenState: 'allocated' }, typed);
    },
    again: (visit, again) => showDeposit(visit, { which: 'match', ...again }),
  },
  {
    path: `${path}/split`,
    action: 'deposit.allocate',
    act: async (visit, work, fields) => {
      const lines = (fields.parts ?? '').split('\n').map((line) => line.trim());
      const parts = lines.filter((line) => line !== '');
      if (parts.length > mostParts)
        throw new Refusal(422, `A split has at most ${mostParts} parts.`, 'parts');
      const note = noteOf(fields.splitNote);
      const deposit = await orField('parts', () =>
        splitDeposit(work, visit.viewer, idOf(visit), parts.map(readPortion), note, seenOf(fields)),
      );
      return doneOf(deposit, `The deposit was split into ${parts.length} parts.`, fields, note, { parts });
    },
    again: (visit, again) => showDeposit(visit, { which: 'split', ...again }),
  },
  {
    path: `${path}/return`,
    action: 'deposit.allocate',
    act: async (visit, work, fields) => {
      const typed = amountOf(fields.amount, 'amount');
      const note = noteOf(fields.returnNote);
      const deposit = await returnDeposit(work, visit.viewer, idOf(visit), note, seenOf(fields));
      if (typed !== deposit.amountCents)
        throw new Refusal(
          422,
          `The deposit is ${money(deposit.amountCents)}. Enter exactly that amount.`,
          'amount',
        );
      const said = `${money(deposit.amountCents)} is being returned to the sender.`;
      return doneOf(deposit, said, fields, note, { to: 'its sender' });
    },
    again: (visit, again) => showDeposit(visit, { which: 'return', ...again }),
  },
];

function noteOf(typed: string | undefined): string | null {
  const note = (typed ?? '').trim();
  if (note.length > 500) throw new Refusal(422, 'A note has at most 500 characters.', 'note');
  return note === '' ? null : note;
}

/** An unknown target is a typing error in the form, not a page that does not exist. */
export async function orField<Value>(field: string, decide: () => Promise<Value>): Promise<Value> {
  try {
    return await decide();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'PaymentAlreadyComplete')
      throw new Refusal(
        409,
        'This payment is already paid, so nothing was allocated. Choose another payment, or return the deposit.',
        field,
      );
    const isTyped = error.kind === 'notFound' && error.code !== 'DepositNotFound';
    const isPortion = error.kind === 'invalid' && error.details.field === 'portions';
    if (!isTyped && !isPortion) throw error;
    throw new Refusal(422, `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`, field);
  }
}

function doneOf(deposit: Deposit, said: string, fields: Fields, note: string | null, more = {}): Done {
  return {
    to: depositPath(deposit.id),
    said,
    subject: `deposit ${deposit.id}`,
    merchantId: deposit.merchantId,
    before: { state: fields.seenState ?? null },
    after: { state: deposit.state, amount: formatDecimal(deposit.amountCents), ...more },
    ...(note !== null && { why: note }),
  };
}
