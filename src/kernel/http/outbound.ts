// Requests to strangers' servers. The address is judged when the socket connects, on the address it connects to,
// so that neither DNS nor a clever spelling reaches a private network; redirects are not followed.
import dns from 'node:dns';
import net from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Agent } from 'undici';
import { withoutEnd } from '../formats/text.ts';

export interface OutboundRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  /** How much longer an answer is listened for that is too late; absent: not at all. */
  graceMs?: number;
  /** Only to addresses of the internet, and of networks that are allowed by name: also where private ones are allowed. */
  isPublicOnly?: boolean;
}

export interface OutboundAnswer {
  /** Null when no answer came: see `error`. */
  statusCode: number | null;
  /** Why no answer came, in words that whoever chose the address may read: they tell nothing of our network. */
  error: string | null;
  /** What was said of it here, for the log alone. */
  detail?: string;
  /** At most the first 64 kB. */
  body: string;
  retryAfter: string | null;
  /** Where no answer came in time: what comes of it by the end of the grace. */
  late?: Promise<OutboundAnswer>;
}

export type Post = (request: OutboundRequest) => Promise<OutboundAnswer>;

const answerLimitBytes = 64 * 1024;

// Addresses where clouds keep credentials, outside the link-local range: no setting but a named network opens them.
const metadata = ['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16', '192.0.0.192'];

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Which addresses may be called. `privateAllowed`: loopback and private ones too, so that a laptop works. */
export interface OutboundPolicy {
  privateAllowed: boolean;
  /** CIDR networks that are allowed whatever they are. */
  allowedNetworks: string[];
}

/** Whether the policy lets us call an IP address; names the reason when it does not. */
export function judgeAddress(address: string, policy: OutboundPolicy): { allowed: boolean; reason: string } {
  if (!ipaddr.isValid(address)) return { allowed: false, reason: `${address} is no IP address` };
  const ip = ipaddr.process(address);
  const inNetwork = (cidr: string): boolean => {
    const [network, bits] = ipaddr.parseCIDR(cidr);
    return network.kind() === ip.kind() && ip.match([network, bits] as never);
  };
  if (policy.allowedNetworks.some(inNetwork)) return { allowed: true, reason: 'named by a setting' };
  if (metadata.includes(ip.toString())) return { allowed: false, reason: `${ip} is a metadata address` };
  // Of IPv6, addresses of the internet are in one block; the table of ranges does not know all that lies outside of it.
  const isGlobal = ip.range() === 'unicast' && (ip.kind() === 'ipv4' || ip.match(...globalUnicast));
  const range = ip.range() === 'unicast' && !isGlobal ? 'reserved' : ip.range();
  const open =
    range === 'unicast' || (policy.privateAllowed && ['loopback', 'private', 'uniqueLocal'].includes(range));
  const kind = range.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return { allowed: open, reason: `${ip} is a ${kind} address` };
}

const metadataNames =
  /^(?:metadata|metadata\.(?:.+\.)?internal|metadata\.(?:goog|tencentyun\.com|platformequinix\.com)|instance-data(?:\..+)?)$/;

/** Whether a host is called as clouds call the place where they keep credentials, in any letters, with or without a last dot. */
export function isMetadataName(host: string): boolean {
  return metadataNames.test(withoutEnd(host.toLowerCase(), '.'));
}

/** Whether an IP address is this machine: loopback, or the address that stands for any of its own. */
export function isLoopback(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ['loopback', 'unspecified'].includes(ipaddr.process(address).range());
}

class AddressRefused extends Error {}

/** A lookup of names that answers only addresses the policy lets us call. Addresses themselves never pass through it. */
export function guardedLookup(policy: OutboundPolicy): net.LookupFunction {
  return (hostname, options, done) => {
    if (isMetadataName(hostname)) return done(new AddressRefused(`${hostname} is a metadata address`), []);
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      for (const { address } of addresses) {
        const { allowed, reason } = judgeAddress(address, policy);
        if (!allowed)
          return done(new AddressRefused(`${hostname} resolves to a refused address: ${reason}`), []);
      }
      if (options.all) return done(null, addresses);
      done(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
}

// Firewalls before shops take a post for an attack that does not say who sends it, or what answers it takes.
const ownHeaders = { 'user-agent': 'Tefo', accept: '*/*' };

export interface Outbound {
  post: Post;
  /** Waits for what is under way. */
  close(): Promise<void>;
  /** Breaks off what is under way. */
  abandon(): Promise<void>;
}

/** A function that posts a body and answers what came back; it never throws for what the other side does. */
export function createOutbound(policy: OutboundPolicy): Outbound {
  const closing = new AbortController();
  // The client is loaded with the first request: a service that has nothing to post does without its memory.
  let opened: ReturnType<typeof openClient> | undefined;
  const endAgents = async (how: 'close' | 'destroy') => {
    const client = await opened;
    await Promise.all(client ? [client.any[how](), client.public[how]()] : []);
  };

  async function exchange({ url, headers, body, isPublicOnly }: OutboundRequest, end: AbortSignal) {
    try {
      opened ??= openClient(policy);
      const client = await opened;
      const dispatcher = isPublicOnly ? client.public : client.any;
      const all = { ...ownHeaders, ...headers };
      const answer = await client.request(url, {
        method: 'POST',
        headers: all,
        body,
        dispatcher,
        signal: end,
      });
      return {
        statusCode: answer.statusCode,
        error: null,
        body: await readSome(answer.body),
        retryAfter: firstOf(answer.headers['retry-after']),
      };
    } catch (error) {
      return { statusCode: null, error: wordsOf(error), detail: describe(error), body: '', retryAfter: null };
    }
  }

  return {
    // Whoever was too late is not waited for.
    close: async () => {
      closing.abort();
      await endAgents('close');
    },
    abandon: async () => {
      closing.abort();
      await endAgents('destroy');
    },
    post: async (asked) => {
      const { timeoutMs, graceMs = 0 } = asked;
      if (graceMs === 0) return exchange(asked, AbortSignal.timeout(timeoutMs));
      const end = new AbortController();
      const late = exchange(asked, end.signal);
      const { promise: timedOut, resolve: giveUp } = Promise.withResolvers<undefined>();
      const timer = setTimeout(giveUp, timeoutMs, undefined);
      const answer = await Promise.race([late, timedOut]);
      clearTimeout(timer);
      if (answer) return answer;
      endWith(end, AbortSignal.any([closing.signal, AbortSignal.timeout(graceMs)]));
      return { statusCode: null, error: noAnswer, body: '', retryAfter: null, late };
    },
  };
}

// Whether a port is open, closed or silent is nobody's business: all of it is one.
const noAnswer = 'no connection, or no answer in time';

function endWith(end: AbortController, signal: AbortSignal): void {
  if (signal.aborted) end.abort(signal.reason);
  else signal.addEventListener('abort', () => end.abort(signal.reason), { once: true });
}

async function openClient(policy: OutboundPolicy) {
  const undici = await import('undici');
  // Each with connections of its own: one that was opened to a private address is not to be had by public requests.
  return {
    request: undici.request,
    any: guardedAgent(undici, policy),
    public: guardedAgent(undici, { ...policy, privateAllowed: false }),
  };
}

function guardedAgent({ Agent, buildConnector }: typeof import('undici'), policy: OutboundPolicy): Agent {
  const connect = buildConnector({ lookup: guardedLookup(policy), timeout: 10_000 });
  return new Agent({
    // A literal address never passes through the lookup, so it is judged here.
    connect: (options, done) => {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (net.isIP(host)) {
        const { allowed, reason } = judgeAddress(host, policy);
        if (!allowed) return done(new AddressRefused(`refused: ${reason}`), null);
      }
      connect(options, done);
    },
    keepAliveTimeout: 4_000,
    pipelining: 1,
  });
}

async function readSome(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= answerLimitBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, answerLimitBytes).toString('utf8');
}

function firstOf(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

const notFound = /^(ENOTFOUND|EAI_AGAIN|EAI_NODATA)$/;
const noAddress = /^(ERR_INVALID_URL|UND_ERR_INVALID_ARG|ERR_INVALID_PROTOCOL)$/;
const badCertificate =
  /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|HOSTNAME_MISMATCH)|^ERR_SSL_.*ALERT/;

function wordsOf(error: unknown): string {
  const { code = '' } = error as { code?: string };
  if (error instanceof AddressRefused || noAddress.test(code)) return 'the address may not be used';
  if (notFound.test(code)) return 'the name was not found';
  return badCertificate.test(code) ? 'TLS failed' : noAnswer;
}

function describe(error: unknown): string {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  if (name === 'TimeoutError' || name === 'AbortError') return 'no answer in time';
  return [code, message].filter(Boolean).join(': ') || String(error);
}
