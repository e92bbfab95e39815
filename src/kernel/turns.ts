// Work that takes much memory or processor at once, and therefore waits in line.

/** A function that runs works, at most `places` of them at one time; the others begin in the order they came. */
export function takingTurns(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let taken = 0;

  return async (work) => {
    if (taken < places) taken += 1;
    // Whoever ends hands the place on.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    }
  };
}
