import type { VerifyOptions } from '../webhooks.ts';
import type { SecretSource, Take } from './taking.ts';
import { answerTo } from './web.ts';

/** What a handler needs of Hono's context. */
interface Context {
  req: { raw: Request };
}

/** A handler: `app.post('/hook', receiveWebhooks(secret, take))`. */
export const receiveWebhooks =
  (secret: SecretSource, take: Take, options?: VerifyOptions) =>
  (context: Context): Promise<Response> =>
    answerTo(context.req.raw, secret, take, options);
