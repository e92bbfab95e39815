// Group 5: the injected clock only. What reads the machine's is heard during all other rules too, and judged at the end.
import { dayMs, systemClock } from '../../kernel/clock.ts';
import { plainJson } from '../../kernel/process/terminal.ts';
import { hold } from '../broken.ts';
import type { Rule } from '../report.ts';
import { enquire, newOrder, type Stage, transfer } from '../stage.ts';

/** Today, and tomorrow in case it becomes so meanwhile, as they are written. */
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
  seen.push(stage.heard.deposits, stage.heard.answers);
  return seen;
}

export const timeRules: Rule[] = [
  {
    group: 5,
    rule: 'no date of today appears where it is another day',
    run: async (stage) => {
      const day = stage.clock.now().toISOString().slice(0, 10);
      const text = plainJson(await useAll(stage));
      const found = todays().find((today) => text.includes(today));
      hold(found === undefined, `it is ${day} here, and ${found} appears`);
      return `it is ${day} here`;
    },
  },
  {
    group: 5,
    rule: 'deposits are dated by the clock that was given',
    ability: 'deposits',
    needs: ['deposit'],
    run: async (stage) => {
      await useAll(stage);
      const now = stage.clock.now().getTime();
      const off = stage.heard.deposits.find(
        ({ receivedAt }) => Math.abs(receivedAt.getTime() - now) > 2 * dayMs,
      );
      hold(off === undefined, `a deposit is dated ${off?.receivedAt.toISOString()}`);
      return `${stage.heard.deposits.length} deposits`;
    },
  },
];
