// Who acts at a terminal: by --by, else the system's user.
import { userInfo } from 'node:os';
import { UsageError, type Values } from './command.ts';

/** Returns the name. Throws UsageError unless it has 1 to 100 characters. */
export function byOf({ by }: Values): string {
  const name = typeof by === 'string' ? by.trim() : userInfo().username;
  if (name.length >= 1 && name.length <= 100) return name;
  throw new UsageError('--by has 1 to 100 characters');
}
