// Who acts at a terminal: by --by, else the system's user.
import { userInfo } from 'node:os';
import type { Actor, AnyContext } from '../core/context.ts';
import { findLogin } from '../core/people/users.ts';
import { UsageError, type Values } from './command.ts';

/** Returns the name. Throws UsageError unless it has 1 to 100 characters. */
export function byOf({ by }: Values): string {
  const name = typeof by === 'string' ? by.trim() : userInfo().username;
  if (name.length >= 1 && name.length <= 100) return name;
  throw new UsageError('--by has 1 to 100 characters');
}

/** Who acts, as the steps and the audit log name them. */
export interface Acting {
  actor: Actor;
  /** A user's id, or cli:NAME. */
  who: string;
  /** The name that was given; a user's address as it stands in their login. */
  name: string;
}

/**
 * Returns who acts by a name. The address or the id of somebody who signs in to the console is that person, so that what they made
 * there they do not decide here. Throws where they were disabled.
 */
export async function actingBy({ db }: AnyContext, name: string): Promise<Acting> {
  const login = await findLogin(db, name);
  if (!login) return { actor: `cli:${name}`, who: `cli:${name}`, name };
  if (login.isDisabled) throw new Error(`${login.email} was disabled at the console, and decides nothing`);
  return { actor: `user:${login.id}`, who: login.id, name: login.email };
}
