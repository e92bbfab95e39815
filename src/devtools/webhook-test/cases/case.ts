// One case of the receiver test.
import type { Language, Secrets } from '../forge.ts';
import type { OrderGiven, Scene } from '../scene.ts';
import type { Message } from '../send.ts';

export interface Case {
  name: string;
  /** Only for receivers of this language; for both if absent. */
  only?: Language;
  /** The message, and its required effect. */
  what: string;
  why: string;
  /** What to do if it fails. */
  cure: string;
  /** Runs the case. Returns the problems. */
  play(scene: Scene): Promise<string[]>;
}

/** Returns a valid success message that must pay its order. */
export async function good(scene: Scene, given: OrderGiven = {}): Promise<Message> {
  const order = await scene.order({ outcomes: ['success'], ...given });
  scene.expect(order, true);
  return scene.tell(order, { state: 'successful' });
}

/** Returns a success message about an unpaid order that must stay unpaid. `secrets` may be wrong ones. */
export async function lie(scene: Scene, secrets?: Secrets): Promise<Message> {
  const order = await scene.order();
  scene.expect(order, false);
  return scene.tell(order, { state: 'successful' }, secrets);
}
