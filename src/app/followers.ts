// The part of the composition root that connects core events to their handlers.
import type { Followers } from '../core/context.ts';
import { onChargesEnded } from '../core/subscriptions/actions.ts';

export const followers: Followers = { chargesEnded: onChargesEnded };
