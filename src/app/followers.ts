// The part of the composition root that says who must hear of a transaction's end.
import type { Followers } from '../core/context.ts';
import { onChargesEnded } from '../core/subscriptions/actions.ts';

export const followers: Followers = { chargesEnded: onChargesEnded };
