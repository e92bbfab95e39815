// The simulated bank for tests of the core: one connection for all, whose faults a test sets.
import { createRails } from '../../src/core/accounts/routing.ts';
import type { Context } from '../../src/core/context.ts';
import type { Ability, Rail, Rails } from '../../src/core/rails.ts';
import type { Sql } from '../../src/kernel/db/db.ts';
import { createKeyring } from '../../src/kernel/security/crypto.ts';
import {
  createSimulator,
  type Faults,
  type LineFaults,
  noFaults,
  type SimulatedRail,
  type Simulator,
  type SimulatorOptions,
} from '../../src/rails/simulator/index.ts';
import { bankOf } from './core.ts';
import { demoKeys } from './policy.ts';

export interface TestSimulator extends Simulator {
  /** The simulated bank as the only rail. */
  rails: Rails;
  /** The same, with some verbs of the bank replaced. */
  railsWith(changed: ChangedRail): Rails;
  /** Sets exactly these faults, for all merchants. */
  setFaults(faults: Partial<Faults>): void;
}

/** Verbs to replace, by ability. */
export type ChangedRail = { [Name in Ability]?: Partial<SimulatedRail[Name]> };

/** One rail, where there is no account but the simulated bank's. */
export const railsOver = (rail: Rail, db: Sql): Rails =>
  createRails({
    ctx: { db, keyring: createKeyring(demoKeys) },
    railOf: async () => undefined,
    simulator: rail,
  });

export type TestSimulatorOptions = Omit<SimulatorOptions, 'faults'> & { faults?: Partial<Faults> };

export function createTestSimulator({ faults, ...options }: TestSimulatorOptions): TestSimulator {
  let current = { ...noFaults, ...faults };
  const met = new Set<string>();
  const line: LineFaults = {
    of: (merchantId) => {
      if (merchantId !== null) met.add(merchantId);
      return current;
    },
    closedFor: () => (current.down ? [...met] : []),
  };
  const simulator = createSimulator({ ...options, faults: line });
  return {
    ...simulator,
    rails: railsOver(simulator.rail, options.db),
    railsWith: (changed) => railsOver(changeRail(simulator.rail, changed), options.db),
    setFaults: (given) => {
      current = { ...noFaults, ...given };
    },
  };
}

/** The simulated bank of a context, with an empty answer to everything but transactions where `more` has none. */
export const simulatorOn = (ctx: Context, more: Partial<TestSimulatorOptions> = {}): TestSimulator =>
  createTestSimulator({
    ...bankOf(ctx),
    ...more,
  });

const changeRail = (rail: SimulatedRail, changed: ChangedRail): SimulatedRail => ({
  deposits: { ...rail.deposits, ...changed.deposits },
  transfers: { ...rail.transfers, ...changed.transfers },
  orders: { ...rail.orders, ...changed.orders },
  mandates: { ...rail.mandates, ...changed.mandates },
  verification: { ...rail.verification, ...changed.verification },
});
