// State machines, as tests look at them.
import type { Machine } from '../../src/kernel/state-machine.ts';

/** Returns the states that can be reached from the initial one. */
export function reachableStates(machine: Machine): Set<string> {
  const reached = new Set([machine.initial]);
  for (;;) {
    const before = reached.size;
    for (const edge of machine.edges) if (edge.from.some((from) => reached.has(from))) reached.add(edge.to);
    if (reached.size === before) return reached;
  }
}
