// One scheduler: a pool, the simulated bank and every sweep that subscriptions need, over a shared database. It can
// die at any of its writes to the database, before the bytes leave or when they have left and the response is lost:
// between any two effects, including the bank's.

import type { Duplex } from 'node:stream';
import { reactions } from '../../src/app/reactions.ts';
import type { Context } from '../../src/core/context.ts';
import { createSubscriptionSweeps } from '../../src/core/subscriptions/jobs.ts';
import { createEnquirySweep, createExpirySweep } from '../../src/core/transactions/jobs.ts';
import { recordAnswer } from '../../src/core/transactions/transitions.ts';
import { manualClock, systemClock } from '../../src/kernel/clock.ts';
import { createJobs } from '../../src/kernel/concurrency/jobs.ts';
import { type ConnectionGate, createConnectionGate } from '../../src/kernel/db/connection-gate.ts';
import { openPool } from '../../src/kernel/db/db.ts';
import { createLog } from '../../src/kernel/process/log.ts';
import { createKeyring } from '../../src/kernel/security/crypto.ts';
import type { Faults } from '../../src/rails/simulator/index.ts';
import { testPolicy } from '../support/policy.ts';
import { createTestSimulator } from '../support/simulator.ts';
import { demoKeys } from '../support/world.ts';

export interface Fate {
  /** Dies at so many writes; never, where it is 0. */
  afterWrites: number;
  /** Whether the bytes of the last write still leave. */
  lastLeaves: boolean;
}

export interface Task extends Fate {
  url: string;
  /** The instant of its work: its clock stands still. */
  now: string;
  faults: Partial<Faults>;
}

/** Opens an instance; `die` is called at the moment of its death, and must stop all its work. */
export function openInstance({ url, now, faults, ...fate }: Task, die: (cut: () => void) => void) {
  const gate = createConnectionGate();
  let isDead = false;
  const cut = (): void => {
    isDead = true;
    gate.close('killed');
    gate.cut();
  };
  const mortal = fate.afterWrites > 0 ? tapped(gate, fate, () => die(cut)) : gate;
  const db = openPool(url, { max: 5, plans: 'by index', gate: mortal });
  const clock = manualClock(now);
  const log = createLog('silent');
  const keyring = createKeyring(demoKeys);
  const ctx: Context = {
    db,
    clock,
    realClock: systemClock(),
    keyring,
    policy: testPolicy,
    log,
    correlationId: 'scheduler',
    actor: 'system',
    reactions,
  };
  const simulator = createTestSimulator({
    db,
    clock,
    log,
    publicUrl: 'http://localhost:8420',
    frame: ({ body }) => String(body),
    faults,
    onAnswer: async (id, answer) => void (await recordAnswer({ ...ctx, actor: 'bank' }, id, answer)),
    onTransferAnswer: async () => {},
    onDeposit: async () => {},
  });
  const sweeps = [
    createExpirySweep(ctx),
    createEnquirySweep(ctx, simulator.rails),
    ...createSubscriptionSweeps(ctx, simulator.rails),
    ...simulator.sweeps,
  ];
  const jobs = createJobs(sweeps, log);
  return {
    ctx,
    clock,
    simulator,
    drain: jobs.drain,
    isDead: () => isDead,
    end: () => db.end({ timeout: 0 }).catch(() => {}),
  };
}

/** The same gate, which counts the writes to its sockets. */
function tapped(gate: ConnectionGate, { afterWrites, lastLeaves }: Fate, die: () => void): ConnectionGate {
  let writes = 0;
  const connect: ConnectionGate['connect'] = (place) => {
    const socket = gate.connect(place);
    const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
    const mortalWrite = (...given: unknown[]): boolean => {
      writes += 1;
      if (writes < afterWrites) return write(...given);
      // Of several writes at once only the one that kills may leave.
      if (writes > afterWrites || !lastLeaves) {
        if (writes === afterWrites) die();
        return false;
      }
      return write(given[0], () => die());
    };
    socket.write = mortalWrite as Duplex['write'];
    return socket;
  };
  return { ...gate, connect };
}
