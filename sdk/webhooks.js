// @ts-check

// The signature of messages that are posted to you, as in Standard Webhooks.
const { createHmac, timingSafeEqual } = require('node:crypto');

class SignatureError extends Error {
  /**
   * @param {import('./index.js').SignatureError['code']} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = 'SignatureError';
    this.code = code;
  }
}

/** @type {typeof import('./index.js').verifyWebhook} */
function verifyWebhook(rawBody, headers, secret, { toleranceSeconds = 300, now = new Date() } = {}) {
  const body = textOf(rawBody);
  const { id, timestamp, signatures } = readHeaders(headers);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  /** @param {string} text */
  const isSigned = (text) =>
    secrets.some((one) => signatures.some((given) => isSame(given, sign(one, `${id}.${timestamp}.${text}`))));
  if (!isSigned(body)) throw wrong(body, isSigned);
  const seconds = Number(timestamp) - now.getTime() / 1000;
  if (Math.abs(seconds) > toleranceSeconds) {
    const how = seconds < 0 ? 'old' : 'early';
    throw new SignatureError(
      'NotNow',
      `the message is ${Math.round(Math.abs(seconds))} s ${how}: it may be a copy that somebody kept, or a clock is wrong`,
    );
  }
  return parsed(body);
}

/** @param {unknown} rawBody */
function textOf(rawBody) {
  if (typeof rawBody === 'string') return rawBody;
  if (rawBody instanceof Uint8Array) return Buffer.from(rawBody).toString('utf8');
  if (rawBody instanceof ArrayBuffer) return Buffer.from(rawBody).toString('utf8');
  const isParsed = typeof rawBody === 'object' && rawBody !== null;
  throw new SignatureError(
    'BodyAlreadyParsed',
    isParsed
      ? 'the body was already parsed by your framework, and what was signed is its bytes. Take them before anything ' +
          'parses them: in Express, express.raw({ type: "*/*" }) on this route and before express.json(); in Fastify, a ' +
          'content type parser with parseAs "buffer"; in Next.js, await request.text()'
      : `the body is ${rawBody === null ? 'null' : typeof rawBody}: give it as it came, as text or bytes`,
  );
}

/** @param {any} headers */
function readHeaders(headers) {
  /** @param {string} name */
  const one = (name) => {
    const value = typeof headers.get === 'function' ? headers.get(name) : headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  /** @param {string} name */
  const read = (name) => one(`webhook-${name}`) ?? one(`svix-${name}`);
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(read);
  if (!id || !timestamp || !signature) {
    throw new SignatureError(
      'NotSigned',
      'the headers webhook-id, webhook-timestamp and webhook-signature are not all there',
    );
  }
  return { id, timestamp, signatures: String(signature).split(' ') };
}

/**
 * @param {string} secret
 * @param {string} content
 */
function sign(secret, content) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

/**
 * @param {string} given
 * @param {string} right
 */
function isSame(given, right) {
  return given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
}

/**
 * Checks whether the body was right before it was rewritten.
 * @param {string} body
 * @param {(text: string) => boolean} isSigned
 */
function wrong(body, isSigned) {
  const value = parsed(body);
  const before = [
    body.trim(),
    body.replaceAll('\r\n', '\n'),
    ...(value === body ? [] : [JSON.stringify(value)]),
  ];
  return before.some(isSigned)
    ? new SignatureError(
        'BodyWasChanged',
        'the body was right until it was written anew: parsed and formatted, trimmed or its line ends changed. ' +
          'What was signed is the bytes as they came',
      )
    : new SignatureError(
        'WrongSignature',
        'the signature is not of this body under this secret: another secret, or not sent by the service',
      );
}

/** @param {string} body */
function parsed(body) {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

module.exports = { SignatureError, verifyWebhook };
