// The signature of Standard Webhooks (standardwebhooks.com), for everything that surfaces post to merchants.
import { createHmac } from 'node:crypto';
import type { RenderNotification } from '../core/notifications/jobs.ts';
import type { Clock } from '../kernel/clock.ts';

type Write = (...of: [Parameters<RenderNotification>[0], Parameters<RenderNotification>[1]]) => string;

/**
 * Makes renderers of posts whose body `write` writes. `realClock` dates the signature: receivers compare it with their
 * own clocks, which do not follow the sandbox's clock.
 */
export function signedPosts(contentType: string, write: Write) {
  return (realClock: Clock): RenderNotification =>
    (event, secrets) => {
      const body = write(event, secrets);
      const signed = signedHeaders({ id: event.id, at: realClock.now(), body }, secrets.webhookSecrets);
      return { body, headers: { 'content-type': contentType, ...signed } };
    };
}

/**
 * Returns the headers that sign a message: its id, which stays the same over all attempts, the time of the attempt, and
 * one signature for each usable secret (`whsec_` and base64). Each is sent under two names, since receivers differ.
 */
export function signedHeaders(
  message: { id: string; at: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const content = `${message.id}.${timestamp}.${message.body}`;
  const values = {
    id: message.id,
    timestamp,
    signature: secrets.map((secret) => sign(secret, content)).join(' '),
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => [
      [`webhook-${name}`, value],
      [`svix-${name}`, value],
    ]),
  );
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
