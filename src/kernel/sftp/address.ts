// How an SFTP server is reached: its address, the client's private key and the server's pinned host keys.
import { createPrivateKey } from 'node:crypto';

export interface SftpServer {
  host: string;
  port: number;
  user: string;
  /** The private key, as its file has it. */
  key: string;
  /** "SHA256:...", of which the server has one. Several, while the server changes its own. */
  hostKeys: string[];
}

type SftpAddress = Pick<SftpServer, 'host' | 'port' | 'user'>;

/** Reads sftp://user@host:port/path. Returns undefined for another text, or one with a password. */
export function readSftpUrl(given: string): (SftpAddress & { path: string }) | undefined {
  const url = URL.parse(given);
  if (url?.protocol !== 'sftp:' || url.username === '' || url.hostname === '') return undefined;
  if (url.password !== '' || url.search !== '' || url.hash !== '') return undefined;
  const [user, path] = [decoded(url.username), decoded(url.pathname)];
  if (user === undefined || path === undefined) return undefined;
  const port = url.port === '' ? 22 : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, user, path };
}

/**
 * Returns the folder that the path of an address names: relative to the user's own folder, or, after two slashes, of the whole
 * server. Empty: the user's own folder.
 */
export function folderOf(path: string): string {
  let end = path.length;
  while (end > 2 && path[end - 1] === '/') end -= 1;
  return path.slice(1, end);
}

function decoded(given: string): string | undefined {
  try {
    return decodeURIComponent(given);
  } catch {
    return undefined;
  }
}

/** Writes an address without its path. */
export function formatSftpUrl({ host, port, user }: SftpAddress): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return `sftp://${encodeURIComponent(user)}@${name}:${port}`;
}

/** Reads fingerprints with commas between them. Returns undefined if one is not "SHA256:" and 43 characters. */
export function readHostKeys(given: string | undefined): string[] | undefined {
  const keys = (given ?? '').split(',').map((key) => key.trim().replaceAll('=', ''));
  return keys.every((key) => /^SHA256:[A-Za-z0-9+/]{43}$/.test(key)) ? keys : undefined;
}

// OpenSSH's own form begins with its name and the cipher for a passphrase, each after its length in four bytes.
const openSsh = /^-----BEGIN OPENSSH PRIVATE KEY-----\n([A-Za-z0-9+/=\s]+)-----END OPENSSH PRIVATE KEY-----$/;
const openSshPlain = 'openssh-key-v1\0\0\0\0\u0004none';

/** Reads a private key without a passphrase. Returns undefined for another text. */
export function readPrivateKey(given: string): string | undefined {
  const key = given.trim();
  return isUsableKey(key) ? `${key}\n` : undefined;
}

function isUsableKey(key: string): boolean {
  const [, base64] = openSsh.exec(key.replaceAll('\r', '')) ?? [];
  if (base64 !== undefined) return Buffer.from(base64, 'base64').toString('latin1').startsWith(openSshPlain);
  try {
    return createPrivateKey(key).type === 'private';
  } catch {
    return false;
  }
}
