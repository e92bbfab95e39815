// Group 4, for banks that report each movement: the rail reports each deposit once and unchanged. Statement files have
// separate rules.
import { setTimeout as pause } from 'node:timers/promises';
import type { ArrivedDeposit } from '../../core/rails.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import { randomUuid } from '../../kernel/random.ts';
import { firstOf } from '../../kernel/required.ts';
import { Broken, hold } from '../broken.ts';
import { type Rule, rulesOf } from '../report.ts';
import { counterpartWith, part, type Stage } from '../stage.ts';

const rule = rulesOf({ group: 4, ability: 'deposits', needs: ['deposit'] });

/** The time for a bank to report a deposit, and the time in which no further report must come, in milliseconds. */
const patience = 3_000;
const silence = 250;

interface PaidIn {
  account: string;
  id: string;
  amount: Cents;
  reference: string;
}

async function payIn(stage: Stage, more: Partial<PaidIn> = {}): Promise<PaidIn> {
  const paid = {
    account: stage.account,
    id: randomUuid(),
    amount: 15_000n,
    reference: 'DEP123456789092',
    ...more,
  };
  await counterpartWith(stage, 'deposit').deposit(paid);
  return paid;
}

/** Waits for a number of deposits with different ids, and then a moment for surplus ones. Returns all reports. */
async function reported(stage: Stage, count: number): Promise<ArrivedDeposit[]> {
  const ids = () => new Set(stage.received.deposits.map(({ id }) => id)).size;
  const at = { account: stage.account, id: stage.account };
  const deposits = part(stage, 'deposits');
  const end = performance.now() + (deposits.poll ? silence : patience);
  do {
    await deposits.poll?.(at);
    if (ids() < count) await pause(20);
  } while (ids() < count && performance.now() < end);
  if (deposits.poll) for (let time = 0; time < 2; time += 1) await deposits.poll(at);
  else await pause(silence);
  hold(ids() >= count, `${count} deposits were made, and ${ids()} reported`);
  hold(ids() <= count, `${count} deposits were made, and ${ids()} reported under different ids`);
  return stage.received.deposits;
}

function same(found: ArrivedDeposit, paid: PaidIn): void {
  hold(isUuid(found.id), `its id is ${String(found.id)}, not a uuid`);
  hold(found.account === paid.account, `the reported account is ${found.account}`);
  hold(typeof found.amount === 'bigint', `its amount is a ${typeof found.amount}, not a bigint in cents`);
  hold(found.amount === paid.amount, `${paid.amount} cents were deposited, and ${found.amount} reported`);
  hold(found.reference.includes(paid.reference), `its reference is ${JSON.stringify(found.reference)}`);
  hold(
    found.receivedAt instanceof Date && !Number.isNaN(found.receivedAt.getTime()),
    'receivedAt is not a valid time',
  );
  hold(found.bookedOn === null || /^\d{4}-\d\d-\d\d$/.test(found.bookedOn), `bookedOn is ${found.bookedOn}`);
  const { payer } = found;
  hold(payer === null || typeof payer.accountNumber === 'string', 'payer is neither null nor an account');
}

export const depositRules: Rule[] = [
  {
    group: 4,
    ability: 'deposits',
    rule: 'the rail returns the account details for payers',
    run: async (stage) => {
      const found = await part(stage, 'deposits').details({ account: stage.account, id: stage.account });
      for (const name of ['bankName', 'branchCode', 'accountNumber', 'holder'] as const)
        hold(typeof found?.[name] === 'string' && found[name] !== '', `details returns no ${name}`);
      hold(/^\d{6}$/.test(found.branchCode), `its branch code is ${found.branchCode}`);
      return 'bank, branch, account and holder';
    },
  },
  rule('a deposit is reported unchanged', async (stage) => {
    for (const amount of [1n, 15_050n, 9_999_999_999n]) {
      stage.received.deposits.length = 0;
      const paid = await payIn(stage, { amount });
      const found = firstOf(await reported(stage, 1));
      same(found, paid);
    }
    return 'amount to the cent, account, reference, id';
  }),
  rule('a deposit is reported once', async (stage) => {
    await payIn(stage);
    await reported(stage, 1);
    await payIn(stage);
    const all = await reported(stage, 2);
    hold(all.length === 2, `two deposits were made, and ${all.length} reports came without a failure`);
    return 'two deposits, two reports';
  }),
  rule('a repeated report of a deposit has the same id', async (stage) => {
    const paid = await payIn(stage);
    await reported(stage, 1);
    await counterpartWith(stage, 'deposit')
      .deposit(paid)
      .catch(() => {});
    await reported(stage, 1);
    return 'one id';
  }),
  rule('two equal deposits have different ids', async (stage) => {
    for (let time = 0; time < 2; time += 1) await payIn(stage);
    await reported(stage, 2);
    return 'two ids';
  }),
  rule('deposits made while the service is down are reported once afterwards', async (stage) => {
    await payIn(stage);
    await reported(stage, 1);
    await stage.rail.close?.();
    await payIn(stage);
    await stage.restart();
    await reported(stage, 2);
    await stage.restart();
    await reported(stage, 2);
    return 'two ids after two restarts';
  }),
  rule('a deposit that the service could not process is reported again', async (stage) => {
    stage.received.refusals = 1;
    await payIn(stage).catch(() => {});
    for (let time = 0; time < 3 && stage.received.deposits.length === 0; time += 1) {
      await part(stage, 'deposits')
        .poll?.({ account: stage.account, id: stage.account })
        .catch(() => {});
      await stage.again?.();
    }
    stage.received.refusals = 0;
    await stage.restart();
    await reported(stage, 1).catch(() => {
      throw new Broken('it was reported once, refused, and not reported again');
    });
    return 'refused once, reported again';
  }),
];
