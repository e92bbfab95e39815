// Runs endings after a test file: a hook added inside another would end with that one. Where files share a process,
// lane.ts calls this after each.
import { after } from 'node:test';

const endings: (() => Promise<unknown>)[] = [];
after(endAll);

/** Registers an ending for after the file's tests: the last one registered runs first. */
export function atEnd(ending: () => Promise<unknown>): void {
  endings.push(ending);
}

export async function endAll(): Promise<void> {
  for (const ending of endings.splice(0).toReversed()) await ending();
}
