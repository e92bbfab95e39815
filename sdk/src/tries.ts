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

/** A response, and its body read to the end. */
export interface Answer {
  response: Response;
  /** The bytes of a PDF; any other body as text. */
  content: string | Uint8Array;
}

/**
 * Sends a request, and again on 429, 502, 503, on 409 with Retry-After and on connections that break, also within the
 * answer's body. What is not safe to repeat is only sent again where the service says that it did nothing: 429, and 503 with Retry-After.
 */
export async function send(request: Request, isRepeatable: boolean, trying: Trying): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const isLast = tries >= trying.retries;
    const isFinal = (response: Response) => isLast || !isToBeRepeated(response, isRepeatable);
    const answer = await once(request, trying, isFinal).catch((error: unknown) => {
      if (isLast || !isRepeatable || request.signal.aborted) throw error;
      return undefined;
    });
    if (answer && 'content' in answer) return answer;
    await pause(waitMs(answer?.response, tries), request.signal);
  }
}

/** Sends a request once; reads the body of an answer that is final, within the same time. */
async function once(
  request: Request,
  { fetch, timeoutMs }: Trying,
  isFinal: (response: Response) => boolean,
): Promise<Answer | Omit<Answer, 'content'>> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  const response = await fetch(new Request(request.clone(), { signal })).catch((error: unknown) => {
    throw named(error, request);
  });
  if (isFinal(response)) return { response, content: await contentOf(response) };
  // An error while discarding an unused body changes nothing.
  await response.body?.cancel().catch(() => {});
  return { response };
}

/** The beginnings of the content types of files: PDF, workbooks and CSV. */
const fileTypes = ['application/pdf', 'application/vnd.', 'text/csv'];

async function contentOf(response: Response): Promise<string | Uint8Array> {
  const type = response.headers.get('Content-Type') ?? '';
  const isFile = fileTypes.some((one) => type.startsWith(one));
  return isFile ? new Uint8Array(await response.arrayBuffer()) : response.text();
}

/** Says who did not answer: that of the runtime is "fetch failed". */
function named(error: unknown, { url }: Request): unknown {
  if (!(error instanceof TypeError)) return error;
  const { code, message } = (error.cause ?? error) as { code?: string; message: string };
  return new TypeError(`no answer from ${new URL(url).origin}: ${code ?? message}`, { cause: error });
}

function isToBeRepeated({ status, headers }: Response, isRepeatable: boolean): boolean {
  const isAsked = headers.has('Retry-After');
  if (status === 429 || (status === 503 && isAsked)) return true;
  return isRepeatable && (status === 502 || status === 503 || (status === 409 && isAsked));
}

/** Half of it is random, so that clients that were refused together do not retry together. */
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
