// Raw exchanges: requests and responses. Only users with permission see them, and secrets are always removed.

import type { KeptEvidence } from '../../core/hash-mismatches/evidence.ts';
import type { Format } from '../../core/notifications/formats.ts';
import type { Formats, Rendered, RenderNotification } from '../../core/notifications/jobs.ts';
import type { AttemptRow, DeliveryRow, EventRow } from './delivery-store.ts';
import type { Exchange } from './timeline.ts';
import { redact, shownUrl } from './words.ts';

/** The means to show raw exchanges to users with permission. */
export interface Raw {
  /**
   * The renderers of notifications, which write the sent body again. Without them, only responses are shown, in a few
   * words.
   */
  formats: Partial<Formats> | undefined;
  /** Opens the stored bodies of refused requests. */
  open: (sealed: string) => string;
}

/** Signatures from the time of sending are not stored, and signatures with present keys were never sent. */
const notKept = '…';
const keyless = {
  privateKeys: ['-'],
  webhookSecrets: ['whsec_'],
  apiKeys: ['-'],
  payoutAccessTokens: ['-'],
};
const hashLength = 128;
const withoutHashes = (body: string): string =>
  body.replace(/[0-9a-f]+/g, (digits) => (digits.length === hashLength ? notKept : digits));

/**
 * Returns the request and response of an attempt to notify: the post, written again from its event, and the response.
 */
export function exchangeOf(
  event: EventRow,
  delivery: DeliveryRow,
  attempt: AttemptRow,
  formats: Partial<Formats>,
): Exchange {
  const written = write(event, delivery, attempt, formats);
  const { statusCode, error, answer, durationMs } = attempt;
  return {
    request: {
      method: 'POST',
      url: shownUrl(delivery.url),
      headers: Object.entries({ ...written?.headers, 'x-correlation-id': event.correlationId }).map(
        ([name, value]) => [name, /-(?:signature|timestamp)$/.test(name) ? notKept : value],
      ),
      body: written ? redact(withoutHashes(written.body)) : null,
    },
    answer: {
      status: statusCode,
      error: error && redact(error),
      body: answer && redact(answer),
      durationMs,
    },
  };
}

function write(
  event: EventRow,
  { format, messageType }: DeliveryRow,
  { at }: AttemptRow,
  formats: Partial<Formats>,
): Rendered | null {
  const name = (format === 'webhook' ? `webhook.${messageType ?? 'thin'}` : format) as Format;
  // Its body is its bulk job, and as large.
  if (name === 'bulk') return null;
  try {
    return (
      (formats[name]?.(event as Parameters<RenderNotification>[0], keyless, at) as Rendered | undefined) ??
      null
    );
  } catch {
    // An event of an earlier release can lack fields that this renderer reads.
    return null;
  }
}

/** Returns a request that was refused for its hash, as it was sent, without its hash. */
export function refusedExchange(evidenceSealed: string, { open }: Raw): Exchange {
  const { sent } = JSON.parse(open(evidenceSealed)) as KeptEvidence;
  const body = sent.map(({ name, text }) => `${name}: ${redact(text)}`).join('\n');
  return { request: { method: 'POST', url: null, headers: [], body }, answer: null };
}
