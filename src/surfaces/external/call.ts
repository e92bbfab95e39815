// What every operation's handler is given.
import type { Context } from '../../core/context.ts';
import type { Site } from '../../core/merchants/actions.ts';
import type { ExternalDeps } from './deps.ts';

export interface Call {
  deps: ExternalDeps;
  ctx: Context;
  site: Site;
  /** By names in lower case; what is empty is not there. */
  query: ReadonlyMap<string, string>;
}
