import type { webhooks } from './generated/one.ts';

type BodyOf<Hook> = Hook extends { post: { requestBody: { content: { 'application/json': infer Body } } } }
  ? Body
  : never;

/** How a webhook endpoint is notified, as its `messageType` says. A notifyUrl is notified thin. */
export type MessageType = 'thin' | 'full';

// Only thin messages name the object as `data.id`.
type ThinOf<Body> = Body extends { data: { id: string } } ? Body : never;
type FullOf<Body> = [Exclude<Body, ThinOf<Body>>] extends [never] ? Body : Exclude<Body, ThinOf<Body>>;

interface Forms<Body> {
  thin: ThinOf<Body>;
  full: FullOf<Body>;
}

/**
 * A message of the One API, discriminated by its `type`. A thin message names its object as `data.id`; in a full one,
 * `data` has the object's fields, such as `TransactionId`. Events that have no full form are thin in `WebhookEvent<'full'>` too.
 */
export type WebhookEvent<Message extends MessageType = 'thin'> = {
  [Type in keyof webhooks]: Forms<BodyOf<webhooks[Type]>>[Message];
}[keyof webhooks];
