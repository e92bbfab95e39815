// A sandbox for a test: its own site at a running service, the controls, and a receiver.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tefo } from '../client.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { isAnswering, type SpawnedTefo, spawnTefo } from './spawn.ts';
import type { Credentials, Notification, Sandbox, SandboxOptions, SpawnOptions } from './types.ts';

/**
 * Creates a new site at a running service and starts a receiver for its notifications, in well under 300 ms. Throws
 * when no service answers, or it has no sandbox.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const url = withoutSlashes(options.url ?? process.env.TEFO_URL ?? (await startedAt()));
  const spawned = options.spawn && !(await isAnswering(url)) ? await spawnAt(url, options.spawn) : undefined;
  let credentials: Credentials | undefined;
  const receiver = await openReceiver({
    credentials: () => credentials,
    referenceOf: (notification) => findReference(credentials as Credentials, notification),
  });
  const close = async () => {
    await receiver.close();
    await spawned?.stop();
  };
  try {
    const given = options.apiKey ?? spawned?.apiKey ?? (await findApiKey());
    const settings = { notifyUrl: `${receiver.url}/notify`, ...options.settings };
    credentials = (await control(url, given)('POST', 'sites', { settings })) as Credentials;
    const sandbox = sandboxOf(url, credentials, receiver, close);
    return spawned ? { ...sandbox, snapshots: snapshotsOf(spawned.command) } : sandbox;
  } catch (error) {
    await close();
    throw error;
  }
}

function spawnAt(url: string, given: true | SpawnOptions): Promise<SpawnedTefo> {
  const port = Number(new URL(url).port || 80);
  return spawnTefo({ port, ...(given === true ? {} : given) });
}

function sandboxOf(
  url: string,
  credentials: Credentials,
  receiver: Receiver,
  close: () => Promise<void>,
): Sandbox {
  const call = control(url, credentials.apiKey);
  const outcomeOf = (noun: string) => (id: string, outcome: string) =>
    call('POST', `${noun}/${encodeURIComponent(id)}/outcome`, { outcome });
  const moveClock = async (body: object) => new Date((await call('POST', 'clock', body)).now);
  const snapshot = (name: string) => `snapshots/${encodeURIComponent(name)}`;
  const { close: _, ...notifications } = receiver;
  return {
    url,
    urls: credentials.urls,
    credentials,
    notifications,
    clock: {
      now: async () => new Date((await call('GET', 'clock')).now),
      advance: (duration) => moveClock({ advance: duration }),
      to: (instant) => moveClock({ to: instant instanceof Date ? instant.toISOString() : instant }),
    },
    outcome: {
      transaction: (id, outcome, { stay = false, code } = {}) =>
        call('POST', `transactions/${encodeURIComponent(id)}/outcome`, { outcome, stay, code }),
      refund: outcomeOf('refunds'),
      payout: outcomeOf('payouts'),
      subscription: (id, outcome) =>
        call('POST', `subscriptions/${encodeURIComponent(id)}/authorize`, { outcome }),
    },
    deposit: (given) => call('POST', 'deposits', given),
    load: (fixtures) => call('POST', 'fixtures', { ...fixtures, siteCode: credentials.siteCode }),
    rules: {
      set: async (rules) => (await call('PUT', 'rules', { rules })).rules,
      clear: async () => (await call('PUT', 'rules', {})).rules,
    },
    settings: async (settings) =>
      (await call('PATCH', `sites/${credentials.siteCode}`, { settings })).settings,
    faults: {
      set: (faults) => call('PUT', 'faults', faults),
      clear: () => call('PUT', 'faults', {}),
    },
    snapshots: {
      save: (name) => call('POST', 'snapshots', { name }),
      restore: (name) => call('POST', `${snapshot(name)}/restore`),
      list: async () => (await call('GET', 'snapshots')).snapshots,
      delete: (name) => call('DELETE', snapshot(name)),
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The operator's snapshots, for a service that we started. */
function snapshotsOf(command: SpawnedTefo['command']): Sandbox['snapshots'] {
  return {
    save: (name) => command('snapshot', 'save', name),
    restore: (name) => command('snapshot', 'restore', name),
    list: () => command('snapshot', 'list'),
    delete: (name) => command('snapshot', 'delete', name),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the types of the sandbox's interface say what its controls answer.
type Control = (method: string, path: string, body?: object) => Promise<any>;

/** Returns a function that calls a control of the sandbox, and throws its refusals. */
function control(url: string, apiKey: string): Control {
  return async (method, path, body) => {
    const answer = await fetch(`${url}/sandbox/${path}`, {
      method,
      // Streamed where possible: moving the clock by years takes longer than fetch waits in silence.
      headers: {
        ApiKey: apiKey,
        Accept: `application/json, ${lines}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
    }).catch((error) => {
      throw new Error(
        `no service responds at ${url}: start it with \`npx tefo start\`, set another address in url or ` +
          'TEFO_URL, or use spawn: true',
        { cause: error },
      );
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(refusal(url, method, path, answer.status, text));
    if (text === '') return undefined;
    return answer.headers.get('content-type')?.startsWith(lines) ? lastOf(text) : JSON.parse(text);
  };
}

const lines = 'application/x-ndjson';

/** Returns the content of the last line. */
function lastOf(text: string): unknown {
  const last = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '');
  if (!last.done)
    throw new Error(`the clock came to ${last.now} and no further: the log of the service says why`);
  return last;
}

function refusal(url: string, method: string, path: string, status: number, text: string): string {
  // Every sandbox has this control.
  if (path === 'sites' && status === 404)
    return `at ${url} is no sandbox: a service in production, or something else`;
  let message = text;
  try {
    message = JSON.parse(text).message;
  } catch {
    // The answer is not from a control.
  }
  return `${method} /sandbox/${path} answered ${status}: ${message}`;
}

function withoutSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

/** Returns the credentials of the demo merchant, which a service keeps in its folder. */
async function demoCredentials(): Promise<Credentials | undefined> {
  const file = join(process.env.TEFO_DATA_DIR ?? '.tefo', 'credentials.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Returns where the service of this folder was started last. */
async function startedAt(): Promise<string> {
  const docs = (await demoCredentials())?.urls.docs;
  return docs?.replace(/\/docs$/, '') ?? 'http://localhost:8420';
}

async function findApiKey(): Promise<string> {
  if (process.env.TEFO_API_KEY) return process.env.TEFO_API_KEY;
  const demo = await demoCredentials();
  if (demo) return demo.apiKey;
  throw new Error(
    'no ApiKey: give apiKey, or set TEFO_API_KEY to any of the service, such as the one that `npx tefo credentials` prints',
  );
}

/** A thin body names only its object, so its reference is read. */
async function findReference(
  credentials: Credentials,
  { type, id }: Notification,
): Promise<string | undefined> {
  const { one } = new Tefo(credentials);
  if (type.startsWith('transaction.')) return (await one.getTransaction({ path: { id } })).merchantReference;
  if (!type.startsWith('refund.')) return undefined;
  const { transactionId } = await one.getRefund({ path: { id } });
  return (await one.getTransaction({ path: { id: transactionId } })).merchantReference;
}
