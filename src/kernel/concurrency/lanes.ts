// Per-receiver queues for work that external servers respond to and can leave hanging: each server has a queue with a
// few places, and a hanging server fills only its own. A queue whose server responds at once gets work ahead, so that
// its places are never idle.
import { createCounter } from './counter.ts';
import { limitConcurrency } from './semaphore.ts';

export interface Work {
  id: string;
  lane: string;
  /** The owner of the work: owners share the places there are. */
  owner: string;
}

export interface Place {
  /**
   * Calls `ask` once a place of the queue is free, and returns undefined instead if that took so long that the work
   * should be released. `isGood`: the responses after which the queue gets work ahead; by default any.
   */
  take<T>(ask: () => Promise<T>, isGood?: (answer: T) => boolean): Promise<T | undefined>;
}

export interface Lanes {
  /** How much more may begin in all. */
  free(): number;
  /**
   * Returns, for each queue with work or with a recent fast response, how much work it has, and how much more it takes.
   * Any other queue takes as much as it has places.
   */
  standings(): Map<string, { load: number; room: number }>;
  /** How much work of each lane, and of each owner, is under way. */
  laneLoads: ReadonlyMap<string, number>;
  ownerLoads: ReadonlyMap<string, number>;
  underWay(): string[];
  /** Begins a work. It must not throw. */
  begin(work: Work, run: (place: Place) => Promise<void>): void;
  /** Whom to call whenever a place comes free. */
  connect(wake: () => void): void;
  settle(): Promise<void>;
}

export interface LaneRules {
  placesInAll: number;
  placesPerLane: number;
  /** The amount of work that can wait in a queue whose server responds at once. */
  ahead?: number;
  /** Milliseconds since some start. */
  stopwatch?: () => number;
}

/** A queue whose newest response came within so many milliseconds gets work ahead. */
const atOnceMs = 100;
/** Work that has waited for longer than so many milliseconds goes back: its lane has stopped. */
const longestWaitMs = 2_000;
/** Waiting work is also released after so many failures in a row. */
const mostBadAnswers = 3;
/** A lane without work is remembered for so many milliseconds. */
const rememberedMs = 5_000;

interface Lane {
  inTurn: ReturnType<typeof limitConcurrency>;
  isQuick: boolean;
  badAnswers: number;
  /** Since when it has had no work. */
  idleSince?: number;
}

export function createLanes(rules: LaneRules): Lanes {
  const { placesInAll, placesPerLane, ahead = 0, stopwatch = () => performance.now() } = rules;
  const lanes = new Map<string, Lane>();
  const laneLoads = createCounter();
  const ownerLoads = createCounter();
  const underWay = new Map<string, Promise<void>>();
  let wake: (() => void) | undefined;

  function laneOf(name: string): Lane {
    const lane = lanes.get(name) ?? {
      inTurn: limitConcurrency(placesPerLane),
      isQuick: false,
      badAnswers: 0,
    };
    lanes.set(name, lane);
    return lane;
  }

  function placeIn(lane: Lane): Place {
    const came = stopwatch();
    return {
      take: (ask, isGood = () => true) => {
        // A free place is taken within this call.
        let hasWaited = false;
        const answered = lane.inTurn(async () => {
          const began = stopwatch();
          if (hasWaited && (began - came > longestWaitMs || lane.badAnswers >= mostBadAnswers))
            return undefined;
          const answer = await ask();
          const wasGood = isGood(answer);
          lane.badAnswers = wasGood ? 0 : lane.badAnswers + 1;
          lane.isQuick = wasGood && stopwatch() - began <= atOnceMs;
          return answer;
        });
        hasWaited = true;
        return answered;
      },
    };
  }

  function leave(name: string): void {
    laneLoads.leave(name);
    if (!laneLoads.loads.has(name)) laneOf(name).idleSince = stopwatch();
    wake?.();
  }

  /** A queue forgets its state some time after its last work. */
  function forgetIdle(): void {
    const before = stopwatch() - rememberedMs;
    for (const [name, { idleSince = Number.POSITIVE_INFINITY }] of lanes)
      if (idleSince < before) lanes.delete(name);
  }

  return {
    free: () => placesInAll - underWay.size,
    standings: () => {
      forgetIdle();
      const reported = [...lanes].filter(([, { isQuick, idleSince }]) => isQuick || idleSince === undefined);
      return new Map(
        reported.map(([name, { isQuick }]) => {
          const load = laneLoads.loads.get(name) ?? 0;
          return [name, { load, room: Math.max(0, placesPerLane + (isQuick ? ahead : 0) - load) }];
        }),
      );
    },
    laneLoads: laneLoads.loads,
    ownerLoads: ownerLoads.loads,
    underWay: () => [...underWay.keys()],
    begin: ({ id, lane, owner }, run) => {
      laneLoads.enter(lane);
      ownerLoads.enter(owner);
      const own = laneOf(lane);
      delete own.idleSince;
      let isInLane = true;
      const leaveLane = (): void => {
        if (isInLane) leave(lane);
        isInLane = false;
      };
      const place = placeIn(own);
      // Work after a response, such as recording it, does not occupy the queue.
      const take: Place['take'] = (ask, isGood) => place.take(ask, isGood).finally(leaveLane);
      const running = run({ take }).finally(() => {
        leaveLane();
        ownerLoads.leave(owner);
        underWay.delete(id);
        wake?.();
      });
      underWay.set(id, running);
    },
    connect: (given) => {
      wake = given;
    },
    settle: async () => {
      await Promise.all(underWay.values());
    },
  };
}
