// What one question of an exam is.
import type { Language, Secrets } from '../forge.ts';
import type { OrderGiven, Scene } from '../scene.ts';
import type { Message } from '../send.ts';

export interface Case {
  name: string;
  /** Only for receivers of this language; for both where it is absent. */
  only?: Language;
  /** What is sent, and what must become of it. */
  what: string;
  why: string;
  /** What to do where it fails. */
  cure: string;
  /** Plays it; answers what was wrong. */
  play(scene: Scene): Promise<string[]>;
}

/** A true success about an order that must be paid by it. */
export async function good(scene: Scene, given: OrderGiven = {}): Promise<Message> {
  const order = await scene.order({ outcomes: ['success'], ...given });
  scene.expect(order, true);
  return scene.tell(order, { state: 'successful' });
}

/** A success about an order that nobody has paid and that must not be paid; signed rightly, unless with others' secrets. */
export async function lie(scene: Scene, secrets?: Secrets): Promise<Message> {
  const order = await scene.order();
  scene.expect(order, false);
  return scene.tell(order, { state: 'successful' }, secrets);
}
