// tefo deposit: lists unmatched deposits, and allocates, splits, returns or holds them.
import { checkAccountNumber } from '../core/account-numbers.ts';
import { bankNamed } from '../core/banks.ts';
import type { Context } from '../core/context.ts';
import type { Deposit } from '../core/deposits/actions.ts';
import { allocateDeposit, parkDeposit, splitDeposit } from '../core/deposits/allocation.ts';
import {
  type Candidate,
  findCandidates,
  listOpenDeposits,
  type OpenDeposit,
} from '../core/deposits/listing.ts';
import { setDepositPayer } from '../core/deposits/payer.ts';
import { returnDeposit } from '../core/deposits/returns.ts';
import { readPortion, readTarget } from '../core/deposits/targets.ts';
import { undoDeposit } from '../core/deposits/undo.ts';
import { DomainError } from '../core/errors.ts';
import type { DepositPayer } from '../core/rails.ts';
import { everything } from '../core/viewer.ts';
import { isUuid } from '../kernel/ids.ts';
import { formatRand } from '../kernel/money.ts';
import { type Line, paint, warnLines } from '../kernel/process/terminal.ts';
import { firstOf, itemAt } from '../kernel/required.ts';
import { actingBy, byOf } from './by.ts';
import { UsageError, type Values, type Work } from './command.ts';
import { withContext } from './context.ts';
import { paragraph, print, table } from './output.ts';

const mostListed = 500;

type Listed = OpenDeposit & { candidates: Candidate[] };

export const depositList: Work = async ({ values }) => {
  const limit = readLimit(values.limit);
  await withContext(async (ctx) => {
    const open = await listOpenDeposits(ctx, everything, { parked: values.parked === true, limit });
    const listed: Listed[] = [];
    for (const one of open) listed.push({ ...one, candidates: await findCandidates(ctx, one.deposit) });
    print(values.json, listed.map(toRecord), () =>
      listed.length === 0 ? ['No unmatched deposits.'] : listed.flatMap(toText),
    );
  });
};

function readLimit(value: string | boolean | undefined): number {
  const limit = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (value === undefined) return 50;
  if (limit < 1 || limit > mostListed)
    throw new UsageError(`--limit must be a number from 1 to ${mostListed}`);
  return limit;
}

function toRecord({ deposit, held, candidates }: Listed) {
  const { bankId, branchCode, account, accountHolder, ...rest } = recordOf(deposit);
  return {
    ...rest,
    receivedAt: deposit.receivedAt.toISOString(),
    from: bankId && { bankId, branchCode, account, accountHolder },
    held: held && { transactionId: held.id, paymentId: held.paymentId, reason: held.stateReason },
    candidates,
  };
}

function recordOf({ id, receivedAt: _at, accountSealed: _sealed, stateReason, ...rest }: Deposit) {
  return { depositId: id, ...rest, note: stateReason };
}

function toText({ deposit, held, candidates }: Listed): Line[] {
  const { id, state, reference, amountCents, stateReason, receivedAt, account, accountHolder } = deposit;
  const from = account === null ? '' : ` from ${accountHolder ?? 'account'} ${account}`;
  return [
    ...table([
      [paint('name', id), formatRand(amountCents), `"${reference}"  ${receivedAt.toISOString()}${from}`],
    ]),
    ...(state === 'parked' || stateReason !== null
      ? [...paragraph(2, `${state}: ${stateReason ?? ''}`)]
      : []),
    ...(held ? [...paragraph(2, `transaction ${held.id}: ${held.stateReason}`)] : []),
    ...candidates.flatMap((one) => {
      const asks = one.amountCents === null ? '' : `, due ${formatRand(one.amountCents)}`;
      const what = `${one.siteCode} ${one.merchantReference ?? 'float'}${asks}: ${one.reason}`;
      return table([[`  ? ${one.reference ?? one.paymentId}`, what]]);
    }),
  ];
}

type Decide = (ctx: Context, id: string, note: string | null) => Promise<Deposit>;
/** Decides about a deposit in a person's name, and prints its new state. */
async function decide(values: Values, depositId: string, decideIt: Decide): Promise<void> {
  const id = depositId.toLowerCase();
  if (!isUuid(id)) throw new UsageError('ID must be a deposit’s id from `tefo deposit list`');
  const by = byOf(values);
  const note = typeof values.note === 'string' ? values.note : null;
  if (note !== null && note.length > 500) throw new UsageError('--note can have at most 500 characters');
  await withContext(async (ctx) => {
    const { actor } = await actingBy(ctx, by);
    const deposit = await decideIt({ ...ctx, actor }, id, note);
    const { amountCents, reference, state } = deposit;
    print(values.json, { depositId: id, reference, amountCents, state, note, by }, () => [
      `"${reference}", ${formatRand(amountCents)}, is ${state}; decided by ${by}`,
    ]);
  });
}

/** Invalid arguments are reported before anything is opened. */
function asTyped<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError) throw new UsageError(error.message);
    throw error;
  }
}

export const depositAllocate: Work = async ({ values, positionals }) => {
  const to = asTyped(() => readTarget(itemAt(positionals, 1)));
  await decide(values, firstOf(positionals), (ctx, id, note) =>
    allocateDeposit(ctx, everything, id, to, note),
  );
};

export const depositSplit: Work = async ({ values, positionals }) => {
  const portions = asTyped(() => positionals.slice(1).map(readPortion));
  await decide(values, firstOf(positionals), (ctx, id, note) =>
    splitDeposit(ctx, everything, id, portions, note),
  );
};

export const depositReturn: Work = async ({ values, positionals }) => {
  await decide(values, firstOf(positionals), (ctx, id, note) => returnDeposit(ctx, everything, id, note));
};

export const depositPayer: Work = async ({ values, positionals }) => {
  const payer = readPayer(itemAt(positionals, 1));
  await decide(values, firstOf(positionals), (ctx, id) => {
    const verdict = checkAccountNumber(ctx.policy.accountRules, payer);
    if (!verdict.valid)
      warnLines([[paint('warning', 'tefo:'), ` the account may be wrong: ${verdict.reason}`]]);
    return setDepositPayer(ctx, id, payer);
  });
};

/** Reads BANKID/ACCOUNT/BRANCH/HOLDER; a holder may have slashes. */
function readPayer(text: string): DepositPayer {
  const [bank, accountNumber = '', branchCode = '', ...holder] = text.split('/');
  const found = bankNamed(bank ?? '');
  if (!found) throw new UsageError(`unknown bank ${bank}: BANKID/ACCOUNT/BRANCH/HOLDER`);
  if (!/^\d{4,20}$/.test(accountNumber))
    throw new UsageError('ACCOUNT must have 4 to 20 digits: BANKID/ACCOUNT/BRANCH/HOLDER');
  if (!/^\d{6}$/.test(branchCode))
    throw new UsageError('BRANCH must have six digits: BANKID/ACCOUNT/BRANCH/HOLDER');
  return { bankId: found.id, accountNumber, branchCode, holder: holder.join('/').trim() || null };
}

export const depositPark: Work = async ({ values, positionals }) => {
  const why = String(values.note);
  await decide(values, firstOf(positionals), (ctx, id) => parkDeposit(ctx, everything, id, why));
};

export const depositUndo: Work = async ({ values, positionals }) => {
  await decide(values, firstOf(positionals), (ctx, id, note) =>
    undoDeposit(ctx, everything, id, note ?? 'the match was undone'),
  );
};
