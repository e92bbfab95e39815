// Circumstances of all parties: time passes, due work is done, banks and receivers misbehave, connections to the database break.
import { setTimeout as sleep } from 'node:timers/promises';
import { poolSize } from '../../support/database.ts';
import { type Answer, ask } from '../../support/merchant.ts';
import { type Action, someOf, type Turn } from '../action.ts';
import { readStates } from '../judges.ts';

const timePasses: Action = {
  weight: 4,
  isShared: true,
  play: async (turn) => {
    const { world, random, expect, reach } = turn;
    const minutes = random.chance(0.3) ? random.between(60, 2_880) : random.between(1, 60);
    if (random.chance(0.25)) {
      const { status, text } = await world.merchant.sandbox('/clock', { advance: `PT${minutes}M` });
      expect(status === 200, () => `moving the clock was answered ${status}: ${text}`);
    } else {
      // As where the processes stood still: all that became due in the meantime is late.
      world.service.clock.advance(minutes * 60_000);
      await world.service.drain();
    }
    await world.signIn();
    await readStates(turn);
    reach(minutes >= 60 ? 'hours passed' : 'minutes passed');
  },
};

const workIsDone: Action = {
  weight: 3,
  play: async (turn) => {
    await turn.world.service.drain();
    await readStates(turn);
  },
};

const faults = {
  bank: [{}, { duplicateCallbacks: true }, { reorderCallbacks: true }, { timeoutAfterCommit: true }],
  notifications: [{}, { duplicateCallbacks: true }, { errorRate: 0.5 }, { timeoutAfterCommit: true }],
};

const faultsChange: Action = {
  weight: 1,
  play: async ({ world, model, random, expect, fault }) => {
    const [bank, notifications] = [random.pick(faults.bank), random.pick(faults.notifications)];
    const { status, text } = await setFaults(world, { bank, notifications });
    expect(status === 200, () => `setting faults was answered ${status}: ${text}`);
    model.line = { bank, notifications };
    model.isBankLossy = 'timeoutAfterCommit' in bank;
    for (const name of Object.keys(bank)) fault(`bank: ${name}`);
    for (const name of Object.keys(notifications)) fault(`receiver: ${name}`);
  },
};

/** Every connection breaks, as where the database restarts. Once the pool has new ones, requests succeed. */
const connectionsBreak: Action = {
  weight: 1,
  isShared: true,
  play: async (turn) => {
    const { world, expect, fault } = turn;
    const { db } = world.service;
    await db`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.catch(() => {});
    const all = () => Promise.all(Array.from({ length: poolSize }, () => db`select`));
    // How many requests fail until then depends on time, and would change the identifiers of later objects.
    while ((await all().catch(() => undefined)) === undefined) await sleep(20);
    const { status, text } = await world.merchant.one(listOf(turn));
    expect(status === 200, () => `after all connections broke, a read was answered ${status}: ${text}`);
    fault('connections broke');
  },
};

const strangerLooks: Action = {
  weight: 1,
  play: async (turn) => {
    const { world, model, expect, reach } = turn;
    const payment = someOf(turn, model.payments);
    if (!payment) return;
    const { id, transactionId, refunds } = payment;
    const paths = [`/payments/${id}`, `/payments/${id}/cancel`];
    if (transactionId) paths.push(`/transactions/${transactionId}`, `/transactions/${transactionId}/refunds`);
    paths.push(...refunds.slice(0, 2).map((refund) => `/refunds/${refund.id}`));
    for (const path of paths) {
      const { status, text } = await world.stranger.one(path, path.endsWith('cancel') ? {} : undefined);
      expect(status === 404, () => `a stranger's ${path} was answered ${status}: ${text}`);
    }
    const { body } = await world.stranger.one(listOf(turn));
    expect(body?.results?.length === 0, () => `a stranger sees ${JSON.stringify(body)}`);
    reach('stranger refused');
  },
};

/** The address of the newest payments. */
function listOf({ world }: Turn): string {
  const [from, to] = [-7, 1].map((days) =>
    new Date(world.service.clock.now().getTime() + days * dayMs).toISOString(),
  );
  return `/payments?fromDate=${from}&toDate=${to}&limit=5`;
}

const dayMs = 86_400_000;

export const setFaults = ({ service, merchant }: Turn['world'], faults: object): Promise<Answer> =>
  ask(`${service.base}/sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', apikey: merchant.apiKey },
    body: JSON.stringify(faults),
  });

export const circumstances = { timePasses, workIsDone, faultsChange, connectionsBreak, strangerLooks };
