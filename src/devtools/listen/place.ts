// How far a listener has come among the events of its site. They are read in the order of the transactions that wrote
// them, and one that began earlier may commit later: so only what lies below every transaction under way is passed for
// good, and what was told above that is remembered one by one.

/** What is kept of a place. */
export interface KeptPlace {
  /** Every event that was written in a transaction below this one has been told. */
  below: bigint;
  /** Events told that were written in it or above. */
  told: Written[];
}

export interface Written {
  id: string;
  /** The number of the transaction that wrote it. */
  writtenIn: bigint;
}

export interface Place {
  /** Where to read on: events written in `from` or above, but for the known ones. */
  next(): { from: bigint; known: string[] };
  /**
   * Takes events that were read there, in the order in which they were written. `visibleBelow`: below it, all there will
   * ever be could be seen when they were read. `isAll`: there were no more.
   */
  take(events: readonly Written[], seen: { visibleBelow: bigint; isAll: boolean }): void;
  /** An event that was taken has been told, or given up. */
  tell(id: string): void;
  /** What to keep: whoever goes on from it misses nothing, and is given nothing again that was told. */
  kept(): KeptPlace;
}

export function createPlace(start: KeptPlace): Place {
  let readBelow = start.below;
  const known = new Map(start.told.map(({ id, writtenIn }) => [id, { writtenIn, isTold: true }]));

  return {
    next: () => ({
      from: readBelow,
      known: [...known].filter(([, { writtenIn }]) => writtenIn >= readBelow).map(([id]) => id),
    }),
    take: (events, { visibleBelow, isAll }) => {
      for (const { id, writtenIn } of events) known.set(id, { writtenIn, isTold: false });
      const last = events.at(-1)?.writtenIn;
      const reached = isAll || last === undefined || last > visibleBelow ? visibleBelow : last;
      if (reached > readBelow) readBelow = reached;
    },
    tell: (id) => {
      const event = known.get(id);
      if (event) event.isTold = true;
    },
    kept: () => {
      let below = readBelow;
      for (const { writtenIn, isTold } of known.values()) if (!isTold && writtenIn < below) below = writtenIn;
      for (const [id, { writtenIn }] of known) if (writtenIn < below) known.delete(id);
      const told = [...known].filter(([, { isTold }]) => isTold);
      return { below, told: told.map(([id, { writtenIn }]) => ({ id, writtenIn })) };
    },
  };
}
