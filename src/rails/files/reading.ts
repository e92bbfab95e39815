// Statement files of an account, by the profile that it has.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, open, readFile } from 'node:fs/promises';
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

/** A profile as an operator gives it: by name, or described in a YAML file. */
export interface GivenProfile {
  name: string;
  /** The text of the file; null for a name. */
  description: string | null;
  profile: Profile | 'auto';
}

/** Reads what an operator gives for a profile. Throws for a name that there is not and a file that describes none. */
export async function readGivenProfile(given: string): Promise<GivenProfile> {
  const isFile = !isProfileName(given) && (await isThere(given));
  if (!isFile) return { name: given, description: null, profile: profileNamed(given) };
  const description = await readFile(given, 'utf8');
  const profile = profileFromYaml(description);
  return { name: profile.name, description, profile };
}

const isProfileName = (name: string): boolean =>
  name === autoProfile || profiles.some((profile) => profile.name === name);

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Returns the profile of a name. Throws for one that there is not. */
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
    // Opened when it is read: an error of a stream that nobody reads yet would end the process.
    read: async function* () {
      yield* readStatements(createReadStream(path), profile, { today });
    },
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
