// What a command says while it works, where that takes longer than a second: on the standard error, so that nobody who
// reads its result is disturbed.

const firstAfterMs = 1_000;
const againAfterMs = 5_000;

/** Does `work`; while it takes longer than a second, says `what` now and then. */
export async function withProgress<T>(what: string, work: () => Promise<T>): Promise<T> {
  const say = () => void process.stderr.write(`${what} …\n`);
  let timer = setTimeout(() => {
    say();
    timer = setInterval(say, againAfterMs);
  }, firstAfterMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
