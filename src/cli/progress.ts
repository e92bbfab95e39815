// Shows progress at a terminal when a command takes longer than a second: only on standard error, so that its output is
// unchanged, and only at a terminal, so that no log fills with it.
import { overwriteLine, paint } from '../kernel/process/terminal.ts';

/** Progress of a task; `of` is 0 when the total is unknown. */
export interface Progress {
  what: string;
  done: number;
  of: number;
}

type State = () => string | Progress | Promise<string | Progress>;

const patienceMs = 1_000;
const everyMs = 250;

/** Running tasks, the innermost last. */
const states: State[] = [];

/** Runs `work`; after a second it shows `state` four times a second. Silent when the output is for programs. */
export async function withProgress<T>(isQuiet: boolean, state: State, work: () => Promise<T>): Promise<T> {
  if (isQuiet || !process.stderr.isTTY) return work();
  states.push(state);
  const stop = states.length === 1 ? show() : undefined;
  try {
    return await work();
  } finally {
    states.splice(states.lastIndexOf(state), 1);
    stop?.();
  }
}

/** Shows progress until it is stopped. */
function show(): () => void {
  const began = performance.now();
  let [isAsking, isOver] = [false, false];
  const timer = setInterval(async () => {
    const elapsedMs = performance.now() - began;
    if (isAsking || elapsedMs < patienceMs) return;
    isAsking = true;
    const shown = await Promise.resolve(states.at(-1)?.()).catch(() => undefined);
    isAsking = false;
    if (shown === undefined || isOver) return;
    overwriteLine([paint('name', barOf(shown, elapsedMs)), ` ${wordsOf(shown)}`.slice(0, room())]);
  }, everyMs);
  return () => {
    isOver = true;
    clearInterval(timer);
    overwriteLine('');
  };
}

const barWidth = 24;
/** A text longer than the line could not be overwritten. */
const room = (): number => Math.max(10, (process.stderr.columns ?? 80) - barWidth - 10);

/** Returns a bar that fills, or a piece that moves to and fro when the total is unknown. */
export function barOf(shown: string | Progress, elapsedMs: number): string {
  if (typeof shown !== 'string' && shown.of > 0) {
    const part = Math.min(1, Math.max(0, shown.done / shown.of));
    const full = Math.floor(part * barWidth);
    return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${String(Math.floor(part * 100)).padStart(3)} %`;
  }
  const turn = Math.floor(elapsedMs / everyMs) % (2 * (barWidth - 3));
  const place = Math.min(turn, 2 * (barWidth - 3) - turn);
  const seconds = `${Math.floor(elapsedMs / 1_000)} s`;
  return `${'░'.repeat(place)}███${'░'.repeat(barWidth - 3 - place)} ${seconds.padStart(5)}`;
}

const wordsOf = (shown: string | Progress): string => (typeof shown === 'string' ? shown : shown.what);
