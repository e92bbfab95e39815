// Sends a request until it is answered: again where that does no harm.

export interface Trying {
  fetch: (request: Request) => Promise<Response>;
  /** Of one try. */
  timeoutMs: number;
  /** How often it is sent again. */
  retries: number;
}

const firstWaitMs = 250;
const longestWaitMs = 20_000;

/**
 * Sends a request, and again on 429, 502, 503, on 409 with Retry-After and on broken connections. What is not safe to
 * repeat is only sent again where the service says that it did nothing: 429, and 503 with Retry-After.
 */
export async function send(request: Request, isRepeatable: boolean, trying: Trying): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const isLast = tries >= trying.retries;
    const answer = await once(request, trying).catch((error: unknown) => {
      if (isLast || !isRepeatable || request.signal.aborted) throw error;
      return undefined;
    });
    if (answer && (isLast || !isToBeRepeated(answer, isRepeatable))) return answer;
    await answer?.body?.cancel();
    await pause(waitMs(answer, tries), request.signal);
  }
}

function once(request: Request, { fetch, timeoutMs }: Trying): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  return fetch(new Request(request.clone(), { signal }));
}

function isToBeRepeated({ status, headers }: Response, isRepeatable: boolean): boolean {
  const isAsked = headers.has('Retry-After');
  if (status === 429 || (status === 503 && isAsked)) return true;
  return isRepeatable && (status === 502 || status === 503 || (status === 409 && isAsked));
}

/** Half of it is chance, so that those who were refused together do not come together again. */
function waitMs(answer: Response | undefined, tries: number): number {
  const asked = Number(answer?.headers.get('Retry-After') ?? Number.NaN) * 1_000;
  const wait = Number.isFinite(asked) ? asked : firstWaitMs * 2 ** tries * (0.5 + Math.random() / 2);
  return Math.min(wait, longestWaitMs);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}
