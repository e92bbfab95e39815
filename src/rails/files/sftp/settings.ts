// How a bank's SFTP server is reached: given when an account is added, kept sealed with it.
import type { BankAccount } from '../../../core/accounts/actions.ts';
import type { Context } from '../../../core/context.ts';
import { DomainError } from '../../../core/errors.ts';
import {
  formatSftpUrl,
  readHostKeys,
  readPrivateKey,
  readSftpUrl,
  type SftpServer,
} from '../../../kernel/sftp/address.ts';

export interface SftpSettings extends SftpServer {
  /** The server's folder from which files are read. */
  take: string;
  /** The server's folder to which files are written. */
  give: string;
}

export interface SftpGiven {
  url: string;
  key: string | undefined;
  hostKey: string | undefined;
  take: string | undefined;
  give: string | undefined;
}

/** Reads the given options. Throws with the option and its rule. */
export function readSftp(given: SftpGiven): SftpSettings {
  const address = readSftpUrl(given.url);
  if (!address || !/^\/?$/.test(address.path))
    throw new DomainError('InvalidField', {
      detail: '--sftp must be an address like sftp://user@sftp.bank.example:5022, without password and path',
    });
  if (given.key === undefined)
    throw new DomainError('InvalidField', {
      detail: '--sftp requires --sftp-key, the private key file whose public key the bank has',
    });
  const key = readPrivateKey(given.key);
  if (key === undefined)
    throw new DomainError('InvalidField', {
      detail: '--sftp-key must be a private key file without a passphrase, in the format of ssh-keygen',
    });
  const hostKeys = readHostKeys(given.hostKey);
  if (!hostKeys)
    throw new DomainError('InvalidField', {
      detail:
        '--sftp-host-key is the fingerprint of the bank’s server, SHA256: and 43 characters, which the bank publishes (two with a comma while it changes); nothing is sent to a server with another fingerprint',
    });
  const { path: _none, ...server } = address;
  return {
    ...{ ...server, key, hostKeys },
    take: readFolder('--sftp-take', given.take ?? 'out'),
    give: readFolder('--sftp-give', given.give ?? 'in'),
  };
}

function readFolder(name: string, given: string): string {
  const folder = given.length > 1 ? given.replace(/\/$/, '') : given;
  if (folder === '' || folder.length > 200 || /\p{Cc}/u.test(folder))
    throw new DomainError('InvalidField', {
      detail: `${name} must be a folder on the bank’s server, like out`,
    });
  return folder;
}

/** Returns how an account's bank is reached by SFTP; undefined if it is not. */
export function sftpOf(ctx: Pick<Context, 'keyring'>, account: BankAccount): SftpSettings | undefined {
  if (account.settingsSealed === null) return undefined;
  const settings = JSON.parse(ctx.keyring.open(account.settingsSealed)) as { sftp?: SftpSettings };
  return settings.sftp;
}

/** Returns the address for users: everything except the key. */
export const describeSftp = (settings: SftpSettings) => ({
  url: formatSftpUrl(settings),
  hostKey: settings.hostKeys.join(','),
  take: settings.take,
  give: settings.give,
});
