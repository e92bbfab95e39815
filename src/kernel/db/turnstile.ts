// Lets callers wait for a connection of a pool, for a limited time. The driver's own queue has no limit: where a pool's
// connections are all held by transactions, its callers would wait until they are killed.

/** No connection became free in time. `isDatabaseAway` knows it: nothing was sent, so the caller can try again. */
export class NoConnection extends Error {
  readonly code = 'CONNECTION_WAIT_TIMEOUT';
  constructor(seconds: number) {
    super(`no database connection became free within ${seconds} s`);
    this.name = 'NoConnection';
  }
}

export interface Turnstile {
  /**
   * Calls `go` when a connection is free, at once where one is; else `refuse` after the limit. A caller that holds its
   * connection must `leave`.
   */
  enter(caller: { isHolding: boolean; go: () => void; refuse: (error: NoConnection) => void }): void;
  leave(): void;
  /** How often a connection was given back so far. */
  freed(): number;
}

/** `waitSeconds`: 0 for no limit. */
export function createTurnstile(most: number, waitSeconds: number): Turnstile {
  interface Waiting {
    isHolding: boolean;
    go: () => void;
    timer: NodeJS.Timeout | undefined;
  }
  // In the order of their coming.
  const queue = new Set<Waiting>();
  let held = 0;
  let freed = 0;

  function admit({ isHolding, go }: Pick<Waiting, 'isHolding' | 'go'>): void {
    if (isHolding) held += 1;
    go();
  }

  return {
    enter: ({ isHolding, go, refuse }) => {
      if (held < most && queue.size === 0) return admit({ isHolding, go });
      const waiting: Waiting = { isHolding, go, timer: undefined };
      queue.add(waiting);
      if (waitSeconds === 0) return;
      waiting.timer = setTimeout(() => {
        queue.delete(waiting);
        refuse(new NoConnection(waitSeconds));
      }, waitSeconds * 1000);
    },
    leave: () => {
      held -= 1;
      freed += 1;
      for (const waiting of queue) {
        if (held >= most) return;
        queue.delete(waiting);
        clearTimeout(waiting.timer);
        admit(waiting);
      }
    },
    freed: () => freed,
  };
}
