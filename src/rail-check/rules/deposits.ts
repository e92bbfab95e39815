// Group 4, of banks that tell of each movement: each is told, once, as it is. Statement files have rules of their own.
import { setTimeout as pause } from 'node:timers/promises';
import type { ArrivedDeposit } from '../../core/rails.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import { randomUuid } from '../../kernel/random.ts';
import { firstOf } from '../../kernel/required.ts';
import { Broken, hold } from '../broken.ts';
import type { Rule } from '../report.ts';
import { counterpartWith, part, type Stage } from '../stage.ts';

const base = { group: 4, ability: 'deposits', needs: ['deposit'] } as const;

/** In milliseconds: so long a bank that tells by itself may take, and so long nothing more must come. */
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

/** Waits until so many deposits, by their ids, have been told, and a moment longer. */
async function told(stage: Stage, count: number): Promise<ArrivedDeposit[]> {
  const ids = () => new Set(stage.heard.deposits.map(({ id }) => id)).size;
  const at = { account: stage.account, id: stage.account };
  const deposits = part(stage, 'deposits');
  const end = performance.now() + (deposits.poll ? silence : patience);
  do {
    await deposits.poll?.(at);
    if (ids() < count) await pause(20);
  } while (ids() < count && performance.now() < end);
  if (deposits.poll) for (let time = 0; time < 2; time += 1) await deposits.poll(at);
  else await pause(silence);
  hold(ids() >= count, `${count} were paid in, and ${ids()} told`);
  hold(ids() <= count, `${count} were paid in, and ${ids()} told, each under an id of its own`);
  return stage.heard.deposits;
}

function same(found: ArrivedDeposit, paid: PaidIn): void {
  hold(isUuid(found.id), `its id is ${String(found.id)}, and no uuid`);
  hold(found.account === paid.account, `it is told of the account ${found.account}`);
  hold(typeof found.amount === 'bigint', `its amount is a ${typeof found.amount}, and no bigint of cents`);
  hold(found.amount === paid.amount, `${paid.amount} cents were paid in, and ${found.amount} told`);
  hold(found.reference.includes(paid.reference), `its reference is ${JSON.stringify(found.reference)}`);
  hold(
    found.receivedAt instanceof Date && !Number.isNaN(found.receivedAt.getTime()),
    'receivedAt is no time',
  );
  hold(found.bookedOn === null || /^\d{4}-\d\d-\d\d$/.test(found.bookedOn), `bookedOn is ${found.bookedOn}`);
  const { payer } = found;
  hold(payer === null || typeof payer.accountNumber === 'string', 'payer is neither null nor an account');
}

export const depositRules: Rule[] = [
  {
    group: 4,
    ability: 'deposits',
    rule: 'payers are told where to pay in',
    run: async (stage) => {
      const found = await part(stage, 'deposits').details({ account: stage.account, id: stage.account });
      for (const name of ['bankName', 'branchCode', 'accountNumber', 'holder'] as const)
        hold(typeof found?.[name] === 'string' && found[name] !== '', `details answers no ${name}`);
      hold(/^\d{6}$/.test(found.branchCode), `its branch code is ${found.branchCode}`);
      return 'bank, branch, account and holder';
    },
  },
  {
    ...base,
    rule: 'a deposit is told as it is',
    run: async (stage) => {
      for (const amount of [1n, 15_050n, 9_999_999_999n]) {
        stage.heard.deposits.length = 0;
        const paid = await payIn(stage, { amount });
        const found = firstOf(await told(stage, 1));
        same(found, paid);
      }
      return 'amount to the cent, account, reference, id';
    },
  },
  {
    ...base,
    rule: 'a deposit is told once',
    run: async (stage) => {
      await payIn(stage);
      await told(stage, 1);
      await payIn(stage);
      const all = await told(stage, 2);
      hold(all.length === 2, `two were paid in, and ${all.length} told while nothing had failed`);
      return 'two deposits, told twice in all';
    },
  },
  {
    ...base,
    rule: 'the same deposit told again is the same',
    run: async (stage) => {
      const paid = await payIn(stage);
      await told(stage, 1);
      await counterpartWith(stage, 'deposit')
        .deposit(paid)
        .catch(() => {});
      await told(stage, 1);
      return 'one id';
    },
  },
  {
    ...base,
    rule: 'two equal deposits are two',
    run: async (stage) => {
      for (let time = 0; time < 2; time += 1) await payIn(stage);
      await told(stage, 2);
      return 'two ids';
    },
  },
  {
    ...base,
    rule: 'what arrives while the service is away is told afterwards, and nothing twice',
    run: async (stage) => {
      await payIn(stage);
      await told(stage, 1);
      await stage.rail.close?.();
      await payIn(stage);
      await stage.restart();
      await told(stage, 2);
      await stage.restart();
      await told(stage, 2);
      return 'two ids after two restarts';
    },
  },
  {
    ...base,
    rule: 'what the service could not take comes again',
    run: async (stage) => {
      stage.heard.refusals = 1;
      await payIn(stage).catch(() => {});
      for (let time = 0; time < 3 && stage.heard.deposits.length === 0; time += 1) {
        await part(stage, 'deposits')
          .poll?.({ account: stage.account, id: stage.account })
          .catch(() => {});
        await stage.again?.();
      }
      stage.heard.refusals = 0;
      await stage.restart();
      await told(stage, 1).catch(() => {
        throw new Broken('it was told once, refused, and never told again');
      });
      return 'refused once, told again';
    },
  },
];
