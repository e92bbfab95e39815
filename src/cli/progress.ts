// What a person sees while a command takes longer than a second. It goes to standard error, so that what a command prints
// stays what it is.
import { overwriteLine, warnLines } from '../kernel/terminal.ts';

const everyMs = 1_000;

/**
 * Does `work`, and says every second what `state` answers meanwhile. At a terminal the line is written over; elsewhere it
 * is written once, so that no log fills with it. Quiet where the output is for programs.
 */
export async function withProgress<T>(
  isQuiet: boolean,
  state: () => string | Promise<string>,
  work: () => Promise<T>,
): Promise<T> {
  if (isQuiet) return work();
  const { isTTY } = process.stderr;
  let isSaid = false;
  const timer = setInterval(async () => {
    if (isSaid && !isTTY) return;
    isSaid = true;
    const text = await Promise.resolve(state()).catch(() => '');
    if (text === '') return;
    if (isTTY) overwriteLine(text);
    else warnLines([text]);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (isSaid && isTTY) overwriteLine('');
  }
}
