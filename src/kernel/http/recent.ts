// Recently used keys, in bounded memory: two generations, of which the older is dropped whole.

export interface Recent<T> {
  /** Returns the value of a key, which counts as a use of it. */
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  delete(key: string): void;
}

/**
 * Remembers each key for at least `ms` after its last use, while no more than `most` keys are used in that time; else the
 * ones whose use is longest ago are dropped. At most twice `most` are held.
 */
export function createRecent<T>(most: number, ms: number, now = () => performance.now()): Recent<T> {
  let [young, old] = [new Map<string, T>(), new Map<string, T>()];
  let begun = now();

  const set = (key: string, value: T): void => {
    if (young.size >= most || now() - begun >= ms) {
      old = now() - begun >= 2 * ms ? new Map() : young;
      young = new Map();
      begun = now();
    }
    young.set(key, value);
  };
  return {
    set,
    get: (key) => {
      const value = young.get(key) ?? old.get(key);
      if (value !== undefined && !young.has(key)) set(key, value);
      return value;
    },
    delete: (key) => {
      young.delete(key);
      old.delete(key);
    },
  };
}
