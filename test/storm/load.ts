// Merchants and customers at work, and the judgement of the remains.
import type { Keys } from '../races/merchant.ts';
import type { Books } from './books.ts';
import { openCalls } from './calls.ts';
import { newJournal } from './journal.ts';
import { fillFloat } from './money-out.ts';
import type { Gate } from './nights.ts';
import { judge } from './oracle.ts';
import { quietMs, readSeen, waitForQuiet } from './quiet.ts';
import { seeded } from './random.ts';
import { startReceiver } from './receiver.ts';
import { type Shopper, shop } from './shopper.ts';

export type Load = Awaited<ReturnType<typeof openLoad>>;

interface Work extends Pick<Shopper, 'paysOut' | 'restMs'> {
  gate: Gate;
  seed: number;
  shoppers: number;
  /** Their names begin with it. */
  prefix: string;
  calls?: Shopper['calls'];
}

/** Opens a merchant's access to the service, with a float. */
export async function openLoad(base: string, credentials: Keys) {
  const journal = newJournal();
  const receiver = await startReceiver();
  const calls = openCalls(base, credentials, () => (journal.lostAnswers += 1));
  await fillFloat(calls);
  const working: Promise<unknown>[] = [];
  let isSoonOver = false;
  const isOver = () => isSoonOver;
  return {
    ...{ calls, journal, receiver, isOver },
    /** Lets so many customers work. */
    start: ({ seed, shoppers, prefix, ...work }: Work): void => {
      for (let number = 1; number <= shoppers; number += 1) {
        const name = `${prefix}${number}`;
        const random = seeded(seed, name);
        working.push(shop({ calls, journal, notifyUrl: receiver.url, isOver, ...work, name, random }));
      }
    },
    /** Resolves when all have finished. */
    stop: async (): Promise<void> => {
      isSoonOver = true;
      await Promise.all(working);
    },
    close: async (): Promise<void> => {
      isSoonOver = true;
      await calls.close();
      await receiver.close();
    },
  };
}

/** Waits until no work is left; then judges it, also by the service's own check. Returns the broken rules. */
export async function judgeLoad(
  { journal, calls, receiver }: Load,
  books: Books,
  check: () => Promise<{ code: number | null; stdout: string; stderr: string }>,
) {
  const violations = [...journal.violations];
  const began = performance.now();
  if (!(await waitForQuiet(books, quietMs)))
    violations.push(`after ${quietMs / 1000} s there was still work waiting`);
  const quietSeconds = Math.round((performance.now() - began) / 1000);
  violations.push(...(await judge(journal, await readSeen(calls, receiver), books)));
  const { code, stdout, stderr } = await check();
  if (code !== 0) violations.push(`tefo check: ${stdout.trim()} ${stderr.trim()}`);
  return { violations, check: code === 0, quietSeconds };
}
