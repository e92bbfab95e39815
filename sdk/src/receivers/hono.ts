import type { MessageType } from '../events.ts';
import type { VerifyOptions } from '../webhooks.ts';
import type { SecretSource, Take } from './taking.ts';
import { answering } from './web.ts';

/** The part of Hono's context that a handler uses. */
interface Context {
  req: { raw: Request };
}

/** A handler: `app.post('/hook', receiveWebhooks(secret, take))`. */
export function receiveWebhooks<Message extends MessageType = 'thin'>(
  secret: SecretSource,
  take: Take<Message>,
  options?: VerifyOptions,
): (context: Context) => Promise<Response> {
  const answer = answering(secret, take, options);
  return (context) => answer(context.req.raw);
}
