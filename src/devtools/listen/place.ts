// A listener's place among the events of its site. They are read in the order of the transactions that wrote them, but
// an earlier transaction can commit later. So the place only passes events below every open transaction, and delivered
// events above that are stored one by one.

/** The saved part of a place. */
export interface KeptPlace {
  /** Every event from a transaction below this one has been delivered. */
  below: bigint;
  /** Delivered events from this transaction or above. */
  delivered: Written[];
}

export interface Written {
  id: string;
  /** The number of the transaction that wrote it. */
  writtenIn: bigint;
}

export interface Place {
  /** Where to read on: events written in `from` or above, except the known ones. */
  next(): { from: bigint; known: string[] };
  /**
   * Adds events that were read there, in the order in which they were written. `visibleBelow`: all events below it were
   * visible when they were read. `isAll`: there were no more.
   */
  take(events: readonly Written[], seen: { visibleBelow: bigint; isAll: boolean }): void;
  /** Marks an event as delivered or abandoned. */
  tell(id: string): void;
  /** Returns what to save. A listener that continues from it misses nothing and gets nothing twice. */
  kept(): KeptPlace;
}

export function createPlace(start: KeptPlace): Place {
  let readBelow = start.below;
  const known = new Map(start.delivered.map(({ id, writtenIn }) => [id, { writtenIn, isDelivered: true }]));

  return {
    next: () => ({
      from: readBelow,
      known: [...known].filter(([, { writtenIn }]) => writtenIn >= readBelow).map(([id]) => id),
    }),
    take: (events, { visibleBelow, isAll }) => {
      for (const { id, writtenIn } of events) known.set(id, { writtenIn, isDelivered: false });
      const last = events.at(-1)?.writtenIn;
      const reached = isAll || last === undefined || last > visibleBelow ? visibleBelow : last;
      if (reached > readBelow) readBelow = reached;
    },
    tell: (id) => {
      const event = known.get(id);
      if (event) event.isDelivered = true;
    },
    kept: () => {
      let below = readBelow;
      for (const { writtenIn, isDelivered } of known.values())
        if (!isDelivered && writtenIn < below) below = writtenIn;
      for (const [id, { writtenIn }] of known) if (writtenIn < below) known.delete(id);
      const delivered = [...known].filter(([, { isDelivered }]) => isDelivered);
      return { below, delivered: delivered.map(([id, { writtenIn }]) => ({ id, writtenIn })) };
    },
  };
}
