// The simulated bank as the tests of the core have it: behind one line for everybody, whose faults a test switches.
import {
  createSimulator,
  type Faults,
  type LineFaults,
  noFaults,
  type Simulator,
  type SimulatorOptions,
} from '../../src/rails/simulator/index.ts';

export interface TestSimulator extends Simulator {
  /** Switches exactly these faults on, whoever's money it is. */
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
