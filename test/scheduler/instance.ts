// One scheduler: a pool, the simulated bank and every sweep that subscriptions need, over a shared database. It can
// die at any of its writes to the database, before the bytes leave or when they have left and the response is lost:
// between any two effects, including the bank's.

import type { Duplex } from 'node:stream';
import { createSubscriptionSweeps } from '../../src/core/subscriptions/jobs.ts';
import { createEnquirySweep, createExpirySweep } from '../../src/core/transactions/jobs.ts';
import { manualClock } from '../../src/kernel/clock.ts';
import { createJobs } from '../../src/kernel/concurrency/jobs.ts';
import { type ConnectionGate, createConnectionGate } from '../../src/kernel/db/connection-gate.ts';
import { openPool } from '../../src/kernel/db/db.ts';
import type { Faults } from '../../src/rails/simulator/index.ts';
import { contextOn } from '../support/policy.ts';
import { simulatorOn } from '../support/simulator.ts';

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
  const ctx = contextOn(db, clock, 'scheduler');
  const simulator = simulatorOn(ctx, { faults });
  const sweeps = [
    createExpirySweep(ctx),
    createEnquirySweep(ctx, simulator.rails),
    ...createSubscriptionSweeps(ctx, simulator.rails),
    ...simulator.sweeps,
  ];
  const jobs = createJobs(sweeps, ctx.log);
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
