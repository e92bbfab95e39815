// Counts by key: each entry is followed by an exit, and a key at zero takes no memory.

export interface Counter {
  loads: ReadonlyMap<string, number>;
  enter(key: string): void;
  leave(key: string): void;
}

export function createCounter(): Counter {
  const loads = new Map<string, number>();
  const add = (key: string, count: number): void => {
    const load = (loads.get(key) ?? 0) + count;
    if (load === 0) loads.delete(key);
    else loads.set(key, load);
  };
  return { loads, enter: (key) => add(key, 1), leave: (key) => add(key, -1) };
}
