// The life of a delivery. Its steps are taken by the statements of this folder's stores, for sets of rows, and are no
// transitions: what became of each try is on record as an attempt. The column is called status.
import type { Machine } from '../../kernel/state-machine.ts';

const deliveryStates = ['pending', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
/**
 * `retry`: tried, and due again. `giveUp`: tried, and not again. `skip`: its receiver is disabled or gone before the
 * first attempt. `resend`: a user or a client requested it again.
 */
export type DeliveryVerb = 'deliver' | 'retry' | 'giveUp' | 'skip' | 'resend';

export const deliveryMachine = {
  object: 'delivery',
  table: 'deliveries',
  states: deliveryStates,
  initial: 'pending',
  ended: ['delivered', 'failed', 'skipped'],
  edges: [
    { from: ['pending'], verb: 'deliver', to: 'delivered' },
    { from: ['pending'], verb: 'retry', to: 'pending' },
    { from: ['pending'], verb: 'giveUp', to: 'failed' },
    { from: ['pending'], verb: 'skip', to: 'skipped' },
    { from: ['pending', 'delivered', 'failed', 'skipped'], verb: 'resend', to: 'pending' },
  ],
} as const satisfies Machine<DeliveryState, DeliveryVerb>;

type Edges = (typeof deliveryMachine.edges)[number];
type To<Verb extends DeliveryVerb> = Extract<Edges, { verb: Verb }>['to'];

/** The state that a verb leads to: of deliveries each verb leads to one. */
export function after<Verb extends DeliveryVerb>(verb: Verb): To<Verb> {
  return deliveryMachine.edges.find((edge) => edge.verb === verb)!.to as To<Verb>;
}

/** Returns the step of a delivery, after so many attempts, whose receiver receives nothing more. */
export const endingOf = (attempts: number): 'giveUp' | 'skip' => (attempts > 0 ? 'giveUp' : 'skip');
