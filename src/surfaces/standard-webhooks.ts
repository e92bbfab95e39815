// The signature of Standard Webhooks (standardwebhooks.com), for whatever a surface posts to merchants.
import { createHmac } from 'node:crypto';

/**
 * The headers that sign a message: its id, which stays the same over attempts, the time of the attempt, and one
 * signature for each usable secret (`whsec_` and base64). Each header has a twin under the name some receivers read.
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
