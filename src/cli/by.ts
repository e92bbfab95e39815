// The acting person at a terminal: from --by, otherwise the system's user.
import { userInfo } from 'node:os';
import type { Actor, AnyContext } from '../core/context.ts';
import { findLogin } from '../core/users/users.ts';
import { UsageError, type Values } from './command.ts';

/** Returns the name. Throws UsageError unless it has 1 to 100 characters. */
export function byOf({ by }: Values): string {
  const name = typeof by === 'string' ? by.trim() : userInfo().username;
  if (name.length >= 1 && name.length <= 100) return name;
  throw new UsageError('--by must have 1 to 100 characters');
}

/** The acting person, as named in steps and the audit log. */
export interface Acting {
  actor: Actor;
  /** A user's id, or cli:NAME. */
  who: string;
  /** The given name; for a console user, the email address of the login. */
  name: string;
}

/**
 * Returns the acting person by name. The email address or id of a console user is that user, so that no one approves at the
 * command line an object that they created in the console. Throws for a disabled user.
 */
export async function actingBy({ db }: AnyContext, name: string): Promise<Acting> {
  const login = await findLogin(db, name);
  if (!login) return { actor: `cli:${name}`, who: `cli:${name}`, name };
  if (login.isDisabled) throw new Error(`${login.email} is disabled and cannot decide`);
  return { actor: `user:${login.id}`, who: login.id, name: login.email };
}
