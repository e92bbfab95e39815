// What is done when a test file has ended: a hook that is added within another ends with that one. Where files share a
// process, lane.ts asks for it after each.
import { after } from 'node:test';

const endings: (() => Promise<unknown>)[] = [];
after(endAll);

/** Has something done when the file's tests have ended: the last that was said comes first. */
export function atEnd(ending: () => Promise<unknown>): void {
  endings.push(ending);
}

export async function endAll(): Promise<void> {
  for (const ending of endings.splice(0).toReversed()) await ending();
}
