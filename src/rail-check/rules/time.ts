// Group 5: a rail uses only the injected clock. Reads of the machine's clock are recorded during all rules and judged
// at the end.
import { dayMs, systemClock } from '../../kernel/clock.ts';
import { plainJson } from '../../kernel/process/terminal.ts';
import { hold } from '../broken.ts';
import type { Rule } from '../report.ts';
import { enquire, newOrder, type Stage, transfer } from '../stage.ts';

/** The written forms of today's date, and of tomorrow's in case midnight passes during the check. */
function todays(): string[] {
  const now = systemClock().now();
  return [now, new Date(now.getTime() + dayMs)].flatMap((date) => {
    const day = date.toISOString().slice(0, 10);
    return [day, day.replaceAll('-', '/'), day.replaceAll('-', '')];
  });
}

async function useAll(stage: Stage): Promise<unknown[]> {
  const at = { account: stage.account, id: stage.account };
  const seen: unknown[] = [];
  if (stage.rail.transfers) {
    const order = newOrder(stage);
    seen.push(await transfer(stage, order), await enquire(stage, order));
    seen.push(await stage.counterpart.payments?.(stage.account));
  }
  if (stage.rail.deposits) {
    seen.push(await stage.rail.deposits.details(at));
    await stage.counterpart.deposit?.({ ...at, id: crypto.randomUUID(), amount: 100n, reference: 'TIME' });
    await stage.rail.deposits.poll?.(at);
  }
  seen.push(stage.received.deposits, stage.received.answers);
  return seen;
}

export const timeRules: Rule[] = [
  {
    group: 5,
    rule: 'the machine’s date does not appear',
    run: async (stage) => {
      const day = stage.clock.now().toISOString().slice(0, 10);
      const text = plainJson(await useAll(stage));
      const found = todays().find((today) => text.includes(today));
      hold(found === undefined, `the injected date is ${day}, but ${found} appears`);
      return `the injected date is ${day}`;
    },
  },
  {
    group: 5,
    rule: 'deposits have the injected clock’s date',
    ability: 'deposits',
    needs: ['deposit'],
    run: async (stage) => {
      await useAll(stage);
      const now = stage.clock.now().getTime();
      const off = stage.received.deposits.find(
        ({ receivedAt }) => Math.abs(receivedAt.getTime() - now) > 2 * dayMs,
      );
      hold(off === undefined, `a deposit is dated ${off?.receivedAt.toISOString()}`);
      return `${stage.received.deposits.length} deposits`;
    },
  },
];
