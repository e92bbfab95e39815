// @ts-check

// A request handler that reads the bytes of a notification before anything parses them.
const { SignatureError, verifyWebhook } = require('./webhooks.js');

const mostBytes = 1024 * 1024;

class TooLong extends Error {}

/** @type {typeof import('./index.js').receiveWebhooks} */
function receiveWebhooks(secret, take, options) {
  return async (request, response) => {
    const { status, text } = await deal(request, secret, take, options);
    if (!response.destroyed)
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
  };
}

/**
 * @param {any} request
 * @param {Parameters<typeof import('./index.js').receiveWebhooks>[0]} secret
 * @param {Parameters<typeof import('./index.js').receiveWebhooks>[1]} take
 * @param {Parameters<typeof import('./index.js').receiveWebhooks>[2]} options
 * @returns {Promise<{ status: number, text?: string }>}
 */
async function deal(request, secret, take, options) {
  const { headers } = request;
  try {
    const bytes = await bytesOf(request);
    const secrets = typeof secret === 'function' ? await secret() : secret;
    const event = verifyWebhook(bytes, headers, secrets, options);
    const said = await take(event, { id: String(headers['webhook-id'] ?? headers['svix-id']), headers });
    return { status: typeof said === 'number' ? said : 204 };
  } catch (error) {
    if (error instanceof TooLong) return { status: 413, text: error.message };
    if (error instanceof SignatureError) {
      // The body was parsed on this side: the message is good, and will be sent again.
      return { status: error.code === 'BodyAlreadyParsed' ? 500 : 401, text: error.message };
    }
    process.emitWarning(/** @type {Error} */ (error));
    return { status: 500, text: 'it could not be dealt with, and may come again' };
  }
}

/**
 * Returns the body as it came, or what is left of it if something has read it already.
 * @param {any} request
 */
async function bytesOf(request) {
  if (request.rawBody !== undefined) return request.rawBody;
  if (request.readableDidRead) return request.body;
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > mostBytes) throw new TooLong(`a notification is never longer than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

module.exports = { receiveWebhooks };
