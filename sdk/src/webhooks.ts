// The signature of messages that are posted to you, as in Standard Webhooks.
import type { MessageType, WebhookEvent } from './events.ts';
import { SignatureError } from './signature-error.ts';
import { base64Of, bytesOf, fromBase64, isSame } from './text.ts';

/** Of a Request, of node:http, or any object of them; names in any letter case. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/** A body as it came. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** A secret, or several during a replacement. */
export type Secrets = string | readonly string[];

export interface VerifyOptions {
  /** The largest difference of the message's time from `now`, in seconds. Default 300. */
  toleranceSeconds?: number | undefined;
  /** The current time, if it is not that of this machine: in a test, for example. */
  now?: Date | undefined;
}

/**
 * Verifies the signature of a message posted to a webhook endpoint or a notifyUrl, and returns its content: the event, or
 * the text of a body that is not JSON, such as a form. The event's type is that of thin messages; if the endpoint's `messageType` is `full`,
 * call `verifyWebhook<'full'>`.
 * Needs the body as received, and the webhook's secret or the site's `webhookSecret`. Throws SignatureError, whose
 * `code` names the error of the message. Throws TypeError if a secret is missing or is not a webhook secret.
 */
export async function verifyWebhook<Message extends MessageType = 'thin'>(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secret: Secrets,
  options?: VerifyOptions,
): Promise<WebhookEvent<Message>> {
  const body = await verifiedText(rawBody, headers, secret, options);
  return parsed(body) as WebhookEvent<Message>;
}

/** Like `verifyWebhook`, for a message of any surface; returns the text that was signed. */
export async function verifiedText(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secret: Secrets,
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<string> {
  const keys = await Promise.all(secretsOf(secret, 'webhook secret').map(keyOf));
  const body = textOf(rawBody);
  const { id, timestamp, signatures } = readHeaders(headers);
  const isSigned = async (text: string) => {
    const right = await Promise.all(keys.map((key) => sign(key, `${id}.${timestamp}.${text}`)));
    return right.some((one) => signatures.some((given) => isSame(given, one)));
  };
  if (!(await isSigned(body))) throw await wrong(body, isSigned);
  const seconds = Number(timestamp) - now.getTime() / 1000;
  if (!(Math.abs(seconds) <= toleranceSeconds)) {
    const how = seconds < 0 ? 'old' : 'early';
    throw new SignatureError(
      'NotNow',
      `the message is ${Math.round(Math.abs(seconds))} s ${how}: it can be a replay, or a clock is wrong`,
    );
  }
  return body;
}

function textOf(rawBody: unknown): string {
  if (typeof rawBody === 'string') return rawBody;
  if (rawBody instanceof Uint8Array || rawBody instanceof ArrayBuffer)
    return new TextDecoder().decode(rawBody);
  const isParsed = typeof rawBody === 'object' && rawBody !== null;
  throw new SignatureError(
    'BodyAlreadyParsed',
    isParsed
      ? 'the body was already parsed by your framework, but the signature covers its bytes. Read them before anything ' +
          'parses them: in Express, express.raw({ type: "*/*" }) on this route and before express.json(); in Fastify, a ' +
          'content type parser with parseAs "buffer"; in Next.js, await request.text()'
      : `the body is ${rawBody === null ? 'null' : typeof rawBody}: pass it as received, as text or bytes`,
  );
}

function readHeaders(headers: WebhookHeaders): { id: string; timestamp: string; signatures: string[] } {
  const read = (name: string) => headerOf(headers, `webhook-${name}`) ?? headerOf(headers, `svix-${name}`);
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(read);
  if (!id || !timestamp || !signature) {
    throw new SignatureError(
      'NotSigned',
      'the headers webhook-id, webhook-timestamp and webhook-signature are not all there',
    );
  }
  return { id, timestamp, signatures: signature.split(' ') };
}

/** Returns a header by its name in lower case; undefined where it is missing. */
export function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  // By its methods: a library's own Headers differ from the runtime's.
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const same = Object.entries(headers).find(([key, one]) => one !== undefined && key.toLowerCase() === name);
  const value: string | string[] | undefined = same?.[1];
  return Array.isArray(value) ? value[0] : value;
}

/** Throws TypeError where a secret is missing or is no webhook secret. */
export function assertSecrets(given: Secrets): void {
  for (const secret of secretsOf(given, 'webhook secret')) bytesOfSecret(secret);
}

/** Returns secrets as a list. Throws TypeError without any: with the secret "undefined" anyone could sign. */
export function secretsOf(given: Secrets, name: string): string[] {
  const secrets = [given].flat();
  if (secrets.length === 0 || secrets.some((one) => typeof one !== 'string' || one.trim() === ''))
    throw new TypeError(`the ${name} is missing`);
  return secrets;
}

const keyOf = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytesOfSecret(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

function bytesOfSecret(secret: string): Uint8Array<ArrayBuffer> {
  try {
    const bytes = fromBase64(secret.replace(/^whsec_/, ''));
    if (bytes.length > 0) return bytes;
  } catch {}
  throw new TypeError('the secret is no webhook secret: that is whsec_ and Base64, or the Base64 alone');
}

async function sign(key: CryptoKey, content: string): Promise<string> {
  return `v1,${base64Of(await crypto.subtle.sign('HMAC', key, bytesOf(content)))}`;
}

/** Finds out whether the body was right before it was rewritten. */
async function wrong(body: string, isSigned: (text: string) => Promise<boolean>): Promise<SignatureError> {
  const value = parsed(body);
  const before = [
    body.trim(),
    body.replaceAll('\r\n', '\n'),
    ...(value === body ? [] : [JSON.stringify(value)]),
  ];
  const found = await Promise.all(before.map(isSigned));
  return found.includes(true)
    ? new SignatureError(
        'BodyWasChanged',
        'the body is correct but was rewritten: parsed and formatted, trimmed, or its line ends changed. ' +
          'The signature covers the bytes as received',
      )
    : new SignatureError(
        'WrongSignature',
        'the signature is not of this body under this secret: another secret, or not sent by the service',
      );
}

/** JSON, or a form's text. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
