// Sales of merchants and their customers' payments: by EFT with a reference, as banks print it, exact or wrong, in time
// or late, once or twice; and the other movements of an account.
import { narratives } from '../support/narratives.ts';
import type { Entry } from './bank.ts';
import { at, dayAfter } from './calendar.ts';
import type { End, Party, Sale, Stage } from './stage.ts';
import { receivers } from './stage.ts';

interface Coming {
  day: string;
  sale: Sale;
  end: End;
  cents: number;
  isDouble: boolean;
}

const coming: Coming[] = [];
let drawn = 0;

export function beginCustomers(): void {
  coming.length = 0;
}

/** How many customers still have to pay. */
export const paymentsLeft = (): number => coming.length;

const kindOf = (stage: Stage, surface: Sale['surface']): Sale['kind'] => {
  const drawn = stage.random.between(0, 100);
  if (surface === 'multiple') return drawn < 6 ? 'mistyped' : 'exact';
  if (drawn < 5) return 'wrong';
  if (drawn < 9) return surface === 'one' ? 'late' : 'double';
  return drawn < 13 ? 'mistyped' : 'exact';
};

/** A merchant sells something, and its customer will pay. */
export async function sell(stage: Stage, party: Party, day: string): Promise<void> {
  const { random } = stage;
  const { shop } = party;
  const surface = random.pick(['one', 'one', 'single', 'multiple'] as const);
  const kind = kindOf(stage, surface);
  const cents = stage.drawCents(5_000, 900_000);
  stage.count('payments by reference');
  const merchantReference = `${shop.site}-${stage.sales.length + 1}`;
  const expireAt = kind === 'late' ? at(day, '18:00') : at(dayAfter(day, 7), '18:00');
  const ordered =
    surface === 'one'
      ? await shop.sellOnOne(merchantReference, cents, expireAt)
      : surface === 'single'
        ? await shop.sellOnPayments(merchantReference, cents)
        : random.pick(party.statics);
  const sale: Sale = {
    account: party.account,
    surface,
    ordered,
    kind,
    cents,
    deposits: [],
    isRefunded: false,
  };
  stage.sales.push(sale);
  stage.count(`sold: ${kind}`);
  const accepted = { sale, end: 'accepted' as const, cents, isDouble: false };
  const soon = dayAfter(day, random.pick([0, 0, 0, 1, 2]));
  if (kind === 'late') coming.push({ ...accepted, day: dayAfter(day, random.between(1, 4)) });
  else if (kind === 'wrong') {
    const end = random.chance(0.6) ? 'accepted' : 'returned';
    coming.push({ ...accepted, day: soon, end, cents: stage.drawCents(5_000, 900_000) });
  } else coming.push({ ...accepted, day: soon });
  if (kind === 'double') {
    const end = random.chance(0.5) ? 'accepted' : 'returned';
    coming.push({ ...accepted, day: dayAfter(soon, random.between(0, 2)), end, isDouble: true });
  }
}

/** A share of the deposits of a day are in the bank's books. */
export function pay(stage: Stage, party: Party, day: string, share: number): void {
  const due = coming.filter(
    ({ sale, day: on }) => sale.account === party.account && on <= day && stage.random.chance(share),
  );
  for (const one of due) {
    coming.splice(coming.indexOf(one), 1);
    const { sale, cents, end } = one;
    const isIntact = sale.kind !== 'mistyped';
    const entry = party.bank.add({
      date: day,
      cents,
      ...textOf(stage, party, sale.ordered.reference, isIntact),
      kind: 'sale',
    });
    sale.deposits.push({ entry, end });
    if (one.isDouble) stage.count('deposits on top');
  }
}

/** A bank's text around a reference, in this bank's style. */
function textOf(
  stage: Stage,
  party: Party,
  reference: string,
  isIntact: boolean,
): Pick<Entry, 'text' | 'reference'> {
  if (isIntact && stage.random.chance(0.2)) return { text: 'IB PAYMENT FROM', reference };
  for (;;) {
    drawn += 1;
    for (const made of narratives(stage.options.seed * 100_003 + drawn, 40, [reference])) {
      if (!party.styles.test(made.style) || made.meant.length !== 1) continue;
      // The bank prints the text on one line of its statement, or folded.
      if (isIntact === made.isIntact && isIntact !== made.isSpoiled && !/\0/.test(made.text))
        return { text: made.text, reference: '' };
    }
  }
}

/** Raises a merchant's float. */
export async function topUp(stage: Stage, party: Party, day: string, cents: number): Promise<void> {
  const reference = await party.shop.topUpReference();
  const text = `CREDIT TRANSFER ${reference} ${party.shop.site}`;
  party.bank.add({ date: day, cents, text, reference: '', kind: 'topUp' });
  stage.count('float, cents', cents);
}

type Stray = (
  stage: Stage,
  party: Party,
  line: (cents: number, text: string, kind: Entry['kind']) => Entry,
) => void;

const charge: Stray = (stage, _party, line) =>
  void line(-stage.drawCents(100, 4_900), 'MONTHLY SERVICE FEE', 'charge');
const unknown: Stray = (stage, _party, line) =>
  void line(
    stage.drawCents(5_000, 90_000),
    `CASH DEPOSIT BRANCH ${stage.random.between(100, 999)}`,
    'unknown',
  );
const own: Stray = (stage, _party, line) =>
  void line(-stage.drawCents(10_000, 90_000), 'TRANSFER TO SAVINGS', 'own');

const strays: Stray[] = [
  charge,
  unknown,
  own,
  (stage, party, line) => {
    // An MT940 does not give the line's type: it waits as a deposit would.
    const isReported = party.format === 'nedbank';
    line(stage.drawCents(100, 4_900), 'CREDIT INTEREST', isReported ? 'interest' : 'unknown');
  },
  (stage, party, line) => {
    // An unallocated cheque bounces.
    const text = `CHEQUE DEPOSIT ${stage.random.between(1_000, 9_999)}`;
    const entry = line(stage.drawCents(5_000, 90_000), text, 'unknown');
    party.bank.add({ ...entry, cents: -entry.cents, kind: 'reversal', isMarked: true, of: entry });
  },
  charge,
  unknown,
  own,
  (stage, party, line) => {
    if (!takeBack(stage, party, line)) own(stage, party, line);
  },
  charge,
];

/** Lines without an order, one kind after the other. */
export function stray(stage: Stage, party: Party, day: string, which: number): void {
  stage.count('stray lines');
  strays[which % strays.length]!(stage, party, (cents, text, kind) =>
    party.bank.add({ date: day, cents, text, reference: '', kind }),
  );
}

/** Sales whose money arrived, is on a statement, and was not refunded. */
const paidOnes = (stage: Stage, party: Party): Sale[] =>
  stage.sales.filter(
    ({ account, kind, deposits, isRefunded }) =>
      account === party.account &&
      kind !== 'wrong' &&
      !isRefunded &&
      deposits.length === 1 &&
      deposits[0]!.end === 'accepted' &&
      deposits[0]!.entry.date < party.unreported,
  );

/** The bank reverses a deposit that has paid something. Returns false without such a deposit. */
function takeBack(stage: Stage, party: Party, line: Parameters<Stray>[2]): boolean {
  const sale = paidOnes(stage, party).findLast(({ kind }) => kind === 'exact');
  if (!sale) return false;
  const [deposit] = sale.deposits;
  const { entry } = deposit!;
  deposit!.end = 'reversed';
  const { text, reference } = entry;
  Object.assign(line(-entry.cents, text, 'reversal'), { reference, isMarked: true, of: entry });
  stage.count('allocated deposits taken back');
  return true;
}

/** A merchant requests refunds of payments, to accounts that a user has found out. */
export async function refund(stage: Stage, party: Party): Promise<boolean> {
  const known = paidOnes(stage, party).filter(({ surface }) => surface === 'one');
  if (known.length === 0) return false;
  const sale = stage.random.pick(known);
  sale.isRefunded = true;
  const lines = await stage.command(['statement', 'lines', '--account', party.account]);
  const { entry } = sale.deposits[0]!;
  const line = lines.find(
    // biome-ignore lint/suspicious/noExplicitAny: whatever the command prints
    ({ as, amount, date }: any) =>
      as === 'deposit' && date === entry.date && Number(amount.replace('.', '')) === entry.cents,
  );
  if (!line) {
    stage.violations.push(`${party.account}: no line of ${entry.cents} on ${entry.date} is a deposit`);
    return false;
  }
  const number = stage.drawNumber();
  const payer = `${receivers.bankId}/${number}/${receivers.branch}/P Naidoo`;
  await stage.command(['deposit', 'payer', line.object, payer, '--by', 'Thandi']);
  const cents = stage.random.chance(0.5) ? entry.cents : stage.random.between(1_000, entry.cents);
  const transactionId = sale.ordered.transactionId!;
  const id = await party.shop.refund(transactionId, cents);
  stage.refunds.push({ id, account: party.account, cents, number, transactionId });
  stage.count('refunds');
  return true;
}

export async function payOut(stage: Stage, party: Party): Promise<void> {
  const cents = stage.random.between(5_000, 90_000);
  const number = stage.drawNumber();
  const reference = `${party.shop.site}-P${stage.payouts.length + 1}`;
  const id = await party.shop.payOut(reference, cents, { ...receivers, number });
  stage.payouts.push({ id, account: party.account, reference, cents, number });
  stage.count('payouts');
}
