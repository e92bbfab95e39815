// The profile by which CSV of an account is read: a built-in one by its name, or one that an operator described in
// YAML.
import { access, readFile } from 'node:fs/promises';
import type { BankAccount } from '../../core/accounts/actions.ts';
import { DomainError } from '../../core/errors.ts';
import { type Profile, profileFromYaml, profiles } from './statements/index.ts';

/** The profile name of an account whose statements identify their own format. */
export const autoProfile = 'auto';

/** A profile as an account stores it: by its name, or by its YAML where that is not null. */
export type NamedProfile = Pick<BankAccount, 'statementProfile' | 'statementDescription'>;

/** Returns the profile of a name or a description. Throws for an unknown name or an invalid description. */
export function profileOf({ statementProfile, statementDescription }: NamedProfile): Profile | 'auto' {
  if (statementDescription !== null) return profileFromYaml(statementDescription);
  return profileNamed(statementProfile);
}

/** Returns the profile of a name. Throws for one that there is not. */
export function profileNamed(name: string): Profile | 'auto' {
  if (name === autoProfile) return 'auto';
  const found = profiles.find((profile) => profile.name === name);
  if (found) return found;
  const names = [autoProfile, ...profiles.map((profile) => profile.name)];
  throw new DomainError('InvalidField', {
    detail: `${name} is not a statement profile: use one of ${names.join(', ')}, or the path of a YAML file`,
  });
}

/** Reads a profile that an operator names, or gives as the path of a YAML file. Throws for an unknown name and a bad file. */
export async function readGivenProfile(given: string): Promise<NamedProfile> {
  const isFile = !isProfileName(given) && (await isThere(given));
  const statementDescription = isFile ? await readFile(given, 'utf8') : null;
  const profile = profileOf({ statementProfile: given, statementDescription });
  return { statementProfile: profile === 'auto' ? autoProfile : profile.name, statementDescription };
}

const isProfileName = (name: string): boolean =>
  name === autoProfile || profiles.some((profile) => profile.name === name);

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
