// The addresses of reports: an e-mail address, a folder below the folder of reports, a folder of an SFTP server, or none, for
// reports that are fetched by link.
import { relative, resolve, sep } from 'node:path';
import { readEmail } from '../../kernel/formats/contact.ts';
import {
  folderOf,
  formatSftpUrl,
  readHostKeys,
  readPrivateKey,
  readSftpUrl,
  type SftpServer,
} from '../../kernel/sftp/address.ts';
import { type AddressRules, judgePosted } from '../addresses.ts';
import { invalidField } from '../invalid-field.ts';

export type Target =
  | { kind: 'mailto'; address: string }
  /** The parts of the path below the folder of reports; none for the folder itself. */
  | { kind: 'file'; folders: string[] }
  /** It is fetched at the console or on the One API, and sent nowhere. */
  | { kind: 'fetch' }
  /** `folder`: the path on the server; relative to the user's own folder unless it begins with a slash. */
  | { kind: 'sftp'; server: Pick<SftpServer, 'host' | 'port' | 'user'>; folder: string };

const mostCharacters = 300;

/**
 * Reads an address as it is typed. `folder` is the folder of reports; without it, no file is allowed. Throws InvalidField (to)
 * with the rule that it violates.
 */
export function readTarget(given: string, folder: string | undefined): Target {
  if (given.length > mostCharacters) throw wrong(`it has at most ${mostCharacters} characters`);
  const rest = given.slice(given.indexOf(':') + 1);
  if (given.startsWith('mailto:')) return { kind: 'mailto', address: readAddress(rest) };
  if (given.startsWith('file:') && folder !== undefined)
    return { kind: 'file', folders: readFolders(rest, folder) };
  if (given.startsWith('sftp:')) return readServer(given);
  if (given === 'fetch:') return { kind: 'fetch' };
  throw wrong(
    folder === undefined
      ? 'it begins with mailto: or sftp:, or is fetch:'
      : 'it begins with mailto:, file: or sftp:, or is fetch:',
  );
}

function readServer(given: string): Target {
  const address = readSftpUrl(given);
  const { path = '', ...server } = address ?? {};
  const folder = folderOf(path);
  if (!address || /\p{Cc}/u.test(folder))
    throw wrong('it must be an address like sftp://user@sftp.shop.example:22/reports, without a password');
  return { kind: 'sftp', server: server as SftpServer, folder };
}

/** The key and the host keys of a server, as they are kept encrypted with a schedule. */
export type SftpAccess = Pick<SftpServer, 'key' | 'hostKeys'>;

/** Reads the access to an SFTP server. Throws InvalidField (sftpKey or hostKey) with the rule. */
export function readAccess(given: {
  sftpKey?: string | undefined;
  hostKey?: string | undefined;
}): SftpAccess {
  const key = readPrivateKey(given.sftpKey ?? '');
  if (key === undefined)
    throw invalidField(
      'sftpKey',
      'sftpKey: must be a private key without a passphrase, in the format of ssh-keygen',
    );
  const hostKeys = readHostKeys(given.hostKey);
  if (hostKeys) return { key, hostKeys };
  throw invalidField(
    'hostKey',
    'hostKey: must be the fingerprint of the server, SHA256: and 43 characters (two with a comma while it changes)',
  );
}

const mostOfUrl = 2000;

/** Reads the address of notifications; null without one. Throws InvalidField (notifyUrl) with the rule. */
export function readNotifyUrl(given: string, rules: AddressRules): string | null {
  if (given === '') return null;
  const url = given.length <= mostOfUrl && !/\s/.test(given) ? URL.parse(given) : null;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  const rule =
    !isWeb || url.username !== '' || url.password !== ''
      ? `must be an http or https address of at most ${mostOfUrl} characters, without a user name`
      : judgePosted(given, rules);
  if (rule === undefined) return given;
  const detail = `notifyUrl: ${rule}`;
  throw invalidField('notifyUrl', detail);
}

function readAddress(given: string): string {
  try {
    return readEmail(given.trim());
  } catch (error) {
    throw wrong((error as Error).message);
  }
}

/** Reads a path below the folder of reports: `daily`, `daily/books`, or the same as an absolute path. */
function readFolders(given: string, folder: string): string[] {
  const path = given.replace(/^\/\/(?=\/)/, '');
  const below = path.startsWith('/') ? relative(resolve(folder), resolve(path)) : path;
  const parts = below.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  if (parts.every((part) => /^[A-Za-z0-9_][A-Za-z0-9._ -]{0,99}$/.test(part))) return parts;
  throw wrong(
    `the path must be in the folder TEFO_REPORTS_DIR (${resolve(folder)}${sep}), of letters, digits, ".", "_" and "-"`,
  );
}

/** Writes an address as schedules keep it. */
export function formatTarget(target: Target): string {
  if (target.kind === 'mailto') return `mailto:${target.address}`;
  if (target.kind === 'fetch') return 'fetch:';
  if (target.kind === 'file') return `file:${target.folders.join('/')}`;
  return `${formatSftpUrl(target.server)}/${encodeURI(target.folder)}`;
}

const wrong = (detail: string) => invalidField('to', `to: ${detail}`);
