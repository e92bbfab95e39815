import type { VerifyOptions } from '../webhooks.ts';
import type { SecretSource, Take } from './taking.ts';
import { answerTo } from './web.ts';

/** A route handler: `export const POST = receiveWebhooks(secret, take)`. */
export const receiveWebhooks =
  (secret: SecretSource, take: Take, options?: VerifyOptions) =>
  (request: Request): Promise<Response> =>
    answerTo(request, secret, take, options);
