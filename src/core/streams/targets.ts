// The addresses of streams: a file, an HTTPS address, or a folder of an SFTP server.
import { isAbsolute, join, resolve } from 'node:path';
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

export type StreamTarget =
  | { kind: 'file'; path: string }
  | { kind: 'https'; url: string }
  | { kind: 'sftp'; server: Pick<SftpServer, 'host' | 'port' | 'user'>; folder: string };

/** The secrets of a stream, which are stored encrypted. */
export interface StreamAccess {
  token?: string;
  sftp?: Pick<SftpServer, 'key' | 'hostKeys'>;
}

export interface AccessGiven {
  token?: string | undefined;
  sftpKey?: string | undefined;
  hostKey?: string | undefined;
}

/**
 * Reads an address as it is typed, or as it is stored. `folder`: the folder of relative paths. Throws InvalidField (to) with
 * the rule.
 */
export function readTarget(given: string, rules: AddressRules, folder: string): StreamTarget {
  if (given.length > 300 || /\p{Cc}/u.test(given))
    throw invalid('to', 'has at most 300 printable characters');
  if (given.startsWith('file:')) return { kind: 'file', path: readPath(given.slice(5), folder) };
  if (given.startsWith('sftp:')) return readServer(given);
  const url = URL.parse(given);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw invalid('to', 'must begin with file:, https: or sftp:');
  if (url.username !== '' || url.password !== '') throw invalid('to', 'must not contain a password');
  const refused = judgePosted(given, rules);
  if (refused !== undefined) throw invalid('to', `the address is not allowed: ${refused}`);
  return { kind: 'https', url: given };
}

function readPath(given: string, folder: string): string {
  const path = given.replace(/^\/\/(?=\/)/, '');
  if (path === '' || path.endsWith('/')) throw invalid('to', 'must name a file, such as file:audit.ndjson');
  return isAbsolute(path) ? resolve(path) : resolve(join(folder, path));
}

function readServer(given: string): StreamTarget {
  const address = readSftpUrl(given);
  if (!address)
    throw invalid('to', 'must be an address like sftp://user@sftp.example:22/folder, without a password');
  const { path, ...server } = address;
  return { kind: 'sftp', server, folder: folderOf(path) };
}

/** Writes an address as streams keep it. */
export function formatTarget(target: StreamTarget): string {
  if (target.kind === 'file') return `file:${target.path}`;
  return target.kind === 'https' ? target.url : `${formatSftpUrl(target.server)}/${encodeURI(target.folder)}`;
}

/** Reads the secrets of a target; null: it has none. Throws InvalidField with the rule. */
export function readAccess({ kind }: StreamTarget, given: AccessGiven): StreamAccess | null {
  if (kind === 'file') return null;
  if (kind === 'https') return readToken(given.token);
  const key = readPrivateKey(given.sftpKey ?? '');
  if (key === undefined) throw invalid('sftpKey', 'must be a private key without a passphrase');
  const hostKeys = readHostKeys(given.hostKey);
  if (!hostKeys) throw invalid('hostKey', 'must be the fingerprint of the server, SHA256: and 43 characters');
  return { sftp: { key, hostKeys } };
}

function readToken(given: string | undefined): StreamAccess | null {
  if (given === undefined) return null;
  const token = given.trim();
  if (/^[\x21-\x7e]{1,4000}$/.test(token)) return { token };
  throw invalid('token', 'must have 1 to 4,000 characters without spaces');
}

export const invalid = (field: string, rule: string) => invalidField(field, `${field}: ${rule}`);
