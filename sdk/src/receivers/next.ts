import { answering } from './web.ts';

/** A route handler: `export const POST = receiveWebhooks(secret, take)`. */
export const receiveWebhooks = answering;
