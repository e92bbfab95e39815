// Requests to the bank, and the certainty after a failure: whether the bank may have received it.

export interface BankRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface BankResponse {
  status: number;
  /** True if the bank named a time for the next try. */
  saysWhen: boolean;
  body: string;
}

/** Throws CallFailed if no whole response came. */
export type Call = (request: BankRequest) => Promise<BankResponse>;

/** No whole response came. The message names no address and no part of the request. */
export class CallFailed extends Error {
  /** True if the bank may have received the request. */
  readonly maybeSent: boolean;

  constructor(reason: string, maybeSent: boolean) {
    super(reason);
    this.maybeSent = maybeSent;
  }
}

export interface Caller {
  call: Call;
  /** Waits for running requests. */
  close(): Promise<void>;
}

/** The time for connecting, in milliseconds; the whole call has `timeoutMs`. */
const connectTimeoutMs = 10_000;

/** Creates a caller whose responses can have `mostBytes` bytes. Redirects are not followed. */
export function createCaller({
  timeoutMs = 30_000,
  mostBytes = 16 * 1024 * 1024,
}: {
  timeoutMs?: number;
  mostBytes?: number;
} = {}): Caller {
  // The client is loaded with the first request, to save memory in a service without such an account.
  let opened: ReturnType<typeof openClient> | undefined;
  return {
    call: async ({ method, url, headers, body }) => {
      try {
        opened ??= openClient();
        const { request, dispatcher } = await opened;
        const signal = AbortSignal.timeout(timeoutMs);
        const answer = await request(url, { method, headers, body: body ?? null, dispatcher, signal });
        return {
          status: answer.statusCode,
          saysWhen: answer.headers['retry-after'] !== undefined,
          body: await readWhole(answer.body, mostBytes),
        };
      } catch (error) {
        throw failureOf(error);
      }
    },
    close: async () => (await opened)?.dispatcher.close(),
  };
}

async function openClient() {
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({ connect: { timeout: connectTimeoutMs }, keepAliveTimeout: 4_000 });
  return { request, dispatcher };
}

async function readWhole(body: AsyncIterable<Buffer>, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new CallFailed(`the response is longer than ${mostBytes} bytes`, true);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new CallFailed('the answer is not UTF-8', true);
  }
}

// With these nothing was sent: there was no connection, or no trust in its certificate. All else is in doubt.
const notSent =
  /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EAI_NODATA|ERR_INVALID_URL|UND_ERR_CONNECT_TIMEOUT|UND_ERR_INVALID_ARG|CERT_[A-Z_]+|ERR_TLS_CERT_[A-Z_]+|UNABLE_TO_[A-Z_]+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/;

// The error itself is not kept as a cause: a client's error may hold the request, and with it the secrets.
function failureOf(error: unknown): CallFailed {
  if (error instanceof CallFailed) return error;
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (name === 'TimeoutError') return new CallFailed('no response in time', true);
  const known = typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'no code';
  if (notSent.test(known)) return new CallFailed(`no connection (${known})`, false);
  return new CallFailed(`no whole answer (${known})`, true);
}
