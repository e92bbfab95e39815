// What one question of an exam is.
import type { Language } from '../forge.ts';
import type { Scene } from '../scene.ts';

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
