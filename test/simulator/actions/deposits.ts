// Payments by deposit, and the decisions of users about deposits that wait: whose the money is, in one part or several, that it stays,
// or that it goes back; and that a match was wrong.
import { banks } from '../../../src/core/banks.ts';
import {
  allocateDeposit,
  type Portion,
  parkDeposit,
  splitDeposit,
  type Target,
} from '../../../src/core/deposits/allocation.ts';
import { setDepositPayer } from '../../../src/core/deposits/payer.ts';
import { returnDeposit } from '../../../src/core/deposits/returns.ts';
import { undoDeposit } from '../../../src/core/deposits/undo.ts';
import type { Viewer } from '../../../src/core/viewer.ts';
import { type Action, someOf, type Turn } from '../action.ts';
import { compareBank, compareEfts } from '../bank-judge.ts';
import {
  allocate,
  type Deposit,
  depositsOf,
  type Eft,
  floatPartOf,
  isOpenDeposit,
  type Part,
  undo,
} from '../bank-model.ts';
import { refusalOf } from '../refusal.ts';

const minuteMs = 60_000;

const requestEft: Action = {
  weight: 6,
  play: async (turn) => {
    const { world, model, random, step, expect, reach } = turn;
    const { merchant, till } = world.desk;
    if (model.bank.topUp === '') await requestTopUp(turn);
    const cents = random.between(1, 3_000) * 100;
    const expiresAt = world.service.clock.now().getTime() + random.between(30, 6 * 24 * 60) * minuteMs;
    const reference = `EFT-${step}`;
    const made = await merchant.one('/payments', {
      siteCode: till.siteCode,
      amount: { currency: 'ZAR', value: cents / 100 },
      merchantReference: reference,
      expireAt: new Date(expiresAt).toISOString(),
    });
    const path = `/payments/${made.body?.id}/transactions`;
    const { status, text, body } = await merchant.one(path, { paymentType: 'bankdeposit' });
    const bankReference = body?.bankingDetails?.beneficiaryReference;
    expect(
      status === 201 && typeof bankReference === 'string',
      () => `a payment by deposit was answered ${made.status} and ${status}: ${text}`,
    );
    if (typeof bankReference !== 'string') return;
    const known = { id: made.body.id, reference, bankReference, cents, expiresAt };
    model.bank.efts.push({ ...known, status: 'Created' });
    reach('payment by deposit requested');
  },
};

async function requestTopUp({ world, model, expect }: Turn): Promise<void> {
  const { merchant, till } = world.desk;
  const path = `/CreateFloatTopUpReferenceRequest?siteCode=${till.siteCode}`;
  const { status, text, body } = await merchant.external('POST', path);
  expect(status === 200, () => `a reference for a top-up was answered ${status}: ${text}`);
  model.bank.topUp = body?.beneficiaryReference ?? '';
}

const cancelEft: Action = {
  weight: 1,
  play: async (turn) => {
    const { world, model, expect, reach } = turn;
    const eft = someOf(
      turn,
      model.bank.efts.filter(({ id, isExtra }) => id !== '' && !isExtra),
    );
    if (!eft) return;
    await compareEfts(turn);
    const { status, text } = await world.desk.merchant.one(`/payments/${eft.id}/cancel`, {});
    const isHeld = eft.waitsWith !== undefined;
    const wanted = isHeld || eft.status === 'Complete' ? [403, 409] : [200, 403, 409];
    const mustBe = !isHeld && eft.status === 'Created' ? [200] : wanted;
    expect(
      mustBe.includes(status),
      () => `cancelling ${eft.reference}, which is ${eft.status}, was answered ${status}: ${text}`,
    );
    if (status === 200 && eft.status === 'Created') eft.status = 'Cancelled';
    reach(`payment by deposit that is ${eft.status} cancelled`);
  },
};

/** A target that a user names, and the payment that it means; undefined: the float. */
interface Named {
  to: Target;
  eft: Eft | undefined;
}

function drawTarget(turn: Turn, { held, movement }: Deposit): Named {
  const { world, model, random } = turn;
  const known = model.bank.efts.filter(({ id }) => id !== '');
  const kind = random.pick(['held', 'held', 'other', 'other', 'other', 'float'] as const);
  const eft = kind === 'held' && held?.id ? held : someOf(turn, known);
  if (kind === 'float' || !eft) return { to: { floatOf: world.desk.till.siteCode }, eft: undefined };
  if (random.chance(0.7) || eft.isExtra) return { to: { paymentId: eft.id }, eft };
  // The reference that the payer wrote means the attempt in which the deposit waits.
  const isOwn = held !== undefined && movement.text.includes(eft.bankReference);
  return { to: { reference: eft.bankReference }, eft: isOwn ? held : eft };
}

/** Why a payment takes no deposit; undefined where it does. */
function refusalFor(deposit: Deposit, eft: Eft | undefined): string | undefined {
  if (eft?.status === 'Complete') return 'PaymentAlreadyComplete';
  return eft?.waitsWith && eft.waitsWith !== deposit ? 'PaymentInProgress' : undefined;
}

const drawDeposit = (turn: Turn): Deposit | undefined => {
  const all = depositsOf(turn.model.bank);
  const parked = all.filter(({ state }) => state === 'parked');
  if (parked.length > 0 && turn.random.chance(0.3)) return someOf(turn, parked);
  return someOf(turn, turn.random.chance(0.85) ? all.filter(isOpenDeposit) : all);
};

/** Nobody's user. */
const nobody: Viewer = { merchants: ['00000000-0000-4000-8000-000000000000'] };

const allocateOne: Action = {
  weight: 6,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const deposit = drawDeposit(turn);
    if (!deposit) return;
    const { to, eft } = drawTarget(turn, deposit);
    const ctx = world.desk.as('Naledi');
    if (random.chance(0.1)) {
      const seen = await refusalOf(turn, allocateDeposit(ctx, nobody, deposit.id, to, null));
      expect(seen === 'DepositNotFound', () => `a stranger's allocation of a deposit ended with ${seen}`);
    }
    const code = await refusalOf(turn, allocateDeposit(ctx, world.desk.viewer, deposit.id, to, 'found'));
    const wanted = isOpenDeposit(deposit) ? refusalFor(deposit, eft) : 'DepositDecided';
    expect(
      code === wanted,
      () =>
        `allocating ${describe(deposit)} to ${JSON.stringify(to)} (${eft?.status}) ended with ${code}; not ${wanted}`,
    );
    if (code === undefined) allocate(model.bank, deposit, [partOf(deposit.cents, eft)], world.desk.today());
    reach(`deposit allocated${code ? ' refused' : ''}`);
    await compareBank(turn);
  },
};

const partOf = (cents: number, eft: Eft | undefined): Part => ({ cents, ...(eft && { eft }) });

const describe = ({ movement, state, held }: Deposit): string =>
  `the deposit ${movement.text}, which is ${state}${held ? ` for ${held.reference}` : ''},`;

const splitOne: Action = {
  weight: 4,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const deposit = drawDeposit(turn);
    if (!deposit || deposit.cents < 300) return;
    const first = { to: { floatOf: world.desk.till.siteCode }, eft: undefined };
    const second = random.chance(0.1) ? first : drawTarget(turn, deposit);
    const share = random.between(1, Math.floor(deposit.cents / 100)) * 100;
    const isWrong = random.chance(0.3);
    const rest = deposit.cents - share + (isWrong ? random.pick([-1, -100, 1]) : 0);
    const portions: Portion[] = [
      { to: first.to, amount: BigInt(share) },
      { to: second.to, amount: BigInt(rest) },
    ];
    const ctx = world.desk.as('Naledi');
    const code = await refusalOf(turn, splitDeposit(ctx, world.desk.viewer, deposit.id, portions, null));
    const isOdd = rest <= 0 || isWrong || second.eft === undefined;
    const refusal = isOdd ? 'InvalidField' : refusalFor(deposit, second.eft);
    const wanted = isOpenDeposit(deposit) ? refusal : 'DepositDecided';
    expect(
      code === wanted,
      () =>
        `splitting ${describe(deposit)} of ${deposit.cents} in ${share} and ${rest} (${second.eft?.status}) ended with ${code}; not ${wanted}`,
    );
    if (code === undefined) {
      const parts = [partOf(share, undefined), partOf(rest, second.eft)];
      allocate(model.bank, deposit, parts, world.desk.today());
    }
    reach(`deposit split${code ? ' refused' : ''}`);
    await compareBank(turn);
  },
};

const park: Action = {
  weight: 4,
  play: async (turn) => {
    const { world, random, expect, reach } = turn;
    const deposit = drawDeposit(turn);
    if (!deposit) return;
    const note = random.chance(0.1) ? ' ' : 'waits for the customer';
    const code = await refusalOf(
      turn,
      parkDeposit(world.desk.as('Naledi'), world.desk.viewer, deposit.id, note),
    );
    const refusal = isOpenDeposit(deposit) ? undefined : 'DepositDecided';
    const wanted = note === ' ' ? 'InvalidField' : refusal;
    expect(code === wanted, () => `parking ${describe(deposit)} ended with ${code}; not ${wanted}`);
    if (code === undefined) deposit.state = 'parked';
    reach(`deposit parked${code ? ' refused' : ''}`);
    await compareBank(turn);
  },
};

const sendBack: Action = {
  weight: 5,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const { desk } = world;
    const returned = depositsOf(model.bank).filter(({ state }) => state === 'returned');
    const isAgain = returned.length > 0 && random.chance(0.25);
    const deposit = isAgain ? someOf(turn, returned) : drawDeposit(turn);
    if (!deposit) return;
    if (!deposit.hasPayer) await namePayer(turn, deposit);
    const sent = returnDeposit(desk.as('Naledi'), desk.viewer, deposit.id, null);
    const code = await refusalOf(turn, sent);
    const refusal = deposit.hasPayer ? undefined : 'StepNotAllowed';
    const wanted = isOpenDeposit(deposit) ? refusal : 'DepositDecided';
    expect(code === wanted, () => `sending back ${describe(deposit)} ended with ${code}; not ${wanted}`);
    reach(`deposit sent back${code ? ' refused' : ''}`);
    if (code !== undefined) return;
    deposit.state = 'returning';
    deposit.returns += 1;
    if (desk.hasFiles) await noteOrder(turn, deposit);
    await compareBank(turn);
  },
};

/** Enters the account that a deposit came from, mostly. */
async function namePayer(turn: Turn, deposit: Deposit): Promise<void> {
  const { world, random, expect } = turn;
  if (random.chance(0.3)) return;
  const bank = banks.find(({ name }) => name === 'TymeBank')!;
  const payer = {
    bankId: bank.id,
    branchCode: bank.branchCode,
    accountNumber: '51000000001',
    holder: 'A Payer',
  };
  const ctx = world.desk.as('Naledi');
  const first = await refusalOf(turn, setDepositPayer(ctx, deposit.id, payer));
  const again = await refusalOf(turn, setDepositPayer(ctx, deposit.id, payer));
  expect(
    first === undefined && again === 'StepNotAllowed',
    () => `the payer of ${describe(deposit)} was entered twice: ${first} and ${again}`,
  );
  deposit.hasPayer = true;
}

/** The order that waits for the next file. */
async function noteOrder({ world, model, expect }: Turn, deposit: Deposit): Promise<void> {
  await world.service.drain();
  const [row] = await world.service.db<{ bankReference: string }[]>`
    select own.bank_reference from payment_orders own join transfers transfer using (id)
    join deposit_parts part on part.id = transfer.object_id
    where part.deposit_id = ${deposit.id} and own.bank_account = ${world.desk.account}
    order by part.created_at desc, part.id desc limit 1`;
  expect(row !== undefined, () => `${describe(deposit)} was sent back, and no payment was ordered`);
  if (!row) return;
  const { cents } = deposit;
  const begun = { state: 'ordered', wasPaid: false, isShown: false, isGivenBack: false } as const;
  deposit.order = { bankReference: row.bankReference, deposit, cents, ...begun };
  model.bank.orders.push(deposit.order);
}

const undoMatch: Action = {
  weight: 4,
  play: async (turn) => {
    const { world } = turn;
    const all = depositsOf(turn.model.bank);
    const matched = all.filter(({ state }) => state === 'allocated');
    const deposit = someOf(turn, turn.random.chance(0.8) ? matched : all);
    if (!deposit) return;
    const undone = undoDeposit(world.desk.as('Naledi'), world.desk.viewer, deposit.id, 'matched in error');
    await judgeUndo(turn, deposit, await refusalOf(turn, undone));
    await compareBank(turn);
    await compareEfts(turn);
  },
};

/** Judges how an undoing of a match ended, and applies it to the model. Money that was settled may be gone. */
export async function judgeUndo(turn: Turn, deposit: Deposit, code: string | undefined): Promise<void> {
  const { world, model, expect, reach } = turn;
  const { bank } = model;
  const isImpossible = deposit.state !== 'allocated' || floatPartOf(deposit) > bank.float;
  const hasPaid = deposit.parts.some(({ eft }) => eft !== undefined);
  const mayBeGone = hasPaid && (bank.mayOwe || deposit.matchedOn !== world.desk.today());
  const wanted = isImpossible ? ['StepNotAllowed'] : mayBeGone ? ['StepNotAllowed', undefined] : [undefined];
  expect(
    wanted.includes(code),
    () => `undoing the match of ${describe(deposit)} ended with ${code}; not ${wanted}`,
  );
  if (code === undefined) undo(bank, deposit, world.service.clock.now().getTime());
  reach(`match of a deposit undone${code ? ' refused' : ''}`);
}

export const depositActions = { requestEft, cancelEft, allocateOne, splitOne, park, sendBack, undoMatch };
