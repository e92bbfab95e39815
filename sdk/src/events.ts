import type { webhooks } from './generated/one.ts';

type MessageOf<Hook> = Hook extends {
  post: { requestBody: { content: { 'application/json': infer Message } } };
}
  ? Message
  : never;

/**
 * A message of the One API, told apart by its `type`. A thin one names its object in `data`, a full one has all of it
 * there.
 */
export type WebhookEvent = { [Type in keyof webhooks]: MessageOf<webhooks[Type]> }[keyof webhooks];
