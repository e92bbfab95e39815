// @ts-check

// A receiver of notifications on this machine. It keeps genuine ones until they are requested.
const { once } = require('node:events');
const { createServer } = require('node:http');
const {
  verifyBulkNotification,
  verifyNotification,
  verifyPayoutNotification,
} = require('./notifications.js');
const { verifyWebhook } = require('./webhooks.js');

/** @typedef {import('./index.js').Notification} Notification */
/** @typedef {import('./index.js').Wanted} Wanted */

/**
 * @param {{
 *   credentials(): import('./index.js').Credentials | undefined,
 *   referenceOf(notification: Notification): Promise<string | undefined>,
 * }} given
 */
async function openReceiver({ credentials, referenceOf }) {
  /** @type {Notification[]} */
  const waiting = [];
  /** @type {Notification[]} */
  const all = [];
  /** @type {Error[]} */
  const forged = [];
  const arrivals = new Set();
  let status = 200;

  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(keep(Buffer.concat(chunks).toString('utf8'), request)).end();
      for (const hear of [...arrivals]) hear();
    });
  });

  /**
   * @param {string} body
   * @param {import('node:http').IncomingMessage} request
   */
  function keep(body, { headers, url = '/' }) {
    const secrets = credentials();
    if (!secrets) return 503;
    try {
      const data = verified(body, headers, secrets);
      const notification = describe(body, headers, url, data);
      all.push(notification);
      waiting.push(notification);
      return status;
    } catch (error) {
      forged.push(/** @type {Error} */ (error));
      return 400;
    }
  }

  /** @param {Wanted} wanted */
  async function take(wanted) {
    for (const one of waiting) {
      if (!(await fits(one, wanted))) continue;
      const place = waiting.indexOf(one);
      if (place >= 0) return waiting.splice(place, 1)[0];
    }
    return undefined;
  }

  /**
   * @param {Notification} one
   * @param {Wanted} wanted
   */
  async function fits(one, { type, id, status: state, reference }) {
    if (type !== undefined && type !== one.type) return false;
    if (id !== undefined && id !== one.id) return false;
    if (state !== undefined && state !== one.status) return false;
    if (reference === undefined) return true;
    one.reference ??= await referenceOf(one);
    return one.reference === reference;
  }

  /** @type {import('./index.js').Notifications['next']} */
  async function next(wanted = {}, timeoutMs = 5_000) {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const arrived = new Promise((resolve) => arrivals.add(resolve));
      const found = await take(wanted);
      if (found) return found;
      if (forged.length > 0) {
        const problem = /** @type {Error} */ (forged.shift());
        throw new Error(`a notification came that is not genuine: ${problem.message}`, { cause: problem });
      }
      const left = deadline - performance.now();
      if (left <= 0) throw new Error(nothing(wanted, timeoutMs, waiting));
      await heard(arrived, left);
      arrivals.clear();
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Lets a test end that forgets to close it.
  server.unref();
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    next,
    all: () => [...all],
    answerWith: (/** @type {number} */ given) => {
      status = given;
    },
    clear: () => {
      waiting.length = 0;
      forged.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Resolves when something has arrived, or when time is up.
 * @param {Promise<unknown>} arrived
 * @param {number} ms
 */
async function heard(arrived, ms) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([arrived, late]);
  clearTimeout(timer);
}

/**
 * Returns a body's content after verifying its signature and its own hash.
 * @param {string} body
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {import('./index.js').Credentials} secrets
 */
function verified(body, headers, { webhookSecret, privateKey, apiKey }) {
  const told = verifyWebhook(body, headers, webhookSecret);
  if (typeof told === 'string') return verifyNotification(told, privateKey);
  if ('payoutStatus' in told) return verifyPayoutNotification(told, apiKey);
  if ('compressedData' in told) return verifyBulkNotification(told, privateKey);
  return told;
}

/**
 * @param {string} body
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {string} path
 * @param {any} data
 * @returns {Notification}
 */
function describe(body, headers, path, data) {
  const common = {
    webhookId: String(headers['webhook-id']),
    path,
    headers,
    body,
    receivedAt: new Date(),
  };
  if ('RefundId' in data) {
    return {
      ...common,
      type: 'refund.complete',
      id: data.RefundId,
      status: data.Status,
      reference: undefined,
      data,
    };
  }
  if ('TransactionId' in data) {
    const type = data.Status.startsWith('Pending') ? 'transaction.pending' : 'transaction.complete';
    const { TransactionId: id, Status: status, TransactionReference: reference } = data;
    return { ...common, type, id, status, reference, data };
  }
  if ('payoutStatus' in data) {
    const { payoutId: id, merchantReference: reference } = data;
    return { ...common, type: 'payout.complete', id, status: data.payoutStatus.status, reference, data };
  }
  if ('jobId' in data) {
    const { jobId: id, jobReference: reference, status } = data;
    return { ...common, type: 'bulk.complete', id, status, reference, data };
  }
  const { id, status, merchantReference: reference } = data.data;
  return { ...common, type: data.type, id, status, reference, sequence: data.sequence, data: data.data };
}

/**
 * @param {Wanted} wanted
 * @param {number} timeoutMs
 * @param {Notification[]} waiting
 */
function nothing(wanted, timeoutMs, waiting) {
  const what = Object.entries(wanted).map(([name, value]) => `${name} ${value}`);
  const others = waiting.map(({ type, id, status, reference }) =>
    [type, status, id, reference && `(${reference})`].filter(Boolean).join(' '),
  );
  return (
    `no notification came in ${timeoutMs} ms${what.length > 0 ? ` with ${what.join(', ')}` : ''}; ` +
    (others.length > 0
      ? `what came and was not asked for: ${others.join('; ')}`
      : 'nothing else is waiting either')
  );
}

module.exports = { openReceiver };
