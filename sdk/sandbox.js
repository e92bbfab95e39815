// @ts-check

// A sandbox for a test: its own site at a running service, the controls, and a receiver.
const { readFile } = require('node:fs/promises');
const { join } = require('node:path');
const { openReceiver } = require('./receiver.js');
const { isAnswering, spawnTefo } = require('./spawn.js');

/** @typedef {import('./index.js').Credentials} Credentials */
/** @typedef {import('./index.js').SandboxOptions} SandboxOptions */

/** @type {typeof import('./index.js').startSandbox} */
async function startSandbox(options = {}) {
  const url = withoutSlashes(options.url ?? process.env.TEFO_URL ?? 'http://localhost:8420');
  const spawned = options.spawn && !(await isAnswering(url)) ? await spawnAt(url, options.spawn) : undefined;
  /** @type {Credentials | undefined} */
  let credentials;
  const receiver = await openReceiver({
    credentials: () => credentials,
    referenceOf: (notification) => findReference(/** @type {Credentials} */ (credentials), notification),
  });
  const close = async () => {
    await receiver.close();
    await spawned?.stop();
  };
  try {
    const given = options.apiKey ?? spawned?.apiKey ?? (await findApiKey());
    const settings = { notifyUrl: `${receiver.url}/notify`, ...options.settings };
    credentials = await control(url, given)('POST', 'sites', { settings });
    const sandbox = sandboxOf(url, /** @type {Credentials} */ (credentials), receiver, close);
    return spawned ? { ...sandbox, snapshots: snapshotsOf(spawned.command) } : sandbox;
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * @param {string} url
 * @param {true | import('./index.js').SpawnOptions} given
 */
function spawnAt(url, given) {
  const port = Number(new URL(url).port || 80);
  return spawnTefo({ port, ...(given === true ? {} : given) });
}

/**
 * @param {string} url
 * @param {Credentials} credentials
 * @param {Awaited<ReturnType<typeof openReceiver>>} receiver
 * @param {() => Promise<void>} close
 * @returns {import('./index.js').Sandbox}
 */
function sandboxOf(url, credentials, receiver, close) {
  const call = control(url, credentials.apiKey);
  /** @param {string} noun */
  const outcomeOf = (noun) => (/** @type {string} */ id, /** @type {string} */ outcome) =>
    call('POST', `${noun}/${encodeURIComponent(id)}/outcome`, { outcome });
  /** @param {object} body */
  const moveClock = async (body) => new Date((await call('POST', 'clock', body)).now);
  /** @param {string} name */
  const snapshot = (name) => `snapshots/${encodeURIComponent(name)}`;
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

/**
 * The operator's snapshots, for a service that we started.
 * @param {(...args: string[]) => Promise<any>} command
 * @returns {import('./index.js').Sandbox['snapshots']}
 */
function snapshotsOf(command) {
  return {
    save: (name) => command('snapshot', 'save', name),
    restore: (name) => command('snapshot', 'restore', name),
    list: () => command('snapshot', 'list'),
    delete: (name) => command('snapshot', 'delete', name),
  };
}

/**
 * Returns a function that calls a control of the sandbox, and throws its refusals.
 * @param {string} url
 * @param {string} apiKey
 * @returns {(method: string, path: string, body?: object) => Promise<any>}
 */
function control(url, apiKey) {
  return async (method, path, body) => {
    const answer = await fetch(`${url}/sandbox/${path}`, {
      method,
      // Streamed where possible: moving the clock by years takes longer than fetch waits in silence.
      headers: {
        ApiKey: apiKey,
        Accept: `application/json, ${lines}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    }).catch((error) => {
      throw new Error(
        `no service answers at ${url}: start it with \`npm start\` in its folder, name another address in url or ` +
          'TEFO_URL, or give spawn: true',
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

/**
 * Returns the content of the last line.
 * @param {string} text
 */
function lastOf(text) {
  const last = JSON.parse(/** @type {string} */ (text.trimEnd().split('\n').at(-1)));
  if (!last.done)
    throw new Error(`the clock came to ${last.now} and no further: the log of the service says why`);
  return last;
}

/**
 * @param {string} url
 * @param {string} method
 * @param {string} path
 * @param {number} status
 * @param {string} text
 */
function refusal(url, method, path, status, text) {
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

/** @param {string} url */
function withoutSlashes(url) {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

async function findApiKey() {
  if (process.env.TEFO_API_KEY) return process.env.TEFO_API_KEY;
  const file = join(process.env.TEFO_DATA_DIR ?? '.tefo', 'credentials.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text) return JSON.parse(text).apiKey;
  throw new Error(
    'no ApiKey: give apiKey, or set TEFO_API_KEY to any of the service, such as the one that `npx tefo credentials` prints',
  );
}

/**
 * A thin body names only its object, so its reference is read.
 * @param {Credentials} credentials
 * @param {import('./index.js').Notification} notification
 */
async function findReference(credentials, { type, id }) {
  const { clientId, clientSecret, urls } = credentials;
  const login = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const answer = await fetch(`${urls.one}/token`, { method: 'POST', body: new URLSearchParams(login) });
  const { access_token } = /** @type {{ access_token: string }} */ (await answer.json());
  const headers = { Authorization: `Bearer ${access_token}` };
  /** @type {(path: string) => Promise<any>} */
  const read = async (path) => (await fetch(`${urls.one}/${path}`, { headers })).json();
  if (type.startsWith('transaction.')) return (await read(`transactions/${id}`)).merchantReference;
  if (!type.startsWith('refund.')) return undefined;
  const { transactionId } = await read(`refunds/${id}`);
  return (await read(`transactions/${transactionId}`)).merchantReference;
}

module.exports = { startSandbox };
