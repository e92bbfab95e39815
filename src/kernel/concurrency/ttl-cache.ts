// A small cache of recently read values, for values that every request needs and that rarely change.

/**
 * `load` remembered per key for `ttlMs` milliseconds, at most `maxKeys` keys. Simultaneous first calls share one
 * load; a failed load is not remembered. Other processes see a change after at most `ttlMs`. `forget` is of one key, or of
 * all.
 */
export function createTtlCache<Value>(
  load: (key: string) => Promise<Value>,
  ttlMs: number,
  maxKeys = 10_000,
): { get(key: string): Promise<Value>; forget(key?: string): void } {
  const entries = new Map<string, { value: Promise<Value>; until: number }>();
  return {
    get: (key) => {
      const known = entries.get(key);
      if (known && known.until > performance.now()) return known.value;
      if (entries.size >= maxKeys) entries.clear();
      const value = load(key);
      value.catch(() => entries.delete(key));
      entries.set(key, { value, until: performance.now() + ttlMs });
      return value;
    },
    forget: (key) => (key === undefined ? entries.clear() : void entries.delete(key)),
  };
}
