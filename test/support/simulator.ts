// The simulated bank for tests of the core: one connection for all, whose faults a test sets.
import {
  createSimulator,
  type Faults,
  type LineFaults,
  noFaults,
  type Simulator,
  type SimulatorOptions,
} from '../../src/rails/simulator/index.ts';

export interface TestSimulator extends Simulator {
  /** Sets exactly these faults, for all merchants. */
  setFaults(faults: Partial<Faults>): void;
}

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
  return {
    ...createSimulator({ ...options, faults: line }),
    setFaults: (given) => {
      current = { ...noFaults, ...given };
    },
  };
}
