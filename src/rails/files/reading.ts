// Statement files of an account, by the profile that it has.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { BankAccount } from '../../core/accounts/actions.ts';
import type { Context } from '../../core/context.ts';
import type { StatementFile } from '../../core/statements/actions.ts';
import { dayOf } from '../../kernel/business-days.ts';
import { type Profile, profileFromYaml, profiles, readStatements, sortOf } from './statements/index.ts';

/** The name of an account whose statements say themselves what they are. */
export const autoProfile = 'auto';

/** Returns the profile that CSV of an account is read by. Throws for a name that there is not. */
export function profileOf(
  account: Pick<BankAccount, 'statementProfile' | 'statementDescription'>,
): Profile | 'auto' {
  if (account.statementDescription !== null) return profileFromYaml(account.statementDescription);
  return profileNamed(account.statementProfile);
}

export function profileNamed(name: string): Profile | 'auto' {
  if (name === autoProfile) return 'auto';
  const found = profiles.find((profile) => profile.name === name);
  if (found) return found;
  const names = [autoProfile, ...profiles.map((profile) => profile.name)];
  throw new Error(`${name} is no statement profile: ${names.join(', ')}, or the path of a YAML file`);
}

/** Returns a file of statements, to be read as often as asked. */
export async function openStatement(
  ctx: Pick<Context, 'clock'>,
  path: string,
  profile: Profile | 'auto',
): Promise<StatementFile> {
  const today = dayOf(ctx.clock.now()).toString();
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece);
  return {
    name: basename(path),
    sha256: hash.digest('hex'),
    read: () => readStatements(createReadStream(path), profile, { today }),
  };
}

/** Tells a statement from an answer to a payment file, by what it is; undefined for neither. */
export async function sortOfFile(path: string): Promise<ReturnType<typeof sortOf>> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    return sortOf(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
