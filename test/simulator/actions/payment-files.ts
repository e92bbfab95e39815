// Payments of the desk that leave in files: users export and release them, and the bank answers, or shows them on its statement, in any
// order.
import { answerFormats, paymentProfiles } from '../../../src/app/bank-files.ts';
import { closeFiles, releaseFile } from '../../../src/core/payment-files/actions.ts';
import { takeAnswer } from '../../../src/core/payment-files/answers.ts';
import { writeAnswer } from '../../support/pain.ts';
import { type Action, someOf, type Turn } from '../action.ts';
import { compareBank } from '../bank-judge.ts';
import { endHeld, type Order } from '../bank-model.ts';
import { refusalOf } from '../refusal.ts';

interface File {
  messageId: string;
  state: string;
  exportedBy: string | null;
  releasedBy: string[];
  bankReferences: string[];
}

const readFiles = ({ world }: Turn): Promise<File[]> =>
  world.service.db<File[]>`
    select file.message_id, file.state, file.exported_by, file.released_by,
      array(select own.bank_reference from payment_orders own where own.file_id = file.id order by 1) as bank_references
    from payment_files file where bank_account = ${world.desk.account} order by file.created_at, file.message_id`;

const exportFile: Action = {
  weight: 2,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    if (!world.desk.hasFiles) return;
    const known = (await readFiles(turn)).flatMap(({ bankReferences }) => bankReferences);
    const isDue = model.bank.orders.some(
      ({ bankReference, state }) => state === 'ordered' && !known.includes(bankReference),
    );
    const made = await closeFiles(world.desk.as('Naledi'), paymentProfiles, world.desk.account, 'Naledi');
    expect(made > 0 || !isDue, () => `an export made ${made} files, although orders wait`);
    if (made > 0) reach('payment file exported');
    // A file that a user carries to the bank may be answered before it is known to have left.
    const released = (await readFiles(turn)).filter(({ state }) => state === 'released');
    const file = random.chance(0.5) ? someOf(turn, released) : undefined;
    if (file) await answerFile(turn, file);
  },
};

const release: Action = {
  weight: 2,
  play: async (turn) => {
    const { world, random, expect, reach } = turn;
    const file = someOf(turn, await readFiles(turn));
    if (!file) return;
    const by = random.pick(['Naledi', 'Thabo', 'Zola']);
    const code = await refusalOf(turn, releaseFile(world.desk.as(by), file.messageId, by));
    const isMaker = file.exportedBy === by || file.releasedBy.includes(by);
    const refusal = isMaker ? 'MakerMayNotDecide' : undefined;
    const wanted = file.state === 'waiting' ? refusal : 'PaymentFileNotWaiting';
    expect(
      code === wanted,
      () => `a release by ${by} of a file that is ${file.state} ended with ${code}; not ${wanted}`,
    );
    reach(`payment file released${code ? ' refused' : ''}`);
  },
};

const verdicts = {
  paid: { status: 'ACSP' },
  failed: { status: 'RJCT' },
  returned: { status: 'RJCT', reasons: [{ lines: ['UNPAID REASON 12'] }] },
} as const;

const bankAnswers: Action = {
  weight: 3,
  play: async (turn) => {
    const file = someOf(turn, await readFiles(turn));
    if (file) await answerFile(turn, file);
  },
};

async function answerFile(turn: Turn, file: File): Promise<void> {
  const { world, model, random, step, expect, reach } = turn;
  const orders = model.bank.orders.filter(({ bankReference }) => file.bankReferences.includes(bankReference));
  const order = someOf(turn, orders);
  if (!order) return;
  const verdict = random.pick(['paid', 'paid', 'failed', 'returned'] as const);
  const text = writeAnswer({
    ...{ messageId: `M${step}`, originalMessageId: file.messageId, groupStatus: 'PART' },
    payments: [{ bankReference: order.bankReference, ...verdicts[verdict] }],
  });
  const { desk } = world;
  const taken = await takeAnswer(desk.as('Naledi'), answerFormats, desk.account, text);
  const again = await takeAnswer(desk.as('Naledi'), answerFormats, desk.account, text);
  expect(
    taken.status === 'taken' && again.status === 'duplicate',
    () => `an answer and the same again were ${taken.status} and ${again.status}`,
  );
  hear(order, verdict);
  reach(`bank answered ${verdict} to a file that is ${file.state}`);
  await compareBank(turn);
}

/** The effect of what the bank says of a payment: nothing undoes a failure or a return. */
function hear(order: Order, verdict: 'paid' | 'failed' | 'returned'): void {
  const { deposit } = order;
  if (order.state === 'failed' || order.state === 'returned') return;
  if (verdict === 'paid') {
    if (order.state === 'paid') return;
    Object.assign(order, { state: 'paid', wasPaid: true });
    endHeld(deposit);
    deposit.state = 'returned';
    return;
  }
  order.state = order.wasPaid || verdict === 'returned' ? 'returned' : 'failed';
  deposit.state = 'waiting';
}

const bankShows: Action = {
  weight: 4,
  play: async (turn) => {
    const { world, model, random, expect, reach } = turn;
    const { bank } = model;
    const order = someOf(
      turn,
      bank.orders.filter(({ isShown, isGivenBack }) => !isShown || !isGivenBack),
    );
    if (!order) return;
    const isOut = !order.isShown && (order.isGivenBack || random.chance(0.7));
    const meaning = isOut ? 'payment' : 'return';
    const text = `${isOut ? 'PAYMENT' : 'UNPAID'} ${order.bankReference}`;
    const line = { text, cents: isOut ? -order.cents : order.cents };
    const imported = await world.desk.tell(bank, [line]);
    expect(
      imported !== 'refused' && imported.explained === 1,
      () => `a statement with ${text} was imported as ${JSON.stringify(imported)}`,
    );
    if (imported === 'refused') return;
    bank.movements.push({ ...line, day: world.desk.today(), meaning, order });
    const was = order.state;
    hear(order, 'paid');
    if (!isOut) hear(order, 'returned');
    if (isOut) order.isShown = true;
    else order.isGivenBack = true;
    reach(`statement shows the ${meaning} of an order that is ${was}`);
    await compareBank(turn);
  },
};

export const paymentFileActions = { exportFile, release, bankAnswers, bankShows };
