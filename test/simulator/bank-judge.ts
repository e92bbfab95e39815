// Compares a bank account with the model: its lines and deposits, payments by deposit, the float and the books.
import type { Turn } from './action.ts';
import { booksOf, type Deposit, depositsOf, type Eft, endHeld, type Movement } from './bank-model.ts';

interface Row {
  text: string;
  cents: number;
  status: string;
  meaning: string | null;
  objectId: string | null;
  id: string;
}

/** The lines of the account's statements. */
export async function readLines({ world }: Turn): Promise<Row[]> {
  const rows = await world.service.db<(Omit<Row, 'cents'> & { cents: bigint })[]>`
    select id, text, amount_cents as cents, status, meaning, object_id from statement_lines
    where bank_account = ${world.desk.account} order by place`;
  return rows.map((row) => ({ ...row, cents: Number(row.cents) }));
}

/** The row of a movement: its text is its own, except for the line that takes it back. */
export const rowOf = (rows: readonly Row[], { text, cents }: Movement): Row | undefined =>
  rows.find((row) => row.text.includes(text) && row.cents === cents);

/** Compares all lines and deposits; those that are on their way back may have arrived. */
export async function compareBank(turn: Turn): Promise<void> {
  const { world, model, expect } = turn;
  const rows = await readLines(turn);
  expect(
    rows.length === model.bank.movements.length,
    () => `the account has ${rows.length} lines; ${model.bank.movements.length} were on its statements`,
  );
  for (const movement of model.bank.movements) {
    const row = rowOf(rows, movement);
    const { meaning, deposit, text } = movement;
    const isSame = meaning === null ? row?.status === 'open' : row?.status === 'booked';
    const isIts = meaning !== 'deposit' || row?.objectId === deposit?.id;
    expect(
      isSame && isIts && row?.meaning === meaning,
      () =>
        `the line ${text} of ${movement.cents} cents is ${meaning ?? 'open'}; it is shown as ${JSON.stringify(row)}`,
    );
  }
  await compareDeposits(turn);
  const [float] = await world.service.db<{ cents: bigint }[]>`
    select coalesce(sum(available_cents), 0)::bigint as cents from floats where site_id = ${world.desk.till.id}`;
  expect(
    Number(float!.cents) === model.bank.float,
    () => `the float of the till is ${float!.cents}; it should be ${model.bank.float}`,
  );
}

async function compareDeposits(turn: Turn): Promise<void> {
  const { world, model, expect, reach } = turn;
  const shown = await world.service.db<{ id: string; state: string; cents: bigint; parts: bigint }[]>`
    select deposit.id, state, deposit.amount_cents as cents, coalesce((select sum(part.amount_cents) from deposit_parts part
        where part.deposit_id = deposit.id and part.purpose <> 'return' and part.undone_at is null), 0)::bigint as parts
    from deposits deposit where bank_account = ${world.desk.account}`;
  const states = new Map(shown.map((row) => [row.id, row]));
  for (const deposit of depositsOf(model.bank)) {
    const row = states.get(deposit.id);
    follow(deposit, row?.state, reach);
    expect(
      row?.state === deposit.state && Number(row.cents) === deposit.cents,
      () =>
        `the deposit of ${deposit.cents} cents (${deposit.movement.text}) is ${deposit.state}; it is shown as ${row?.state} of ${row?.cents}`,
    );
    const parts = deposit.state === 'allocated' ? deposit.cents : 0;
    expect(
      Number(row?.parts) === parts,
      () => `${row?.parts} of ${deposit.cents} cents of the deposit ${deposit.movement.text} are used`,
    );
  }
}

/** A return through the simulated bank ends by itself: the cents of its amount decide how. */
function follow(deposit: Deposit, seen: string | undefined, reach: Turn['reach']): void {
  if (deposit.order !== undefined || seen === deposit.state) return;
  const cents = deposit.cents % 100;
  if (deposit.state === 'returning' && seen === 'returned' && cents !== 97) {
    endHeld(deposit);
    deposit.state = 'returned';
  } else if (deposit.state === 'returning' && seen === 'waiting' && (cents === 97 || cents === 98)) {
    if (cents === 98) endHeld(deposit);
    deposit.state = 'waiting';
  } else if (deposit.state === 'returned' && seen === 'waiting' && cents === 98) deposit.state = 'waiting';
  else return;
  reach(`returned deposit became ${deposit.state}`);
}

/** Compares the states of payments by deposit. */
export async function compareEfts(turn: Turn): Promise<void> {
  for (const eft of turn.model.bank.efts) if (eft.id !== '') await compareEft(turn, eft);
}

async function compareEft({ world, expect, reach }: Turn, eft: Eft): Promise<void> {
  const { status, text, body } = await world.desk.merchant.one(`/payments/${eft.id}`);
  const isOver = world.service.clock.now().getTime() >= eft.expiresAt;
  if (eft.status === 'Created' && isOver && body?.status === 'Expired') {
    eft.status = 'Expired';
    reach('payment by deposit expired');
  }
  if (eft.mayEnd && eft.status === 'Created' && body?.status === 'Cancelled') eft.status = 'Cancelled';
  expect(
    status === 200 && body.status === eft.status,
    () =>
      `${eft.reference}${eft.isExtra ? ' (on top)' : ''} is ${eft.status}, and is shown as ${status}: ${text}`,
  );
}

/** The books of the account equal the model's. */
export async function judgeBank(turn: Turn): Promise<void> {
  const { world, model, expect } = turn;
  if (model.bank.opening === null) return;
  await compareBank(turn);
  await compareEfts(turn);
  const rows = await world.service.db<{ kind: string; cents: bigint }[]>`
    select account.kind, coalesce(sum(entry.amount_cents), 0)::bigint as cents
    from ledger_accounts account left join ledger_entries entry on entry.account_id = account.id
    where account.bank_account = ${world.desk.account} group by 1`;
  const booked = new Map(rows.map(({ kind, cents }) => [kind, Number(cents)]));
  for (const [kind, cents] of Object.entries(booksOf(model.bank)))
    expect(
      (booked.get(kind) ?? 0) === cents,
      () => `${kind} of the bank account is ${booked.get(kind) ?? 0}; it should be ${cents}`,
    );
}
