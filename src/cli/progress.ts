// What a person sees at a terminal while a command takes longer than a second: on standard error, so that what a command
// prints stays what it is, and nowhere else, so that no log fills with it.
import { overwriteLine, paint } from '../kernel/process/terminal.ts';

/** How far something has come; without `of` nobody can know how much is left. */
export interface Progress {
  what: string;
  done: number;
  of: number;
}

type State = () => string | Progress | Promise<string | Progress>;

const patienceMs = 1_000;
const everyMs = 250;

/** What is under way, the innermost last. */
const states: State[] = [];

/** Does `work`; after a second it shows, four times a second, what `state` says. Quiet where the output is for programs. */
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

/** Shows what is under way until it is stopped. */
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
/** What is longer than the line cannot be written over. */
const room = (): number => Math.max(10, (process.stderr.columns ?? 80) - barWidth - 10);

/** A bar that fills; where nobody knows of how much, a piece that goes to and fro. */
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
