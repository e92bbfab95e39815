// How a bank's SFTP server is reached: given when an account is added, kept sealed with it.
import { createPrivateKey } from 'node:crypto';
import type { BankAccount } from '../../../core/accounts/actions.ts';
import type { Context } from '../../../core/context.ts';
import { DomainError } from '../../../core/errors.ts';

export interface SftpSettings {
  host: string;
  port: number;
  user: string;
  /** The private key, as its file has it. */
  key: string;
  /** "SHA256:...", of which the server has one. Several, while the bank changes its own. */
  hostKeys: string[];
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
  const { hostname, port, username } = readUrl(given.url);
  if (given.key === undefined)
    throw new DomainError('InvalidField', {
      detail: '--sftp needs --sftp-key, the file of the private key whose public one the bank has',
    });
  const key = given.key.trim();
  if (!isUsableKey(key))
    throw new DomainError('InvalidField', {
      detail: '--sftp-key is the file of a private key without a passphrase, as ssh-keygen writes it',
    });
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 22 : Number(port),
    user: decodeURIComponent(username),
    key: `${key}\n`,
    hostKeys: readHostKeys(given.hostKey),
    take: readFolder('--sftp-take', given.take ?? 'out'),
    give: readFolder('--sftp-give', given.give ?? 'in'),
  };
}

function readUrl(given: string): URL {
  const url = URL.parse(given);
  const isPlain =
    url !== null && url.password === '' && /^\/?$/.test(url.pathname) && !url.search && !url.hash;
  if (url?.protocol !== 'sftp:' || !isPlain || url.username === '' || url.hostname === '')
    throw new DomainError('InvalidField', {
      detail: '--sftp is an address like sftp://user@sftp.bank.example:5022, without password and path',
    });
  return url;
}

function readHostKeys(given: string | undefined): string[] {
  const keys = (given ?? '').split(',').map((key) => key.trim().replaceAll('=', ''));
  if (keys.every((key) => /^SHA256:[A-Za-z0-9+/]{43}$/.test(key))) return keys;
  throw new DomainError('InvalidField', {
    detail:
      '--sftp-host-key is the fingerprint of the bank’s server, SHA256: and 43 characters, which the bank publishes (two with a comma while it changes); nothing is sent to a server with another fingerprint',
  });
}

function readFolder(name: string, given: string): string {
  const folder = given.length > 1 ? given.replace(/\/$/, '') : given;
  if (folder === '' || folder.length > 200 || /\p{Cc}/u.test(folder))
    throw new DomainError('InvalidField', { detail: `${name} is a folder of the bank’s server like out` });
  return folder;
}

// OpenSSH's own form begins with its name and the cipher for a passphrase, each after its length in four bytes.
const openSsh = /^-----BEGIN OPENSSH PRIVATE KEY-----\n([A-Za-z0-9+/=\s]+)-----END OPENSSH PRIVATE KEY-----$/;
const openSshPlain = 'openssh-key-v1\0\0\0\0\u0004none';

function isUsableKey(key: string): boolean {
  const [, base64] = openSsh.exec(key.replaceAll('\r', '')) ?? [];
  if (base64 !== undefined) return Buffer.from(base64, 'base64').toString('latin1').startsWith(openSshPlain);
  try {
    return createPrivateKey(key).type === 'private';
  } catch {
    return false;
  }
}

/** Returns how an account's bank is reached by SFTP; undefined if it is not. */
export function sftpOf(ctx: Pick<Context, 'keyring'>, account: BankAccount): SftpSettings | undefined {
  if (account.settingsSealed === null) return undefined;
  const settings = JSON.parse(ctx.keyring.open(account.settingsSealed)) as { sftp?: SftpSettings };
  return settings.sftp;
}

/** Returns the address for users: everything except the key. */
export function describeSftp({ host, port, user, hostKeys, take, give }: SftpSettings) {
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `sftp://${encodeURIComponent(user)}@${name}:${port}`,
    hostKey: hostKeys.join(','),
    take,
    give,
  };
}
