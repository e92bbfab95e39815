// Statements of a bank account: payments by deposit, strange money, what the bank takes back and what leaves; users explain the lines
// that no rule books, and undo what was booked in error.
import { explainLine } from '../../../src/core/statements/explaining.ts';
import { undoLine } from '../../../src/core/statements/undo.ts';
import { type Action, someOf, type Turn } from '../action.ts';
import { compareBank, readLines, rowOf } from '../bank-judge.ts';
import {
  arrive,
  type BankModel,
  type Category,
  categories,
  type Deposit,
  type Eft,
  floatPartOf,
  isOpenDeposit,
  type Movement,
  reverse,
} from '../bank-model.ts';
import type { Told } from '../desk.ts';
import { refusalOf } from '../refusal.ts';
import { judgeUndo } from './deposits.ts';

/** Deposits of strangers: some amounts decide how their return ends. */
const drawCents = ({ random }: Turn): number => random.between(1, 900) * 100 + random.pick([0, 0, 0, 97, 98]);

function drawLines(turn: Turn): Told[] {
  const { random, model, step } = turn;
  const taken = random.chance(0.25) ? takeBack(turn) : undefined;
  if (taken) return [taken];
  const free = [...model.bank.efts.filter(({ isExtra }) => !isExtra)];
  const linked = free.filter(({ link, status }) => link !== undefined && status !== 'Complete');
  return Array.from({ length: random.between(1, 6) }, (_, place): Told => {
    const name = `SIM${step}N${place}`;
    const kind = random.pick([
      'meant',
      'meant',
      'meant',
      'strange',
      'strange',
      'out',
      'out',
      'float',
    ] as const);
    if (kind === 'out') return { text: `PAID ${name}`, cents: -random.between(1, 500) * 100 };
    if (kind === 'float' && model.bank.topUp !== '')
      return { text: `${name} ${model.bank.topUp}`, cents: random.between(1, 500) * 100 };
    const eft = kind === 'meant' ? takeOne(turn, free, linked) : undefined;
    if (!eft) return { text: `FROM ${name}`, cents: drawCents(turn) };
    const cents = random.chance(0.65) ? eft.cents : eft.cents + random.between(1, 9) * 100;
    return { text: `${name} ${eft.bankReference}`, cents };
  });
}

/** Draws a payment that no other line of the statement pays, often one of a link. */
function takeOne({ random }: Turn, free: Eft[], linked: readonly Eft[]): Eft | undefined {
  const some = linked.filter((one) => free.includes(one));
  const eft =
    some.length > 0 && random.chance(0.4) ? random.pick(some) : free[random.between(0, free.length + 1)];
  if (eft) free.splice(free.indexOf(eft), 1);
  return eft;
}

/** A line that takes back an earlier credit, marked or only in the same words. */
function takeBack(turn: Turn): Told | undefined {
  const { model, random } = turn;
  const credits = model.bank.movements.filter(
    ({ cents, isTakenBack, order }) => cents > 0 && !isTakenBack && !order,
  );
  const movement = someOf(turn, credits);
  if (!movement) return undefined;
  movement.isTakenBack = true;
  return { text: movement.text, cents: -movement.cents, isMarked: random.chance(0.6) };
}

/** The effect of a line on the model. */
function settle(bank: BankModel, movement: Movement, isMarked: boolean, id: string | null): void {
  const original =
    movement.cents < 0
      ? bank.movements.find(({ text, cents }) => text === movement.text && cents === -movement.cents)
      : undefined;
  bank.movements.push(movement);
  if (movement.cents > 0) arrive(bank, movement, id ?? '', movement.day);
  const deposit = original?.meaning === 'deposit' ? original.deposit : undefined;
  if (deposit && mayTakeBack(deposit, isMarked) && reverse(bank, deposit)) movement.meaning = 'reversal';
}

/** Only the bank's own mark reverses a deposit that has paid something. */
const mayTakeBack = (deposit: Deposit, isMarked: boolean): boolean =>
  isOpenDeposit(deposit) || (deposit.state === 'allocated' && isMarked);

const statementArrives: Action = {
  weight: 9,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const { bank } = model;
    const opening = bank.opening === null ? random.pick([0, 125_000, -340_000]) : bank.balance;
    const lines = drawLines(turn);
    const imported = await world.desk.tell(bank, lines, opening);
    expect(imported !== 'refused', () => 'a statement that follows the last one was refused');
    if (imported === 'refused') return;
    const rows = await readLines(turn);
    const before = bank.movements.length;
    for (const { text, cents, isMarked = false } of lines) {
      const movement: Movement = { text, cents, day: world.desk.today(), meaning: null };
      settle(bank, movement, isMarked, rowOf(rows, movement)?.objectId ?? null);
    }
    await nameExtras(turn);
    const told = bank.movements.slice(before);
    const count = (is: (one: Movement) => boolean): number => told.filter(is).length;
    const wanted = {
      new: lines.length,
      matched: count(({ deposit }) => deposit?.state === 'allocated'),
      waiting: count(({ deposit }) => deposit !== undefined && deposit.state !== 'allocated'),
      reversals: count(({ meaning }) => meaning === 'reversal'),
      open: count(({ meaning }) => meaning === null),
    };
    for (const [name, number] of Object.entries(wanted))
      expect(
        imported[name as keyof typeof wanted] === number,
        () => `a statement has ${number} ${name} lines, and was imported as ${JSON.stringify(imported)}`,
      );
    for (const { meaning, deposit } of told)
      reach(`line booked as ${meaning ?? 'nothing yet'}${deposit ? `, ${deposit.state}` : ''}`);
    await compareBank(turn);
  },
};

/** The payments that the service has created for deposits on top of others. */
async function nameExtras({ world, model }: Turn): Promise<void> {
  for (const { held, id } of model.bank.movements.flatMap(({ deposit }) => deposit ?? [])) {
    if (held?.isExtra && held.id === '') {
      const [row] = await world.service.db<{ paymentId: string }[]>`
        select payment_id from transactions where id = (select transaction_id from deposits where id = ${id})`;
      held.id = row?.paymentId ?? '';
    }
  }
}

const statementAgain: Action = {
  weight: 1,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const { bank } = model;
    if (bank.last === null) return;
    if (random.chance(0.5)) {
      const again = await world.desk.tellAgain(bank.last);
      const isSame = again !== 'refused' && again.status === 'duplicate' && again.new === 0;
      expect(isSame, () => `the same statement again was imported as ${JSON.stringify(again)}`);
      reach('statement imported again');
    } else {
      const line = { text: `LOST SIM${turn.step}`, cents: 100 };
      const torn = await world.desk.tell({ ...bank }, [line], bank.balance + 700);
      expect(torn === 'refused', () => `a statement after a gap was imported as ${JSON.stringify(torn)}`);
      reach('statement after a gap refused');
    }
    await compareBank(turn);
  },
};

const explain: Action = {
  weight: 9,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const { bank } = model;
    const isUnclear = ({ meaning, deposit }: Movement): boolean =>
      meaning === null || (meaning === 'deposit' && isOpenDeposit(deposit!));
    const some = random.chance(0.85) ? bank.movements.filter(isUnclear) : bank.movements;
    const movement = someOf(turn, some);
    if (!movement) return;
    const row = rowOf(await readLines(turn), movement);
    const isBackIn = movement.meaning === null && movement.cents > 0 && random.chance(0.5);
    const meaning: 'deposit' | Category = isBackIn ? 'deposit' : random.pick(categories);
    const note = random.chance(0.3) ? 'by hand' : null;
    const given = { meaning, objectId: null, note, by: 'Naledi' };
    const ctx = world.desk.as('Naledi');
    const code = await refusalOf(turn, explainLine(ctx, world.desk.viewer, row?.id ?? '', given));
    const wanted = refusalWanted(movement);
    expect(
      code === wanted,
      () =>
        `explaining ${movement.text} (${movement.meaning}) as ${meaning} ended with ${code}; not ${wanted}`,
    );
    if (code === undefined && meaning === 'deposit') {
      const booked = rowOf(await readLines(turn), movement);
      arrive(bank, movement, booked?.objectId ?? '', world.desk.today());
      await nameExtras(turn);
    } else if (code === undefined) {
      if (movement.meaning === 'deposit') reverse(bank, movement.deposit!);
      movement.meaning = meaning;
    }
    reach(`line explained as ${meaning}${code ? ' refused' : ''}`);
    await compareBank(turn);
  },
};

function refusalWanted({ meaning, deposit }: Movement): string | undefined {
  if (meaning === null) return undefined;
  if (meaning !== 'deposit') return 'StatementLineExplained';
  return isOpenDeposit(deposit!) ? undefined : 'DepositDecided';
}

/** A user says which deposit an open debit takes back. */
const explainAsReversal: Action = {
  weight: 3,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const { bank } = model;
    const open = bank.movements.filter(({ meaning, cents }) => meaning === null && cents < 0);
    const movement = someOf(turn, open);
    const all = bank.movements.flatMap(({ deposit, meaning }) =>
      meaning === 'deposit' && deposit ? deposit : [],
    );
    const fitting = movement ? all.filter(({ cents }) => cents === -movement.cents) : [];
    const deposit = someOf(turn, fitting.length > 0 && random.chance(0.8) ? fitting : all);
    if (!movement || !deposit) return;
    const row = rowOf(await readLines(turn), movement);
    const given = { meaning: 'reversal', objectId: deposit.id, note: null, by: 'Naledi' } as const;
    const ctx = world.desk.as('Naledi');
    const code = await refusalOf(turn, explainLine(ctx, world.desk.viewer, row?.id ?? '', given));
    const fits = deposit.cents === -movement.cents;
    const wanted = reversalRefused(bank, deposit, fits);
    expect(
      wanted.includes(code),
      () => `a reversal of the deposit ${deposit.movement.text} ended with ${code}; not ${wanted}`,
    );
    if (code === undefined) {
      reverse(bank, deposit);
      movement.meaning = 'reversal';
    }
    reach(`line explained as a reversal${code ? ' refused' : ''}`);
    await compareBank(turn);
  },
};

/** How a user's reversal of a deposit may end. Money that the float has spent is found before the amounts are compared. */
function reversalRefused(bank: BankModel, deposit: Deposit, fits: boolean): (string | undefined)[] {
  const isSpent = deposit.state === 'allocated' && floatPartOf(deposit) > bank.float;
  if (!isOpenDeposit(deposit) && deposit.state !== 'allocated') return ['DepositDecided'];
  if (isSpent) return ['StepNotAllowed'];
  return [fits ? undefined : 'InvalidField'];
}

const undoBooking: Action = {
  weight: 7,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const { bank } = model;
    const isCategory = ({ meaning }: Movement): boolean => categories.some((one) => one === meaning);
    const booked = bank.movements.filter(({ meaning }) => meaning !== null);
    const movement = someOf(turn, random.chance(0.7) ? booked.filter(isCategory) : booked);
    if (!movement) return;
    const row = rowOf(await readLines(turn), movement);
    const ctx = world.desk.as('Naledi');
    const undone = undoLine(ctx, world.desk.viewer, row?.id ?? '', 'booked in error');
    if (movement.meaning === 'deposit')
      await judgeUndo(turn, movement.deposit!, await refusalOf(turn, undone));
    else {
      const code = await refusalOf(turn, undone);
      const wanted = isCategory(movement) ? undefined : 'StepNotAllowed';
      expect(
        code === wanted,
        () => `undoing ${movement.text} (${movement.meaning}) ended with ${code}; not ${wanted}`,
      );
      if (code === undefined) movement.meaning = null;
      reach(`booking of a line undone${code ? ' refused' : ''}`);
    }
    await compareBank(turn);
  },
};

export const statementActions = {
  statementArrives,
  statementAgain,
  explain,
  explainAsReversal,
  undoBooking,
};
